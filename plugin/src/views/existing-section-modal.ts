/** Asks what to do with a Research section that contains the user's own text. */
import { type App, ButtonComponent, Modal } from "obsidian";
import type { OnExisting, NoteSurvey } from "../../../pkg/ibid";

/**
 * Returns what to do with the section; `undefined` if the user closes the window or stops the run.
 */
export function askExistingSectionAction(app: App, survey: NoteSurvey, signal: AbortSignal): Promise<OnExisting | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const modal = new ExistingSectionModal(app, survey, resolve);
    signal.addEventListener("abort", () => modal.close(), { once: true });
    modal.open();
  });
}

const UNMERGEABLE_TEXT = "Your changes can't be merged with the new report: Ibid's original text is stored for a week, and only on the device that wrote it.";

interface Choice {
  action: OnExisting;
  name: string;
  effect: string;
}

const MERGE: Choice = { action: "merge", name: "Merge changes", effect: "Updates what Ibid wrote and keeps your changes." };
const KEEP: Choice = { action: "keep", name: "Keep and add below", effect: "Leaves this section as it is and adds the new report below it." };
const REPLACE: Choice = { action: "replace", name: "Replace section", effect: "Replaces the whole section, with everything you wrote in it. You can undo this." };

class ExistingSectionModal extends Modal {
  private answer: OnExisting | undefined;

  constructor(
    app: App,
    private readonly survey: NoteSurvey,
    private readonly done: (answer: OnExisting | undefined) => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle("This note already has a research section");
    const { section, mergeable } = this.survey;
    const reasonText = section === "edited" ? "It was edited after Ibid wrote it." : "Ibid didn't write it.";
    this.contentEl.createEl("p", { text: `${reasonText} What do you want to do?` });
    if (section === "edited" && !mergeable) this.contentEl.createEl("p", { cls: "ibid-existing-hint", text: UNMERGEABLE_TEXT });
    const choices = mergeable ? [MERGE, KEEP, REPLACE] : [KEEP, REPLACE];
    const list = this.contentEl.createDiv({ cls: "ibid-choices" });
    const [first] = choices.map((choice) => this.addChoice(list, choice));
    first?.addClass("mod-cta");
    first?.focus();
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    new ButtonComponent(buttons).setButtonText("Cancel").onClick(() => this.close());
  }

  /** Adds a button with a line that says what it does to the section. */
  private addChoice(parent: HTMLElement, { action, name, effect }: Choice): HTMLElement {
    const button = parent.createEl("button", { cls: "ibid-choice", attr: { type: "button" } });
    button.createDiv({ cls: "ibid-choice-name", text: name });
    button.createDiv({ cls: "ibid-choice-effect", text: effect });
    button.addEventListener("click", () => this.choose(action));
    return button;
  }

  override onClose(): void {
    this.contentEl.empty();
    this.done(this.answer);
  }

  private choose(answer: OnExisting): void {
    this.answer = answer;
    this.close();
  }
}
