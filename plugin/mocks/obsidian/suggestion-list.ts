/**
 * The list of suggestions below an input: which one is selected, by key or mouse, and which one is chosen. Used by the
 * modals and by the popover below a text field.
 */
import type { Scope } from "./scope";

export interface SuggestionOwner<T> {
  renderSuggestion(value: T, el: HTMLElement): void;
  selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void;
}

export class SuggestionList<T> {
  values: T[] = [];
  private items: HTMLElement[] = [];
  private selected = 0;

  constructor(
    private readonly owner: SuggestionOwner<T>,
    readonly containerEl: HTMLElement,
    scope: Scope,
  ) {
    scope.register([], "ArrowDown", () => this.move(1));
    scope.register([], "ArrowUp", () => this.move(-1));
    scope.register([], "Enter", (event: KeyboardEvent) => {
      if (event.isComposing) return true;
      this.choose(event);
      return false;
    });
  }

  show(values: T[]): void {
    this.values = values;
    this.containerEl.replaceChildren();
    this.items = values.map((value, index) => this.draw(value, index));
    this.select(0);
  }

  choose(event: MouseEvent | KeyboardEvent): void {
    const value = this.values[this.selected];
    if (value !== undefined) this.owner.selectSuggestion(value, event);
  }

  private draw(value: T, index: number): HTMLElement {
    const item = this.containerEl.createDiv({ cls: "suggestion-item", attr: { role: "option" } });
    this.owner.renderSuggestion(value, item);
    item.addEventListener("mousemove", () => this.select(index));
    item.addEventListener("click", (event) => {
      this.select(index);
      this.choose(event);
    });
    return item;
  }

  private move(by: number): boolean {
    if (this.items.length > 0) this.select((this.selected + by + this.items.length) % this.items.length);
    this.items[this.selected]?.scrollIntoView?.({ block: "nearest" });
    return false;
  }

  private select(index: number): void {
    this.items[this.selected]?.classList.remove("is-selected");
    this.selected = index;
    this.items[index]?.classList.add("is-selected");
  }
}
