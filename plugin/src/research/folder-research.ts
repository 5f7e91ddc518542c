/** Researches the notes of a folder: one agenda with the topics of all notes and one price, then one run per note. */
import { TFile, TFolder } from "obsidian";
import type { Agenda, Connection, NoteSurvey, OnExisting, Permission, Report } from "../core/exports";
import { type Failure, failureText, IbidError, toFailure } from "../core/failure";
import { isNote } from "../vault/note-file";
import { askModelPermission, chooseConnection, requireAnswer, type ResearchServices, reviewAgenda } from "./research";
import { hooksForTask, syncIndex } from "./run-actions";
import { askToUseServices } from "../consent/service-approval";
import type { RunningTask } from "../ui/task";
import { askForConsent } from "../consent/consent-modal";
import * as questions from "../consent/consent-questions";
import { type FolderResult, showFolderResult } from "./folder-result-modal";
import { closeRunNotice, showRunFailureNotice } from "../ui/notices";
import { noteName } from "../ui/run-text";

/** Maximum number of notes of one folder: an agenda with more topics can't be reviewed. */
const MAX_NOTES = 30;

interface SurveyedNote {
  path: string;
  survey: NoteSurvey;
}

interface PlannedNote {
  agenda: Agenda;
  existing: OnExisting;
}

/** Researches the notes of a folder and its subfolders. Every failure ends in a notice or in the list of results. */
export async function researchFolder(services: ResearchServices, folder: TFolder): Promise<void> {
  closeRunNotice(folder.path);
  try {
    const results = await services.tasks.run(folder.path, (task) => planAndRunFolder(services, folder, task));
    showFolderResult(services.app, folder, results);
  } catch (thrown) {
    showRunFailureNotice(folder.path, failureText(toFailure(thrown)));
  }
}

async function planAndRunFolder(
  services: ResearchServices,
  folder: TFolder,
  task: RunningTask,
): Promise<FolderResult[]> {
  const paths = notePaths(folder);
  if (paths.length === 0) throw new IbidError(NO_NOTES_FAILURE);
  if (paths.length > MAX_NOTES) throw new IbidError(tooManyNotesFailure(paths.length));
  const failures: FolderResult[] = [];
  const surveyed = await surveyNotes(services, paths, failures, task);
  const connection = await chooseConnection(services, combinedSurvey(surveyed), task);
  const permission = await askToPlan(services, surveyed, connection, task);
  await syncIndex(services.core, task);
  const planned = await planNotes(services, surveyed, { model: permission, connection }, failures, task);
  const combined = await services.core.call(
    "combineAgendas",
    planned.map(({ agenda }) => agenda),
  );
  if (combined === undefined) throw new IbidError(firstFailure(failures));
  const reviewed = await reviewAgenda(services, combined, task, folder.name);
  const results = await runNotes(services, planned, reviewed, connection, task);
  return [...results, ...failures];
}

/** The paths of the notes in a folder and its subfolders, in the order of the file list. */
function notePaths(folder: TFolder): string[] {
  const children = [...folder.children].sort((a, b) => a.name.localeCompare(b.name));
  return children.flatMap((child) => {
    if (child instanceof TFolder) return notePaths(child);
    return child instanceof TFile && isNote(child) ? [child.path] : [];
  });
}

async function surveyNotes(
  { core }: ResearchServices,
  paths: string[],
  failures: FolderResult[],
  task: RunningTask,
): Promise<SurveyedNote[]> {
  const surveyed: SurveyedNote[] = [];
  for (const path of paths)
    await collect(path, failures, task, async () =>
      surveyed.push({ path, survey: await core.call("survey", path, hooksForTask(task)) }),
    );
  return surveyed;
}

/** What all notes together would use: private notes use no service. */
function combinedSurvey(surveyed: SurveyedNote[]): Pick<NoteSurvey, "asks" | "model"> {
  const surveys = surveyed.map(({ survey }) => survey);
  const model = surveys.find((survey) => survey.model !== undefined)?.model;
  const asks = [...new Set(surveys.flatMap((survey) => survey.asks))];
  return model === undefined ? { asks } : { asks, model };
}

/** Asks before a model finds the topics of all notes, because that costs money before the agenda is shown. */
async function askToPlan(
  { app, consent }: ResearchServices,
  surveyed: SurveyedNote[],
  connection: Connection,
  task: RunningTask,
): Promise<Permission> {
  const permission = await askModelPermission(consent, combinedSurvey(surveyed), connection, task);
  const calls = surveyed.flatMap(({ survey: { topicsCall } }) => (topicsCall === undefined ? [] : [topicsCall]));
  const [call] = calls;
  if (permission === "off" || call === undefined || call.costText === "free") return permission;
  const costText = calls
    .map((each) => each.costText)
    .reduce((longest, text) => (text.length > longest.length ? text : longest));
  return (await task.ask(() =>
    askForConsent(app, questions.findTopics({ model: call.model, notes: calls.length, costText }), task.signal),
  ))
    ? permission
    : "off";
}

async function planNotes(
  { core }: ResearchServices,
  surveyed: SurveyedNote[],
  how: { model: Permission; connection: Connection },
  failures: FolderResult[],
  task: RunningTask,
): Promise<PlannedNote[]> {
  const planned: PlannedNote[] = [];
  for (const [at, { path, survey }] of surveyed.entries()) {
    const hooks = {
      ...hooksForTask(task),
      onProgress: ({ message }: { message: string }) => task.report(stepText(path, at, surveyed.length, message)),
    };
    const plan = async () =>
      planned.push({ agenda: await core.call("plan", { path, ...how }, hooks), existing: existingAction(survey) });
    await collect(path, failures, task, plan);
  }
  return planned;
}

/** The user's own text in a section is always kept; a folder has too many notes to ask for each. */
function existingAction({ section, mergeable }: NoteSurvey): OnExisting {
  return section === "edited" && mergeable ? "merge" : "keep";
}

/** Runs the agendas one after the other, with the topics that the user approved. */
async function runNotes(
  services: ResearchServices,
  planned: PlannedNote[],
  reviewed: Agenda,
  connection: Connection,
  task: RunningTask,
): Promise<FolderResult[]> {
  const results: FolderResult[] = [];
  const chosen = planned.map(({ agenda, existing }) => ({
    existing,
    agenda: { ...agenda, depth: reviewed.depth, topics: reviewed.topics.filter(({ note }) => note === agenda.path) },
  }));
  const wanted = chosen.filter(({ agenda }) => agenda.topics.some(({ ticked }) => ticked));
  for (const [at, note] of wanted.entries()) {
    const { path } = note.agenda;
    const onProgress = (message: string) => task.report(stepText(path, at, wanted.length, message));
    await collect(path, results, task, async () =>
      results.push({ path, report: await runNote(services, note, connection, task, onProgress) }),
    );
  }
  return results;
}

async function runNote(
  { core, host, consent, startedRuns }: ResearchServices,
  { agenda, existing }: PlannedNote,
  connection: Connection,
  task: RunningTask,
  onProgress: (message: string) => void,
): Promise<Report> {
  const hooks = { signal: task.signal, onProgress: ({ message }: { message: string }) => onProgress(message) };
  const stopFollowingRenames = host.follow(agenda.path);
  try {
    const check = await core.call("checkServices", agenda, hooks);
    const approved = await askToUseServices(
      consent,
      agenda,
      connection === "offline" ? { ...check, web: "unused" } : check,
      task,
    );
    await core.call("sync", null, hooks);
    return await startedRuns.track({ run: agenda.run, path: agenda.path }, () =>
      core.call("run", { ...approved, existing }, hooks),
    );
  } finally {
    stopFollowingRenames();
  }
}

/** Does a step for one note. A failure is listed and the next note follows, unless the user stopped the research. */
async function collect(
  path: string,
  failures: FolderResult[],
  task: RunningTask,
  step: () => Promise<unknown>,
): Promise<void> {
  if (task.signal.aborted) return;
  try {
    await step();
  } catch (thrown) {
    failures.push({ path, failure: toFailure(thrown) });
  }
}

function stepText(path: string, at: number, count: number, message: string): string {
  return `${noteName(path)} (${String(at + 1)} of ${String(count)}): ${message}`;
}

function firstFailure(failures: FolderResult[]): Failure {
  return failures.find(({ failure }) => failure !== undefined)?.failure ?? requireAnswer<Failure>(undefined);
}

const NO_NOTES_FAILURE: Failure = {
  code: "no-note",
  message: "This folder has no notes",
  hint: "Choose a folder with notes.",
};

function tooManyNotesFailure(count: number): Failure {
  return {
    code: "too-large",
    message: `This folder has ${String(count)} notes`,
    hint: `Ibid researches up to ${String(MAX_NOTES)} notes of a folder at once. Choose a subfolder.`,
  };
}
