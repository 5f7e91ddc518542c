/** Shows the result of a run, and offers the actions after it: undo, details, and resuming. */
import type { App } from "obsidian";
import type { Report, Resume } from "../core/exports";
import type { CallHooks, CoreProxy } from "../core/core";
import { type Failure, failureText, toFailure } from "../core/failure";
import type { ObsidianHost } from "../vault/obsidian-host";
import type { SettingsStore } from "../settings/settings-store";
import { RunFailure, type StartedRun, type StartedRuns } from "./started-runs";
import type { RunningTask, Tasks } from "../ui/task";
import { showRunDetails } from "./details-modal";
import {
  closeRunNotice,
  showMessageNotice,
  showFailureNotice,
  type NoticeActions,
  showQuestionNotice,
  showResultNotice,
  showRunFailureNotice,
  withFailureNotice,
} from "../ui/notices";
import { countText, noteName } from "../ui/run-text";
import { UnfinishedRunsModal } from "./unfinished-modal";

/** What a run and the actions after it need. */
export interface RunServices {
  app: App;
  core: CoreProxy;
  host: ObsidianHost;
  settings: SettingsStore;
  tasks: Tasks;
  startedRuns: StartedRuns;
}

/** Runs research on a note and shows the result or the failure. `again` repeats the research of the note with this path. */
export async function runTask(
  services: RunServices,
  path: string,
  work: (task: RunningTask) => Promise<Report>,
  again?: (path: string) => void,
): Promise<void> {
  closeRunNotice(path);
  try {
    const report = await services.tasks.run(path, work);
    showResultNotice(report, resultActions(services, report, again));
  } catch (thrown) {
    await showRunFailure(services, path, thrown);
  }
}

/** Connects a core call with a task: passes on progress, and cancels the call when the task is stopped. */
export function hooksForTask(task: RunningTask): CallHooks {
  return { signal: task.signal, onProgress: ({ message, run }) => task.report(message, run) };
}

/** Updates the index. This is a call of its own, so that it does not use up the time limit of the next call. */
export async function syncIndex(core: CoreProxy, task: RunningTask): Promise<void> {
  await core.call("sync", null, hooksForTask(task));
}

/** Resumes a run: continues it, or writes a report from what it has found so far. */
export function resumeRun(services: RunServices, started: StartedRun, mode: Resume): Promise<void> {
  const { core, host, startedRuns } = services;
  return runTask(services, started.path, async (task) => {
    const stopFollowingRenames = host.follow(started.path);
    try {
      await syncIndex(core, task);
      return await startedRuns.track(started, () =>
        core.call("resume", { run: started.run, how: mode }, hooksForTask(task)),
      );
    } finally {
      stopFollowingRenames();
    }
  });
}

/** Shows a notice about runs that were interrupted when the app was closed. Does not start the core. */
export function notifyInterruptedRuns(services: RunServices): void {
  const [first, ...more] = services.startedRuns.takeInterrupted();
  if (first === undefined) return;
  const taskTitle = `Research on “${noteName(first.path)}”`;
  if (more.length === 0) {
    return showQuestionNotice(`${taskTitle} was interrupted.`, {
      Resume: () => void resumeRun(services, first, "continue"),
      Discard: () => void discardRun(services, first),
    });
  }
  showQuestionNotice(`${taskTitle} and ${countText(more.length, "other note")} was interrupted.`, {
    "Resume…": () => void showUnfinishedRuns(services),
  });
}

/** Opens a window with the interrupted runs, in which the user can resume or discard each. */
export function showUnfinishedRuns(services: RunServices): Promise<void> {
  return withFailureNotice(async () => {
    const unfinishedRuns = await services.core.call("unfinished", null);
    const interruptedRuns = unfinishedRuns.filter(({ run }) => !services.startedRuns.isRunning(run));
    if (interruptedRuns.length === 0) return showMessageNotice("No interrupted research.");
    new UnfinishedRunsModal(services.app, interruptedRuns, {
      resume: (run, how) => void resumeRun(services, run, how),
      discard: (run) => void discardRun(services, run),
    }).open();
  });
}

function discardRun({ core }: RunServices, { run }: StartedRun): Promise<void> {
  return withFailureNotice(() => core.call("discard", run));
}

/** Shows a failure, with buttons to resume the run if the core has stored its progress. */
async function showRunFailure(services: RunServices, path: string, thrown: unknown): Promise<void> {
  const failure = toFailure(thrown);
  if (!(thrown instanceof RunFailure) || !(await isResumable(services, thrown.started)))
    return showRunFailureNotice(path, failureText(failure));
  const { started } = thrown;
  showRunFailureNotice(
    path,
    `${noteName(path)}: ${failureText({ message: failure.message, hint: "" })} The results so far are saved.`,
    {
      "Write partial report": () => void resumeRun(services, started, "finish"),
      Resume: () => void resumeRun(services, started, "continue"),
      Discard: () => void discardRun(services, started),
    },
  );
}

async function isResumable({ core }: RunServices, { run }: StartedRun): Promise<boolean> {
  const unfinishedRuns = await core.call("unfinished", null).catch(() => []);
  return unfinishedRuns.some((known) => known.run === run);
}

function resultActions(
  services: RunServices,
  report: Report,
  again: ((path: string) => void) | undefined,
): NoticeActions {
  const { app, host } = services;
  const { path, heading } = report;
  const actions: NoticeActions = { Show: () => void app.workspace.openLinkText(`${path}#${heading}`, "", false) };
  if (host.canUndo(path)) actions.Undo = () => void undoLastChange(host, path);
  const repeat: NoticeActions = again === undefined ? {} : { "Research again": () => again(report.note ?? path) };
  return { ...actions, Details: () => showRunDetails(app, report, services, { ...actions, ...repeat }) };
}

/** Reverts Ibid's last change of a note, or shows why that is not possible. */
export async function undoLastChange(host: ObsidianHost, path: string): Promise<void> {
  try {
    if (await host.undo(path)) return;
  } catch {
    // If the note can't be read, the change can't be undone either, so the same failure is shown below.
  }
  showFailureNotice(SECTION_EDITED_FAILURE);
}

const SECTION_EDITED_FAILURE: Failure = {
  code: "changed-since",
  message: "The section was edited after the run, so Ibid didn't change it",
  hint: "Undo in the editor, or delete the section yourself.",
};
