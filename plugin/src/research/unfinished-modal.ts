/** Lists interrupted runs, with buttons to resume or discard each. */
import { type App, Modal, Setting } from "obsidian";
import type { Resume, UnfinishedRun } from "../core/exports";
import { countText, dateTimeText, noteName } from "../ui/run-text";

export interface UnfinishedRunActions {
  resume: (run: UnfinishedRun, how: Resume) => void;
  discard: (run: UnfinishedRun) => void;
}

export class UnfinishedRunsModal extends Modal {
  constructor(
    app: App,
    private readonly runs: UnfinishedRun[],
    private readonly actions: UnfinishedRunActions,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle("Interrupted research");
    for (const run of this.runs) this.drawRun(run);
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private drawRun(run: UnfinishedRun): void {
    const row = new Setting(this.contentEl)
      .setClass("ibid-unfinished")
      .setName(noteName(run.path))
      .setDesc(`${dateTimeText(run.started)}, ${countText(run.topics, "topic")}`);
    row.addButton((button) =>
      button
        .setButtonText("Resume")
        .setCta()
        .onClick(() => this.leave(() => this.actions.resume(run, "continue"))),
    );
    row.addButton((button) =>
      button.setButtonText("Write partial report").onClick(() => this.leave(() => this.actions.resume(run, "finish"))),
    );
    row.addButton((button) =>
      button.setButtonText("Discard").onClick(() => {
        this.actions.discard(run);
        row.settingEl.remove();
        if (this.contentEl.childElementCount === 0) this.close();
      }),
    );
  }

  private leave(act: () => void): void {
    this.close();
    act();
  }
}
