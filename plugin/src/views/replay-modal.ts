/** Shows the report of a replayed run log as text that can be read and copied. */
import { type App, ButtonComponent, Modal, Notice } from "obsidian";
import type { ReplayedRun, StoredTrace } from "../../../pkg/ibid";
import { showMessageNotice } from "./notices";
import { countText, dateTimeText, noteName } from "./run-text";

export class ReplayModal extends Modal {
  constructor(
    app: App,
    private readonly log: StoredTrace,
    private readonly replayed: ReplayedRun,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { log, replayed, contentEl } = this;
    this.modalEl.addClass("ibid-audit-log-modal");
    this.setTitle(`Replay of “${noteName(log.path)}”`);
    const { topicsResearched, sources } = replayed.report;
    contentEl.createEl("p", { text: `Run of ${dateTimeText(log.started)}: ${countText(topicsResearched, "topic")} from ${countText(sources, "source")}.` });
    contentEl.createEl("p", { text: "Replayed with the recorded responses. Nothing was sent, and your notes didn't change." });
    contentEl.createEl("pre", { cls: "ibid-audit-sent", text: replayed.section, attr: { tabindex: 0 } });
    const buttons = contentEl.createDiv({ cls: "modal-button-container" });
    new ButtonComponent(buttons).setButtonText("Copy").setCta().onClick(() => this.copy());
    new ButtonComponent(buttons).setButtonText("Close").onClick(() => this.close());
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.replayed.section);
      showMessageNotice("Report copied.");
    } catch {
      new Notice("Couldn't copy the report. Select the text and copy it.");
    }
  }
}
