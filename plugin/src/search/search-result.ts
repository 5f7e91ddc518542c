/** Renders a found note for the search and for related notes: title, path and snippet. */
import { setIcon, setTooltip } from "obsidian";
import type { FoundNote, TextSpan } from "../core/exports";
import { noteName } from "../ui/run-text";

/** Text that the core puts between the headings above a passage, as in `Animals > Okapi`. */
const HEADING_SEPARATOR = " > ";

/** Renders title, folder, headings and snippet, with the matching words highlighted. */
export function renderSearchResult(parent: HTMLElement, note: FoundNote): void {
  const titleEl = renderResultHead(parent, note.path);
  renderHighlightedText(titleEl, note.title);
  const headingTrailText = headingTrail(note);
  if (headingTrailText !== "") parent.createDiv({ cls: "ibid-result-trail", text: headingTrailText });
  if (note.snippet.length > 0) renderHighlightedText(parent.createDiv({ cls: "ibid-result-snippet" }), note.snippet);
}

/** Renders a passage of the searched note: the headings above it, its first line, and the snippet. */
export function renderNotePassage(parent: HTMLElement, passage: FoundNote): void {
  const head = parent.createDiv({ cls: "ibid-result-head" });
  head.createDiv({ cls: "suggestion-title ibid-result-title", text: headingTrail(passage) || noteName(passage.path) });
  head.createDiv({ cls: "ibid-result-folder", text: `Line ${passage.firstLine}` });
  if (passage.snippet.length > 0)
    renderHighlightedText(parent.createDiv({ cls: "ibid-result-snippet" }), passage.snippet);
}

/** Renders a note without snippet, such as a recently opened note. */
export function renderNotePath(parent: HTMLElement, path: string): void {
  renderResultHead(parent, path).setText(noteName(path));
}

/** Adds a button that inserts a link to the note. A click on it does not select the row. */
export function addLinkButton(parent: HTMLElement, insert: () => void): HTMLElement {
  const button = parent.createEl("button", { cls: "clickable-icon ibid-result-link", attr: { type: "button" } });
  setIcon(button, "link");
  setTooltip(button, "Insert link");
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    insert();
  });
  return button;
}

/**
 * Renders the first line of a result: the title and the folder. Returns the title element, which
 * the caller has to fill.
 */
function renderResultHead(parent: HTMLElement, path: string): HTMLElement {
  const head = parent.createDiv({ cls: "ibid-result-head" });
  const titleEl = head.createDiv({ cls: "suggestion-title ibid-result-title" });
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folder !== "") head.createDiv({ cls: "ibid-result-folder", text: folder });
  return titleEl;
}

/** Renders text in which some words are highlighted. */
export function renderHighlightedText(parent: HTMLElement, spans: TextSpan[]): void {
  for (const { text, hit } of spans) {
    if (hit) parent.createSpan({ cls: "ibid-result-hit", text });
    else parent.appendText(text);
  }
}

/** Returns the headings above the passage, without a first heading that repeats the title. */
function headingTrail(note: FoundNote): string {
  const headings = note.heading.split(HEADING_SEPARATOR);
  if (headings[0] === noteName(note.path)) headings.shift();
  return headings.join(" › ");
}
