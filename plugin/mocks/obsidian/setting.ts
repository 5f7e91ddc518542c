/**
 * Setting: one row of a settings page, with name and description on the left and controls on the right. SettingGroup:
 * rows under a heading in a card. They neither load nor save values.
 */
import type { TooltipOptions } from "obsidian";
import { ButtonComponent, ExtraButtonComponent } from "./buttons";
import type { BaseComponent } from "./control";
import {
  ColorComponent,
  DisplayValueComponent,
  DropdownComponent,
  ProgressBarComponent,
  SliderComponent,
  ToggleComponent,
} from "./controls";
import { SearchComponent, TextAreaComponent, TextComponent } from "./text-controls";
import { setTooltip } from "./tooltip";

export class Setting {
  readonly settingEl: HTMLElement;
  readonly infoEl: HTMLElement;
  readonly nameEl: HTMLElement;
  readonly descEl: HTMLElement;
  readonly controlEl: HTMLElement;
  components: BaseComponent[] = [];
  errorEl: HTMLElement | null = null;

  constructor(containerEl: HTMLElement) {
    this.settingEl = containerEl.createDiv({ cls: "setting-item" });
    this.infoEl = this.settingEl.createDiv({ cls: "setting-item-info" });
    this.nameEl = this.infoEl.createDiv({ cls: "setting-item-name" });
    this.descEl = this.infoEl.createDiv({ cls: "setting-item-description" });
    this.controlEl = this.settingEl.createDiv({ cls: "setting-item-control" });
  }

  setName(name: string | DocumentFragment): this {
    this.nameEl.replaceChildren(name);
    return this;
  }

  setDesc(desc: string | DocumentFragment): this {
    this.descEl.replaceChildren(desc);
    return this;
  }

  setClass(cls: string): this {
    this.settingEl.classList.add(cls);
    return this;
  }

  setTooltip(tooltip: string, options?: TooltipOptions): this {
    setTooltip(this.nameEl, tooltip, options);
    return this;
  }

  setHeading(): this {
    this.settingEl.classList.add("setting-item-heading");
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.settingEl.classList.toggle("is-disabled", disabled);
    for (const component of this.components) component.setDisabled(disabled);
    return this;
  }

  setErrorMessage(message: string | null): this {
    this.settingEl.classList.toggle("has-error", message !== null);
    if (message === null) {
      this.errorEl?.remove();
      this.errorEl = null;
      return this;
    }
    this.errorEl ??= this.infoEl.createDiv({ cls: "setting-item-error", attr: { role: "alert" } });
    this.errorEl.textContent = message;
    return this;
  }

  addDisplayValue(cb: (component: DisplayValueComponent) => unknown): this {
    cb(new DisplayValueComponent(this.controlEl));
    return this;
  }

  addButton(cb: (component: ButtonComponent) => unknown): this {
    return this.add(new ButtonComponent(this.controlEl), cb);
  }

  addExtraButton(cb: (component: ExtraButtonComponent) => unknown): this {
    return this.add(new ExtraButtonComponent(this.controlEl), cb);
  }

  addToggle(cb: (component: ToggleComponent) => unknown): this {
    this.settingEl.classList.add("mod-toggle");
    return this.add(new ToggleComponent(this.controlEl), cb);
  }

  addText(cb: (component: TextComponent) => unknown): this {
    return this.add(new TextComponent(this.controlEl), cb);
  }

  addTextArea(cb: (component: TextAreaComponent) => unknown): this {
    return this.add(new TextAreaComponent(this.controlEl), cb);
  }

  addSearch(cb: (component: SearchComponent) => unknown): this {
    return this.add(new SearchComponent(this.controlEl), cb);
  }

  addDropdown(cb: (component: DropdownComponent) => unknown): this {
    return this.add(new DropdownComponent(this.controlEl), cb);
  }

  addColorPicker(cb: (component: ColorComponent) => unknown): this {
    return this.add(new ColorComponent(this.controlEl), cb);
  }

  addProgressBar(cb: (component: ProgressBarComponent) => unknown): this {
    return this.add(new ProgressBarComponent(this.controlEl), cb);
  }

  addSlider(cb: (component: SliderComponent) => unknown): this {
    return this.add(new SliderComponent(this.controlEl), cb);
  }

  addComponent<T extends BaseComponent>(cb: (el: HTMLElement) => T): this {
    this.components.push(cb(this.controlEl));
    return this;
  }

  then(cb: (setting: this) => unknown): this {
    cb(this);
    return this;
  }

  clear(): this {
    this.controlEl.replaceChildren();
    this.components = [];
    return this;
  }

  private add<T extends BaseComponent>(component: T, cb: (component: T) => unknown): this {
    this.components.push(component);
    cb(component);
    return this;
  }
}

export class SettingGroup {
  readonly groupEl: HTMLElement;
  readonly listEl: HTMLElement;
  private heading: Setting | null = null;

  constructor(containerEl: HTMLElement) {
    this.groupEl = containerEl.createDiv({ cls: "setting-group" });
    this.listEl = this.groupEl.createDiv({ cls: "setting-items" });
  }

  setHeading(text: string | DocumentFragment): this {
    this.header().setName(text);
    return this;
  }

  addClass(...classes: string[]): this {
    this.groupEl.classList.add(...classes);
    return this;
  }

  addSetting(cb: (setting: Setting) => void): this {
    cb(new Setting(this.listEl));
    return this;
  }

  addSearch(cb: (component: SearchComponent) => unknown): this {
    const box = createDiv({ cls: "setting-group-search" });
    this.groupEl.insertBefore(box, this.listEl);
    cb(new SearchComponent(box));
    return this;
  }

  addExtraButton(cb: (component: ExtraButtonComponent) => unknown): this {
    cb(new ExtraButtonComponent(this.header().controlEl));
    return this;
  }

  private header(): Setting {
    if (this.heading) return this.heading;
    this.heading = new Setting(this.groupEl).setHeading();
    this.groupEl.prepend(this.heading.settingEl);
    return this.heading;
  }
}
