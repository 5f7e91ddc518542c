/** Shows earlier versions of a note's Research section and lets the user restore one. */
import { type App, ButtonComponent, DropdownComponent, Modal } from "obsidian";
import type { StoredSection } from "../../../pkg/ibid";
import { dateTimeText } from "./run-text";

export class RestoreSectionModal extends Modal {
  /** `sections` must not be empty; the newest version comes first. */
  constructor(
    app: App,
    private readonly sections: StoredSection[],
    private readonly restoreVersion: (section: StoredSection) => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.modalEl.addClass("ibid-section-modal");
    this.setTitle("Restore previous research section?");
    this.contentEl.createEl("p", { text: "Replaces the current section. You can undo this." });
    const versionChoiceEl = this.contentEl.createDiv();
    const previewEl = this.contentEl.createEl("pre", { cls: "ibid-audit-sent", attr: { tabindex: 0 } });
    const buttons = createDiv({ cls: "modal-button-container" });
    let chosen = this.sections[0];
    const restoreButton = new ButtonComponent(buttons).setCta().onClick(() => {
      this.close();
      if (chosen !== undefined) this.restoreVersion(chosen);
    });
    const showVersion = (at: number) => {
      chosen = this.sections[at];
      const textToRestore = chosen?.before.trim() ?? "";
      previewEl.setText(textToRestore === "" ? "No section (before the first report)." : textToRestore);
      previewEl.toggleClass("ibid-section-empty", textToRestore === "");
      restoreButton.setButtonText(textToRestore === "" ? "Remove section" : "Restore");
    };
    this.drawChoice(versionChoiceEl, showVersion);
    showVersion(0);
    this.contentEl.appendChild(buttons);
    new ButtonComponent(buttons).setButtonText("Cancel").onClick(() => this.close());
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private drawChoice(parent: HTMLElement, show: (at: number) => void): void {
    const [only] = this.sections;
    if (this.sections.length === 1 && only !== undefined) return parent.setText(`Version of ${dateTimeText(only.at)}:`);
    const dropdown = new DropdownComponent(parent.createEl("label", { cls: "ibid-section-choice", text: "Version of" }));
    for (const [at, section] of this.sections.entries()) dropdown.addOption(String(at), section.before.trim() === "" ? `${dateTimeText(section.at)} (no section)` : dateTimeText(section.at));
    dropdown.setValue("0").onChange((at) => show(Number(at)));
  }
}
