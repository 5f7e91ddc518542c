/** Asks whether a broken link should lead to the note that was probably meant. */
import { type App, ButtonComponent } from "obsidian";
import type { ProposedChange } from "../core/exports";
import { AnswerModal } from "../ui/answer-modal";
import { diffLines } from "../ui/line-diff";
import { renderDiff } from "../ui/diff-view";
import { noteName } from "../ui/run-text";

/** Shows the line with the link as it is and as it would be. Returns whether the user said yes. */
export async function askToFixLink(app: App, change: ProposedChange): Promise<boolean> {
  return (await new FixLinkModal(app, change).ask()) === "yes";
}

class FixLinkModal extends AnswerModal<"yes"> {
  constructor(
    app: App,
    private readonly change: ProposedChange,
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
    const yesButton = new ButtonComponent(buttons)
      .setButtonText("Yes")
      .setCta()
      .onClick(() => this.choose("yes"));
    new ButtonComponent(buttons).setButtonText("No").onClick(() => this.close());
    yesButton.buttonEl.focus();
  }
}
