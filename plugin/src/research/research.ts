/** Researches a note: plans the run, lets the user review the agenda, and starts the run. */
import type { Agenda, Connection, OnExisting, Permission, PlanRequest, Report, NoteSurvey } from "../core/exports";
import { spentOnTopicsText, findingTopicsText } from "../ui/agenda-text";
import type { Consent } from "../consent/consent";
import type { CallHooks } from "../core/core";
import { type Failure, IbidError } from "../core/failure";
import { hooksForTask, runTask, type RunServices, syncIndex } from "./run-actions";
import { askToUseServices } from "../consent/service-approval";
import type { RunningTask } from "../ui/task";
import { askToReviewAgenda } from "./agenda-modal";
import { askForConsent } from "../consent/consent-modal";
import * as questions from "../consent/consent-questions";
import { askExistingSectionAction, askPartialReportAction } from "./existing-section-modal";
import { askResearchFocus } from "../ui/focus-modal";
import { showFailureNotice } from "../ui/notices";

/** What to research in a note: a focus that the user typed, or selected text. Empty for the whole note. */
export type ResearchScope = Pick<PlanRequest, "focus" | "selection">;

/** What the research of notes needs. */
export interface ResearchServices extends RunServices {
  consent: Consent;
}

/** Researches the open note. Shows a notice if no note is open. */
export function researchOpenNote(services: ResearchServices): void {
  const file = services.app.workspace.getActiveFile();
  if (file === null) return showFailureNotice(NO_NOTE_FAILURE);
  void researchNote(services, file.path);
}

/** Asks what the research should focus on, then researches the open note. */
export function researchWithFocus(services: ResearchServices): void {
  const file = services.app.workspace.getActiveFile();
  if (file === null) return showFailureNotice(NO_NOTE_FAILURE);
  askResearchFocus(services.app, (focus) => void researchNote(services, file.path, { focus }));
}

/** Researches a note. Every failure ends in a notice; the note is changed only at the very end. */
export async function researchNote(services: ResearchServices, path: string, scope: ResearchScope = {}): Promise<void> {
  const again = (currentPath: string) => void researchNote(services, currentPath, scope);
  await runTask(services, path, (task) => planAndRun(services, { path, ...scope }, task), again);
}

/** Plans a run, lets the user review the agenda, and runs it. */
export async function planAndRun(services: ResearchServices, request: PlanRequest, task: RunningTask): Promise<Report> {
  const { core, host, consent, startedRuns } = services;
  const { path } = request;
  const hooks = hooksForTask(task);
  const stopFollowingRenames = host.follow(path);
  try {
    const survey = await core.call("survey", path, hooks);
    const existingSectionAction = await chooseExistingSectionAction(services, survey, request, task);
    const connection = await chooseConnection(services, survey, task);
    const permission = await askModelPermission(consent, survey, connection, task);
    await syncIndex(core, task);
    const plan = { ...request, model: permission, connection };
    const reviewedAgenda = await reviewAgenda(
      services,
      await core.call("plan", plan, hooksForPlan(plan, survey, task)),
      task,
    );
    const check = await core.call("checkServices", reviewedAgenda, hooks);
    const approvedRun = await askToUseServices(
      consent,
      reviewedAgenda,
      connection === "offline" ? { ...check, web: "unused" } : check,
      task,
    );
    await syncIndex(core, task);
    return await startedRuns.track({ run: reviewedAgenda.run, path }, () =>
      core.call("run", { ...approvedRun, existing: existingSectionAction }, hooks),
    );
  } finally {
    stopFollowingRenames();
  }
}

/**
 * Asks what to do with a Research section that contains the user's own text, or with a report on the whole note if only a
 * part of the note is researched. Asked first, so that a user who cancels has spent nothing.
 */
async function chooseExistingSectionAction(
  { app, settings }: ResearchServices,
  survey: NoteSurvey,
  { selection, focus }: PlanRequest,
  task: RunningTask,
): Promise<OnExisting> {
  const { section, hasReport } = survey;
  if (section === "edited" || section === "theirs")
    return requireAnswer(await task.ask(() => askExistingSectionAction(app, survey, task.signal)));
  const isPartial = Boolean(selection) || Boolean(focus);
  if (!isPartial || !hasReport) return "keep";
  const remembered = settings.getValid("partialReport");
  if (remembered !== "ask") return remembered;
  const chosen = requireAnswer(await task.ask(() => askPartialReportAction(app, task.signal)));
  await settings.set("partialReport", chosen);
  return chosen;
}

/** Asks whether to use only notes if the run would call services on the internet and the device is offline. */
export async function chooseConnection(
  { app }: ResearchServices,
  { asks, model }: Pick<NoteSurvey, "asks" | "model">,
  task: RunningTask,
): Promise<Connection> {
  const remoteModels = model === undefined || model.local ? [] : [model.name];
  const serviceNames = [...asks, ...remoteModels];
  if (navigator.onLine || serviceNames.length === 0) return "online";
  const usesOnlyNotes = await task.ask(() => askForConsent(app, questions.continueOffline(serviceNames), task.signal));
  return requireAnswer(usesOnlyNotes ? "offline" : undefined);
}

/** Asks the user before the note is sent to a model's host for the first time. */
export async function askModelPermission(
  consent: Consent,
  { model }: Pick<NoteSurvey, "model">,
  connection: Connection,
  task: RunningTask,
): Promise<Permission> {
  if (model === undefined || (connection === "offline" && !model.local)) return "off";
  return (await consent.toUseModel(model, task)) ? "allowed" : "off";
}

/** Returns the hooks for planning. Their progress text names the model that finds the topics, and its cost. */
function hooksForPlan(
  { selection = "", model }: PlanRequest,
  { topicsCall }: NoteSurvey,
  task: RunningTask,
): CallHooks {
  const hooks = hooksForTask(task);
  if (topicsCall === undefined || model === "off") return hooks;
  const statusText = findingTopicsText(topicsCall, selection === "" ? "note" : "selection");
  task.report(statusText);
  return {
    ...hooks,
    onProgress: ({ stage, message, run }) => task.report(stage === "topics" ? statusText : message, run),
  };
}

/**
 * Lets the user edit the agenda. Returns it unchanged if the user switched the review off in
 * settings. `folder` is the name of the folder if the agenda has the topics of several notes.
 */
export async function reviewAgenda(
  { app, core, settings }: ResearchServices,
  agenda: Agenda,
  task: RunningTask,
  folder?: string,
): Promise<Agenda> {
  if (!settings.getValid("askBeforeRun")) return agenda;
  const updateAgenda = (edited: Agenda) => core.call("updateAgenda", edited);
  const spentSoFar = spentOnTopicsText(agenda);
  return requireAnswer(
    await task.ask(
      () => askToReviewAgenda(app, { agenda, folder, update: updateAgenda, signal: task.signal }),
      "Review the agenda",
    ),
    spentSoFar === "" ? "" : `${spentSoFar}.`,
  );
}

/** Returns the user's answer. Throws if the user closed the window, so that nothing is changed. */
export function requireAnswer<T>(answer: T | undefined, hint = ""): T {
  if (answer === undefined) throw new IbidError({ code: "cancelled", message: "Nothing was changed", hint });
  return answer;
}

const NO_NOTE_FAILURE: Failure = {
  code: "no-note",
  message: "No note is open",
  hint: "Open the note you want to research and try again.",
};
