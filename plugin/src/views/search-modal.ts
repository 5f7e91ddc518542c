/**
 * Searches the vault while the user types. Enter opens the note at the found passage, and with the
 * app's modifier keys in another tab or split. Alt+Enter inserts a link to the note.
 */
import { type App, debounce, Keymap, type Modifier, Platform, SuggestModal } from "obsidian";
import type { NoteSearchResults, FoundNote, LibraryStatus, SearchMode } from "../../../pkg/ibid";
import type { Core } from "../core";
import { type Failure, failureText, toFailure } from "../failure";
import { LatestOnly } from "../latest-only";
import { findActiveEditor, insertLink, type NotePosition, openNoteAt } from "../note-link";
import type { VaultWatcher } from "../vault-watcher";
import { indexingText, skippedText } from "./library-text";
import { failureNotice } from "./notices";
import { linkButton, renderNotePath, renderSearchResult } from "./search-result";

/**
 * Delay of the search after a key press: long enough to collect the letters of a word, too short to
 * be noticed.
 */
const TYPING_MILLIS = 60;

/** Minimum time between two searches while notes are still being read. */
const REFRESH_MILLIS = 1000;

/** After a pause of this length the query counts as complete and is also searched by meaning. */
const PAUSE_MILLIS = 500;

const RESULTS_PER_SEARCH = 30;

/** Maximum length of a selection that is used as a query. */
const MAX_SELECTION_CHARACTERS = 200;

const OPERATORS = [
  ["\"two words\"", "exact phrase"],
  ["-word", "exclude a word"],
  ["path:", "in a folder"],
  ["tag:", "with a tag"],
] as const;

/** Services of the search, and the last query. */
export interface SearchServices {
  core: Core;
  watcher: VaultWatcher;
  memory: { query: string };
}

/**
 * Reason for a search: the window was opened, the user typed, more notes were read, or the query is searched by
 * meaning. The first query was not typed: it may be selected text of a private note, so it is not sent to a service.
 */
type Reason = "opened" | "typed" | "read" | "meaning";

/** A search result, or a recently opened note. */
interface Row {
  path: string;
  found?: FoundNote;
}

/** Opens the search with the editor's selection, or with the last query. */
export function openSearch(app: App, services: SearchServices): void {
  const selected = findActiveEditor(app)?.editor.getSelection().replace(/\s+/g, " ").trim() ?? "";
  const isQuery = selected !== "" && selected.length <= MAX_SELECTION_CHARACTERS;
  new SearchModal(app, services, isQuery ? selected : services.memory.query).open();
}

class SearchModal extends SuggestModal<Row> {
  private readonly keywordSearch = new LatestOnly();
  /** Runs searches by meaning. They use the network and must not delay the keyword search. */
  private readonly meaningSearch = new LatestOnly();
  private readonly hintsEl: HTMLElement;
  private stopListening: (() => void) | undefined;
  private failure: Failure | undefined;
  /** Status of the index at the time of the shown results. */
  private shownStatus: LibraryStatus | undefined;
  private shown = "";
  private reason: Reason = "typed";
  /** Why the results were found by keywords only, although a search by meaning was requested. */
  private trouble = "";

  constructor(
    app: App,
    private readonly services: SearchServices,
    private readonly firstQuery: string,
  ) {
    super(app);
    this.limit = RESULTS_PER_SEARCH;
    this.modalEl.addClass("ibid-search");
    this.setPlaceholder("Search the vault…");
    this.hintsEl = this.modalEl.createDiv({ cls: "ibid-search-footer" });
    if (!Platform.isMobile) this.setInstructions(instructions());
    const chords: Modifier[][] = [["Mod"], ["Mod", "Alt"], ["Alt"]];
    for (const modifiers of chords) this.scope.register(modifiers, "Enter", (event) => this.chooseActive(event));
  }

  override onOpen(): void {
    void super.onOpen();
    const { watcher } = this.services;
    this.stopListening = watcher.listen((status) => this.onLibrary(status));
    watcher.start();
    this.inputEl.value = this.firstQuery;
    this.inputEl.select();
    this.searchAgain("opened");
  }

  override onClose(): void {
    super.onClose();
    this.stopListening?.();
    this.refreshSoon.cancel();
    this.searchByMeaningSoon.cancel();
    this.keywordSearch.cancel();
    this.meaningSearch.cancel();
  }

  override async getSuggestions(typed: string): Promise<Row[]> {
    const { reason } = this;
    this.services.memory.query = typed;
    if (reason === "typed") {
      this.meaningSearch.cancel();
      this.searchByMeaningSoon.cancel();
    }
    const rows = typed.trim() === "" ? this.recentRows() : await this.foundRows(typed, reason);
    const shown = rows === undefined || rows.length === 0 ? this.emptyTexts().join(" ") : visibleText(rows);
    if (rows !== undefined) this.drawHints();
    // A search that was replaced never resolves, so the shown results stay until the latest search
    // is done.
    const isOurs = reason === "read" || reason === "meaning";
    if (rows === undefined || (isOurs && (this.isBrowsing || shown === this.shown))) return new Promise(() => undefined);
    this.shown = shown;
    return rows;
  }

  override renderSuggestion(row: Row, el: HTMLElement): void {
    el.addClass("mod-complex", "ibid-search-result");
    const content = el.createDiv({ cls: "suggestion-content" });
    if (row.found === undefined) renderNotePath(content, row.path);
    else renderSearchResult(content, row.found);
    if (!Platform.isMobile || findActiveEditor(this.app) === undefined) return;
    linkButton(el, () => {
      this.close();
      this.insertLinkTo(row);
    });
  }

  override onNoSuggestion(): void {
    const [first = "", ...more] = this.emptyTexts();
    this.emptyStateText = first;
    super.onNoSuggestion();
    for (const text of more) this.resultContainerEl.createDiv({ cls: "suggestion-empty ibid-search-reason", text });
  }

  override onChooseSuggestion(row: Row, event: MouseEvent | KeyboardEvent): void {
    const where = Keymap.isModEvent(event);
    if (event.altKey && where === false) return this.insertLinkTo(row);
    openNoteAt(this.app, positionOf(row), where).catch((thrown: unknown) => failureNotice(toFailure(thrown)));
  }

  private chooseActive(event: KeyboardEvent): false {
    this.selectActiveSuggestion(event);
    return false;
  }

  /**
   * Inserts a link. Must be called after the window is closed, because that returns the focus to
   * the editor.
   */
  private insertLinkTo(row: Row): void {
    try {
      insertLink(this.app, positionOf(row));
    } catch (thrown) {
      failureNotice(toFailure(thrown));
    }
  }

  private recentRows(): Row[] {
    this.keywordSearch.cancel();
    this.failure = undefined;
    this.shownStatus = undefined;
    const open = this.app.workspace.getActiveFile()?.path;
    return this.app.workspace.getLastOpenFiles().filter((path) => path !== open && this.app.vault.getFileByPath(path) !== null).map((path) => ({ path }));
  }

  private async foundRows(text: string, reason: Reason): Promise<Row[] | undefined> {
    let answer: NoteSearchResults | undefined;
    try {
      answer = await this.search(text, reason);
    } catch (thrown) {
      this.failure = toFailure(thrown);
      return [];
    }
    if (answer === undefined) return undefined;
    this.failure = undefined;
    this.shownStatus = answer.library;
    this.trouble = answer.trouble ?? "";
    if (reason === "typed") this.searchByMeaningSoon();
    return answer.notes.map((found) => ({ path: found.path, found }));
  }

  private search(text: string, reason: Reason): Promise<NoteSearchResults | undefined> {
    const ask = (mode: SearchMode) => this.services.core.call("search", { text, limit: RESULTS_PER_SEARCH, mode, typing: true });
    if (reason === "meaning") return this.meaningSearch.run(() => ask("hybrid"));
    return this.keywordSearch.run(() => ask("keyword"), reason === "read" ? 0 : TYPING_MILLIS);
  }

  /** Makes the app request suggestions again, as if the user had typed. */
  private searchAgain(reason: Reason): void {
    this.reason = reason;
    this.inputEl.dispatchEvent(new Event("input"));
    this.reason = "typed";
  }

  private onLibrary(status: LibraryStatus): void {
    this.drawHints();
    const isComplete = this.shownStatus !== undefined && !this.shownStatus.reading;
    if (isComplete || this.inputEl.value.trim() === "") return;
    this.refreshSoon();
    if (!status.reading) this.refreshSoon.run();
  }

  private readonly refreshSoon = debounce(() => {
    if (!this.isBrowsing) this.searchAgain("read");
  }, REFRESH_MILLIS);

  private readonly searchByMeaningSoon = debounce(
    () => {
      if (!this.isBrowsing && this.inputEl.value.trim() !== "") this.searchAgain("meaning");
    },
    PAUSE_MILLIS,
    true,
  );

  /** Whether the user has moved to another result: then the list must not change. */
  private get isBrowsing(): boolean {
    return this.resultContainerEl.querySelector(".suggestion-item")?.hasClass("is-selected") === false;
  }

  private emptyTexts(): string[] {
    const text = this.inputEl.value.trim();
    if (this.failure !== undefined) return [failureText(this.failure)];
    if (text === "") return ["Type to search your notes."];
    const reading = indexingText(this.library);
    if (reading !== "") return [`Nothing found yet for “${text}”.`, `${reading}.`];
    return [`No notes found for “${text}”.`, `${skippedText(this.library) || "Try other search terms"}.`];
  }

  private drawHints(): void {
    const { hintsEl } = this;
    const reading = indexingText(this.library);
    hintsEl.empty();
    if (this.inputEl.value.trim() === "") renderOperators(hintsEl);
    if (reading !== "") hintsEl.createDiv({ cls: "ibid-search-reading", text: `${reading}…` });
    if (this.trouble !== "") hintsEl.createDiv({ cls: "ibid-search-reading", text: this.trouble });
    hintsEl.toggle(hintsEl.hasChildNodes());
  }

  private get library(): LibraryStatus | undefined {
    return this.services.watcher.status ?? this.shownStatus;
  }
}

function positionOf({ path, found }: Row): NotePosition {
  return found === undefined ? { path } : { path, firstLine: found.firstLine };
}

/** Joins all visible text of the rows, to detect whether the results changed. */
function visibleText(rows: Row[]): string {
  return JSON.stringify(rows.map(({ path, found }) => [path, found?.heading, found?.snippet, found?.title]));
}

function renderOperators(parent: HTMLElement): void {
  const list = parent.createDiv({ cls: "ibid-search-operators" });
  for (const [sign, meaning] of OPERATORS) {
    const one = list.createSpan({ cls: "ibid-search-operator" });
    one.createEl("code", { text: sign });
    one.appendText(` ${meaning}`);
  }
}

function instructions(): { command: string; purpose: string }[] {
  const [mod, alt] = Platform.isMacOS ? ["⌘", "⌥"] : ["ctrl", "alt"];
  return [
    { command: "↑↓", purpose: "to navigate" },
    { command: "↵", purpose: "to open" },
    { command: `${mod} ↵`, purpose: "to open in new tab" },
    { command: `${alt} ↵`, purpose: "to insert link" },
    { command: "esc", purpose: "to dismiss" },
  ];
}
