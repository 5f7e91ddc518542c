/**
 * One control of a declarative setting: created by its type, filled by the tab, and validated after a change of the
 * user. A rejected value never reaches the tab.
 */
import type { SettingControl } from "obsidian";
import type { AppWindow } from "./app-window";
import { TFolder, type TFile } from "./files";
import { AbstractInputSuggest } from "./input-suggest";
import type { Setting } from "./setting";

export interface ControlOwner {
  app: AppWindow;
  getControlValue(key: string): unknown;
  setControlValue(key: string, value: unknown): void | Promise<void>;
  refreshDomState(): void;
  /** Draws the tab from its definitions again. */
  update(): void;
}

type Change = (value: unknown) => void;

export function bindControl(setting: Setting, control: SettingControl, owner: ControlOwner): void {
  const value = owner.getControlValue(control.key) ?? control.defaultValue;
  const accept: Change = (next) => void change(setting, control, owner, next);
  addControl(setting, control, value, accept, owner.app);
  if (value !== undefined) void validate(setting, control, value);
}

async function change(setting: Setting, control: SettingControl, owner: ControlOwner, value: unknown): Promise<void> {
  if (!(await validate(setting, control, value))) return;
  await owner.setControlValue(control.key, value);
  owner.refreshDomState();
}

async function validate(setting: Setting, control: SettingControl, value: unknown): Promise<boolean> {
  const message = await control.validate?.(value as never);
  setting.setErrorMessage(message || null);
  return !message;
}

function addControl(setting: Setting, control: SettingControl, value: unknown, accept: Change, app: AppWindow): void {
  switch (control.type) {
    case "toggle":
      setting.addToggle((toggle) => toggle.setValue(value === true).onChange(accept));
      break;
    case "dropdown":
      setting.addDropdown((dropdown) => dropdown.addOptions(control.options).setValue(text(value)).onChange(accept));
      break;
    case "text":
      setting.addText((input) =>
        input
          .setPlaceholder(control.placeholder ?? "")
          .setValue(text(value))
          .onChange(accept),
      );
      break;
    case "textarea":
      setting.addTextArea((area) => {
        area.inputEl.rows = control.rows ?? 3;
        area
          .setPlaceholder(control.placeholder ?? "")
          .setValue(text(value))
          .onChange(accept);
      });
      break;
    case "number":
      addNumber(setting, control, value, accept);
      break;
    case "slider":
      setting.addSlider((slider) => {
        slider
          .setLimits(control.min, control.max, control.step)
          .setValue(Number(value ?? control.min))
          .onChange(accept);
        if (control.displayFormat) slider.setDisplayFormat(control.displayFormat);
      });
      break;
    case "color":
      setting.addColorPicker((color) => color.setValue(text(value)).onChange(accept));
      break;
    case "file":
    case "folder":
      addPath(setting, control, value, accept, app);
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}

type NumberControl = Extract<SettingControl, { type: "number" }>;
type PathControl = Extract<SettingControl, { type: "file" | "folder" }>;

function addNumber(setting: Setting, control: NumberControl, value: unknown, accept: Change): void {
  setting.addText((input) => {
    const { inputEl } = input;
    inputEl.type = "number";
    if (control.min !== undefined) inputEl.min = String(control.min);
    if (control.max !== undefined) inputEl.max = String(control.max);
    inputEl.step = String(control.step ?? 1);
    input.setPlaceholder(control.placeholder ?? "").setValue(text(value));
    input.onChange((typed) =>
      accept(typed.trim() === "" || Number.isNaN(Number(typed)) ? (control.defaultValue ?? 0) : Number(typed)),
    );
  });
}

function addPath(setting: Setting, control: PathControl, value: unknown, accept: Change, app: AppWindow): void {
  setting.addText((input) => {
    input
      .setPlaceholder(control.placeholder ?? "")
      .setValue(text(value))
      .onChange(accept);
    new PathSuggest(app, input.inputEl, control).onSelect((path) => {
      input.setValue(path);
      accept(path);
    });
  });
}

class PathSuggest extends AbstractInputSuggest<string> {
  constructor(
    app: AppWindow,
    inputEl: HTMLInputElement,
    private readonly control: PathControl,
  ) {
    super(app, inputEl);
  }

  protected getSuggestions(query: string): string[] {
    const wanted = query.toLowerCase();
    return this.paths().filter((path) => path.toLowerCase().includes(wanted));
  }

  renderSuggestion(path: string, el: HTMLElement): void {
    el.textContent = path;
  }

  override selectSuggestion(path: string, event: MouseEvent | KeyboardEvent): void {
    super.selectSuggestion(path, event);
    this.close();
  }

  private paths(): string[] {
    const { control } = this;
    const { vault } = this.app;
    if (control.type === "file")
      return vault
        .getFiles()
        .filter((file: TFile) => control.filter?.(file as never) ?? true)
        .map((file) => file.path);
    const folders = vault
      .getAllFolders(control.includeRoot)
      .filter((folder: TFolder) => control.filter?.(folder as never) ?? true);
    return folders.map((folder) => folder.path);
  }
}
