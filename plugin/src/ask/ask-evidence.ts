/** The passages that were read for an answer. A passage opens its note at the line, or its page in the browser. */
import { type App, Keymap, Platform } from "obsidian";
import type { AskEvidence, AskResult, Hit } from "../core/exports";
import { toFailure } from "../core/failure";
import { openNoteAt } from "../vault/note-link";
import { passageFacts, passageQuote, passageReason } from "./ask-text";
import { showFailureNotice } from "../ui/notices";
import { countText, noteName } from "../ui/run-text";

type PassagePlace = Pick<AskEvidence, "path" | "url" | "firstLine" | "lastLine">;

/** Lists the passages that were read, grouped by note; cited ones first. The list can be collapsed. */
export function renderPassages(app: App, parent: HTMLElement, { evidence, cites }: AskResult): void {
  const isCited = ({ id }: AskEvidence) => cites.includes(id);
  const details = parent.createEl("details", { cls: "ibid-ask-passages" });
  details.open = true;
  details.createEl("summary", { cls: "ibid-collapsible-line", text: countText(evidence.length, "passage") });
  const groups = new Map<string, AskEvidence[]>();
  for (const passage of [...evidence.filter(isCited), ...evidence.filter((passage) => !isCited(passage))]) {
    const source = passage.path ?? passage.url ?? "";
    groups.set(source, [...(groups.get(source) ?? []), passage]);
  }
  for (const passages of groups.values()) renderGroup(app, details, passages, isCited);
}

function renderGroup(
  app: App,
  parent: HTMLElement,
  passages: AskEvidence[],
  isCited: (passage: AskEvidence) => boolean,
): void {
  const group = parent.createDiv({ cls: "ibid-ask-group" });
  const [first] = passages;
  if (first !== undefined) {
    group.createDiv({ cls: "ibid-ask-source", text: first.title });
    group.createDiv({ cls: "ibid-ask-place", text: first.path ?? first.url ?? "" });
  }
  for (const passage of passages) {
    const row = addRow(group, passage.heading, passageQuote(passage.text), (event) => openPassage(app, passage, event));
    row.toggleClass("is-cited", isCited(passage));
    const reason = passageReason(passage.reason);
    if (reason !== "") row.createDiv({ cls: "ibid-ask-why", text: reason });
    row.createDiv({ cls: "ibid-ask-id", text: passageFacts(passage) });
  }
}

/** Shows that the vault has no answer, and the passages that come closest. */
export function renderClosest(app: App, parent: HTMLElement, closest: Hit[]): void {
  parent.createDiv({ cls: "ibid-ask-empty", text: "I could not find this in your vault." });
  if (closest.length === 0) return;
  parent.createDiv({ cls: "ibid-ask-title", text: "Closest passages", attr: { role: "heading", "aria-level": 3 } });
  const group = parent.createDiv({ cls: "ibid-ask-group" });
  for (const hit of closest)
    addRow(group, [noteName(hit.path), hit.heading].filter((part) => part !== "").join(" › "), hit.passage, (event) =>
      openPassage(app, hit, event),
    );
}

function addRow(
  parent: HTMLElement,
  head: string,
  text: string,
  open: (event: MouseEvent | KeyboardEvent) => void,
): HTMLElement {
  const row = parent.createDiv({ cls: "ibid-ask-passage", attr: { tabindex: 0, role: "link" } });
  if (head !== "") row.createDiv({ cls: "ibid-ask-heading", text: head });
  row.createDiv({ cls: "ibid-ask-quote", text });
  row.addEventListener("click", open);
  row.addEventListener("keydown", (event) => event.key === "Enter" && open(event));
  return row;
}

/** A click on a link in the answer opens the cited passage, not only its note. */
export function openCitation(
  app: App,
  event: MouseEvent,
  result: Pick<AskResult, "evidence" | "cites">,
  sourcePath: string,
): void {
  openLink(app, event, sourcePath, ({ path, heading }) => citedPassage(result, path, heading));
}

/** A click on a link in a text opens the passage of the link: the passages stand in the order of the links to notes. */
export function openLinkedPassage(
  app: App,
  event: MouseEvent,
  textEl: HTMLElement,
  passages: PassagePlace[],
  sourcePath: string,
): void {
  openLink(app, event, sourcePath, ({ link, path }) => {
    const passage = passages[Array.from(textEl.querySelectorAll("a.internal-link")).indexOf(link)];
    return passage?.path === path ? passage : passages.find((other) => other.path === path);
  });
}

interface ClickedLink {
  link: Element;
  /** The path of the note to which the link leads. */
  path: string;
  heading: string;
}

function openLink(
  app: App,
  event: MouseEvent,
  sourcePath: string,
  passageOf: (link: ClickedLink) => PassagePlace | undefined,
): void {
  const link =
    event.target instanceof Node && event.target.instanceOf(Element) ? event.target.closest("a.internal-link") : null;
  if (link === null) return;
  const [linkPath = "", heading = ""] = (link.getAttribute("data-href") ?? link.getAttribute("href") ?? "").split("#");
  const file = app.metadataCache.getFirstLinkpathDest(linkPath, sourcePath);
  const passage = file === null ? undefined : passageOf({ link, path: file.path, heading });
  if (passage === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  openPassage(app, passage, event);
}

/** Finds the passage that a link means: a cited one under its heading, else another one of the note. */
export function citedPassage(
  { evidence, cites }: Pick<AskResult, "evidence" | "cites">,
  notePath: string,
  heading: string,
): AskEvidence | undefined {
  const passages = evidence.filter(({ path }) => path === notePath);
  const cited = passages.filter(({ id }) => cites.includes(id));
  const isUnderHeading = (passage: AskEvidence) => heading !== "" && passage.heading.endsWith(heading);
  return cited.find(isUnderHeading) ?? cited[0] ?? passages.find(isUnderHeading) ?? passages[0];
}

function openPassage(
  app: App,
  { path, url, firstLine, lastLine }: PassagePlace,
  event: MouseEvent | KeyboardEvent,
): void {
  if (path === undefined) {
    if (url !== undefined) window.open(url, "_blank", "noopener");
    return;
  }
  // On a phone, closes the pane, because it covers the note.
  if (Platform.isPhone) app.workspace.rightSplit.collapse();
  const position = firstLine === undefined || lastLine === undefined ? { path } : { path, firstLine, lastLine };
  openNoteAt(app, position, Keymap.isModEvent(event)).catch((thrown: unknown) => showFailureNotice(toFailure(thrown)));
}
