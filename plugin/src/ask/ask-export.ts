/** Saves the files of a question in a folder of the vault: the answer, its evidence, and the run log. */
import { type App, normalizePath } from "obsidian";
import type { CoreProxy } from "../core/core";
import type { ObsidianHost } from "../vault/obsidian-host";
import { questionFolderName } from "./question-folder-name";

export interface AskExportServices {
  app: App;
  core: Pick<CoreProxy, "call">;
  host: Pick<ObsidianHost, "create">;
}

/** A question that was asked: its text, the id of its run, and the time. */
export interface AskedQuestion {
  question: string;
  run: string;
  at: Date;
}

/** Saves the files of a question in a new folder inside `folder`. Returns the path of the new folder. */
export async function exportQuestion(
  { app, core, host }: AskExportServices,
  folder: string,
  { question, run, at }: AskedQuestion,
): Promise<string> {
  const { trace, evidence, report } = await core.call("askFiles", run);
  const name = questionFolderName(await core.call("fileName", question), at);
  const path = freeFolderPath(app, normalizePath(`${folder}/${name}`));
  await host.create(`${path}/trace.json`, trace);
  await host.create(`${path}/evidence.json`, evidence);
  await host.create(`${path}/report.md`, report);
  return path;
}

function freeFolderPath(app: App, path: string): string {
  let free = path;
  for (let number = 1; app.vault.getAbstractFileByPath(free) !== null; number++) free = `${path} ${String(number)}`;
  return free;
}
