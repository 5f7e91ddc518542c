/** What the person can start: research of a note, from wherever it was asked for. */
import type { App } from "obsidian";
import type { Agenda, Existing, Report, Use } from "../../pkg/ibid";
import type { BegunRuns } from "./begun-runs";
import type { Consent } from "./consent";
import type { Core } from "./core";
import { IbidError } from "./failure";
import type { ObsidianHost } from "./obsidian-host";
import { conduct, hooksOf } from "./runs";
import type { SettingsStore } from "./settings-store";
import type { RunningTask, Tasks } from "./task";
import type { VaultWatcher } from "./vault-watcher";
import { askExisting } from "./views/existing-modal";
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
}

/** Researches the note that is open, or says why not. */
export function researchOpenNote(workshop: Workshop): void {
  const file = workshop.app.workspace.getActiveFile();
  if (file === null) return failureNotice(NO_NOTE);
  void researchNote(workshop, file.path);
}

/** The main job. Everything that can go wrong ends in a notice; the note is changed only at the very end. */
export async function researchNote(workshop: Workshop, path: string): Promise<void> {
  await conduct(workshop, path, (task) => plannedRun(workshop, path, task));
}

async function plannedRun({ app, core, host, consent, begunRuns }: Workshop, path: string, task: RunningTask): Promise<Report> {
  const hooks = hooksOf(task);
  const unfollow = host.follow(path);
  try {
    const agenda = await core.call("plan", { path }, hooks);
    const existing = await existingChoice(app, agenda, task);
    const web = await webChoice(consent, agenda, task);
    return await begunRuns.during({ run: agenda.run, path }, () => core.call("run", { agenda, existing, web, model: "off" }, hooks));
  } finally {
    unfollow();
  }
}

/** Asks about a section that holds a person's own text, before anything is spent. */
async function existingChoice(app: App, { section }: Agenda, task: RunningTask): Promise<Existing> {
  if (section !== "edited" && section !== "theirs") return "keep";
  task.report("Waiting for your answer");
  const choice = await askExisting(app, section, task.signal);
  if (choice === undefined) throw new IbidError({ code: "cancelled", message: "Nothing was changed", hint: "" });
  return choice;
}

/** Asks before anything of a note goes to the web for the first time. */
async function webChoice(consent: Consent, { asks }: Agenda, task: RunningTask): Promise<Use> {
  if (asks.length === 0) return "off";
  task.report("Waiting for your answer");
  return (await consent.toSearchWeb(asks, task.signal)) ? "allowed" : "off";
}

const NO_NOTE = { code: "no-note", message: "No note is open", hint: "Open the note you want to research and try again." };
