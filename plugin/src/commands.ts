/** What the person can start: research of a note, from wherever it was asked for. */
import type { App } from "obsidian";
import type { Agenda, OnExisting, PlanRequest, Report, Survey, Permission } from "../../pkg/ibid";
import { spentWords, topicsCallWords } from "./agenda";
import { audienceOf } from "./audience";
import type { BegunRuns } from "./begun-runs";
import type { Consent } from "./consent";
import type { CallHooks, Core } from "./core";
import { IbidError } from "./failure";
import type { ObsidianHost } from "./obsidian-host";
import { conduct, hooksOf, readVault } from "./runs";
import type { SettingsStore } from "./settings-store";
import type { RunningTask, Tasks } from "./task";
import type { VaultWatcher } from "./vault-watcher";
import { askAgenda } from "./views/agenda-modal";
import { askExisting } from "./views/existing-modal";
import { askFocus } from "./views/focus-modal";
import { failureNotice } from "./views/notices";

export interface Workshop {
  app: App;
  core: Core;
  host: ObsidianHost;
  watcher: VaultWatcher;
  consent: Consent;
  tasks: Tasks;
  begunRuns: BegunRuns;
  settings: SettingsStore;
  /** Whether the person wants to see the agenda first. */
  asksBeforeRun: () => boolean;
}

/** What of a note is researched, where it is not all of it. */
export type Narrowing = Pick<PlanRequest, "focus" | "selection">;

/** Researches the note that is open, or says why not. */
export function researchOpenNote(workshop: Workshop): void {
  const file = workshop.app.workspace.getActiveFile();
  if (file === null) return failureNotice(NO_NOTE);
  void researchNote(workshop, file.path);
}

/** Researches the note that is open, once the person has said what they want to know above all. */
export function researchWithFocus(workshop: Workshop): void {
  const file = workshop.app.workspace.getActiveFile();
  if (file === null) return failureNotice(NO_NOTE);
  askFocus(workshop.app, (focus) => void researchNote(workshop, file.path, { focus }));
}

/** The main job. Everything that can go wrong ends in a notice; the note is changed only at the very end. */
export async function researchNote(workshop: Workshop, path: string, narrowing: Narrowing = {}): Promise<void> {
  await conduct(workshop, path, (task) => plannedRun(workshop, { path, ...narrowing }, task));
}

async function plannedRun(workshop: Workshop, wanted: PlanRequest, task: RunningTask): Promise<Report> {
  const { app, core, host, consent, begunRuns } = workshop;
  const { path } = wanted;
  const hooks = hooksOf(task);
  const unfollow = host.follow(path);
  try {
    const survey = await core.call("survey", path, hooks);
    const existing = await existingChoice(app, survey, task);
    const model = await modelChoice(consent, survey, task);
    await readVault(core, task);
    const planned = await core.call("plan", { ...wanted, model }, planningHooks(wanted, survey, model, task));
    const agenda = await approved(workshop, planned, task);
    const audience = await audienceOf(consent, agenda, await core.call("survey", path, hooks), task);
    await readVault(core, task);
    return await begunRuns.during({ run: agenda.run, path }, () => core.call("run", { ...audience, existing }, hooks));
  } finally {
    unfollow();
  }
}

/** Asks about a section that holds a person's own text, before anything is spent. */
async function existingChoice(app: App, survey: Survey, task: RunningTask): Promise<OnExisting> {
  if (survey.section !== "edited" && survey.section !== "theirs") return "keep";
  return wantedOf(await task.ask(() => askExisting(app, survey, task.signal)));
}

/** Asks before anything of a note goes to a model's host for the first time. */
async function modelChoice(consent: Consent, { model }: Survey, task: RunningTask): Promise<Permission> {
  if (model === undefined) return "off";
  return (await consent.toUseModel(model, task)) ? "allowed" : "off";
}

/** Where a model names the topics, who does and what that takes is told before it is asked. */
function planningHooks({ selection = "" }: PlanRequest, { topicsCall }: Survey, model: Permission, task: RunningTask): CallHooks {
  const hooks = hooksOf(task);
  if (topicsCall === undefined || model === "off") return hooks;
  const words = topicsCallWords(topicsCall, selection !== "");
  task.report(words);
  return { ...hooks, onProgress: ({ stage, message, run }) => task.report(stage === "topics" ? words : message, run) };
}

/** Shows the agenda, unless the person does not want to be asked. */
async function approved({ app, asksBeforeRun }: Workshop, agenda: Agenda, task: RunningTask): Promise<Agenda> {
  if (!asksBeforeRun()) return agenda;
  const spent = spentWords(agenda);
  return wantedOf(await task.ask(() => askAgenda(app, agenda, task.signal), "Review the agenda"), spent === "" ? "" : `${spent}.`);
}

/** An answer; without one nothing is done. */
function wantedOf<T>(answer: T | undefined, hint = ""): T {
  if (answer === undefined) throw new IbidError({ code: "cancelled", message: "Nothing was changed", hint });
  return answer;
}

const NO_NOTE = { code: "no-note", message: "No note is open", hint: "Open the note you want to research and try again." };
