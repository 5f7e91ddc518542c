/** A note that was found, as the search and the related notes both draw it: title, where it is, and what it says there. */
import { setIcon, setTooltip } from "obsidian";
import type { FoundNote, TextSpan } from "../../../pkg/ibid";

/** What the core puts between the headings above a passage. */
const TRAIL_SEPARATOR = " > ";

/** Title, folder, headings and snippet, with the words that were looked for marked. */
export function renderFoundNote(parent: HTMLElement, note: FoundNote): void {
  const title = renderHead(parent, note.path);
  renderParts(title, note.title);
  const trail = trailOf(note);
  if (trail !== "") parent.createDiv({ cls: "ibid-found-trail", text: trail });
  if (note.snippet.length > 0) renderParts(parent.createDiv({ cls: "ibid-found-snippet" }), note.snippet);
}

/** A note of which nothing but the path is known. */
export function renderNotePath(parent: HTMLElement, path: string): void {
  renderHead(parent, path).setText(titleOf(path));
}

/** A button that puts a link to the note where the person writes. The click does not reach the row it stands in. */
export function linkButton(parent: HTMLElement, insert: () => void): HTMLElement {
  const button = parent.createEl("button", { cls: "clickable-icon ibid-found-link", attr: { type: "button" } });
  setIcon(button, "link");
  setTooltip(button, "Insert link");
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    insert();
  });
  return button;
}

/** The first line: the title, which is left to be filled, and the folder. */
function renderHead(parent: HTMLElement, path: string): HTMLElement {
  const head = parent.createDiv({ cls: "ibid-found-head" });
  const title = head.createDiv({ cls: "suggestion-title ibid-found-title" });
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folder !== "") head.createDiv({ cls: "ibid-found-folder", text: folder });
  return title;
}

function renderParts(parent: HTMLElement, parts: TextSpan[]): void {
  for (const { text, hit } of parts) {
    if (hit) parent.createSpan({ cls: "ibid-found-hit", text });
    else parent.appendText(text);
  }
}

/** The headings above the passage, without a first one that repeats the title. */
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
