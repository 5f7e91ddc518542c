/**
 * SuggestModal and FuzzySuggestModal: a prompt with a list of results, used by the palette, the quick switcher and
 * plugins. Results are shown in the order in which they arrive, even if a newer query has started: the plugin has to
 * drop them.
 */
import type { FuzzyMatch, Instruction } from "obsidian";
import type { AppWindow } from "./app-window";
import { setIcon } from "./icons";
import { Modal } from "./modal";
import { prepareFuzzySearch, renderResults } from "./search";
import { SuggestionList } from "./suggestion-list";

const defaultLimit = 100;

export abstract class SuggestModal<T> extends Modal {
  limit = defaultLimit;
  emptyStateText = "No results found.";
  readonly inputEl: HTMLInputElement;
  readonly resultContainerEl: HTMLElement;
  readonly #list: SuggestionList<T>;

  constructor(app: AppWindow) {
    super(app);
    this.modalEl.className = "prompt";
    this.modalEl.replaceChildren();
    const box = this.modalEl.createDiv({ cls: "prompt-input-container" });
    this.inputEl = box.createEl("input", {
      cls: "prompt-input",
      type: "text",
      attr: { autocapitalize: "off", autocomplete: "off", spellcheck: "false", enterkeyhint: "done" },
    });
    this.#addClearButton(box);
    this.resultContainerEl = this.modalEl.createDiv({ cls: "prompt-results", attr: { role: "listbox" } });
    this.#list = new SuggestionList(this, this.resultContainerEl, this.scope);
    this.inputEl.addEventListener("input", () => void this.#updateSuggestions());
  }

  override open(): void {
    super.open();
    this.inputEl.focus();
    void this.#updateSuggestions();
  }

  setPlaceholder(placeholder: string): void {
    this.inputEl.placeholder = placeholder;
  }

  setInstructions(instructions: Instruction[]): void {
    const box = this.modalEl.createDiv({ cls: "prompt-instructions" });
    for (const { command, purpose } of instructions) {
      const one = box.createDiv({ cls: "prompt-instruction" });
      one.createSpan({ cls: "prompt-instruction-command", text: command });
      one.createSpan({ text: purpose });
    }
  }

  onNoSuggestion(): void {
    this.#list.show([]);
    this.resultContainerEl.createDiv({ cls: "suggestion-empty", text: this.emptyStateText });
  }

  selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void {
    this.close();
    this.onChooseSuggestion(value, event);
  }

  selectActiveSuggestion(event: MouseEvent | KeyboardEvent): void {
    this.#list.choose(event);
  }

  abstract getSuggestions(query: string): T[] | Promise<T[]>;
  abstract renderSuggestion(value: T, el: HTMLElement): void;
  abstract onChooseSuggestion(item: T, event: MouseEvent | KeyboardEvent): void;

  async #updateSuggestions(): Promise<void> {
    const answer = this.getSuggestions(this.inputEl.value);
    const values = Array.isArray(answer) ? answer : await answer;
    if (values.length === 0) this.onNoSuggestion();
    else this.#list.show(values.slice(0, this.limit));
  }

  #addClearButton(box: HTMLElement): void {
    const clear = box.createDiv({ cls: "search-input-clear-button", attr: { role: "button", "aria-label": "Clear" } });
    setIcon(clear, "x");
    clear.addEventListener("click", () => {
      this.inputEl.value = "";
      this.inputEl.focus();
      void this.#updateSuggestions();
    });
  }
}

export abstract class FuzzySuggestModal<T> extends SuggestModal<FuzzyMatch<T>> {
  getSuggestions(query: string): FuzzyMatch<T>[] {
    const matcher = prepareFuzzySearch(query);
    const found: FuzzyMatch<T>[] = [];
    for (const item of this.getItems()) {
      const match = matcher(this.getItemText(item));
      if (match) found.push({ item, match });
    }
    return found.sort((a, b) => b.match.score - a.match.score);
  }

  renderSuggestion(found: FuzzyMatch<T>, el: HTMLElement): void {
    renderResults(el, this.getItemText(found.item), found.match);
  }

  onChooseSuggestion(found: FuzzyMatch<T>, event: MouseEvent | KeyboardEvent): void {
    this.onChooseItem(found.item, event);
  }

  abstract getItems(): T[];
  abstract getItemText(item: T): string;
  abstract onChooseItem(item: T, event: MouseEvent | KeyboardEvent): void;
}
