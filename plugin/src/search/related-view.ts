/**
 * A pane with the notes related to the open note, the places that mention it without a link, and what a check of the
 * vault found in it. It follows the open note and its edits, keeps its list until the next
 * one is ready, and does nothing while it is hidden.
 */
import {
  type App,
  debounce,
  type HoverParent,
  type HoverPopover,
  ItemView,
  Keymap,
  Menu,
  Platform,
  setTooltip,
  type TFile,
  type WorkspaceLeaf,
} from "obsidian";
import type { NoteSearchResults, FoundNote, LibraryStatus } from "../core/exports";
import { type Failure, failureText, toFailure } from "../core/failure";
import type { HealthServices } from "../health/health-actions";
import { LatestOnly } from "../ui/latest-only";
import { insertLinkAtCursor, linkTo, type NotePosition, openNoteAt } from "../vault/note-link";
import type { ObsidianHost } from "../vault/obsidian-host";
import type { VaultWatcher } from "../vault/vault-watcher";
import { indexingText } from "../vault/library-text";
import { NoteHealthList } from "../health/note-health";
import { showFailureNotice } from "../ui/notices";
import { addLinkButton, renderSearchResult } from "./search-result";
import { UnlinkedMentionsList } from "./unlinked-mentions";

export const RELATED_NOTES_VIEW_TYPE = "ibid-related";
export const RELATED_NOTES_ICON = "waypoints";
export const RELATED_NOTES_TITLE = "Related notes";

/** Pause in typing after which the list is updated. */
const TYPING_PAUSE_MILLIS = 1000;

/** Minimum time between two updates while other notes are read or changed. */
const MIN_UPDATE_INTERVAL_MILLIS = 3000;

/** Maximum number of related notes: further ones share only a word or two. */
const MAX_RELATED_NOTES = 12;

/** Names of the degrees of similarity, each with the lowest similarity that has this name. */
const SIMILARITY_NAMES: [lowest: number, name: string][] = [
  [0.6, "Very similar"],
  [0.4, "Similar"],
  [0, "Somewhat similar"],
];

/** Shows the pane, in the right sidebar if it is not open yet. The focus does not change. */
export async function showRelatedNotes(app: App): Promise<void> {
  const { workspace } = app;
  const [leaf] = workspace.getLeavesOfType(RELATED_NOTES_VIEW_TYPE);
  if (leaf === undefined)
    await workspace.ensureSideLeaf(RELATED_NOTES_VIEW_TYPE, "right", { active: false, reveal: true });
  else await workspace.revealLeaf(leaf);
}

export class RelatedNotesView extends ItemView implements HoverParent {
  hoverPopover: HoverPopover | null = null;
  override icon = RELATED_NOTES_ICON;
  override navigation = false;
  private readonly latestRequest = new LatestOnly();
  private readonly listEl: HTMLElement;
  private readonly mentions: UnlinkedMentionsList;
  private readonly noteHealth: NoteHealthList;
  private readonly readingEl: HTMLElement;
  private isVisible = false;
  /** Whether the list may be out of date. */
  private isStale = true;
  private wasReading = false;
  private shown = "";
  /** Path of the note whose related notes are shown. */
  private shownFor: string | undefined;
  private requestedFor: string | undefined;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly services: Omit<HealthServices, "app"> & { watcher: VaultWatcher; host: ObsidianHost },
  ) {
    super(leaf);
    this.contentEl.addClass("ibid-related");
    this.listEl = this.contentEl.createDiv({ cls: "ibid-related-list" });
    const { core, host } = services;
    this.mentions = new UnlinkedMentionsList({
      app: this.app,
      core,
      host,
      addNoteActions: (row, position, source) => this.addNoteActions(row, position, source),
    });
    this.noteHealth = new NoteHealthList({ app: this.app, ...services });
    this.contentEl.append(this.mentions.containerEl, this.noteHealth.containerEl);
    this.readingEl = this.contentEl.createDiv({ cls: "ibid-related-footer" });
  }

  override getViewType(): string {
    return RELATED_NOTES_VIEW_TYPE;
  }

  override getDisplayText(): string {
    return RELATED_NOTES_TITLE;
  }

  protected override onOpen(): Promise<void> {
    // A pane that the app restores at its start is opened before the vault is ready, so it waits.
    this.app.workspace.onLayoutReady(() => this.followWorkspace());
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.latestRequest.cancel();
    this.clearLists();
    this.afterWriting.cancel();
    this.afterReading.cancel();
    return Promise.resolve();
  }

  private followWorkspace(): void {
    const { workspace, vault } = this.app;
    this.registerEvent(workspace.on("file-open", () => this.refresh()));
    this.registerEvent(workspace.on("active-leaf-change", () => this.refreshIfNoteChanged()));
    this.registerEvent(workspace.on("editor-change", (_editor, info) => this.afterChange(info.file)));
    this.registerEvent(vault.on("modify", (file) => this.afterChange(file)));
    this.registerEvent(vault.on("rename", () => this.refreshIfNoteChanged()));
    this.register(this.services.watcher.listen((status) => this.afterStatusChange(status)));
    this.register(this.services.health.listen(() => this.showNoteHealth()));
    this.watchVisibility();
  }

  /** Watches whether the pane is visible: not in a collapsed sidebar, a hidden tab or a closed drawer on a phone. */
  private watchVisibility(): void {
    const visibilityObserver = new IntersectionObserver(
      (entries) => {
        this.isVisible = entries[entries.length - 1]?.isIntersecting ?? false;
        if (this.isVisible && this.isStale) this.refresh();
      },
      // The threshold is above zero, because a collapsed sidebar still counts as visible, with a width of zero.
      { threshold: 0.01 },
    );
    visibilityObserver.observe(this.containerEl);
    this.register(() => visibilityObserver.disconnect());
  }

  /** Updates the list as soon as all notes are read. */
  private afterStatusChange({ reading }: LibraryStatus): void {
    this.afterReading();
    if (this.wasReading && !reading) this.afterReading.run();
    this.wasReading = reading;
  }

  private afterChange(file: { path: string } | null): void {
    if (file !== null && file.path === this.requestedFor) this.afterWriting();
  }

  private readonly afterWriting = debounce(() => this.refresh(), TYPING_PAUSE_MILLIS, true);
  private readonly afterReading = debounce(() => this.refresh(), MIN_UPDATE_INTERVAL_MILLIS);

  /**
   * Updates the list if another note is open now. Nothing is updated if the focus moved between two panes with the same
   * note.
   */
  private refreshIfNoteChanged(): void {
    if (this.app.workspace.getActiveFile()?.path !== this.requestedFor) this.refresh();
  }

  private refresh(): void {
    this.isStale = !this.isVisible;
    if (this.isVisible) void this.update();
  }

  private async update(): Promise<void> {
    const file = this.app.workspace.getActiveFile();
    this.requestedFor = file?.path;
    if (file === null) return this.showOnlyText(undefined, "Open a note to see related notes.");
    if (file.extension !== "md")
      return this.showOnlyText(file.path, "Related notes are available only for Markdown notes.");
    const { core, watcher } = this.services;
    watcher.start();
    try {
      const relatedNotes = await this.latestRequest.run(() =>
        core.call("related", { path: file.path, limit: MAX_RELATED_NOTES }),
      );
      if (relatedNotes === undefined) return;
      this.showAnswer(file, relatedNotes);
      await this.mentions.update(file);
      // The check reads all notes, so it waits until they are indexed.
      if (watcher.status?.reading !== true) await this.noteHealth.update(file);
    } catch (thrown) {
      this.showFailure(file, toFailure(thrown));
    }
  }

  private showAnswer(file: TFile, answer: NoteSearchResults): void {
    if (file.path !== this.shownFor) this.clearLists();
    const indexingStatus = indexingText(this.services.watcher.status ?? answer.library);
    if (answer.notes.length === 0)
      return this.showText(file.path, indexingStatus === "" ? "No related notes found." : `${indexingStatus}…`);
    this.readingEl.setText(indexingStatus === "" ? "" : `${indexingStatus}…`);
    const shownNotesJson = JSON.stringify(answer.notes.map((note) => ({ ...note, score: 0 })));
    if (shownNotesJson === this.shown && file.path === this.shownFor) return;
    if (file.path !== this.shownFor) this.contentEl.scrollTop = 0;
    this.shown = shownNotesJson;
    this.shownFor = file.path;
    this.listEl.replaceChildren(...answer.notes.map((note) => this.drawRow(note, file)));
  }

  private showFailure(file: TFile, failure: Failure): void {
    this.showOnlyText(file.path, failureText(failure));
  }

  /** Shows a text instead of the list, for example that no related notes were found. */
  private showText(path: string | undefined, words: string): void {
    this.latestRequest.cancel();
    this.shown = "";
    this.shownFor = path;
    this.readingEl.empty();
    this.listEl.replaceChildren(createDiv({ cls: "pane-empty ibid-related-empty", text: words }));
  }

  private clearLists(): void {
    this.mentions.clear();
    this.noteHealth.clear();
  }

  /** Shows a text instead of all lists. */
  private showOnlyText(path: string | undefined, words: string): void {
    this.clearLists();
    this.showText(path, words);
  }

  /** Shows the rows of a new check, unless it is hidden or another note was opened. */
  private showNoteHealth(): void {
    const file = this.app.workspace.getActiveFile();
    if (this.isVisible && file !== null && file.path === this.shownFor) void this.noteHealth.update(file);
  }

  private drawRow(note: FoundNote, source: TFile): HTMLElement {
    const row = createDiv({ cls: "ibid-related-row", attr: { tabindex: 0, role: "link" } });
    const textEl = row.createDiv({ cls: "ibid-related-text" });
    renderSearchResult(textEl, note);
    renderRelation(textEl, note);
    addLinkButton(row, () => this.insertLinkTo(note));
    this.addNoteActions(row, note, source);
    // On a phone a long press opens the menu, and the pane covers the note.
    if (!Platform.isPhone) this.makeDraggable(row, note, source);
    return row;
  }

  /** Lets the user drag a link to the note into the editor. */
  private makeDraggable(row: HTMLElement, note: NotePosition, source: TFile): void {
    row.draggable = true;
    row.addEventListener("dragstart", ({ dataTransfer }) => {
      if (dataTransfer === null) return;
      dataTransfer.setData("text/plain", linkTo(this.app, note, source.path));
      dataTransfer.effectAllowed = "copyLink";
    });
  }

  /** Makes a row open a note at its line, show a preview on hover and show the note's menu. */
  private addNoteActions(row: HTMLElement, note: NotePosition, source: TFile): void {
    row.addEventListener("click", (event) => this.openNote(note, event));
    row.addEventListener("auxclick", (event) => event.button === 1 && this.openNote(note, event));
    row.addEventListener(
      "keydown",
      (event) => event.key === "Enter" && event.target === row && this.openNote(note, event),
    );
    row.addEventListener("mouseover", (event) => this.previewNote(note, source, event, row));
    row.addEventListener("contextmenu", (event) => this.showFileMenu(note, event));
  }

  private openNote(note: NotePosition, event: MouseEvent | KeyboardEvent): void {
    event.preventDefault();
    // On a phone, closes the pane, because it covers the note.
    if (Platform.isPhone) this.app.workspace.rightSplit.collapse();
    openNoteAt(this.app, note, Keymap.isModEvent(event)).catch((thrown: unknown) =>
      showFailureNotice(toFailure(thrown)),
    );
  }

  private insertLinkTo(note: FoundNote): void {
    try {
      insertLinkAtCursor(this.app, note);
    } catch (thrown) {
      showFailureNotice(toFailure(thrown));
    }
  }

  private previewNote(note: NotePosition, source: TFile, event: MouseEvent, targetEl: HTMLElement): void {
    const scrollState = note.firstLine === undefined ? {} : { scroll: note.firstLine - 1 };
    this.app.workspace.trigger("hover-link", {
      event,
      source: RELATED_NOTES_VIEW_TYPE,
      hoverParent: this,
      targetEl,
      linktext: note.path,
      sourcePath: source.path,
      state: scrollState,
    });
  }

  private showFileMenu(note: NotePosition, event: MouseEvent): void {
    const file = this.app.vault.getFileByPath(note.path);
    if (file === null) return;
    const menu = new Menu();
    this.app.workspace.trigger("file-menu", menu, file, RELATED_NOTES_VIEW_TYPE, this.leaf);
    menu.showAtMouseEvent(event);
  }
}

/** Shows how and why a note is related: how similar it is, whether the notes are linked, and words that both use. */
function renderRelation(parent: HTMLElement, note: FoundNote): void {
  const relationEl = parent.createDiv({ cls: "ibid-related-words" });
  renderSimilarity(relationEl, note.similarity ?? 0);
  if (note.linked) relationEl.createSpan({ cls: "ibid-related-linked", text: "Linked" });
  for (const word of note.words) relationEl.createSpan({ cls: "ibid-related-word", text: word });
}

/** Shows a similarity from 0 to 1 as a bar, with its name as a tooltip and for screen readers. */
function renderSimilarity(parent: HTMLElement, similarity: number): void {
  const bar = parent.createSpan({ cls: "ibid-similarity", attr: { role: "img" } });
  const fillEl = bar.createSpan({ cls: "ibid-similarity-fill" });
  fillEl.setCssProps({ "--ibid-similarity": String(similarity) });
  setTooltip(bar, SIMILARITY_NAMES.find(([lowest]) => similarity >= lowest)?.[1] ?? "");
}
