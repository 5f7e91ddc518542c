/** Asks what to do with a Research section before a run: one with the user's own text, or one with a report on the whole note. */
import { type App, ButtonComponent } from "obsidian";
import type { NoteSurvey, OnExisting } from "../core/exports";
import { AnswerModal } from "../ui/answer-modal";

/**
 * Returns what to do with a section that the user wrote or edited; `undefined` if the user closes the window or stops
 * the run.
 */
export function askExistingSectionAction(
  app: App,
  { section, mergeable }: NoteSurvey,
  signal: AbortSignal,
): Promise<OnExisting | undefined> {
  const reason = section === "edited" ? "It was edited after Ibid wrote it." : "Ibid didn't write it.";
  return new ExistingSectionModal(app, {
    title: "This note already has a research section",
    text: `${reason} What do you want to do?`,
    hint: section === "edited" && !mergeable ? UNMERGEABLE_TEXT : "",
    choices: mergeable ? [MERGE, KEEP, REPLACE] : [KEEP, REPLACE],
  }).ask(signal);
}

/**
 * Returns what to do with a report when only a part of its note is researched; `undefined` if the user closes the window
 * or stops the run.
 */
export function askPartialReportAction(app: App, signal: AbortSignal): Promise<OnExisting | undefined> {
  return new ExistingSectionModal(app, {
    title: "This note already has a report",
    text: "You are researching only a part of the note. What do you want to do with the report?",
    hint: "Ibid remembers this. You can change it in settings.",
    choices: [ADD, REPLACE_REPORT],
  }).ask(signal);
}

const UNMERGEABLE_TEXT =
  "Your changes can't be merged with the new report: Ibid's original text is stored for a week, and only on the device that wrote it.";

interface Choice {
  action: OnExisting;
  name: string;
  effect: string;
}

interface Question {
  title: string;
  text: string;
  /** A further remark; empty if there is none. */
  hint: string;
  /** The default comes first. */
  choices: Choice[];
}

const MERGE: Choice = {
  action: "merge",
  name: "Merge changes",
  effect: "Updates what Ibid wrote and keeps your changes.",
};
const KEEP: Choice = {
  action: "keep",
  name: "Keep and add below",
  effect: "Leaves this section as it is and adds the new report below it.",
};
const REPLACE: Choice = {
  action: "replace",
  name: "Replace section",
  effect: "Replaces the whole section, with everything you wrote in it. You can undo this.",
};
const ADD: Choice = {
  action: "add",
  name: "Add to the report",
  effect: "Keeps the report and adds the new topics below it.",
};
const REPLACE_REPORT: Choice = {
  action: "replace",
  name: "Replace the report",
  effect: "Replaces the report by one on the new topics alone. You can undo this.",
};

class ExistingSectionModal extends AnswerModal<OnExisting> {
  constructor(
    app: App,
    private readonly question: Question,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { title, text, hint, choices } = this.question;
    this.setTitle(title);
    this.contentEl.createEl("p", { text });
    const list = this.contentEl.createDiv({ cls: "ibid-choices" });
    const [first] = choices.map((choice) => this.addChoice(list, choice));
    first?.addClass("mod-cta");
    if (hint !== "") this.contentEl.createEl("p", { cls: "ibid-existing-hint", text: hint });
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    new ButtonComponent(buttons).setButtonText("Cancel").onClick(() => this.close());
    first?.focus();
  }

  /** Adds a button with a line that says what it does to the section. */
  private addChoice(parent: HTMLElement, { action, name, effect }: Choice): HTMLElement {
    const button = parent.createEl("button", { cls: "ibid-choice", attr: { type: "button" } });
    button.createDiv({ cls: "ibid-choice-name", text: name });
    button.createDiv({ cls: "ibid-choice-effect", text: effect });
    button.addEventListener("click", () => this.choose(action));
    return button;
  }
}
