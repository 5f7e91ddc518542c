/** The end of a run, and what can be done after it: undo, look at the details, go on with one that was stopped. */
import type { Report, Resume } from "../../pkg/ibid";
import { type BegunRun, RunFailed } from "./begun-runs";
import type { Workshop } from "./commands";
import type { CallHooks, Core } from "./core";
import { failureOf, sentences } from "./failure";
import type { ObsidianHost } from "./obsidian-host";
import type { RunningTask } from "./task";
import { showDetails } from "./views/details-modal";
import { doneNotice, failureNotice, type NoticeActions, questionNotice, resultNotice } from "./views/notices";
import { count, noteName } from "./views/run-words";
import { UnfinishedModal } from "./views/unfinished-modal";

/** Does the work of a run on a note and says how it ended. */
export async function conduct(workshop: Workshop, path: string, work: (task: RunningTask) => Promise<Report>): Promise<void> {
  try {
    const report = await workshop.tasks.run(path, work);
    resultNotice(report, actionsFor(workshop, report));
  } catch (thrown) {
    await tellFailure(workshop, thrown);
  }
}

/** Where the news of a call goes, and what stops it. */
export function hooksOf(task: RunningTask): CallHooks {
  return { signal: task.signal, onProgress: ({ message, run }) => task.report(message, run) };
}

/** Has the library read what is new, however long that takes: what comes next has a limit. */
export async function readVault(core: Core, task: RunningTask): Promise<void> {
  await core.call("sync", null, hooksOf(task));
}

/** Goes on with a run: to its end, or by writing what there is. */
export function resumeRun(workshop: Workshop, begun: BegunRun, how: Resume): Promise<void> {
  const { core, host, begunRuns } = workshop;
  return conduct(workshop, begun.path, async (task) => {
    const unfollow = host.follow(begun.path);
    try {
      await readVault(core, task);
      return await begunRuns.during(begun, () => core.call("resume", { run: begun.run, how }, hooksOf(task)));
    } finally {
      unfollow();
    }
  });
}

/** Says what was interrupted when the app was last closed. Starts nothing. */
export function tellInterrupted(workshop: Workshop): void {
  const [first, ...more] = workshop.begunRuns.takeInterrupted();
  if (first === undefined) return;
  const name = `Research on “${noteName(first.path)}”`;
  if (more.length === 0) {
    return questionNotice(`${name} was interrupted.`, {
      Resume: () => void resumeRun(workshop, first, "continue"),
      Discard: () => void discardRun(workshop, first),
    });
  }
  questionNotice(`${name} and ${count(more.length, "other note")} was interrupted.`, { "Resume…": () => void showUnfinished(workshop) });
}

/** Lists the runs that can be gone on with. */
export async function showUnfinished(workshop: Workshop): Promise<void> {
  try {
    const all = await workshop.core.call("unfinished", null);
    const resting = all.filter(({ run }) => !workshop.begunRuns.isOn(run));
    if (resting.length === 0) return doneNotice("No interrupted research.");
    new UnfinishedModal(workshop.app, resting, {
      resume: (run, how) => void resumeRun(workshop, run, how),
      discard: (run) => void discardRun(workshop, run),
    }).open();
  } catch (thrown) {
    failureNotice(failureOf(thrown));
  }
}

async function discardRun({ core }: Workshop, { run }: BegunRun): Promise<void> {
  try {
    await core.call("discard", run);
  } catch (thrown) {
    failureNotice(failureOf(thrown));
  }
}

/** A run of which something is kept can be gone on with. */
async function tellFailure(workshop: Workshop, thrown: unknown): Promise<void> {
  const failure = failureOf(thrown);
  if (!(thrown instanceof RunFailed) || !(await isKept(workshop, thrown.begun))) return failureNotice(failure);
  const { begun } = thrown;
  questionNotice(`${sentences({ message: failure.message, hint: "" })} The results so far are saved.`, {
    "Write partial report": () => void resumeRun(workshop, begun, "finish"),
    Resume: () => void resumeRun(workshop, begun, "continue"),
    Discard: () => void discardRun(workshop, begun),
  });
}

async function isKept({ core }: Workshop, { run }: BegunRun): Promise<boolean> {
  const unfinished = await core.call("unfinished", null).catch(() => []);
  return unfinished.some((known) => known.run === run);
}

function actionsFor(workshop: Workshop, report: Report): NoticeActions {
  const { app, host } = workshop;
  const { path, heading } = report;
  const actions: NoticeActions = { Show: () => void app.workspace.openLinkText(`${path}#${heading}`, "", false) };
  if (host.canUndo(path)) actions.Undo = () => void undo(host, path);
  actions.Details = () => showDetails(app, report, workshop);
  return actions;
}

/** Takes our last change of a note back, or says why not. */
export async function undo(host: ObsidianHost, path: string): Promise<void> {
  try {
    if (await host.undo(path)) return;
  } catch {
    // A note that cannot be read any more cannot be restored either.
  }
  failureNotice(CHANGED_SINCE);
}

const CHANGED_SINCE = {
  code: "changed-since",
  message: "The section was edited after the run, so Ibid didn't change it",
  hint: "Undo in the editor, or delete the section yourself.",
};
