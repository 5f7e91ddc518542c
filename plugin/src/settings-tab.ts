/**
 * The settings tab, drawn from the form that the core describes: on older versions of the app by
 * `display`, on newer ones by definitions. Knows no setting by name.
 */
import { type App, type Plugin, PluginSettingTab, SecretComponent, Setting, type SettingDefinitionItem } from "obsidian";
import form from "ibid:settings-form";
import type { Control, Field } from "../../pkg/ibid";
import type { SettingsStore } from "./settings-store";

export class IbidSettingTab extends PluginSettingTab {
  /** Rows that are shown only while another field has a certain value. */
  private conditional: { field: Field; setting: Setting }[] = [];

  constructor(
    app: App,
    plugin: Plugin,
    private readonly store: SettingsStore,
  ) {
    super(app, plugin);
  }

  override display(): void {
    this.containerEl.empty();
    this.conditional = [];
    for (const field of form.fields) this.draw(field, new Setting(this.containerEl).setName(field.name).setDesc(field.help));
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    this.conditional = [];
    return form.fields.map((field) => ({
      name: field.name,
      desc: field.help,
      render: (setting: Setting) => this.draw(field, setting),
    }));
  }

  private draw(field: Field, setting: Setting): void {
    drawControl[field.control.kind](field, setting, this.binding(field));
    if (field.shownWhen === undefined) return;
    this.conditional.push({ field, setting });
    this.showWhatApplies();
  }

  private binding(field: Field): Binding {
    return {
      app: this.app,
      value: this.store.get(field.key),
      change: (value) => {
        void this.store.set(field.key, value);
        this.showWhatApplies();
      },
    };
  }

  private showWhatApplies(): void {
    for (const { field, setting } of this.conditional) {
      const { shownWhen } = field;
      setting.settingEl.toggle(shownWhen === undefined || this.store.get(shownWhen.key) === shownWhen.value);
    }
  }
}

interface Binding {
  app: App;
  value: unknown;
  change: (value: unknown) => void;
}

type Draw = (field: Field, setting: Setting, binding: Binding) => void;

const drawControl: Record<Control["kind"], Draw> = {
  choice: ({ control }, setting, { value, change }) => {
    if (control.kind !== "choice") return;
    setting.addDropdown((dropdown) => {
      for (const option of control.options) dropdown.addOption(option.value, option.label);
      dropdown.setValue(String(value)).onChange(change);
    });
  },
  number: ({ control }, setting, { value, change }) => {
    if (control.kind !== "number") return;
    const { min, max } = control;
    setting.addText((text) => {
      Object.assign(text.inputEl, { type: "number", min: String(min), max: String(max) });
      text.setValue(String(value)).onChange((typed) => change(Math.min(max, Math.max(min, Math.round(Number(typed)) || min))));
    });
  },
  text: (_field, setting, { value, change }) => {
    setting.addText((text) => text.setValue(String(value)).onChange((typed) => change(typed.trim())));
  },
  lines: ({ control }, setting, { value, change }) => {
    if (control.kind !== "lines") return;
    const lines = Array.isArray(value) ? value.join("\n") : "";
    setting.addTextArea((area) => area.setPlaceholder(control.placeholder).setValue(lines).onChange((typed) => change(linesOf(typed))));
  },
  secret: (_field, setting, { app, value, change }) => {
    setting.addComponent((container) => new SecretComponent(app, container).setValue(String(value)).onChange(change));
  },
};

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
