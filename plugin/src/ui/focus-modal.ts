/** Asks the user for the focus of the research. */
import { type App, ButtonComponent, Modal, TextComponent } from "obsidian";

/** Asks for a focus and calls `onFocusChosen` with it; does nothing if the user closes the window. */
export function askResearchFocus(app: App, onFocusChosen: (focus: string) => void): void {
  new ResearchFocusModal(app, onFocusChosen).open();
}

class ResearchFocusModal extends Modal {
  constructor(
    app: App,
    private readonly done: (focus: string) => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle("Research this note with a focus");
    this.contentEl.createEl("p", { text: "What should the research focus on?" });
    const field = new TextComponent(this.contentEl).setPlaceholder("A question, or a few words");
    field.inputEl.addClass("ibid-focus");
    field.inputEl.ariaLabel = "Focus";
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    const submitFocus = () => this.choose(field.getValue().trim());
    const continueButton = new ButtonComponent(buttons)
      .setButtonText("Continue")
      .setCta()
      .setDisabled(true)
      .onClick(submitFocus);
    new ButtonComponent(buttons).setButtonText("Cancel").onClick(() => this.close());
    field.onChange((words) => continueButton.setDisabled(words.trim() === ""));
    field.inputEl.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      submitFocus();
    });
    field.inputEl.focus();
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private choose(focus: string): void {
    if (focus === "") return;
    this.close();
    this.done(focus);
  }
}
