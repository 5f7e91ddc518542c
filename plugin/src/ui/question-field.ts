/** A text field for a question, with a button that asks it and then stops it. */
import { ButtonComponent } from "obsidian";

/** Whether the field's own question is running, or that of another field. */
export type QuestionFieldState = "idle" | "running" | "blocked";

export interface QuestionFieldOptions {
  placeholder: string;
  label: string;
  rows: number;
  ask: () => void;
  stop: () => void;
}

export class QuestionField {
  readonly inputEl: HTMLTextAreaElement;
  private button: ButtonComponent | undefined;
  private state: QuestionFieldState = "idle";

  constructor(
    parent: HTMLElement,
    private readonly options: QuestionFieldOptions,
  ) {
    const { placeholder, label, rows } = options;
    this.inputEl = parent.createEl("textarea", {
      cls: "ibid-ask-question",
      placeholder,
      attr: { "aria-label": label, rows, enterkeyhint: "send" },
    });
    this.inputEl.addEventListener("keydown", (event) => this.askOnEnter(event));
  }

  /** Adds the button, which may have other controls before it. */
  addButton(parent: HTMLElement): ButtonComponent {
    this.button = new ButtonComponent(parent)
      .setButtonText("Ask")
      .onClick(() => (this.state === "running" ? this.options.stop() : this.options.ask()));
    return this.button;
  }

  get question(): string {
    return this.inputEl.value.trim();
  }

  set question(text: string) {
    this.inputEl.value = text;
  }

  setState(state: QuestionFieldState): void {
    this.state = state;
    this.button?.setButtonText(state === "running" ? "Stop" : "Ask").setDisabled(state === "blocked");
  }

  private askOnEnter(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.options.ask();
  }
}
