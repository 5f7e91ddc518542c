/**
 * Related notes: a pane with the neighbours of the open note. It follows the note that is open and what is written in it,
 * keeps its list until the next one is there, and does nothing while nobody can see it.
 */
import { type App, debounce, type HoverParent, type HoverPopover, ItemView, Keymap, Menu, Platform, type TFile, type WorkspaceLeaf } from "obsidian";
import type { SearchResults, FoundNote, LibraryStatus } from "../../../pkg/ibid";
import type { Core } from "../core";
import { type Failure, failureOf, sentences } from "../failure";
import { Newest } from "../newest";
import { insertLink, openPlace } from "../note-link";
import type { VaultWatcher } from "../vault-watcher";
import { linkButton, renderFoundNote } from "./found-note";
import { readingWords } from "./library-words";
import { failureNotice } from "./notices";

export const RELATED_VIEW = "ibid-related";
export const RELATED_ICON = "waypoints";
export const RELATED_TITLE = "Related notes";

/** A pause in writing, after which the neighbours may be others. */
const WRITING_MILLIS = 1000;

/** How often the list is made anew while other notes are being read or change. */
const LIBRARY_MILLIS = 3000;

/** More would be noise: what comes later shares a word or two. */
const NEIGHBOURS = 12;

/** Words in common that are shown; the first ones tell most. */
const SHARED_WORDS = 6;

/** Shows the pane, in the right side dock if it is nowhere yet. The focus stays where it is. */
export async function showRelated(app: App): Promise<void> {
  const { workspace } = app;
  const [leaf] = workspace.getLeavesOfType(RELATED_VIEW);
  if (leaf === undefined) await workspace.ensureSideLeaf(RELATED_VIEW, "right", { active: false, reveal: true });
  else await workspace.revealLeaf(leaf);
}

export class RelatedView extends ItemView implements HoverParent {
  hoverPopover: HoverPopover | null = null;
  override icon = RELATED_ICON;
  override navigation = false;
  private readonly newest = new Newest();
  private readonly listEl: HTMLElement;
  private readonly readingEl: HTMLElement;
  private isSeen = false;
  /** Whether what is shown may no longer be true. */
  private isStale = true;
  private wasReading = false;
  private shown = "";
  /** The note whose neighbours are on show, and the one whose neighbours are wanted. */
  private shownFor: string | undefined;
  private wantedFor: string | undefined;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly tools: { core: Core; watcher: VaultWatcher },
  ) {
    super(leaf);
    this.contentEl.addClass("ibid-related");
    this.listEl = this.contentEl.createDiv({ cls: "ibid-related-list" });
    this.readingEl = this.contentEl.createDiv({ cls: "ibid-related-footer" });
  }

  override getViewType(): string {
    return RELATED_VIEW;
  }

  override getDisplayText(): string {
    return RELATED_TITLE;
  }

  protected override onOpen(): Promise<void> {
    // A pane that was left open is restored before the vault is known.
    this.app.workspace.onLayoutReady(() => this.followWorkspace());
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.newest.drop();
    this.afterWriting.cancel();
    this.afterReading.cancel();
    return Promise.resolve();
  }

  private followWorkspace(): void {
    const { workspace, vault } = this.app;
    this.registerEvent(workspace.on("file-open", () => this.refresh()));
    this.registerEvent(workspace.on("active-leaf-change", () => this.refreshIfOther()));
    this.registerEvent(workspace.on("editor-change", (_editor, info) => this.afterChange(info.file)));
    this.registerEvent(vault.on("modify", (file) => this.afterChange(file)));
    this.registerEvent(vault.on("rename", () => this.refreshIfOther()));
    this.register(this.tools.watcher.listen((news) => this.afterNews(news)));
    this.watchVisibility();
  }

  /** A folded side dock, a tab behind another one and a drawer on a phone are told alike this way. */
  private watchVisibility(): void {
    const observer = new IntersectionObserver(
      (entries) => {
        this.isSeen = entries[entries.length - 1]?.isIntersecting ?? false;
        if (this.isSeen && this.isStale) this.refresh();
      },
      // Above zero: a folded dock leaves a strip without any width.
      { threshold: 0.01 },
    );
    observer.observe(this.containerEl);
    this.register(() => observer.disconnect());
  }

  /** The end of reading is not waited for. */
  private afterNews({ reading }: LibraryStatus): void {
    this.afterReading();
    if (this.wasReading && !reading) this.afterReading.run();
    this.wasReading = reading;
  }

  private afterChange(file: { path: string } | null): void {
    if (file !== null && file.path === this.wantedFor) this.afterWriting();
  }

  private readonly afterWriting = debounce(() => this.refresh(), WRITING_MILLIS, true);
  private readonly afterReading = debounce(() => this.refresh(), LIBRARY_MILLIS);

  /** The focus moves between panes all the time; only another note is news. */
  private refreshIfOther(): void {
    if (this.app.workspace.getActiveFile()?.path !== this.wantedFor) this.refresh();
  }

  private refresh(): void {
    this.isStale = !this.isSeen;
    if (this.isSeen) void this.update();
  }

  private async update(): Promise<void> {
    const file = this.app.workspace.getActiveFile();
    this.wantedFor = file?.path;
    if (file === null) return this.showWords(undefined, "Open a note to see related notes.");
    if (file.extension !== "md") return this.showWords(file.path, "Related notes are available only for Markdown notes.");
    const { core, watcher } = this.tools;
    watcher.wake();
    try {
      const answer = await this.newest.ask(() => core.call("related", { path: file.path, limit: NEIGHBOURS }));
      if (answer !== undefined) this.showAnswer(file, answer);
    } catch (thrown) {
      this.showFailure(file, failureOf(thrown));
    }
  }

  private showAnswer(file: TFile, answer: SearchResults): void {
    const reading = readingWords(this.tools.watcher.state ?? answer.library);
    if (answer.notes.length === 0) return this.showWords(file.path, reading === "" ? "No related notes found." : `${reading}…`);
    this.readingEl.setText(reading === "" ? "" : `${reading}…`);
    const shown = JSON.stringify(answer.notes.map((note) => ({ ...note, score: 0 })));
    if (shown === this.shown && file.path === this.shownFor) return;
    if (file.path !== this.shownFor) this.contentEl.scrollTop = 0;
    this.shown = shown;
    this.shownFor = file.path;
    this.listEl.replaceChildren(...answer.notes.map((note) => this.drawRow(note, file)));
  }

  private showFailure(file: TFile, failure: Failure): void {
    this.showWords(file.path, sentences(failure));
  }

  /** In place of a list. */
  private showWords(path: string | undefined, words: string): void {
    this.newest.drop();
    this.shown = "";
    this.shownFor = path;
    this.readingEl.empty();
    this.listEl.replaceChildren(createDiv({ cls: "pane-empty ibid-related-empty", text: words }));
  }

  private drawRow(note: FoundNote, source: TFile): HTMLElement {
    const row = createDiv({ cls: "ibid-related-row", attr: { tabindex: 0, role: "link" } });
    const text = row.createDiv({ cls: "ibid-related-text" });
    renderFoundNote(text, note);
    renderWords(text, note);
    linkButton(row, () => this.insertLinkTo(note));
    row.addEventListener("click", (event) => this.openNote(note, event));
    row.addEventListener("auxclick", (event) => event.button === 1 && this.openNote(note, event));
    row.addEventListener("keydown", (event) => event.key === "Enter" && event.target === row && this.openNote(note, event));
    row.addEventListener("mouseover", (event) => this.previewNote(note, source, event, row));
    row.addEventListener("contextmenu", (event) => this.showFileMenu(note, event));
    return row;
  }

  private openNote(note: FoundNote, event: MouseEvent | KeyboardEvent): void {
    event.preventDefault();
    // On a phone the pane lies over the note.
    if (Platform.isPhone) this.app.workspace.rightSplit.collapse();
    openPlace(this.app, note, Keymap.isModEvent(event)).catch((thrown: unknown) => failureNotice(failureOf(thrown)));
  }

  private insertLinkTo(note: FoundNote): void {
    try {
      insertLink(this.app, note);
    } catch (thrown) {
      failureNotice(failureOf(thrown));
    }
  }

  private previewNote(note: FoundNote, source: TFile, event: MouseEvent, targetEl: HTMLElement): void {
    const state = { scroll: note.firstLine - 1 };
    this.app.workspace.trigger("hover-link", { event, source: RELATED_VIEW, hoverParent: this, targetEl, linktext: note.path, sourcePath: source.path, state });
  }

  private showFileMenu(note: FoundNote, event: MouseEvent): void {
    const file = this.app.vault.getFileByPath(note.path);
    if (file === null) return;
    const menu = new Menu();
    this.app.workspace.trigger("file-menu", menu, file, RELATED_VIEW, this.leaf);
    menu.showAtMouseEvent(event);
  }
}

/** Whether the notes are linked already, and the words they share. */
function renderWords(parent: HTMLElement, note: FoundNote): void {
  const words = note.words.slice(0, SHARED_WORDS);
  if (!note.linked && words.length === 0) return;
  const list = parent.createDiv({ cls: "ibid-related-words" });
  if (note.linked) list.createSpan({ cls: "ibid-related-linked", text: "Linked" });
  for (const word of words) list.createSpan({ cls: "ibid-related-word", text: word });
}
