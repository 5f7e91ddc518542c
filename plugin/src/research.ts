/** Researches a note: plans the run, lets the user review the agenda, and starts the run. */
import type { Agenda, OnExisting, Permission, PlanRequest, Report, NoteSurvey } from "../../pkg/ibid";
import { spentOnTopicsText, findingTopicsText } from "./agenda-text";
import type { Consent } from "./consent";
import type { CallHooks } from "./core";
import { type Failure, IbidError } from "./failure";
import { hooksForTask, runTask, syncIndex } from "./run-actions";
import { askToUseServices } from "./service-approval";
import type { Services } from "./services";
import type { RunningTask } from "./task";
import { askToReviewAgenda } from "./views/agenda-modal";
import { askExistingSectionAction, askPartialReportAction } from "./views/existing-section-modal";
import { askResearchFocus } from "./views/focus-modal";
import { showFailureNotice } from "./views/notices";

/**
 * What to research in a note: a focus that the user typed, or selected text. Empty for the whole
 * note.
 */
export type ResearchScope = Pick<PlanRequest, "focus" | "selection">;

/** Researches the open note. Shows a notice if no note is open. */
export function researchOpenNote(services: Services): void {
  const file = services.app.workspace.getActiveFile();
  if (file === null) return showFailureNotice(NO_NOTE_FAILURE);
  void researchNote(services, file.path);
}

/** Asks what the research should focus on, then researches the open note. */
export function researchWithFocus(services: Services): void {
  const file = services.app.workspace.getActiveFile();
  if (file === null) return showFailureNotice(NO_NOTE_FAILURE);
  askResearchFocus(services.app, (focus) => void researchNote(services, file.path, { focus }));
}

/** Researches a note. Every failure ends in a notice; the note is changed only at the very end. */
export async function researchNote(services: Services, path: string, scope: ResearchScope = {}): Promise<void> {
  const again = (currentPath: string) => void researchNote(services, currentPath, scope);
  await runTask(services, path, (task) => planAndRun(services, { path, ...scope }, task), again);
}

async function planAndRun(services: Services, request: PlanRequest, task: RunningTask): Promise<Report> {
  const { core, host, consent, startedRuns } = services;
  const { path } = request;
  const hooks = hooksForTask(task);
  const stopFollowingRenames = host.follow(path);
  try {
    const survey = await core.call("survey", path, hooks);
    const existingSectionAction = await chooseExistingSectionAction(services, survey, request, task);
    const permission = await askModelPermission(consent, survey, task);
    await syncIndex(core, task);
    const plannedAgenda = await core.call("plan", { ...request, model: permission }, hooksForPlan({ ...request, model: permission }, survey, task));
    const reviewedAgenda = await reviewAgenda(services, plannedAgenda, task);
    const approvedRun = await askToUseServices(consent, reviewedAgenda, await core.call("checkServices", reviewedAgenda, hooks), task);
    await syncIndex(core, task);
    return await startedRuns.track({ run: reviewedAgenda.run, path }, () => core.call("run", { ...approvedRun, existing: existingSectionAction }, hooks));
  } finally {
    stopFollowingRenames();
  }
}

/**
 * Asks what to do with a Research section that contains the user's own text, or with a report on the whole note if only a
 * part of the note is researched. Asked first, so that a user who cancels has spent nothing.
 */
async function chooseExistingSectionAction({ app, settings }: Services, survey: NoteSurvey, { selection, focus }: PlanRequest, task: RunningTask): Promise<OnExisting> {
  const { section, hasReport } = survey;
  if (section === "edited" || section === "theirs") return requireAnswer(await task.ask(() => askExistingSectionAction(app, survey, task.signal)));
  const isPartial = Boolean(selection) || Boolean(focus);
  if (!isPartial || !hasReport) return "keep";
  const remembered = settings.getValid("partialReport");
  if (remembered !== "ask") return remembered;
  const chosen = requireAnswer(await task.ask(() => askPartialReportAction(app, task.signal)));
  await settings.set("partialReport", chosen);
  return chosen;
}

/** Asks the user before the note is sent to a model's host for the first time. */
async function askModelPermission(consent: Consent, { model }: NoteSurvey, task: RunningTask): Promise<Permission> {
  if (model === undefined) return "off";
  return (await consent.toUseModel(model, task)) ? "allowed" : "off";
}

/**
 * Returns the hooks for planning. Their progress text names the model that finds the topics, and
 * its cost.
 */
function hooksForPlan({ selection = "", model }: PlanRequest, { topicsCall }: NoteSurvey, task: RunningTask): CallHooks {
  const hooks = hooksForTask(task);
  if (topicsCall === undefined || model === "off") return hooks;
  const statusText = findingTopicsText(topicsCall, selection === "" ? "note" : "selection");
  task.report(statusText);
  return { ...hooks, onProgress: ({ stage, message, run }) => task.report(stage === "topics" ? statusText : message, run) };
}

/**
 * Lets the user edit the agenda. Returns it unchanged if the user switched the review off in
 * settings.
 */
async function reviewAgenda({ app, core, shouldReviewAgenda }: Services, agenda: Agenda, task: RunningTask): Promise<Agenda> {
  if (!shouldReviewAgenda()) return agenda;
  const updateAgenda = (edited: Agenda) => core.call("updateAgenda", edited);
  const spentSoFar = spentOnTopicsText(agenda);
  return requireAnswer(await task.ask(() => askToReviewAgenda(app, { agenda, update: updateAgenda, signal: task.signal }), "Review the agenda"), spentSoFar === "" ? "" : `${spentSoFar}.`);
}

/** Returns the user's answer. Throws if the user closed the window, so that nothing is changed. */
function requireAnswer<T>(answer: T | undefined, hint = ""): T {
  if (answer === undefined) throw new IbidError({ code: "cancelled", message: "Nothing was changed", hint });
  return answer;
}

const NO_NOTE_FAILURE: Failure = { code: "no-note", message: "No note is open", hint: "Open the note you want to research and try again." };
