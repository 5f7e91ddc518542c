/**
 * The settings tab, drawn from the form that the core describes: on older versions of the app by
 * `display`, on newer ones by definitions. Knows no setting by name.
 */
import { type App, debounce, type Debouncer, type Plugin, PluginSettingTab, SecretComponent, Setting, type SettingDefinitionItem } from "obsidian";
import form from "ibid:settings-form";
import type { Action, Checkup, Control, Field } from "../../pkg/ibid";
import type { Core } from "./core";
import { failureOf, sentences } from "./failure";
import type { SettingsStore } from "./settings-store";
import { ModelSuggest } from "./views/model-suggest";
import { failureNotice } from "./views/notices";

const TYPING_PAUSE_MILLIS = 400;

export class IbidSettingTab extends PluginSettingTab {
  /** Rows that are shown only while another field has a certain value. */
  private conditional: { field: Field; setting: Setting }[] = [];
  private readonly typing: Debouncer<[string], void>[] = [];
  /** Ends whatever the tab's buttons started. */
  private actions = new AbortController();

  constructor(
    app: App,
    plugin: Plugin,
    private readonly store: SettingsStore,
    private readonly core: Core,
    private readonly onOpen: (open: boolean) => void,
  ) {
    super(app, plugin);
  }

  override display(): void {
    this.containerEl.empty();
    this.conditional = [];
    for (const { heading, fields } of form.groups) {
      new Setting(this.containerEl).setName(heading).setHeading();
      for (const field of fields) this.draw(field, new Setting(this.containerEl).setName(field.name).setDesc(field.help));
    }
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    this.conditional = [];
    return form.groups.map(({ heading, fields }) => ({
      type: "group",
      heading,
      items: fields.map((field) => ({
        name: field.name,
        desc: field.help,
        render: (setting: Setting) => this.draw(field, setting),
      })),
    }));
  }

  /** What was typed last is saved before the tab goes, and what was started there is stopped. */
  override hide(): void {
    for (const save of this.typing.splice(0)) save.run();
    this.actions.abort();
    this.actions = new AbortController();
    this.onOpen(false);
    super.hide();
  }

  private draw(field: Field, setting: Setting): void {
    // Only what is drawn is open: newer versions of the app also ask for the definitions to search in them.
    this.onOpen(true);
    drawControl[field.control.kind](field, setting, this.binding(field));
    if (field.shownWhen.length === 0) return;
    this.conditional.push({ field, setting });
    this.showWhatApplies();
  }

  private binding(field: Field): Binding {
    return {
      app: this.app,
      core: this.core,
      settle: () => {
        for (const save of this.typing) save.run();
      },
      signal: () => this.actions.signal,
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
      setting.settingEl.toggle(field.shownWhen.every(({ key, values }) => values.some((value) => value === this.store.get(key))));
    }
  }
}

interface Binding {
  app: App;
  core: Core;
  /** Saves what was typed last, so that a test is about what is seen. */
  settle: () => void;
  /** Aborted when the tab goes. */
  signal: () => AbortSignal;
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
  toggle: (_field, setting, { value, change }) => {
    setting.addToggle((toggle) => toggle.setValue(value === true).onChange(change));
  },
  text: ({ control }, setting, { value, change, onceTyped }) => {
    if (control.kind !== "text") return;
    const settled = onceTyped((typed: string) => change(typed.trim()));
    setting.addText((text) => text.setPlaceholder(control.placeholder).setValue(String(value)).onChange(settled));
  },
  model: (_field, setting, { app, core, value, change, onceTyped }) => {
    const settled = onceTyped((typed: string) => change(typed.trim()));
    setting.addText((text) => {
      text.setValue(String(value)).onChange(settled);
      new ModelSuggest(app, text.inputEl, core).onSelect((model) => {
        text.setValue(model);
        change(model);
      });
    });
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
  action: ({ control }, setting, binding) => {
    if (control.kind !== "action") return;
    const result = setting.infoEl.createDiv({ cls: "ibid-checkup", attr: { "aria-live": "polite" } });
    setting.addButton((button) => {
      button.setButtonText(control.label).onClick(async () => {
        button.setDisabled(true);
        result.className = "ibid-checkup";
        result.setText("Asking…");
        const checkup = await act(binding, control.action);
        result.addClass(checkup.good ? "mod-success" : "mod-warning");
        result.setText(sentences(checkup));
        button.setDisabled(false);
      });
    });
  },
};

async function act(binding: Binding, action: Action): Promise<Checkup> {
  binding.settle();
  try {
    return await binding.core.call("act", action, { signal: binding.signal() });
  } catch (thrown) {
    const { message, hint } = failureOf(thrown);
    return { good: false, message, hint };
  }
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
