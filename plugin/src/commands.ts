/** What the person can start: research of a note, from wherever it was asked for. */
import type { App } from "obsidian";
import type { Agenda, Existing, Progress, Report, Use } from "../../pkg/ibid";
import type { Consent } from "./consent";
import type { Core } from "./core";
import { failureOf, IbidError } from "./failure";
import type { ObsidianHost } from "./obsidian-host";
import type { RunningTask, Tasks } from "./task";
import type { VaultWatcher } from "./vault-watcher";
import { askExisting } from "./views/existing-modal";
import { failureNotice, resultNotice, type ResultActions } from "./views/notices";

export interface Workshop {
  app: App;
  core: Core;
  host: ObsidianHost;
  watcher: VaultWatcher;
  consent: Consent;
  tasks: Tasks;
}

/** Researches the note that is open, or says why not. */
export function researchOpenNote(workshop: Workshop): void {
  const file = workshop.app.workspace.getActiveFile();
  if (file === null) return failureNotice(NO_NOTE);
  void researchNote(workshop, file.path);
}

/** The main job. Everything that can go wrong ends in a notice; the note is changed only at the very end. */
export async function researchNote(workshop: Workshop, path: string): Promise<void> {
  try {
    const report = await workshop.tasks.run(path, (task) => plannedRun(workshop, path, task));
    resultNotice(report, actionsFor(workshop, report.path));
  } catch (thrown) {
    failureNotice(failureOf(thrown));
  }
}

async function plannedRun({ app, core, host, consent }: Workshop, path: string, task: RunningTask): Promise<Report> {
  const hooks = { signal: task.signal, onProgress: (progress: Progress) => task.report(progress.message) };
  const unfollow = host.follow(path);
  try {
    const agenda = await core.call("plan", { path }, hooks);
    const existing = await existingChoice(app, agenda, task);
    const web = await webChoice(consent, agenda, task);
    return await core.call("run", { agenda, existing, web, model: "off" }, hooks);
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

function actionsFor({ app, host }: Workshop, path: string): ResultActions {
  const show = () => void app.workspace.openLinkText(`${path}#Research`, "", false);
  if (!host.canUndo(path)) return { Show: show };
  return { Show: show, Undo: () => void undo(host, path) };
}

async function undo(host: ObsidianHost, path: string): Promise<void> {
  try {
    if (await host.undo(path)) return;
  } catch {
    // A note that cannot be read any more cannot be restored either.
  }
  failureNotice(CHANGED_SINCE);
}

const NO_NOTE = { code: "no-note", message: "No note is open", hint: "Open the note you want to research and try again." };

const CHANGED_SINCE = {
  code: "changed-since",
  message: "The note was changed since, so Ibid left it as it is",
  hint: "Undo in the editor, or remove the section by hand.",
};
