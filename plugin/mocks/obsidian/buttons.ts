/** The two buttons of a Setting: one with a label and one with a small icon. */
import type { TooltipOptions } from "obsidian";
import { BaseComponent } from "./control";
import { setIcon } from "./icons";
import { setTooltip } from "./tooltip";

export class ButtonComponent extends BaseComponent {
  readonly buttonEl: HTMLButtonElement;
  private clickCallback: ((event: MouseEvent) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.buttonEl = containerEl.createEl("button", { attr: { type: "button" } });
    this.buttonEl.addEventListener("click", (event) => this.clickCallback?.(event));
  }

  override setDisabled(disabled: boolean): this {
    this.buttonEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setCta(): this {
    this.buttonEl.classList.add("mod-cta");
    return this;
  }

  removeCta(): this {
    this.buttonEl.classList.remove("mod-cta");
    return this;
  }

  setWarning(): this {
    this.buttonEl.classList.add("mod-warning");
    return this;
  }

  setDestructive(): this {
    this.buttonEl.classList.add("mod-destructive");
    return this;
  }

  removeDestructive(): this {
    this.buttonEl.classList.remove("mod-destructive");
    return this;
  }

  setTooltip(tooltip: string, options?: TooltipOptions): this {
    setTooltip(this.buttonEl, tooltip, options);
    return this;
  }

  setButtonText(name: string): this {
    this.buttonEl.textContent = name;
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.buttonEl, icon);
    return this;
  }

  setClass(cls: string): this {
    this.buttonEl.classList.add(cls);
    return this;
  }

  onClick(callback: (event: MouseEvent) => unknown): this {
    this.clickCallback = callback;
    return this;
  }
}

export class ExtraButtonComponent extends BaseComponent {
  readonly extraSettingsEl: HTMLElement;
  private clickCallback: (() => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.extraSettingsEl = containerEl.createDiv({
      cls: "clickable-icon extra-setting-button",
      attr: { role: "button", tabindex: 0 },
    });
    this.setIcon("settings");
    this.extraSettingsEl.addEventListener("click", () => this.press());
    this.extraSettingsEl.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.press();
    });
  }

  override setDisabled(disabled: boolean): this {
    this.extraSettingsEl.classList.toggle("is-disabled", disabled);
    return super.setDisabled(disabled);
  }

  setTooltip(tooltip: string, options?: TooltipOptions): this {
    setTooltip(this.extraSettingsEl, tooltip, options);
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.extraSettingsEl, icon);
    return this;
  }

  onClick(callback: () => unknown): this {
    this.clickCallback = callback;
    return this;
  }

  private press(): void {
    if (!this.disabled) this.clickCallback?.();
  }
}
