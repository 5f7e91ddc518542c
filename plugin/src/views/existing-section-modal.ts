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
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    new ButtonComponent(buttons).setButtonText("Keep and add below").setCta().onClick(() => this.choose("keep"));
    if (mergeable) new ButtonComponent(buttons).setButtonText("Merge changes").onClick(() => this.choose("merge"));
    new ButtonComponent(buttons).setButtonText("Replace section").setClass("mod-warning").onClick(() => this.choose("replace"));
    new ButtonComponent(buttons).setButtonText("Cancel").onClick(() => this.close());
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
