/** What the user can do with a row of the vault's health: open, research, ignore, fix a link, create a note. */
import { type App, type PaneType, Platform } from "obsidian";
import type { Applied, HealthKind, HealthRow } from "../core/exports";
import type { CoreProxy } from "../core/core";
import { IbidError, toFailure } from "../core/failure";
import type { HealthRowOfKind, HealthStore } from "./health-store";
import { openNoteAt } from "../vault/note-link";
import type { ResearchScope } from "../research/research";
import { createMissingNote } from "../vault/topic-note";
import { askToFixLink } from "./fix-link-modal";
import { ignoredRowText } from "./health-text";
import { showFailureNotice, showMessageNotice } from "../ui/notices";
import { noteName } from "../ui/run-text";

export interface HealthServices {
  app: App;
  core: CoreProxy;
  health: HealthStore;
  research: (path: string, scope: ResearchScope) => void;
}

/** Runs an action. A failure ends in a notice that says what happened and what to do. */
export function runAction(action: Promise<unknown>): void {
  action.catch((thrown: unknown) => showFailureNotice(toFailure(thrown)));
}

/** Opens the note of a row and highlights the line that the row is about. Both notes of a pair open side by side. */
export async function openRow(
  { app }: HealthServices,
  { kind, row }: HealthRowOfKind,
  paneType: PaneType | boolean,
): Promise<void> {
  const { path, line, target } = row;
  // On a phone, closes the sidebar, because it covers the note.
  if (Platform.isPhone) app.workspace.rightSplit.collapse();
  await openNoteAt(app, line === undefined ? { path } : { path, firstLine: line, lastLine: line }, paneType);
  if (kind === "near-duplicate" && target !== undefined)
    await openNoteAt(app, { path: target }, Platform.isPhone ? "tab" : "split");
}

/** Whether the row may be researched: nothing about a private note may be sent. */
export function canResearch({ row }: HealthRowOfKind): boolean {
  return row.private !== true;
}

/** Researches the note of a row; for a question or a missing note, with that as the focus. */
export function researchRow({ research }: HealthServices, { kind, row }: HealthRowOfKind): void {
  research(row.path, researchScope(kind, row));
}

export function researchScope(kind: HealthKind, { target }: HealthRow): ResearchScope {
  const hasFocus = kind === "missing-note" || kind === "open-question";
  return hasFocus && target !== undefined ? { focus: target } : {};
}

/** Leaves a row out of all checks, until the user takes that back. */
export async function ignoreRow({ health }: HealthServices, row: HealthRowOfKind): Promise<void> {
  await health.ignore(row);
  const { kind, text } = ignoredRowText(row.row.id);
  showMessageNotice(`Ignored: ${kind.toLowerCase()} “${text}”.`, { Undo: () => runAction(health.restore(row.row.id)) });
}

/** Whether a broken link has a note that was probably meant. */
export function canFixLink({ kind, row }: HealthRowOfKind): boolean {
  return kind === "broken-link" && row.guess !== undefined && row.target !== undefined;
}

/** Shows what would change in the line with the link, and changes it if the user says yes. */
export async function fixLink({ app, core, health }: HealthServices, { row }: HealthRowOfKind): Promise<void> {
  const { path, line, target, guess } = row;
  if (target === undefined || guess === undefined) return;
  const proposal = await core.call("fixLink", { path, target, guess, ...(line === undefined ? {} : { line }) });
  const [change] = proposal.changes;
  if (change === undefined || !(await askToFixLink(app, change))) return;
  const applied = requireChange(await core.call("applyProposal", { proposal }));
  const undo = async () => {
    requireChange(await core.call("undo", { undo: applied.undo }));
    await health.check();
  };
  showMessageNotice(`Fixed the link in “${noteName(path)}”.`, { Undo: () => runAction(undo()) });
  await health.check();
}

/** Creates a missing note with the sentences that name it, and opens it. */
export async function createNote({ app, core, health }: HealthServices, { row }: HealthRowOfKind): Promise<void> {
  const { path, target } = row;
  if (target === undefined) return;
  const text = await core.call("missingNoteText", { name: target });
  await createMissingNote(app, path, target, text);
  await health.check();
}

/** Throws if the change was not made. */
function requireChange(applied: Applied): Applied {
  const [failed] = applied.failed;
  if (failed !== undefined)
    throw new IbidError({
      code: failed.code,
      message: failed.message,
      hint: "The note is unchanged. Check the vault again.",
    });
  return applied;
}
