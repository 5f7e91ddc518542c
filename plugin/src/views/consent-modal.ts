/** Asks, before the first time, whether the text of notes may be sent to a service. */
import { type App, ButtonComponent, Modal } from "obsidian";

/** Whether the person agrees; closing the window is a no. */
export function askConsent(app: App, host: string): Promise<boolean> {
  return new Promise((resolve) => new ConsentModal(app, host, resolve).open());
}

class ConsentModal extends Modal {
  private agreed = false;

  constructor(
    app: App,
    private readonly host: string,
    private readonly done: (agreed: boolean) => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle("Send your notes to this service?");
    this.contentEl.createEl("p", { text: `To find notes by meaning, Ibid sends the text of your notes to ${this.host}, and later the words you search for.` });
    this.contentEl.createEl("p", { text: "Private and excluded notes stay on this device. You can switch it off in the settings at any time." });
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    new ButtonComponent(buttons).setButtonText("Send my notes").setCta().onClick(() => {
      this.agreed = true;
      this.close();
    });
    new ButtonComponent(buttons).setButtonText("Not now").onClick(() => this.close());
  }

  override onClose(): void {
    this.contentEl.empty();
    this.done(this.agreed);
  }
}
