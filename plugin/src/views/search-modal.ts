/**
 * Search the vault: results as one types, in the look of the app's own prompts. Enter opens a note at the passage, with
 * the app's modifiers for another tab or split; Alt+Enter puts a link to it where the person writes.
 */
import { type App, debounce, Keymap, type Modifier, Platform, SuggestModal } from "obsidian";
import type { SearchResults, FoundNote, LibraryStatus, SearchMode } from "../../../pkg/ibid";
import type { Core } from "../core";
import { type Failure, failureOf, sentences } from "../failure";
import { Newest } from "../newest";
import { insertLink, openPlace, type Place, writingPlace } from "../note-link";
import type { VaultWatcher } from "../vault-watcher";
import { linkButton, renderFoundNote, renderNotePath } from "./found-note";
import { readingWords, skippedWords } from "./library-words";
import { failureNotice } from "./notices";

/** Long enough to gather the letters of a word, short enough not to be felt. */
const TYPING_MILLIS = 60;

/** How often a search is asked again while the notes it searches are still being read. */
const REFRESH_MILLIS = 1000;

/** Whoever pauses for this long is taken to have typed what they mean. */
const PAUSE_MILLIS = 500;

const RESULTS = 30;

/** A longer selection is not what a person wants to look for. */
const LONGEST_SELECTION = 200;

const OPERATORS = [
  ["\"two words\"", "exact phrase"],
  ["-word", "exclude a word"],
  ["path:", "in a folder"],
  ["tag:", "with a tag"],
] as const;

/** What the search needs, and what it remembers from one opening to the next. */
export interface SearchTools {
  core: Core;
  watcher: VaultWatcher;
  memory: { query: string };
}

/**
 * Why the search is asked: it was opened, something was typed, more notes were read, or it is time to look for meaning,
 * too. What it opens with was not typed: it may be selected text of a private note, and is not sent.
 */
type Reason = "opened" | "typed" | "read" | "meant";

/** A note that was found, or one that was open lately. */
interface Row {
  path: string;
  found?: FoundNote;
}

/** Opens the search with the selected words of the editor, or with what was looked for last. */
export function openSearch(app: App, tools: SearchTools): void {
  const selected = writingPlace(app)?.editor.getSelection().replace(/\s+/g, " ").trim() ?? "";
  const isQuery = selected !== "" && selected.length <= LONGEST_SELECTION;
  new SearchModal(app, tools, isQuery ? selected : tools.memory.query).open();
}

class SearchModal extends SuggestModal<Row> {
  private readonly newest = new Newest();
  /** Meaning is asked over the network: it must not hold up what is typed meanwhile. */
  private readonly newestMeaning = new Newest();
  private readonly hintsEl: HTMLElement;
  private stopListening: (() => void) | undefined;
  private failure: Failure | undefined;
  /** How far the library was when the answer on show was given. */
  private answered: LibraryStatus | undefined;
  private shown = "";
  private reason: Reason = "typed";
  /** Why the results were found by their words alone, when meaning was asked for. */
  private trouble = "";

  constructor(
    app: App,
    private readonly tools: SearchTools,
    private readonly firstQuery: string,
  ) {
    super(app);
    this.limit = RESULTS;
    this.modalEl.addClass("ibid-search");
    this.setPlaceholder("Search the vault…");
    this.hintsEl = this.modalEl.createDiv({ cls: "ibid-search-footer" });
    if (!Platform.isMobile) this.setInstructions(instructions());
    const chords: Modifier[][] = [["Mod"], ["Mod", "Alt"], ["Alt"]];
    for (const modifiers of chords) this.scope.register(modifiers, "Enter", (event) => this.chooseActive(event));
  }

  override onOpen(): void {
    void super.onOpen();
    const { watcher } = this.tools;
    this.stopListening = watcher.listen((news) => this.onLibrary(news));
    watcher.wake();
    this.inputEl.value = this.firstQuery;
    this.inputEl.select();
    this.askAgain("opened");
  }

  override onClose(): void {
    super.onClose();
    this.stopListening?.();
    this.refreshSoon.cancel();
    this.meanSoon.cancel();
    this.newest.drop();
    this.newestMeaning.drop();
  }

  override async getSuggestions(typed: string): Promise<Row[]> {
    const { reason } = this;
    this.tools.memory.query = typed;
    if (reason === "typed") {
      this.newestMeaning.drop();
      this.meanSoon.cancel();
    }
    const rows = typed.trim() === "" ? this.recentRows() : await this.foundRows(typed, reason);
    const shown = rows === undefined || rows.length === 0 ? this.whyNothing().join(" ") : shownText(rows);
    if (rows !== undefined) this.drawHints();
    // A question that was overtaken is never answered: what is on show stays until the newest one is.
    const isOurs = reason === "read" || reason === "meant";
    if (rows === undefined || (isOurs && (this.isBrowsing || shown === this.shown))) return new Promise(() => undefined);
    this.shown = shown;
    return rows;
  }

  override renderSuggestion(row: Row, el: HTMLElement): void {
    el.addClass("mod-complex", "ibid-search-result");
    const content = el.createDiv({ cls: "suggestion-content" });
    if (row.found === undefined) renderNotePath(content, row.path);
    else renderFoundNote(content, row.found);
    if (!Platform.isMobile || writingPlace(this.app) === undefined) return;
    linkButton(el, () => {
      this.close();
      this.insertLinkTo(row);
    });
  }

  override onNoSuggestion(): void {
    const [first = "", ...more] = this.whyNothing();
    this.emptyStateText = first;
    super.onNoSuggestion();
    for (const text of more) this.resultContainerEl.createDiv({ cls: "suggestion-empty ibid-search-reason", text });
  }

  override onChooseSuggestion(row: Row, event: MouseEvent | KeyboardEvent): void {
    const where = Keymap.isModEvent(event);
    if (event.altKey && where === false) return this.insertLinkTo(row);
    openPlace(this.app, placeOf(row), where).catch((thrown: unknown) => failureNotice(failureOf(thrown)));
  }

  private chooseActive(event: KeyboardEvent): false {
    this.selectActiveSuggestion(event);
    return false;
  }

  /** To be called once the prompt is closed: it gives the focus back to the editor. */
  private insertLinkTo(row: Row): void {
    try {
      insertLink(this.app, placeOf(row));
    } catch (thrown) {
      failureNotice(failureOf(thrown));
    }
  }

  private recentRows(): Row[] {
    this.newest.drop();
    this.failure = undefined;
    this.answered = undefined;
    const open = this.app.workspace.getActiveFile()?.path;
    return this.app.workspace.getLastOpenFiles().filter((path) => path !== open && this.app.vault.getFileByPath(path) !== null).map((path) => ({ path }));
  }

  private async foundRows(text: string, reason: Reason): Promise<Row[] | undefined> {
    let answer: SearchResults | undefined;
    try {
      answer = await this.answerFor(text, reason);
    } catch (thrown) {
      this.failure = failureOf(thrown);
      return [];
    }
    if (answer === undefined) return undefined;
    this.failure = undefined;
    this.answered = answer.library;
    this.trouble = answer.trouble ?? "";
    if (reason === "typed") this.meanSoon();
    return answer.notes.map((found) => ({ path: found.path, found }));
  }

  private answerFor(text: string, reason: Reason): Promise<SearchResults | undefined> {
    const ask = (mode: SearchMode) => this.tools.core.call("search", { text, limit: RESULTS, mode, typing: true });
    if (reason === "meant") return this.newestMeaning.ask(() => ask("hybrid"));
    return this.newest.ask(() => ask("keyword"), reason === "read" ? 0 : TYPING_MILLIS);
  }

  /** Lets the app ask for suggestions, as if something had been typed. */
  private askAgain(reason: Reason): void {
    this.reason = reason;
    this.inputEl.dispatchEvent(new Event("input"));
    this.reason = "typed";
  }

  private onLibrary(news: LibraryStatus): void {
    this.drawHints();
    const isComplete = this.answered !== undefined && !this.answered.reading;
    if (isComplete || this.inputEl.value.trim() === "") return;
    this.refreshSoon();
    if (!news.reading) this.refreshSoon.run();
  }

  private readonly refreshSoon = debounce(() => {
    if (!this.isBrowsing) this.askAgain("read");
  }, REFRESH_MILLIS);

  private readonly meanSoon = debounce(
    () => {
      if (!this.isBrowsing && this.inputEl.value.trim() !== "") this.askAgain("meant");
    },
    PAUSE_MILLIS,
    true,
  );

  /** Whether the person has left the first result: the list must not change under their hands then. */
  private get isBrowsing(): boolean {
    return this.resultContainerEl.querySelector(".suggestion-item")?.hasClass("is-selected") === false;
  }

  private whyNothing(): string[] {
    const text = this.inputEl.value.trim();
    if (this.failure !== undefined) return [sentences(this.failure)];
    if (text === "") return ["Type to search your notes."];
    const reading = readingWords(this.library);
    if (reading !== "") return [`Nothing found yet for “${text}”.`, `${reading}.`];
    return [`No notes found for “${text}”.`, `${skippedWords(this.library) || "Try other search terms"}.`];
  }

  private drawHints(): void {
    const { hintsEl } = this;
    const reading = readingWords(this.library);
    hintsEl.empty();
    if (this.inputEl.value.trim() === "") renderOperators(hintsEl);
    if (reading !== "") hintsEl.createDiv({ cls: "ibid-search-reading", text: `${reading}…` });
    if (this.trouble !== "") hintsEl.createDiv({ cls: "ibid-search-reading", text: this.trouble });
    hintsEl.toggle(hintsEl.hasChildNodes());
  }

  private get library(): LibraryStatus | undefined {
    return this.tools.watcher.state ?? this.answered;
  }
}

function placeOf({ path, found }: Row): Place {
  return found === undefined ? { path } : { path, firstLine: found.firstLine };
}

/** Everything of the rows that a person sees. */
function shownText(rows: Row[]): string {
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
