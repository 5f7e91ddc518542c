/** What the person can start: research of a note, from wherever it was asked for. */
import type { App } from "obsidian";
import type { Core } from "./core";
import { failureOf, IbidError } from "./failure";
import type { ObsidianHost } from "./obsidian-host";
import type { RunningTask, Tasks } from "./task";
import { askExisting } from "./views/existing-modal";
import { failureNotice, resultNotice } from "./views/notices";

export interface Workshop {
  app: App;
  core: Core;
  host: ObsidianHost;
  tasks: Tasks;
}

/** Researches the note that is open, or says why not. */
export function researchOpenNote(workshop: Workshop): void {
  const file = workshop.app.workspace.getActiveFile();
  if (file === null) return failureNotice(NO_NOTE);
  void researchNote(workshop, file.path);
}

/** The main job. Everything that can go wrong ends in a notice; the note is changed only at the very end. */
export async function researchNote(workshop: Workshop, path: string): Promise<void> {
  try {
    const report = await workshop.tasks.run(path, (task) => plannedRun(workshop, path, task));
    resultNotice(report, {
      show: () => void workshop.app.workspace.openLinkText(`${report.path}#Research`, "", false),
      undo: () => void undo(workshop.host),
    });
  } catch (thrown) {
    failureNotice(failureOf(thrown));
  }
}

async function plannedRun({ app, core }: Workshop, path: string, task: RunningTask) {
  const hooks = { signal: task.signal, onProgress: (progress: { message: string }) => task.report(progress.message) };
  const agenda = await core.call("plan", { path }, hooks);
  const asks = agenda.section === "edited" || agenda.section === "theirs";
  if (asks) task.report("Waiting for your answer");
  const existing = asks ? await askExisting(app, agenda.section) : "keep";
  if (existing === undefined) throw new IbidError({ code: "cancelled", message: "Nothing was changed", hint: "" });
  return core.call("run", { agenda, existing }, hooks);
}

async function undo(host: ObsidianHost): Promise<void> {
  if (!(await host.undo())) failureNotice(CHANGED_SINCE);
}

const NO_NOTE = { code: "no-note", message: "No note is open", hint: "Open the note you want to research and try again." };

const CHANGED_SINCE = {
  code: "changed-since",
  message: "The note was changed since, so Ibid left it as it is",
  hint: "Undo in the editor, or remove the section by hand.",
};
