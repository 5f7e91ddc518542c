/**
 * MarkdownRenderer: converts Markdown to the HTML of the app's reading view. Raw HTML is shown as text, pictures and
 * embedded notes become links, math stays as written. The surrounding view follows links, as in the app.
 */
import MarkdownIt from "markdown-it";
import type { MarkdownPostProcessorContext } from "obsidian";
import type { AppWindow } from "./app-window";
import { Component } from "./component";
import { getFrontMatterInfo } from "./frontmatter";
import { setIcon } from "./icons";
import { getLinkpath } from "./linktext";
import { calloutIcon, callouts, tasks } from "./markdown-callout";
import { footnotes, footnoteSection } from "./markdown-footnote";
import { obsidianSyntax } from "./markdown-syntax";
import { nextTurn } from "./event-loop-turn";
import { parseYaml } from "./yaml";

const md = new MarkdownIt({ html: false, linkify: true, breaks: true });
md.use(obsidianSyntax).use(callouts).use(tasks).use(footnotes);

/** The lines of the Markdown that a block was rendered from, counted from 0. `to` is the line after the block. */
export const sourceLines = new WeakMap<Element, { from: number; to: number }>();

export class MarkdownRenderChild extends Component {
  constructor(readonly containerEl: HTMLElement) {
    super();
  }
}

export abstract class MarkdownRenderer extends MarkdownRenderChild {
  static async render(
    app: AppWindow,
    markdown: string,
    el: HTMLElement,
    sourcePath: string,
    component: Component,
  ): Promise<void> {
    const { contentStart, frontmatter, exists } = getFrontMatterInfo(markdown);
    const env = {};
    const tokens = md.parse(markdown.slice(contentStart), env);
    writeLines(tokens, markdown.slice(0, contentStart).split("\n").length - 1);
    // Yields between the steps: together they would block the page for a long note.
    await nextTurn();
    const html = md.renderer.render(tokens, md.options, env) + footnoteSection(md, env);
    await nextTurn();
    const drawn = createFragment();
    if (exists) drawn.append(properties(frontmatter));
    drawn.append(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
    finish(drawn, app, sourcePath);
    const box = createDiv();
    box.append(drawn);
    await nextTurn();
    await app.markdownProcessors.run(box, context(sourcePath, component, exists ? frontmatter : null));
    readLines(box);
    el.append(...box.childNodes);
  }

  static renderMarkdown(
    markdown: string,
    el: HTMLElement,
    sourcePath: string,
    component: Component & { app: AppWindow },
  ): Promise<void> {
    return MarkdownRenderer.render(component.app, markdown, el, sourcePath, component);
  }
}

const linesAttribute = "data-source-lines";

/** Writes the lines of each block into an attribute, from which `readLines` takes them after the rendering. */
function writeLines(tokens: ReturnType<typeof md.parse>, linesAbove: number): void {
  for (const token of tokens) {
    if (token.level === 0 && token.nesting >= 0 && token.map)
      token.attrSet(linesAttribute, token.map.map((line) => line + linesAbove).join(" "));
  }
}

function readLines(box: HTMLElement): void {
  for (const block of box.children) {
    const carrier = block.hasAttribute(linesAttribute) ? block : block.querySelector(`[${linesAttribute}]`);
    const [from, to] = carrier?.getAttribute(linesAttribute)?.split(" ").map(Number) ?? [];
    if (from !== undefined && to !== undefined) sourceLines.set(block, { from, to });
    carrier?.removeAttribute(linesAttribute);
  }
}

/** The context of a post-processor. Lines of sections are not known, so it gets none. */
function context(sourcePath: string, component: Component, frontmatter: string | null): MarkdownPostProcessorContext {
  return {
    docId: sourcePath,
    sourcePath,
    frontmatter: frontmatter === null ? null : Object.fromEntries(entries(frontmatter)),
    addChild: (child) => void component.addChild(child as unknown as Component),
    getSectionInfo: () => null,
  };
}

function finish(drawn: DocumentFragment, app: AppWindow, sourcePath: string): void {
  for (const link of drawn.querySelectorAll<HTMLAnchorElement>("a")) finishLink(link, app, sourcePath);
  for (const callout of drawn.querySelectorAll<HTMLElement>(".callout")) finishCallout(callout);
  for (const table of drawn.querySelectorAll("table")) table.replaceWith(wrapped(table));
  for (const heading of drawn.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6"))
    heading.dataset["heading"] = heading.textContent ?? "";
  for (const list of drawn.querySelectorAll("ul:has(> .task-list-item)")) list.classList.add("contains-task-list");
}

/** A Markdown link without a scheme is a link inside the vault. */
function finishLink(link: HTMLAnchorElement, app: AppWindow, sourcePath: string): void {
  const href = link.getAttribute("href") ?? "";
  if (link.matches(".tag, .footnote-link")) return;
  if (!link.matches(".internal-link") && /^[a-z][a-z\d+.-]*:/i.test(href)) {
    link.classList.add("external-link");
    link.target = "_blank";
    link.rel = "noopener nofollow";
    return;
  }
  link.classList.add("internal-link");
  link.dataset["href"] ??= decodeURIComponent(href);
  const path = getLinkpath(link.dataset["href"]);
  if (path && !app.metadataCache.getFirstLinkpathDest(path, sourcePath)) link.classList.add("is-unresolved");
}

function finishCallout(callout: HTMLElement): void {
  const title = callout.querySelector<HTMLElement>(".callout-title");
  const icon = title?.querySelector<HTMLElement>(".callout-icon");
  if (icon) setIcon(icon, calloutIcon(callout.dataset["callout"] ?? ""));
  if (!title || !callout.classList.contains("is-collapsible")) return;
  setIcon(title.createDiv({ cls: "callout-fold" }), "chevron-down");
  title.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("a"))) callout.classList.toggle("is-collapsed");
  });
}

function wrapped(table: HTMLTableElement): HTMLElement {
  const box = createDiv({ cls: "table-wrapper" });
  box.append(table.cloneNode(true));
  return box;
}

/** Shows the properties as a table; invalid properties are shown as text. */
function properties(frontmatter: string): HTMLElement {
  const box = createDiv({ cls: "metadata-container" });
  box.createDiv({ cls: "metadata-properties-title", text: "Properties" });
  const rows = box.createDiv({ cls: "metadata-properties" });
  for (const [key, value] of entries(frontmatter)) {
    const row = rows.createDiv({ cls: "metadata-property", attr: { "data-property-key": key } });
    row.createDiv({ cls: "metadata-property-key", text: key });
    const cell = row.createDiv({ cls: "metadata-property-value" });
    if (Array.isArray(value))
      for (const item of value) cell.createSpan({ cls: "multi-select-pill", text: String(item) });
    else cell.textContent = typeof value === "object" ? JSON.stringify(value) : String(value);
  }
  return box;
}

function entries(frontmatter: string): [string, unknown][] {
  try {
    return Object.entries((parseYaml(frontmatter) ?? {}) as Record<string, unknown>);
  } catch {
    return [["Properties that cannot be read", frontmatter]];
  }
}
