/**
 * From a place that the core found to the app: opens a note there, and puts a link to it where the person writes.
 * Finds nothing itself.
 */
import { type App, type Editor, type HeadingCache, MarkdownView, type PaneType, Platform, stripHeadingForLink, type TFile } from "obsidian";
import { IbidError } from "./failure";

/** The name under which the link stands in the editor's history, so that one undo takes it back and nothing else. */
const LINK_ORIGIN = "ibid";

/** A note, and where in it. */
export interface Place {
  path: string;
  /** Counted from one, as the core counts; without it the note opens where it was left. */
  firstLine?: number;
}

/** Opens a note at its place, with the cursor there. */
export async function openPlace(app: App, place: Place, where: PaneType | boolean): Promise<void> {
  const file = fileAt(app, place.path);
  const leaf = app.workspace.getLeaf(where);
  if (place.firstLine === undefined) return leaf.openFile(file);
  const line = place.firstLine - 1;
  await leaf.openFile(file, { active: true, eState: { line } });
  const { view } = leaf;
  // The state scrolls to the line in both modes; whether it also moves the cursor is not documented.
  if (view instanceof MarkdownView && view.getMode() === "source") view.editor.setCursor({ line, ch: 0 });
}

/** Where a link would go: the note that is being written, whatever pane has the focus now. */
export function writingPlace(app: App): { editor: Editor; path: string } | undefined {
  const { workspace } = app;
  const recent = workspace.getMostRecentLeaf()?.view;
  const info = workspace.activeEditor ?? (recent instanceof MarkdownView ? recent : null);
  if (info?.editor === undefined || info.file === null) return undefined;
  // A note that is being read has an editor too, and it must not be written to.
  if (info instanceof MarkdownView && info.getMode() !== "source") return undefined;
  return { editor: info.editor, path: info.file.path };
}

/** Puts a link at the cursor. Words that are selected stay as they are and become the link's text. */
export function insertLink(app: App, place: Place): void {
  const target = writingPlace(app);
  if (target === undefined) throw new IbidError(NOT_WRITING);
  const { editor, path } = target;
  const selected = linkText(editor.getSelection());
  const file = fileAt(app, place.path);
  const link = app.fileManager.generateMarkdownLink(file, path, headingPath(app, file, place), selected);
  const from = editor.getCursor(selected === "" ? "head" : "from");
  const to = selected === "" ? from : editor.getCursor("to");
  const end = { line: from.line, ch: from.ch + link.length };
  editor.transaction({ changes: [{ from, to, text: link }], selection: { from: end } }, LINK_ORIGIN);
  // On a phone that would bring up the keyboard over what the person looks at.
  if (!Platform.isMobile) editor.focus();
}

/** Selected words, if they can be the text of a link. */
function linkText(selected: string): string {
  return /[[\]|\n]/.test(selected) ? "" : selected.trim() === "" ? "" : selected;
}

/**
 * `#Heading` of the passage, as the app itself knows the headings. Where a note has the same heading twice, those above
 * it tell which one is meant. A heading that repeats the note's name says no more than the note's name.
 */
function headingPath(app: App, file: TFile, { firstLine }: Place): string {
  const all = app.metadataCache.getFileCache(file)?.headings ?? [];
  const before = firstLine === undefined ? [] : all.filter(({ position }) => position.start.line < firstLine);
  const last = before[before.length - 1];
  if (last === undefined) return "";
  const isTwice = all.filter(({ heading }) => heading === last.heading).length > 1;
  const trail = isTwice ? [...above(before, last), last] : [last];
  const telling = trail.filter(({ heading }) => heading !== file.basename);
  return telling.map(({ heading }) => `#${stripHeadingForLink(heading)}`).join("");
}

/** The headings under which a heading stands, from the top. */
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

const NOT_WRITING = {
  code: "not-writing",
  message: "No note is open for editing",
  hint: "Open the note that should get the link, in editing view.",
};
