/**
 * The settings tab, drawn from the form that the core describes: on older versions of the app by
 * `display`, on newer ones by definitions. Knows no setting by name.
 */
import { type App, debounce, type Debouncer, type Plugin, PluginSettingTab, SecretComponent, Setting, type SettingDefinitionItem } from "obsidian";
import form from "ibid:settings-form";
import type { Control, Field } from "../../pkg/ibid";
import { failureOf } from "./failure";
import type { SettingsStore } from "./settings-store";
import { failureNotice } from "./views/notices";

const TYPING_PAUSE_MILLIS = 400;

export class IbidSettingTab extends PluginSettingTab {
  /** Rows that are shown only while another field has a certain value. */
  private conditional: { field: Field; setting: Setting }[] = [];
  private readonly typing: Debouncer<[string], void>[] = [];

  constructor(
    app: App,
    plugin: Plugin,
    private readonly store: SettingsStore,
    private readonly onOpen: (open: boolean) => void,
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

  /** What was typed last is saved before the tab goes. */
  override hide(): void {
    for (const save of this.typing.splice(0)) save.run();
    this.onOpen(false);
    super.hide();
  }

  private draw(field: Field, setting: Setting): void {
    // Only what is drawn is open: newer versions of the app also ask for the definitions to search in them.
    this.onOpen(true);
    drawControl[field.control.kind](field, setting, this.binding(field));
    if (field.shownWhen === undefined) return;
    this.conditional.push({ field, setting });
    this.showWhatApplies();
  }

  private binding(field: Field): Binding {
    return {
      app: this.app,
      value: this.store.get(field.key),
      onceTyped: (change) => {
        const save = debounce(change, TYPING_PAUSE_MILLIS, true);
        this.typing.push(save);
        return save;
      },
      change: (value) => {
        this.store.set(field.key, value).catch((thrown: unknown) => failureNotice(failureOf(thrown)));
        this.showWhatApplies();
      },
    };
  }

  private showWhatApplies(): void {
    for (const { field, setting } of this.conditional) {
      const { shownWhen } = field;
      setting.settingEl.toggle(shownWhen === undefined || shownWhen.values.some((value) => value === this.store.get(shownWhen.key)));
    }
  }
}

interface Binding {
  app: App;
  value: unknown;
  change: (value: unknown) => void;
  /** Waits for the person to pause, so that not every key is saved. */
  onceTyped: (change: (typed: string) => void) => (typed: string) => void;
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
  text: (_field, setting, { value, change, onceTyped }) => {
    const settled = onceTyped((typed: string) => change(typed.trim()));
    setting.addText((text) => text.setValue(String(value)).onChange(settled));
  },
  lines: ({ control }, setting, { value, change, onceTyped }) => {
    if (control.kind !== "lines") return;
    const lines = Array.isArray(value) ? value.join("\n") : "";
    const settled = onceTyped((typed: string) => change(linesOf(typed)));
    setting.addTextArea((area) => area.setPlaceholder(control.placeholder).setValue(lines).onChange(settled));
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
