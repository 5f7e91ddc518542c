/** Actions on past runs: shows what was sent, restores earlier sections, replays run logs, and deletes all local data. */
import type { App } from "obsidian";
import type { ActionResult, StoredSection, StoredTrace } from "../core/exports";
import { type Failure, toFailure } from "../core/failure";
import type { CoreProxy } from "../core/core";
import { type RunServices, undoLastChange } from "./run-actions";
import type { TraceExportServices } from "./trace-file";
import { AuditLogModal } from "./audit-log-modal";
import { showMessageNotice, showFailureNotice, withFailureNotice } from "../ui/notices";
import { ReplayModal } from "./replay-modal";
import { removesSection, RestoreSectionModal } from "./restore-section-modal";
import { ChooseRunLogModal } from "./run-log-choice";
import { countText, dateTimeText, noteName } from "../ui/run-text";
import type { Tasks } from "../ui/task";

/** Opens a window with the requests that each run has sent to services. */
export function showAuditLog(app: App, services: TraceExportServices): Promise<void> {
  return withFailureNotice(async () => {
    const { runs } = await services.core.call("auditLog", null);
    new AuditLogModal(app, runs, services).open();
  });
}

type RestoreServices = Pick<RunServices, "app" | "core" | "host">;

/** Shows earlier versions of a note's Research section, and restores one if the user wants that. */
export function chooseSectionToRestore(services: RestoreServices, path: string): Promise<void> {
  return withFailureNotice(async () => {
    const versions = await services.core.call("sections", path);
    if (versions.length === 0) return showFailureNotice(NO_SECTION_FAILURE);
    new RestoreSectionModal(services.app, versions, (section) => void restoreVersion(services, section)).open();
  });
}

async function restoreVersion({ core, host }: RestoreServices, section: StoredSection): Promise<void> {
  const { run, at } = section;
  try {
    const restoredPath = await core.call("restore", run);
    const resultText = removesSection(section) ? "Section removed." : `Restored the version of ${dateTimeText(at)}.`;
    showMessageNotice(resultText, { Undo: () => void undoLastChange(host, restoredPath) });
  } catch (thrown) {
    showFailureNotice(toFailure(thrown));
  }
}

/** Lets the user choose a stored run log, replays it, and shows the report. Sends nothing and changes no note. */
export function replayRunLog({ app, core }: Pick<RunServices, "app" | "core">): Promise<void> {
  return withFailureNotice(async () => {
    const runLogs = await core.call("traces", null);
    if (runLogs.length === 0) return showFailureNotice(NO_RUN_LOG_FAILURE);
    new ChooseRunLogModal(app, runLogs, (log) => void showReplay(app, core, log)).open();
  });
}

function showReplay(app: App, core: CoreProxy, log: StoredTrace): Promise<void> {
  return withFailureNotice(async () => {
    const trace = await core.call("trace", log.run);
    if (trace === undefined) return showFailureNotice(NO_RUN_LOG_FAILURE);
    const { report, section } = await core.call("replay", trace);
    const fact = `Run of ${dateTimeText(log.started)}: ${countText(report.topicsResearched, "topic")} from ${countText(report.sources, "source")}.`;
    new ReplayModal(app, { title: noteName(log.path), facts: [fact], report: section }).open();
  });
}

/** What stores data on this device: the core, and what the plugin keeps itself. */
export interface LocalData {
  core: CoreProxy;
  tasks: Tasks;
  stores: { clear(): void }[];
}

/** Deletes the data that the core and the plugin store on this device. */
export async function clearLocalData({ core, tasks, stores }: LocalData): Promise<ActionResult> {
  tasks.cancelAll();
  const deletionResult = await core.forget();
  for (const store of stores) store.clear();
  return deletionResult;
}

const NO_SECTION_FAILURE: Failure = {
  code: "no-section",
  message: "There is no previous research section to restore",
  hint: "Replaced sections are kept for a week.",
};

const NO_RUN_LOG_FAILURE: Failure = {
  code: "no-such-run",
  message: "This device stores no run logs",
  hint: "Turn on “Keep run logs” in settings, then research a note.",
};
