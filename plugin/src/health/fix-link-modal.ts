/** Asks whether a broken link should lead to the note that was probably meant. */
import { type App, ButtonComponent, Modal } from "obsidian";
import type { ProposedChange } from "../core/exports";
import { diffLines } from "../ui/line-diff";
import { renderDiff } from "../ui/diff-view";
import { noteName } from "../ui/run-text";

/** Shows the line with the link as it is and as it would be. Returns whether the user said yes. */
export function askToFixLink(app: App, change: ProposedChange): Promise<boolean> {
  return new Promise((resolve) => new FixLinkModal(app, change, resolve).open());
}

class FixLinkModal extends Modal {
  private isAccepted = false;

  constructor(
    app: App,
    private readonly change: ProposedChange,
    private readonly done: (isAccepted: boolean) => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { path, before = "", after = "" } = this.change;
    this.setTitle("Fix this link?");
    this.contentEl.createEl("p", { text: `Only this link in “${noteName(path)}” changes. You can undo this.` });
    const changed = diffLines(before, after).filter(({ kind }) => kind !== "same");
    renderDiff(this.contentEl, { hunks: [{ skipped: 0, lines: changed }], skippedAtEnd: 0 });
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    const yesButton = new ButtonComponent(buttons).setButtonText("Yes").setCta().onClick(() => this.answerYes());
    new ButtonComponent(buttons).setButtonText("No").onClick(() => this.close());
    yesButton.buttonEl.focus();
  }

  override onClose(): void {
    this.contentEl.empty();
    this.done(this.isAccepted);
  }

  private answerYes(): void {
    this.isAccepted = true;
    this.close();
  }
}
