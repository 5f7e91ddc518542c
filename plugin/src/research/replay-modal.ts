/** Shows the report of a replayed run log as text that can be read and copied. */
import { type App, ButtonComponent, Modal, Notice } from "obsidian";
import { showMessageNotice } from "../ui/notices";

/** What the window shows: a title, sentences about the replay, and the report. */
export interface Replay {
  title: string;
  facts: string[];
  report: string;
}

export class ReplayModal extends Modal {
  constructor(
    app: App,
    private readonly replay: Replay,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { replay, contentEl } = this;
    this.modalEl.addClass("ibid-audit-log-modal");
    this.setTitle(`Replay of “${replay.title}”`);
    for (const fact of replay.facts) contentEl.createEl("p", { text: fact });
    contentEl.createEl("p", {
      text: "Replayed with the recorded responses. Nothing was sent, and your notes didn't change.",
    });
    contentEl.createEl("pre", { cls: "ibid-audit-sent", text: replay.report, attr: { tabindex: 0 } });
    const buttons = contentEl.createDiv({ cls: "modal-button-container" });
    new ButtonComponent(buttons)
      .setButtonText("Copy")
      .setCta()
      .onClick(() => this.copy());
    new ButtonComponent(buttons).setButtonText("Close").onClick(() => this.close());
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.replay.report);
      showMessageNotice("Report copied.");
    } catch {
      new Notice("Couldn't copy the report. Select the text and copy it.");
    }
  }
}
