/** Saves the trace of a run, which is the record of its requests and responses, as a file in the vault. */
import { normalizePath } from "obsidian";
import type { CoreProxy } from "../core/core";
import type { ObsidianHost } from "../vault/obsidian-host";
import type { SettingsStore } from "../settings/settings-store";
import { showMessageNotice, withFailureNotice } from "../ui/notices";

/** What is needed to export a trace. */
export interface TraceExportServices {
  core: Pick<CoreProxy, "call">;
  host: Pick<ObsidianHost, "create">;
  settings: Pick<SettingsStore, "getValid">;
}

/** Saves all requests and responses of a run as a JSON file in the vault. */
export function saveRunTrace({ host, settings }: TraceExportServices, runId: string, trace: string): Promise<void> {
  return withFailureNotice(async () => {
    const path = await host.create(normalizePath(`${settings.getValid("inboxFolder")}/Run log ${runId}.json`), trace);
    showMessageNotice(`Run log exported to “${path}”.`);
  });
}
