/**
 * The settings tab, drawn from the form that the core describes: on older versions of the app by
 * `display`, on newer ones by definitions. Knows no setting by name.
 */
import { type App, ButtonComponent, debounce, type Debouncer, DropdownComponent, type Plugin, PluginSettingTab, SecretComponent, Setting, type SettingDefinitionItem, TextAreaComponent, TextComponent, ToggleComponent } from "obsidian";
import form from "ibid:settings-form";
import type { Action, Checkup, Control, Field } from "../../pkg/ibid";
import type { Core } from "./core";
import { failureOf, sentences } from "./failure";
import type { SettingsStore } from "./settings-store";
import { ask } from "./views/consent-modal";
import { ModelSuggest } from "./views/model-suggest";
import { failureNotice } from "./views/notices";

const TYPING_PAUSE_MILLIS = 400;

/** What the tab needs of the rest of the plugin. */
export interface TabHooks {
  /** Told whether the tab is on show. */
  onOpen: (open: boolean) => void;
  /** Does what a button asks for. */
  act: (action: Action, signal: AbortSignal) => Promise<Checkup>;
}

export class IbidSettingTab extends PluginSettingTab {
  /** Rows that are shown only while another field has a certain value. */
  private conditional: { field: Field; setting: Setting }[] = [];
  /** How each field that is drawn shows another value. */
  private readonly show = new Map<string, (value: unknown) => void>();
  private readonly typing: Debouncer<[string], void>[] = [];
  /** Ends whatever the tab's buttons started. */
  private actions = new AbortController();

  constructor(
    app: App,
    plugin: Plugin,
    private readonly store: SettingsStore,
    private readonly core: Core,
    private readonly hooks: TabHooks,
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
    this.hooks.onOpen(false);
    super.hide();
  }

  private draw(field: Field, setting: Setting): void {
    // Only what is drawn is open: newer versions of the app also ask for the definitions to search in them.
    this.hooks.onOpen(true);
    this.show.set(field.key, drawControl[field.control.kind](field, setting, this.binding(field)));
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
      act: (action) => this.hooks.act(action, this.actions.signal),
      value: this.store.get(field.key),
      onceTyped: (change) => {
        const save = debounce(change, TYPING_PAUSE_MILLIS, true);
        this.typing.push(save);
        return save;
      },
      change: (value) => {
        this.store
          .set(field.key, value)
          .then((resets) => resets.forEach((key) => this.show.get(key)?.(this.store.get(key))))
          .catch((thrown: unknown) => failureNotice(failureOf(thrown)));
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
  /** Does what a button asks for; stopped when the tab goes. */
  act: (action: Action) => Promise<Checkup>;
  value: unknown;
  change: (value: unknown) => void;
  /** Waits for the person to pause, so that not every key is saved. */
  onceTyped: (change: (typed: string) => void) => Debouncer<[string], void>;
}

/** Draws a control and answers with how it shows another value. */
type Draw = (field: Field, setting: Setting, binding: Binding) => (value: unknown) => void;

const NOTHING = (): void => undefined;

const drawControl: Record<Control["kind"], Draw> = {
  choice: ({ control }, setting, { value, change }) => {
    if (control.kind !== "choice") return NOTHING;
    const dropdown = new DropdownComponent(setting.controlEl);
    for (const option of control.options) dropdown.addOption(option.value, option.label);
    dropdown.setValue(String(value)).onChange(change);
    return (other) => void dropdown.setValue(String(other));
  },
  number: ({ control }, setting, { value, change }) => {
    if (control.kind !== "number") return NOTHING;
    const { min, max } = control;
    const text = new TextComponent(setting.controlEl);
    Object.assign(text.inputEl, { type: "number", min: String(min), max: String(max) });
    text.setValue(String(value)).onChange((typed) => change(Math.min(max, Math.max(min, Math.round(Number(typed)) || min))));
    return (other) => void text.setValue(String(other));
  },
  toggle: (_field, setting, { value, change }) => {
    const toggle = new ToggleComponent(setting.controlEl).setValue(value === true).onChange(change);
    return (other) => void toggle.setValue(other === true);
  },
  text: ({ control }, setting, binding) => {
    if (control.kind !== "text") return NOTHING;
    const { text } = typedText(setting, binding);
    text.setPlaceholder(control.placeholder);
    return (other) => void text.setValue(String(other));
  },
  model: (_field, setting, binding) => {
    const { text, save } = typedText(setting, binding);
    new ModelSuggest(binding.app, text.inputEl, binding.core).onSelect((model) => {
      // What was typed to find it must not be saved over it a moment later.
      save.cancel();
      text.setValue(model);
      binding.change(model);
    });
    return (other) => void text.setValue(String(other));
  },
  lines: ({ control }, setting, { value, change, onceTyped }) => {
    if (control.kind !== "lines") return NOTHING;
    const shown = (lines: unknown) => (Array.isArray(lines) ? lines.join("\n") : "");
    const settled = onceTyped((typed: string) => change(linesOf(typed)));
    const area = new TextAreaComponent(setting.controlEl).setPlaceholder(control.placeholder).setValue(shown(value)).onChange(settled);
    return (other) => void area.setValue(shown(other));
  },
  secret: (_field, setting, { app, value, change }) => {
    const secret = new SecretComponent(app, setting.controlEl).setValue(String(value)).onChange(change);
    return (other) => void secret.setValue(String(other));
  },
  action: ({ control }, setting, binding) => {
    if (control.kind !== "action") return NOTHING;
    const { action, label, question } = control;
    const result = setting.infoEl.createDiv({ cls: "ibid-checkup", attr: { "aria-live": "polite" } });
    const button = new ButtonComponent(setting.controlEl).setButtonText(label).onClick(async () => {
      if (question !== undefined && !(await ask(binding.app, { ...question, no: "Cancel", final: true }))) return;
      button.setDisabled(true);
      result.className = "ibid-checkup";
      result.setText(question === undefined ? "Connecting…" : "Working…");
      const checkup = await act(binding, action);
      result.addClass(checkup.good ? "mod-success" : "mod-warning");
      result.setText(sentences(checkup));
      button.setDisabled(false);
    });
    return NOTHING;
  },
};

/** A line of text that is saved once the person pauses. */
function typedText(setting: Setting, { value, change, onceTyped }: Binding): { text: TextComponent; save: Debouncer<[string], void> } {
  const save = onceTyped((typed) => change(typed.trim()));
  return { text: new TextComponent(setting.controlEl).setValue(String(value)).onChange(save), save };
}

async function act(binding: Binding, action: Action): Promise<Checkup> {
  binding.settle();
  try {
    return await binding.act(action);
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
