/** Opens a note at a line, and inserts links to notes in the active editor. */
import {
  type App,
  type Editor,
  type HeadingCache,
  MarkdownView,
  type PaneType,
  Platform,
  stripHeading,
  type TFile,
} from "obsidian";
import { type Failure, IbidError } from "../core/failure";

/** Name of the change in the editor's history, so that one undo removes the link and nothing else. */
const EDITOR_TRANSACTION_ORIGIN = "ibid";

/** A note to open or to link to, and the passage of interest in it. */
export interface NotePosition {
  path: string;
  /** First line of the passage, starting at 1; without it the note opens at its last scroll position. */
  firstLine?: number;
  /** Last line of the passage, inclusive. With it, the passage is highlighted when the note opens. */
  lastLine?: number;
}

/** Opens a note, puts the cursor on the first line of the passage and highlights the passage. */
export async function openNoteAt(app: App, position: NotePosition, paneType: PaneType | boolean): Promise<void> {
  const file = fileAt(app, position.path);
  const leaf = app.workspace.getLeaf(paneType);
  const { firstLine, lastLine } = position;
  if (firstLine === undefined) return leaf.openFile(file);
  const line = firstLine - 1;
  await leaf.openFile(file, { active: true, eState: { line } });
  const { view } = leaf;
  if (!(view instanceof MarkdownView)) return;
  // `eState` scrolls to the line in editing and in reading view. Whether it also moves the cursor is not documented, so
  // the cursor is set here.
  if (view.getMode() === "source") view.editor.setCursor({ line, ch: 0 });
  // The app's own search passes its matches in this form, and the app scrolls to them and highlights them in both views.
  // This comes last, because a change of the cursor may end the highlight.
  if (lastLine !== undefined) leaf.setEphemeralState({ match: passageMatch(view.getViewData(), firstLine, lastLine) });
}

/** The lines of a passage as a match of the app's search: the text of the note, and the start and end of each match. */
interface TextMatch {
  content: string;
  matches: [number, number][];
}

/** Returns the passage from `firstLine` to `lastLine`, without white space around it. */
function passageMatch(content: string, firstLine: number, lastLine: number): TextMatch {
  const lines = content.split("\n");
  const linesBefore = lines
    .slice(0, firstLine - 1)
    .map((text) => `${text}\n`)
    .join("");
  const passage = lines.slice(firstLine - 1, lastLine).join("\n");
  const start = linesBefore.length + passage.length - passage.trimStart().length;
  return { content, matches: [[start, start + passage.trim().length]] };
}

/** Returns the editor of the note that the user edits, whichever pane has the focus. */
export function findActiveEditor(app: App): { editor: Editor; path: string } | undefined {
  const { workspace } = app;
  const recentView = workspace.getMostRecentLeaf()?.view;
  const editorInfo = workspace.activeEditor ?? (recentView instanceof MarkdownView ? recentView : null);
  if (editorInfo?.editor === undefined || editorInfo.file === null) return undefined;
  // A note in reading view has an editor too, but the user does not edit there, so nothing is inserted.
  if (editorInfo instanceof MarkdownView && editorInfo.getMode() !== "source") return undefined;
  return { editor: editorInfo.editor, path: editorInfo.file.path };
}

/** Inserts a link at the cursor. Selected text becomes the text of the link. */
export function insertLinkAtCursor(app: App, target: NotePosition): void {
  const activeEditor = findActiveEditor(app);
  if (activeEditor === undefined) throw new IbidError(NO_EDITOR_FAILURE);
  const { editor, path } = activeEditor;
  const linkLabel = toLinkLabel(editor.getSelection());
  const link = linkTo(app, target, path, linkLabel);
  const from = editor.getCursor(linkLabel === "" ? "head" : "from");
  const to = linkLabel === "" ? from : editor.getCursor("to");
  const linkEnd = { line: from.line, ch: from.ch + link.length };
  editor.transaction({ changes: [{ from, to, text: link }], selection: { from: linkEnd } }, EDITOR_TRANSACTION_ORIGIN);
  // On a phone, focusing the editor would open the keyboard over the content.
  if (!Platform.isMobile) editor.focus();
}

/** Inserts text at the cursor, in place of the selection. */
export function insertTextAtCursor(app: App, text: string): void {
  const activeEditor = findActiveEditor(app);
  if (activeEditor === undefined) throw new IbidError(NO_EDITOR_FAILURE);
  const { editor } = activeEditor;
  editor.transaction(
    { changes: [{ from: editor.getCursor("from"), to: editor.getCursor("to"), text }] },
    EDITOR_TRANSACTION_ORIGIN,
  );
  if (!Platform.isMobile) editor.focus();
}

/** Returns a link to a note, as it must be written in the note at `sourcePath`. */
export function linkTo(app: App, target: NotePosition, sourcePath: string, linkLabel = ""): string {
  const file = fileAt(app, target.path);
  return app.fileManager.generateMarkdownLink(file, sourcePath, headingSuffix(app, file, target), linkLabel);
}

/** Returns the selected text if it can be used as link text; empty if it is blank or would break the link. */
function toLinkLabel(selected: string): string {
  return /[[\]|\n]/.test(selected) ? "" : selected.trim() === "" ? "" : selected;
}

/**
 * Returns the link suffix `#Heading` of a passage, from the app's own list of headings. If a note has the same heading
 * twice, the parent headings are included. A heading that repeats the note's name is left out.
 */
function headingSuffix(app: App, file: TFile, { firstLine }: NotePosition): string {
  const allHeadings = app.metadataCache.getFileCache(file)?.headings ?? [];
  const headingsAbove =
    firstLine === undefined ? [] : allHeadings.filter(({ position }) => position.start.line < firstLine);
  const lastHeading = headingsAbove[headingsAbove.length - 1];
  if (lastHeading === undefined) return "";
  const isAmbiguous = allHeadings.filter(({ heading }) => heading === lastHeading.heading).length > 1;
  const headingTrail = isAmbiguous ? [...ancestorHeadings(headingsAbove, lastHeading), lastHeading] : [lastHeading];
  const headingsWithoutTitle = headingTrail.filter(({ heading }) => heading !== file.basename);
  // Without punctuation, which the app ignores when it follows a link. Within a link it could act as markup or as a
  // command of a plugin.
  const names = headingsWithoutTitle.map(({ heading }) => stripHeading(heading));
  return names
    .filter((name) => name !== "")
    .map((name) => `#${name}`)
    .join("");
}

/** Returns the parent headings of a heading, outermost first. */
function ancestorHeadings(headingsAbove: HeadingCache[], heading: HeadingCache): HeadingCache[] {
  const ancestors: HeadingCache[] = [];
  for (const one of [...headingsAbove].reverse()) {
    if (one.level < (ancestors[0] ?? heading).level) ancestors.unshift(one);
  }
  return ancestors;
}

function fileAt(app: App, path: string): TFile {
  const file = app.vault.getFileByPath(path);
  if (file === null)
    throw new IbidError({ code: "note-missing", message: `“${path}” is no longer in the vault`, hint: "" });
  return file;
}

const NO_EDITOR_FAILURE: Failure = {
  code: "not-writing",
  message: "No note is open for editing",
  hint: "Open the note that should get the link, in editing view.",
};
