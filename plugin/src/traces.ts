/** Traces of runs, kept in the vault for whoever wants to look at them or replay them. */
import { normalizePath } from "obsidian";
import type { Core } from "./core";
import { failureOf } from "./failure";
import type { ObsidianHost } from "./obsidian-host";
import type { SettingsStore } from "./settings-store";
import { doneNotice, failureNotice } from "./views/notices";

/** What it takes to keep a trace in the vault. */
export interface TraceKeeper {
  core: Pick<Core, "call">;
  host: Pick<ObsidianHost, "create">;
  settings: Pick<SettingsStore, "get">;
}

/** Puts everything that a run asked and was told into the vault, as a file of its own. */
export async function saveTrace({ host, settings }: TraceKeeper, run: string, trace: string): Promise<void> {
  try {
    const path = await host.create(normalizePath(`${inboxFolder(settings)}/Run log ${run}.json`), trace);
    doneNotice(`Run log exported to “${path}”.`);
  } catch (thrown) {
    failureNotice(failureOf(thrown));
  }
}

function inboxFolder(settings: Pick<SettingsStore, "get">): string {
  const named = settings.get("inboxFolder");
  return typeof named === "string" && named.trim() !== "" ? named.trim() : "Research inbox";
}
