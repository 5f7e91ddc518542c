/**
 * The settings tab, drawn from the form that the core describes. Older versions of the app call `display`, newer ones
 * call `getSettingDefinitions`. Contains no names of settings.
 */
import {
  type App,
  ButtonComponent,
  debounce,
  type Debouncer,
  DropdownComponent,
  type Plugin,
  PluginSettingTab,
  SecretComponent,
  Setting,
  type SettingDefinitionItem,
  TextAreaComponent,
  TextComponent,
  ToggleComponent,
} from "obsidian";
import settingsForm from "ibid:settings-form";
import type { Action, ActionResult, Control, Field } from "../core/exports";
import type { CoreProxy } from "../core/core";
import { failureText, toFailure } from "../core/failure";
import { LatestOnly } from "../ui/latest-only";
import type { SettingsStore } from "./settings-store";
import { holdsFor, isShownField } from "./shown-field";
import { askForConsent } from "../consent/consent-modal";
import { ModelSuggest } from "./model-suggest";
import { showFailureNotice } from "../ui/notices";

const TYPING_PAUSE_MILLIS = 400;

/** Pause before the models of a server are listed: when the tab opens, its fields are drawn one by one. */
const LIST_MODELS_PAUSE_MILLIS = 50;

/** Maximum number of models that are named below the field; the field suggests all. */
const MAX_NAMED_MODELS = 5;

/** What the settings tab needs from the plugin. */
export interface SettingTabServices {
  core: CoreProxy;
  /** Called whenever a field is drawn, so several times when the tab is opened. */
  onOpen: () => void;
  onClose: () => void;
  /** Runs the action of a button, such as a test of the model, and returns its result for the user. */
  act: (action: Action, signal: AbortSignal) => Promise<ActionResult>;
}

export class IbidSettingTab extends PluginSettingTab {
  /** Rows of settings that are visible only while other settings have the values that the field requires. */
  private conditional: { field: Field; setting: Setting }[] = [];
  /** For each setting key, a function that shows a new value in the field. */
  private readonly showValue = new Map<string, (value: unknown) => void>();
  private readonly pendingSaves: Debouncer<[string], void>[] = [];
  /** Cancels the running actions of the tab's buttons when the tab is closed. */
  private actions = new AbortController();
  private readonly modelLists = new LatestOnly();

  constructor(
    app: App,
    plugin: Plugin,
    private readonly store: SettingsStore,
    private readonly services: SettingTabServices,
  ) {
    super(app, plugin);
  }

  override display(): void {
    this.containerEl.empty();
    this.conditional = [];
    for (const { heading, fields } of settingsForm.groups) {
      new Setting(this.containerEl).setName(heading).setHeading();
      for (const field of fields)
        this.draw(field, new Setting(this.containerEl).setName(field.name).setDesc(field.help));
    }
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    this.conditional = [];
    return settingsForm.groups.map(({ heading, fields }) => ({
      type: "group",
      heading,
      items: fields.map((field) => ({
        name: field.name,
        desc: field.help,
        render: (setting: Setting) => this.draw(field, setting),
      })),
    }));
  }

  /** Saves the last typed text and cancels running actions before the tab is closed. */
  override hide(): void {
    for (const save of this.pendingSaves.splice(0)) save.run();
    this.actions.abort();
    this.actions = new AbortController();
    this.services.onClose();
    super.hide();
  }

  private draw(field: Field, setting: Setting): void {
    // Only drawing a field means that the tab is open: newer versions of the app also call
    // `getSettingDefinitions` while it is closed, to search the settings.
    this.services.onOpen();
    this.showValue.set(field.key, controlDrawers[field.control.kind](field, setting, this.binding(field)));
    // The app connects the name of a setting with its control only for the eye.
    setting.controlEl
      .querySelectorAll("input, select, textarea")
      .forEach((control) => (control.ariaLabel = field.name));
    if (field.shownWhen.length === 0 && field.hiddenWhen.length === 0 && field.variants.length === 0) return;
    this.conditional.push({ field, setting });
    this.updateConditional();
  }

  private binding(field: Field): FieldBinding {
    return {
      app: this.app,
      core: this.services.core,
      savePending: () => {
        for (const save of this.pendingSaves) save.run();
      },
      act: (action) => this.services.act(action, this.actions.signal),
      value: this.store.get(field.key),
      afterTyping: (change) => {
        const saveDebounced = debounce(change, TYPING_PAUSE_MILLIS, true);
        this.pendingSaves.push(saveDebounced);
        return saveDebounced;
      },
      change: (value) => {
        this.store
          .set(field.key, value)
          .then((resets) => resets.forEach((key) => this.showValue.get(key)?.(this.store.get(key))))
          .catch((thrown: unknown) => showFailureNotice(toFailure(thrown)));
        this.clearResults(field);
        this.updateConditional();
      },
    };
  }

  /** Removes the results of tests in the group of a changed field: they were about its old value. */
  private clearResults(changed: Field): void {
    const group = settingsForm.groups.find(({ fields }) => fields.includes(changed));
    for (const { key, control } of group?.fields ?? []) if (control.kind === "action") this.showValue.get(key)?.("");
  }

  /** Shows or hides the fields that depend on other fields, and adapts their placeholders and links. */
  private updateConditional(): void {
    for (const { field, setting } of this.conditional) {
      setting.settingEl.toggle(isShownField(field, (key) => this.store.get(key)));
      if (field.variants.length > 0) this.showVariant(field, setting);
    }
  }

  /** Names the models of the user's own server below the field, or says that the server does not answer. */
  private readonly listModels = debounce(
    (setting: Setting) => {
      const listing = this.modelLists.run(() => this.services.core.call("models", null));
      const show = (text: string, state: "mod-success" | "mod-warning") => {
        setting.infoEl.querySelector(".ibid-setting-models")?.remove();
        setting.infoEl.createDiv({
          cls: ["ibid-checkup", "ibid-setting-models", state],
          text,
          attr: { "aria-live": "polite" },
        });
      };
      listing
        .then(
          (models) =>
            models !== undefined && show(modelListText(models), models.length === 0 ? "mod-warning" : "mod-success"),
        )
        .catch((thrown: unknown) => show(failureText(toFailure(thrown)), "mod-warning"));
    },
    LIST_MODELS_PAUSE_MILLIS,
    true,
  );

  private showVariant({ control, variants }: Field, setting: Setting): void {
    const variant = variants.find(({ when }) => holdsFor(when, (key) => this.store.get(key)));
    const usualPlaceholder = "placeholder" in control ? control.placeholder : "";
    const input = setting.controlEl.querySelector("input");
    if (input !== null && control.kind !== "secret") input.placeholder = variant?.placeholder || usualPlaceholder;
    setting.descEl.querySelector(".ibid-setting-link")?.remove();
    setting.infoEl.querySelector(".ibid-setting-models")?.remove();
    if (variant?.listsModels === true && setting.settingEl.isShown()) this.listModels(setting);
    const link = variant?.link;
    if (link === undefined) return;
    const linkEl = setting.descEl.createSpan({ cls: "ibid-setting-link", text: " " });
    linkEl.createEl("a", { cls: "external-link", text: link.text, href: link.url });
  }
}

interface FieldBinding {
  app: App;
  core: CoreProxy;
  /** Saves pending input, so that a test uses the values that the user sees. */
  savePending: () => void;
  /** Runs the action of a button; cancelled when the tab is closed. */
  act: (action: Action) => Promise<ActionResult>;
  value: unknown;
  change: (value: unknown) => void;
  /** Delays saving until the user pauses typing, so that not every keystroke is saved. */
  afterTyping: (change: (typed: string) => void) => Debouncer<[string], void>;
}

/** Draws a control and returns a function that shows another value in it. */
type DrawControl = (field: Field, setting: Setting, binding: FieldBinding) => (value: unknown) => void;

const IGNORE_NEW_VALUE = (): void => undefined;

const controlDrawers: Record<Control["kind"], DrawControl> = {
  choice: ({ control }, setting, { value, change }) => {
    if (control.kind !== "choice") return IGNORE_NEW_VALUE;
    const dropdown = new DropdownComponent(setting.controlEl);
    for (const option of control.options) dropdown.addOption(option.value, option.label);
    dropdown.setValue(String(value)).onChange(change);
    return (other) => void dropdown.setValue(String(other));
  },
  number: ({ control }, setting, { value, change }) => {
    if (control.kind !== "number") return IGNORE_NEW_VALUE;
    const { min, max } = control;
    const textField = new TextComponent(setting.controlEl);
    Object.assign(textField.inputEl, { type: "number", min: String(min), max: String(max) });
    textField
      .setValue(String(value))
      .onChange((typed) => change(Math.min(max, Math.max(min, Math.round(Number(typed)) || min))));
    return (other) => void textField.setValue(String(other));
  },
  toggle: (_field, setting, { value, change }) => {
    const toggle = new ToggleComponent(setting.controlEl).setValue(value === true).onChange(change);
    return (other) => void toggle.setValue(other === true);
  },
  text: ({ control }, setting, binding) => {
    if (control.kind !== "text") return IGNORE_NEW_VALUE;
    const { text } = drawTextField(setting, binding);
    text.setPlaceholder(control.placeholder);
    return (other) => void text.setValue(String(other));
  },
  model: (_field, setting, binding) => {
    const { text, save } = drawTextField(setting, binding);
    new ModelSuggest(binding.app, text.inputEl, binding.core).onSelect((model) => {
      // Cancels the delayed save: it would overwrite the chosen model with the typed search text.
      save.cancel();
      text.setValue(model);
      binding.change(model);
    });
    return (other) => void text.setValue(String(other));
  },
  lines: ({ control }, setting, { value, change, afterTyping }) => {
    if (control.kind !== "lines") return IGNORE_NEW_VALUE;
    const joinLines = (lines: unknown) => (Array.isArray(lines) ? lines.join("\n") : "");
    const saveLines = afterTyping((typed: string) => change(splitLines(typed)));
    const textArea = new TextAreaComponent(setting.controlEl)
      .setPlaceholder(control.placeholder)
      .setValue(joinLines(value))
      .onChange(saveLines);
    return (other) => void textArea.setValue(joinLines(other));
  },
  secret: (_field, setting, { app, value, change }) => {
    const secretField = new SecretComponent(app, setting.controlEl).setValue(String(value)).onChange(change);
    return (other) => void secretField.setValue(String(other));
  },
  action: ({ control }, setting, binding) => {
    if (control.kind !== "action") return IGNORE_NEW_VALUE;
    const { action, label, question } = control;
    const resultEl = setting.infoEl.createDiv({ cls: "ibid-checkup", attr: { "aria-live": "polite" } });
    const runs = new LatestOnly();
    const button = new ButtonComponent(setting.controlEl).setButtonText(label).onClick(async () => {
      if (question !== undefined && !(await askForConsent(binding.app, { ...question, no: "Cancel", final: true })))
        return;
      button.setDisabled(true);
      // Saved first: saving clears the results of earlier tests.
      binding.savePending();
      resultEl.className = "ibid-checkup";
      resultEl.setText(question === undefined ? "Connecting…" : "Working…");
      const actionResult = await runs.run(() => runAction(binding, action));
      button.setDisabled(false);
      if (actionResult === undefined) return;
      resultEl.addClass(actionResult.good ? "mod-success" : "mod-warning");
      resultEl.setText(failureText(actionResult));
    });
    return () => {
      runs.cancel();
      resultEl.empty();
    };
  },
};

/** Draws a text field. `save` runs when the user pauses typing; the caller can cancel it. */
function drawTextField(
  setting: Setting,
  { value, change, afterTyping }: FieldBinding,
): { text: TextComponent; save: Debouncer<[string], void> } {
  const saveTyped = afterTyping((typed) => change(typed.trim()));
  return { text: new TextComponent(setting.controlEl).setValue(String(value)).onChange(saveTyped), save: saveTyped };
}

async function runAction(binding: FieldBinding, action: Action): Promise<ActionResult> {
  try {
    return await binding.act(action);
  } catch (thrown) {
    const { message, hint } = toFailure(thrown);
    return { good: false, message, hint };
  }
}

function modelListText(models: string[]): string {
  if (models.length === 0) return "The server has no models yet. Install one first.";
  const hiddenCount = models.length - MAX_NAMED_MODELS;
  return `Available: ${models.slice(0, MAX_NAMED_MODELS).join(", ")}${hiddenCount > 0 ? ` and ${String(hiddenCount)} more` : ""}.`;
}

function splitLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
