/** Saves the trace of a run as a file in the vault, to inspect or replay it. */
import { normalizePath } from "obsidian";
import type { Core } from "./core";
import { toFailure } from "./failure";
import type { ObsidianHost } from "./obsidian-host";
import type { SettingsStore } from "./settings-store";
import { doneNotice, failureNotice } from "./views/notices";

/** Services that saving a trace needs. */
export interface TraceServices {
  core: Pick<Core, "call">;
  host: Pick<ObsidianHost, "create">;
  settings: Pick<SettingsStore, "getValid">;
}

/** Saves all requests and responses of a run as a JSON file in the vault. */
export async function saveTrace({ host, settings }: TraceServices, run: string, trace: string): Promise<void> {
  try {
    const path = await host.create(normalizePath(`${settings.getValid("inboxFolder")}/Run log ${run}.json`), trace);
    doneNotice(`Run log exported to “${path}”.`);
  } catch (thrown) {
    failureNotice(toFailure(thrown));
  }
}
