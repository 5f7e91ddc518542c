/**
 * Searches the vault, or the open note, while the user types. Enter opens the note at the found passage, and with the
 * app's modifier keys in another tab or split. Alt+Enter inserts a link to the note.
 */
import { type App, debounce, Keymap, type Modifier, Platform, SuggestModal } from "obsidian";
import type { NoteSearchResults, FoundNote, LibraryStatus, SearchMode } from "../core/exports";
import type { CoreProxy } from "../core/core";
import { type Failure, failureText, toFailure } from "../core/failure";
import { LatestOnly } from "../ui/latest-only";
import { findActiveEditor, insertLinkAtCursor, type NotePosition, openNoteAt } from "../vault/note-link";
import type { VaultWatcher } from "../vault/vault-watcher";
import { indexingText, skippedNotesText } from "../vault/library-text";
import { showFailureNotice } from "../ui/notices";
import { addLinkButton, renderNotePassage, renderNotePath, renderSearchResult } from "./search-result";

/** Delay of the search after a key press: long enough to collect the letters of a word, too short to be noticed. */
const SEARCH_DELAY_MILLIS = 60;

/** Minimum time between two searches while notes are still being read. */
const MIN_REFRESH_INTERVAL_MILLIS = 1000;

/** After a pause of this length the query counts as complete and is also searched by meaning. */
const SEMANTIC_SEARCH_DELAY_MILLIS = 500;

const MAX_SEARCH_RESULTS = 30;

/** Maximum length of a selection that is used as a query. */
const MAX_SELECTION_CHARACTERS = 200;

const TEXT_OPERATORS = [
  ['"two words"', "exact phrase"],
  ["-word", "exclude a word"],
] as const;

/** Operators that choose notes, which have no effect in the search of one note. */
const NOTE_OPERATORS = [
  ["path:", "in a folder"],
  ["tag:", "with a tag"],
] as const;

/**
 * What the search window needs: the core, the watcher of the vault, and the last query, kept until the window is opened
 * again.
 */
export interface SearchServices {
  core: CoreProxy;
  watcher: VaultWatcher;
  memory: { query: string };
}

/** What is searched: the vault, or the note with this path. */
type SearchScope = { kind: "vault" } | { kind: "note"; path: string };

/**
 * Reason for a search: the window was opened, the user typed, more notes were read, or the query is searched by
 * meaning. The first query was not typed: it may be selected text of a private note, so it is not sent to a service.
 */
type SearchReason = "opened" | "typed" | "read" | "meaning";

/** A search result, or a recently opened note. */
interface ResultRow {
  path: string;
  found?: FoundNote;
}

/** Opens the search with the editor's selection, or with the last query. */
export function openSearch(app: App, services: SearchServices): void {
  openSearchIn(app, services, { kind: "vault" });
}

/** Opens the search in one note, with the editor's selection or with the last query. */
export function openNoteSearch(app: App, services: SearchServices, path: string): void {
  openSearchIn(app, services, { kind: "note", path });
}

function openSearchIn(app: App, services: SearchServices, scope: SearchScope): void {
  const selectedText = findActiveEditor(app)?.editor.getSelection().replace(/\s+/g, " ").trim() ?? "";
  const isUsableAsQuery = selectedText !== "" && selectedText.length <= MAX_SELECTION_CHARACTERS;
  new SearchModal(app, services, scope, isUsableAsQuery ? selectedText : services.memory.query).open();
}

/** The texts of the search window. */
const TEXTS = {
  vault: { placeholder: "Search the vault…", empty: "Type to search your notes.", nothing: "No notes found for" },
  note: {
    placeholder: "Search this note…",
    empty: "Type to search this note.",
    nothing: "Nothing found in this note for",
  },
} as const;

class SearchModal extends SuggestModal<ResultRow> {
  private readonly keywordSearch = new LatestOnly();
  /** Runs searches by meaning. They use the network and must not delay the keyword search. */
  private readonly meaningSearch = new LatestOnly();
  private readonly hintsEl: HTMLElement;
  private stopListening: (() => void) | undefined;
  private failure: Failure | undefined;
  /** Status of the index when the shown results were found. */
  private shownStatus: LibraryStatus | undefined;
  private shown = "";
  private reason: SearchReason = "typed";
  /** Why a search by meaning was replaced by a keyword search, as text for the user; empty if it was not. */
  private trouble = "";

  constructor(
    app: App,
    private readonly services: SearchServices,
    private readonly searchScope: SearchScope,
    private readonly firstQuery: string,
  ) {
    super(app);
    this.limit = MAX_SEARCH_RESULTS;
    this.modalEl.addClass("ibid-search");
    this.setPlaceholder(TEXTS[searchScope.kind].placeholder);
    this.hintsEl = this.modalEl.createDiv({ cls: "ibid-search-footer" });
    if (!Platform.isMobile) this.setInstructions(keyInstructions());
    const enterModifiers: Modifier[][] = [["Mod"], ["Mod", "Alt"], ["Alt"]];
    for (const modifiers of enterModifiers)
      this.scope.register(modifiers, "Enter", (event) => this.chooseActive(event));
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

  override async getSuggestions(typed: string): Promise<ResultRow[]> {
    const { reason } = this;
    this.services.memory.query = typed;
    if (reason === "typed") {
      this.meaningSearch.cancel();
      this.searchByMeaningSoon.cancel();
    }
    const rows = typed.trim() === "" ? this.recentRows() : await this.foundRows(typed, reason);
    const shownText = rows === undefined || rows.length === 0 ? this.emptyTexts().join(" ") : visibleText(rows);
    if (rows !== undefined) this.drawHints();
    // If these results must not be shown (a newer search has started, the user is browsing the list, or nothing
    // changed), the returned promise never resolves, and the app keeps the shown results.
    const isAutomaticSearch = reason === "read" || reason === "meaning";
    if (rows === undefined || (isAutomaticSearch && (this.isBrowsing || shownText === this.shown)))
      return new Promise(() => undefined);
    this.shown = shownText;
    return rows;
  }

  override renderSuggestion(row: ResultRow, el: HTMLElement): void {
    el.addClass("mod-complex", "ibid-search-result");
    const content = el.createDiv({ cls: "suggestion-content" });
    if (row.found === undefined) renderNotePath(content, row.path);
    else if (this.searchScope.kind === "note") renderNotePassage(content, row.found);
    else renderSearchResult(content, row.found);
    if (!Platform.isMobile || findActiveEditor(this.app) === undefined) return;
    addLinkButton(el, () => {
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

  override onChooseSuggestion(row: ResultRow, event: MouseEvent | KeyboardEvent): void {
    const paneType = Keymap.isModEvent(event);
    if (event.altKey && paneType === false) return this.insertLinkTo(row);
    openNoteAt(this.app, notePositionOf(row), paneType).catch((thrown: unknown) =>
      showFailureNotice(toFailure(thrown)),
    );
  }

  private chooseActive(event: KeyboardEvent): false {
    this.selectActiveSuggestion(event);
    return false;
  }

  /** Inserts a link. Must be called after the window is closed, because that returns the focus to the editor. */
  private insertLinkTo(row: ResultRow): void {
    try {
      insertLinkAtCursor(this.app, notePositionOf(row));
    } catch (thrown) {
      showFailureNotice(toFailure(thrown));
    }
  }

  private recentRows(): ResultRow[] {
    this.keywordSearch.cancel();
    this.failure = undefined;
    this.shownStatus = undefined;
    if (this.searchScope.kind === "note") return [];
    const activeNotePath = this.app.workspace.getActiveFile()?.path;
    return this.app.workspace
      .getLastOpenFiles()
      .filter((path) => path !== activeNotePath && this.app.vault.getFileByPath(path) !== null)
      .map((path) => ({ path }));
  }

  private async foundRows(text: string, reason: SearchReason): Promise<ResultRow[] | undefined> {
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
    if (reason === "typed" && this.searchScope.kind === "vault") this.searchByMeaningSoon();
    return answer.notes.map((found) => ({ path: found.path, found }));
  }

  private search(text: string, reason: SearchReason): Promise<NoteSearchResults | undefined> {
    const { searchScope } = this;
    const scope = searchScope.kind === "note" ? { note: searchScope.path } : {};
    const startSearch = (mode: SearchMode) =>
      this.services.core.call("search", { text, limit: MAX_SEARCH_RESULTS, mode, typing: true, ...scope });
    if (reason === "meaning") return this.meaningSearch.run(() => startSearch("hybrid"));
    return this.keywordSearch.run(() => startSearch("keyword"), reason === "read" ? 0 : SEARCH_DELAY_MILLIS);
  }

  /** Makes the app request suggestions again, as if the user had typed. */
  private searchAgain(reason: SearchReason): void {
    this.reason = reason;
    this.inputEl.dispatchEvent(new Event("input"));
    this.reason = "typed";
  }

  private onLibrary(status: LibraryStatus): void {
    this.drawHints();
    const isIndexComplete = this.shownStatus !== undefined && !this.shownStatus.reading;
    if (isIndexComplete || this.inputEl.value.trim() === "") return;
    this.refreshSoon();
    if (!status.reading) this.refreshSoon.run();
  }

  private readonly refreshSoon = debounce(() => {
    if (!this.isBrowsing) this.searchAgain("read");
  }, MIN_REFRESH_INTERVAL_MILLIS);

  private readonly searchByMeaningSoon = debounce(
    () => {
      if (!this.isBrowsing && this.inputEl.value.trim() !== "") this.searchAgain("meaning");
    },
    SEMANTIC_SEARCH_DELAY_MILLIS,
    true,
  );

  /**
   * Whether the user has moved from the first result to another one. Automatic searches must not change the list then.
   */
  private get isBrowsing(): boolean {
    return this.resultContainerEl.querySelector(".suggestion-item")?.hasClass("is-selected") === false;
  }

  private emptyTexts(): string[] {
    const queryText = this.inputEl.value.trim();
    if (this.failure !== undefined) return [failureText(this.failure)];
    const { empty, nothing } = TEXTS[this.searchScope.kind];
    if (queryText === "") return [empty];
    const indexingStatus = indexingText(this.library);
    if (indexingStatus !== "") return [`Nothing found yet for “${queryText}”.`, `${indexingStatus}.`];
    return [`${nothing} “${queryText}”.`, `${skippedNotesText(this.library) || "Try other search terms"}.`];
  }

  private drawHints(): void {
    const { hintsEl } = this;
    const indexingStatus = indexingText(this.library);
    hintsEl.empty();
    if (this.inputEl.value.trim() === "") renderOperators(hintsEl, this.searchScope);
    if (indexingStatus !== "") hintsEl.createDiv({ cls: "ibid-search-reading", text: `${indexingStatus}…` });
    if (this.trouble !== "") hintsEl.createDiv({ cls: "ibid-search-reading", text: this.trouble });
    hintsEl.toggle(hintsEl.hasChildNodes());
  }

  private get library(): LibraryStatus | undefined {
    return this.services.watcher.status ?? this.shownStatus;
  }
}

function notePositionOf({ path, found }: ResultRow): NotePosition {
  return found === undefined ? { path } : { path, firstLine: found.firstLine, lastLine: found.lastLine };
}

/** Joins all visible text of the rows, to detect whether the results changed. */
function visibleText(rows: ResultRow[]): string {
  return JSON.stringify(
    rows.map(({ path, found }) => [path, found?.heading, found?.firstLine, found?.snippet, found?.title]),
  );
}

function renderOperators(parent: HTMLElement, searchScope: SearchScope): void {
  const operatorList = parent.createDiv({ cls: "ibid-search-operators" });
  const operators = searchScope.kind === "note" ? TEXT_OPERATORS : [...TEXT_OPERATORS, ...NOTE_OPERATORS];
  for (const [sign, meaning] of operators) {
    const operatorEl = operatorList.createSpan({ cls: "ibid-search-operator" });
    operatorEl.createEl("code", { text: sign });
    operatorEl.appendText(` ${meaning}`);
  }
}

function keyInstructions(): { command: string; purpose: string }[] {
  const [mod, alt] = Platform.isMacOS ? ["⌘", "⌥"] : ["ctrl", "alt"];
  return [
    { command: "↑↓", purpose: "to navigate" },
    { command: "↵", purpose: "to open" },
    { command: `${mod} ↵`, purpose: "to open in new tab" },
    { command: `${alt} ↵`, purpose: "to insert link" },
    { command: "esc", purpose: "to dismiss" },
  ];
}
