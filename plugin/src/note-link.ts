/** Opens a note at a line, and inserts links to notes in the active editor. */
import { type App, type Editor, type HeadingCache, MarkdownView, type PaneType, Platform, stripHeadingForLink, type TFile } from "obsidian";
import { type Failure, IbidError } from "./failure";

/** Origin of the change in the editor's history, so that one undo removes the link and nothing else. */
const LINK_ORIGIN = "ibid";

/** A note and a line in it. */
export interface NotePosition {
  path: string;
  /** Line number, starting at 1; without it the note opens at its last scroll position. */
  firstLine?: number;
}

/** Opens a note and puts the cursor on the line of `place`. */
export async function openNoteAt(app: App, place: NotePosition, where: PaneType | boolean): Promise<void> {
  const file = fileAt(app, place.path);
  const leaf = app.workspace.getLeaf(where);
  if (place.firstLine === undefined) return leaf.openFile(file);
  const line = place.firstLine - 1;
  await leaf.openFile(file, { active: true, eState: { line } });
  const { view } = leaf;
  // The ephemeral state scrolls to the line in both modes; whether it also moves the cursor is not documented.
  if (view instanceof MarkdownView && view.getMode() === "source") view.editor.setCursor({ line, ch: 0 });
}

/** Returns the editor of the note that the user edits, whichever pane has the focus. */
export function findActiveEditor(app: App): { editor: Editor; path: string } | undefined {
  const { workspace } = app;
  const recent = workspace.getMostRecentLeaf()?.view;
  const info = workspace.activeEditor ?? (recent instanceof MarkdownView ? recent : null);
  if (info?.editor === undefined || info.file === null) return undefined;
  // A note in reading view has an editor too, and must not be written to.
  if (info instanceof MarkdownView && info.getMode() !== "source") return undefined;
  return { editor: info.editor, path: info.file.path };
}

/** Inserts a link at the cursor. Selected text becomes the text of the link. */
export function insertLink(app: App, place: NotePosition): void {
  const target = findActiveEditor(app);
  if (target === undefined) throw new IbidError(NOT_WRITING);
  const { editor, path } = target;
  const selected = linkText(editor.getSelection());
  const file = fileAt(app, place.path);
  const link = app.fileManager.generateMarkdownLink(file, path, headingPath(app, file, place), selected);
  const from = editor.getCursor(selected === "" ? "head" : "from");
  const to = selected === "" ? from : editor.getCursor("to");
  const end = { line: from.line, ch: from.ch + link.length };
  editor.transaction({ changes: [{ from, to, text: link }], selection: { from: end } }, LINK_ORIGIN);
  // On a phone, focusing the editor would open the keyboard over the content.
  if (!Platform.isMobile) editor.focus();
}

/** Returns the selected text if it can be the text of a link. */
function linkText(selected: string): string {
  return /[[\]|\n]/.test(selected) ? "" : selected.trim() === "" ? "" : selected;
}

/**
 * Returns the link suffix `#Heading` of a passage, from the app's own list of headings. If a note has the same heading
 * twice, the parent headings are included. A heading that repeats the note's name is left out.
 */
function headingPath(app: App, file: TFile, { firstLine }: NotePosition): string {
  const all = app.metadataCache.getFileCache(file)?.headings ?? [];
  const before = firstLine === undefined ? [] : all.filter(({ position }) => position.start.line < firstLine);
  const last = before[before.length - 1];
  if (last === undefined) return "";
  const isTwice = all.filter(({ heading }) => heading === last.heading).length > 1;
  const trail = isTwice ? [...above(before, last), last] : [last];
  const telling = trail.filter(({ heading }) => heading !== file.basename);
  return telling.map(({ heading }) => `#${stripHeadingForLink(heading)}`).join("");
}

/** Returns the headings above a heading, outermost first. */
function above(before: HeadingCache[], heading: HeadingCache): HeadingCache[] {
  const found: HeadingCache[] = [];
  for (const one of [...before].reverse()) {
    if (one.level < (found[0] ?? heading).level) found.unshift(one);
  }
  return found;
}

function fileAt(app: App, path: string): TFile {
  const file = app.vault.getFileByPath(path);
  if (file === null) throw new IbidError({ code: "note-missing", message: `“${path}” is no longer in the vault`, hint: "" });
  return file;
}

const NOT_WRITING: Failure = {
  code: "not-writing",
  message: "No note is open for editing",
  hint: "Open the note that should get the link, in editing view.",
};
