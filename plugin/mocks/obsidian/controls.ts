/**
 * The controls with a value: toggle, dropdown, slider, progress, colour. setValue never fires onChange: only an action
 * of the user does. Text fields are in text-controls.ts, the secret picker in secret-control.ts.
 */
import type { TooltipOptions } from "obsidian";
import { ValueComponent } from "./control";
import { setTooltip } from "./tooltip";

export class ToggleComponent extends ValueComponent<boolean> {
  readonly toggleEl: HTMLElement;
  private readonly input: HTMLInputElement;
  private changeCallback: ((value: boolean) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.toggleEl = containerEl.createDiv({ cls: "checkbox-container" });
    this.input = this.toggleEl.createEl("input", { type: "checkbox", attr: { tabindex: 0 } });
    this.toggleEl.addEventListener("click", (event) => {
      event.preventDefault();
      this.onClick();
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.onClick();
    });
  }

  override setDisabled(disabled: boolean): this {
    this.input.disabled = disabled;
    this.toggleEl.classList.toggle("is-disabled", disabled);
    return super.setDisabled(disabled);
  }

  getValue(): boolean {
    return this.toggleEl.classList.contains("is-enabled");
  }

  setValue(on: boolean): this {
    this.toggleEl.classList.toggle("is-enabled", on);
    // Runs after the click's default action, which would reset the box.
    this.input.checked = on;
    window.setTimeout(() => (this.input.checked = this.getValue()), 0);
    return this;
  }

  setTooltip(tooltip: string, options?: TooltipOptions): this {
    setTooltip(this.toggleEl, tooltip, options);
    return this;
  }

  onClick(): void {
    if (this.disabled) return;
    this.setValue(!this.getValue());
    this.changeCallback?.(this.getValue());
  }

  onChange(callback: (value: boolean) => unknown): this {
    this.changeCallback = callback;
    return this;
  }
}

export class DropdownComponent extends ValueComponent<string> {
  readonly selectEl: HTMLSelectElement;
  private changeCallback: ((value: string) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.selectEl = containerEl.createEl("select", { cls: "dropdown" });
    this.selectEl.addEventListener("change", () => this.changeCallback?.(this.getValue()));
  }

  override setDisabled(disabled: boolean): this {
    this.selectEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  addOption(value: string, display: string): this {
    this.selectEl.createEl("option", { text: display, value });
    return this;
  }

  addOptions(options: Record<string, string>): this {
    for (const [value, display] of Object.entries(options)) this.addOption(value, display);
    return this;
  }

  getValue(): string {
    return this.selectEl.value;
  }

  setValue(value: string): this {
    this.selectEl.value = value;
    return this;
  }

  onChange(callback: (value: string) => unknown): this {
    this.changeCallback = callback;
    return this;
  }
}

export class SliderComponent extends ValueComponent<number> {
  readonly sliderEl: HTMLInputElement;
  private readonly valueEl: HTMLElement;
  private format: (value: number) => string = String;
  private instant = false;
  private changeCallback: ((value: number) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.valueEl = containerEl.createSpan({ cls: "slider-value" });
    this.sliderEl = containerEl.createEl("input", { cls: "slider", type: "range" });
    this.sliderEl.addEventListener("input", () => this.moved("input"));
    this.sliderEl.addEventListener("change", () => this.moved("change"));
  }

  override setDisabled(disabled: boolean): this {
    this.sliderEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setInstant(instant: boolean): this {
    this.instant = instant;
    return this;
  }

  setLimits(min: number | null, max: number | null, step: number | "any"): this {
    if (min !== null) this.sliderEl.min = String(min);
    if (max !== null) this.sliderEl.max = String(max);
    this.sliderEl.step = String(step);
    return this;
  }

  getValue(): number {
    return Number(this.sliderEl.value);
  }

  setValue(value: number): this {
    this.sliderEl.value = String(value);
    this.showValue();
    return this;
  }

  getValuePretty(): string {
    return this.format(this.getValue());
  }

  setDisplayFormat(format: (value: number) => string): this {
    this.format = format;
    this.showValue();
    return this;
  }

  setDynamicTooltip(): this {
    return this;
  }

  onChange(callback: (value: number) => unknown): this {
    this.changeCallback = callback;
    return this;
  }

  /** While dragging, only an instant slider fires; the others fire when the thumb is released. */
  private moved(event: "input" | "change"): void {
    this.showValue();
    if ((event === "input") === this.instant) this.changeCallback?.(this.getValue());
  }

  private showValue(): void {
    this.valueEl.textContent = this.getValuePretty();
  }
}

export class ProgressBarComponent extends ValueComponent<number> {
  private readonly bar: HTMLElement;
  private value = 0;

  constructor(containerEl: HTMLElement) {
    super();
    const track = containerEl.createDiv({ cls: "setting-progress-bar", attr: { role: "progressbar" } });
    this.bar = track.createDiv({ cls: "setting-progress-bar-inner" });
  }

  getValue(): number {
    return this.value;
  }

  setValue(value: number): this {
    this.value = value;
    this.bar.style.width = `${Math.max(0, Math.min(100, value))}%`;
    this.bar.parentElement?.setAttribute("aria-valuenow", String(value));
    return this;
  }
}

export class ColorComponent extends ValueComponent<string> {
  private readonly colorPickerEl: HTMLInputElement;
  private changeCallback: ((value: string) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.colorPickerEl = containerEl.createEl("input", { type: "color" });
    this.colorPickerEl.addEventListener("input", () => this.changeCallback?.(this.getValue()));
  }

  override setDisabled(disabled: boolean): this {
    this.colorPickerEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): string {
    return this.colorPickerEl.value;
  }

  setValue(value: string): this {
    this.colorPickerEl.value = value;
    return this;
  }

  onChange(callback: (value: string) => unknown): this {
    this.changeCallback = callback;
    return this;
  }
}

/** Shows the value of a page on the row that opens it. */
export class DisplayValueComponent {
  readonly valueEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    this.valueEl = containerEl.createSpan({ cls: "setting-display-value" });
  }

  setValue(value: string | null): this {
    this.valueEl.textContent = value ?? "";
    return this;
  }

  setStatus(status: "warning" | null): this {
    this.valueEl.classList.toggle("mod-warning", status === "warning");
    return this;
  }
}
