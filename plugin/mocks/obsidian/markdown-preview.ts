/**
 * MarkdownPreviewView: the reading view of a note. It renders off the page and replaces the content at once, so that a
 * change neither flickers nor loses the scroll position.
 */
import type { AppWindow } from "./app-window";
import { Component } from "./component";
import { MarkdownRenderer, MarkdownRenderChild, sourceLines } from "./markdown-render";
import { Keymap } from "./scope";

interface PreviewedNote {
  app: AppWindow;
  path(): string;
  title(): string;
}

export class MarkdownPreviewView extends MarkdownRenderChild {
  private text = "";
  private drawn: string | null = null;
  private rendering: Component | null = null;
  private readonly scrollEl: HTMLElement;
  private readonly sizerEl: HTMLElement;

  constructor(
    parent: HTMLElement,
    private readonly note: PreviewedNote,
  ) {
    super(parent.createDiv({ cls: "markdown-reading-view" }));
    this.scrollEl = this.containerEl.createDiv({
      cls: "markdown-preview-view markdown-rendered is-readable-line-width",
      attr: { tabindex: -1 },
    });
    this.sizerEl = this.scrollEl.createDiv({ cls: "markdown-preview-sizer markdown-preview-section" });
    this.containerEl.addEventListener("click", (event) => this.follow(event));
  }

  get(): string {
    return this.text;
  }

  set(data: string, clear: boolean): void {
    this.text = data;
    if (clear) this.clear();
  }

  clear(): void {
    this.drawn = null;
    this.scrollEl.scrollTop = 0;
  }

  rerender(full?: boolean): void {
    if (full || this.drawn !== this.text) void this.draw();
  }

  getScroll(): number {
    return this.scrollEl.scrollTop;
  }

  applyScroll(scroll: number): void {
    this.scrollEl.scrollTop = scroll;
  }

  async scrollToHeading(heading: string): Promise<void> {
    await this.draw();
    const wanted = heading.trim().toLowerCase();
    const found = [...this.sizerEl.querySelectorAll<HTMLElement>("[data-heading]")].find(
      (el) => el.dataset["heading"]?.trim().toLowerCase() === wanted,
    );
    found?.scrollIntoView({ block: "start" });
  }

  /** Scrolls to the blocks on these lines, counted from 0, and highlights them until the next click. */
  async flash(ranges: { from: number; to: number }[]): Promise<void> {
    await this.draw();
    const isMatch = (el: Element): boolean => {
      const lines = sourceLines.get(el);
      return lines !== undefined && ranges.some(({ from, to }) => lines.from <= to && from < lines.to);
    };
    const blocks = [...this.sizerEl.children].filter(isMatch);
    for (const block of blocks) block.classList.add("is-flashing");
    blocks[0]?.scrollIntoView({ block: "center" });
    const end = (): void => blocks.forEach((block) => block.classList.remove("is-flashing"));
    this.containerEl.addEventListener("pointerdown", end, { once: true });
  }

  private async draw(): Promise<void> {
    const text = this.text;
    this.drawn = text;
    const child = this.addChild(new Component());
    const box = createDiv();
    box.createDiv({ cls: "inline-title", text: this.note.title() });
    await MarkdownRenderer.render(this.note.app, text, box, this.note.path(), child);
    if (this.rendering) this.removeChild(this.rendering);
    this.rendering = child;
    this.sizerEl.replaceChildren(...box.childNodes);
  }

  private follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a") : null;
    if (!link || link.matches(".external-link")) return;
    event.preventDefault();
    if (link.matches(".footnote-link")) this.sizerEl.querySelector(link.hash)?.scrollIntoView({ block: "nearest" });
    else if (link.dataset["href"])
      void this.note.app.workspace.openLinkText(link.dataset["href"], this.note.path(), Keymap.isModEvent(event));
  }
}
