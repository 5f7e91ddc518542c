/**
 * PopoverSuggest and AbstractInputSuggest: suggestions below a text field, or above it if there is no room below.
 * EditorSuggest is not implemented.
 */
import type { AppWindow } from "./app-window";
import { Scope } from "./scope";
import { SuggestionList } from "./suggestion-list";

/** Distance between the field and the suggestions. */
const GAP_PIXELS = 4;

export abstract class PopoverSuggest<T> {
  readonly scope: Scope;
  /** The app's names of these two, which plugins use. */
  readonly suggestEl: HTMLElement;
  readonly suggestions: SuggestionList<T>;

  constructor(
    readonly app: AppWindow,
    scope?: Scope,
  ) {
    this.scope = scope ?? new Scope();
    this.suggestEl = createDiv({ cls: "suggestion-container" });
    this.suggestions = new SuggestionList<T>(this, this.suggestEl.createDiv({ cls: "suggestion" }), this.scope);
    this.scope.register([], "Escape", () => {
      this.close();
      return false;
    });
    // A press on the list must not take the focus from the field, or the list would close before the click.
    this.suggestEl.addEventListener("mousedown", (event) => event.preventDefault());
  }

  open(): void {
    if (this.suggestEl.isConnected) return;
    document.body.append(this.suggestEl);
    this.app.keymap.pushScope(this.scope);
  }

  close(): void {
    if (!this.suggestEl.isConnected) return;
    this.suggestEl.remove();
    this.app.keymap.popScope(this.scope);
  }

  onHistoryBack(): void {
    this.close();
  }

  abstract renderSuggestion(value: T, el: HTMLElement): void;
  abstract selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void;
}

export abstract class AbstractInputSuggest<T> extends PopoverSuggest<T> {
  limit = 100;
  readonly textInputEl: HTMLInputElement | HTMLDivElement;
  #query = 0;
  #selectCallback: ((value: T, event: MouseEvent | KeyboardEvent) => unknown) | null = null;

  constructor(app: AppWindow, textInputEl: HTMLInputElement | HTMLDivElement) {
    super(app);
    this.textInputEl = textInputEl;
    textInputEl.addEventListener("input", () => void this.#refresh());
    textInputEl.addEventListener("focus", () => void this.#refresh());
    textInputEl.addEventListener("blur", () => this.close());
  }

  setValue(value: string): void {
    if (this.textInputEl instanceof HTMLInputElement) this.textInputEl.value = value;
    else this.textInputEl.textContent = value;
  }

  getValue(): string {
    return this.textInputEl instanceof HTMLInputElement ? this.textInputEl.value : (this.textInputEl.textContent ?? "");
  }

  selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void {
    this.#selectCallback?.(value, event);
  }

  onSelect(callback: (value: T, event: MouseEvent | KeyboardEvent) => unknown): this {
    this.#selectCallback = callback;
    return this;
  }

  protected abstract getSuggestions(query: string): T[] | Promise<T[]>;

  async #refresh(): Promise<void> {
    const query = ++this.#query;
    const values = (await this.getSuggestions(this.getValue())).slice(0, this.limit);
    if (query !== this.#query || document.activeElement !== this.textInputEl) return;
    if (values.length === 0) return this.close();
    this.suggestions.show(values);
    this.open();
    this.#place();
  }

  #place(): void {
    const at = this.textInputEl.getBoundingClientRect();
    const { height } = this.suggestEl.getBoundingClientRect();
    const hasRoomBelow = at.bottom + GAP_PIXELS + height <= window.innerHeight;
    this.suggestEl.style.left = `${at.left}px`;
    this.suggestEl.style.top = `${hasRoomBelow ? at.bottom + GAP_PIXELS : Math.max(0, at.top - GAP_PIXELS - height)}px`;
    this.suggestEl.style.minWidth = `${at.width}px`;
  }
}
