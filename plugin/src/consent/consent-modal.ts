/** The window that asks for consent: before data is sent to a service for the first time, or before data is deleted. */
import { type App, ButtonComponent } from "obsidian";
import { AnswerModal } from "../ui/answer-modal";

/** Texts of the window: the title, what would be sent or deleted, what stays on the device, and the two buttons. */
export interface ConsentQuestion {
  title: string;
  what: string;
  limits: string;
  yes: string;
  no: string;
  /** Whether the action cannot be undone; the button that confirms it then looks like a warning. */
  final?: boolean;
}

/** Shows a question and returns whether the user agrees. Closing the window or aborting the signal means no. */
export async function askForConsent(app: App, question: ConsentQuestion, signal?: AbortSignal): Promise<boolean> {
  return (await new ConsentModal(app, question).ask(signal)) === "yes";
}

class ConsentModal extends AnswerModal<"yes"> {
  constructor(
    app: App,
    private readonly question: ConsentQuestion,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { title, what, limits, yes, no, final } = this.question;
    this.setTitle(title);
    this.contentEl.createEl("p", { text: what });
    this.contentEl.createEl("p", { text: limits });
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    const yesButton = new ButtonComponent(buttons)
      .setButtonText(yes)
      .setClass(final === true ? "mod-warning" : "mod-cta");
    yesButton.onClick(() => this.choose("yes"));
    new ButtonComponent(buttons).setButtonText(no).onClick(() => this.close());
  }
}
