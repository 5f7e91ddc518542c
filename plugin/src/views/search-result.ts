/** Renders a found note for the search and for related notes: title, path and snippet. */
import { setIcon, setTooltip } from "obsidian";
import type { FoundNote, TextSpan } from "../../../pkg/ibid";

/** Separates the headings of a passage. */
const TRAIL_SEPARATOR = " > ";

/** Renders title, folder, headings and snippet, with the matching words highlighted. */
export function renderSearchResult(parent: HTMLElement, note: FoundNote): void {
  const title = renderHead(parent, note.path);
  renderParts(title, note.title);
  const trail = trailOf(note);
  if (trail !== "") parent.createDiv({ cls: "ibid-result-trail", text: trail });
  if (note.snippet.length > 0) renderParts(parent.createDiv({ cls: "ibid-result-snippet" }), note.snippet);
}

/** Renders a note of which only the path is known. */
export function renderNotePath(parent: HTMLElement, path: string): void {
  renderHead(parent, path).setText(titleOf(path));
}

/** Adds a button that inserts a link to the note. A click on it does not select the row. */
export function linkButton(parent: HTMLElement, insert: () => void): HTMLElement {
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
 * Renders the first line of a result, with the folder, and returns the title element, still empty.
 */
function renderHead(parent: HTMLElement, path: string): HTMLElement {
  const head = parent.createDiv({ cls: "ibid-result-head" });
  const title = head.createDiv({ cls: "suggestion-title ibid-result-title" });
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folder !== "") head.createDiv({ cls: "ibid-result-folder", text: folder });
  return title;
}

function renderParts(parent: HTMLElement, parts: TextSpan[]): void {
  for (const { text, hit } of parts) {
    if (hit) parent.createSpan({ cls: "ibid-result-hit", text });
    else parent.appendText(text);
  }
}

/** Returns the headings above the passage, without a first heading that repeats the title. */
function trailOf(note: FoundNote): string {
  const headings = note.heading.split(TRAIL_SEPARATOR);
  if (headings[0] === titleOf(note.path)) headings.shift();
  return headings.join(" › ");
}

function titleOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
