/** The checked citations of a note as a list: one group per verdict, one row per citation. */
import { type App, Keymap, setIcon } from "obsidian";
import type { CheckedCitation } from "../core/exports";
import { CITATION_GROUPS, type CitationGroup, isFootnote, isPage, sourceName } from "./citation-text";

export interface CitationListOptions {
  app: App;
  /** Path of the note with the citations, from which links are resolved. */
  path: string;
  /** Called when the user clicks a sentence. */
  openSentence: (citation: CheckedCitation, event: MouseEvent | KeyboardEvent) => void;
}

/** Renders the groups that have citations. Supported citations are collapsed. */
export function renderCitations(parent: HTMLElement, citations: CheckedCitation[], options: CitationListOptions): void {
  for (const group of CITATION_GROUPS) {
    const inGroup = citations.filter(({ verdict }) => verdict === group.verdict);
    if (inGroup.length > 0) renderGroup(parent, group, inGroup, options);
  }
}

function renderGroup(
  parent: HTMLElement,
  { verdict, icon, title }: CitationGroup,
  citations: CheckedCitation[],
  options: CitationListOptions,
): void {
  const details = parent.createEl("details", { cls: "ibid-citation-group", attr: { "data-verdict": verdict } });
  details.open = verdict !== "supported";
  const head = details.createEl("summary", { cls: "ibid-collapsible-line" });
  setIcon(head.createSpan({ cls: "ibid-citation-group-icon", attr: { "aria-hidden": "true" } }), icon);
  head.createSpan({ cls: "ibid-citation-group-title", text: title });
  head.createSpan({ cls: "ibid-citation-count", text: String(citations.length) });
  const list = details.createEl("ul", { cls: "ibid-citation-list" });
  for (const citation of citations) renderCitation(list.createEl("li", { cls: "ibid-citation" }), citation, options);
}

function renderCitation(row: HTMLElement, citation: CheckedCitation, options: CitationListOptions): void {
  const { sentence, nearest, why, verdict } = citation;
  const sentenceEl = row.createDiv({
    cls: "ibid-citation-sentence",
    text: sentence,
    attr: { role: "link", tabindex: 0 },
  });
  sentenceEl.addEventListener("click", (event) => options.openSentence(citation, event));
  sentenceEl.addEventListener("keydown", (event) => event.key === "Enter" && options.openSentence(citation, event));
  renderSource(row.createDiv({ cls: "ibid-citation-source" }), citation, options);
  if (why !== undefined) row.createDiv({ cls: "ibid-citation-why", text: `${why}.` });
  if (nearest === undefined) return;
  row.createDiv({
    cls: "ibid-citation-label",
    text: verdict === "not-found" ? "Nearest sentence in the source:" : "The source says:",
  });
  row.createEl("blockquote", { cls: "ibid-citation-nearest", text: nearest });
}

/** Shows the source as a link, which opens the note or the page. */
function renderSource(parent: HTMLElement, { target }: CheckedCitation, { app, path }: CitationListOptions): void {
  const text = sourceName(target);
  if (isFootnote(target)) {
    parent.setText(text);
    return;
  }
  if (isPage(target)) {
    parent.createEl("a", {
      cls: "external-link",
      text,
      href: target,
      attr: { target: "_blank", rel: "noopener nofollow" },
    });
    return;
  }
  const link = parent.createEl("a", { cls: "internal-link", text, href: target, attr: { "data-href": target } });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    void app.workspace.openLinkText(target, path, Keymap.isModEvent(event));
  });
}
