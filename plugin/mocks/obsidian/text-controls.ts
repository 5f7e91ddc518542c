/**
 * Controls that take typed text. onChange fires on each keystroke (the "input" event), as in the app; setValue does not
 * fire it.
 */
import { ValueComponent } from "./control";
import { setIcon } from "./icons";

export class AbstractTextComponent<T extends HTMLInputElement | HTMLTextAreaElement> extends ValueComponent<string> {
  private changeCallback: ((value: string) => unknown) | null = null;

  constructor(readonly inputEl: T) {
    super();
    inputEl.addEventListener("input", () => this.onChanged());
  }

  override setDisabled(disabled: boolean): this {
    this.inputEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): string {
    return this.inputEl.value;
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }

  setPlaceholder(placeholder: string): this {
    this.inputEl.placeholder = placeholder;
    return this;
  }

  onChanged(): void {
    this.changeCallback?.(this.getValue());
  }

  onChange(callback: (value: string) => unknown): this {
    this.changeCallback = callback;
    return this;
  }
}

export class TextComponent extends AbstractTextComponent<HTMLInputElement> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl("input", { type: "text", attr: { spellcheck: "false" } }));
  }
}

export class TextAreaComponent extends AbstractTextComponent<HTMLTextAreaElement> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl("textarea", { attr: { spellcheck: "false" } }));
  }
}

export class SearchComponent extends AbstractTextComponent<HTMLInputElement> {
  readonly clearButtonEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    const box = containerEl.createDiv({ cls: "search-input-container" });
    setIcon(box.createDiv({ cls: "search-input-icon" }), "search");
    super(box.createEl("input", { type: "search", attr: { enterkeyhint: "search", spellcheck: "false" } }));
    this.clearButtonEl = box.createDiv({
      cls: "search-input-clear-button",
      attr: { "aria-label": "Clear search", role: "button" },
    });
    setIcon(this.clearButtonEl, "x");
    this.clearButtonEl.addEventListener("click", () => {
      this.setValue("");
      this.onChanged();
      this.inputEl.focus();
    });
    this.showClear();
  }

  override setValue(value: string): this {
    super.setValue(value);
    this.showClear();
    return this;
  }

  override onChanged(): void {
    this.showClear();
    super.onChanged();
  }

  private showClear(): void {
    this.clearButtonEl?.classList.toggle("is-hidden", this.getValue() === "");
  }
}
