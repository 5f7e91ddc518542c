/** Shows earlier versions of a note's Research section and lets the user restore one. */
import { type App, ButtonComponent, Component, DropdownComponent, MarkdownRenderer, Modal } from "obsidian";
import type { StoredSection } from "../core/exports";
import { toFailure } from "../core/failure";
import { showFailureNotice } from "../ui/notices";
import { dateTimeText } from "../ui/run-text";

/** Whether the note had no section at that time, so that restoring it removes the section. */
export function removesSection({ before, hadHeading }: StoredSection): boolean {
  return before.trim() === "" && !hadHeading;
}

export class RestoreSectionModal extends Modal {
  private chosen: StoredSection | undefined;
  private restoreButton: ButtonComponent | undefined;
  private previewEl: HTMLElement | undefined;
  /** What the preview contains, for example plugins' content in code blocks; unloaded with the preview. */
  private preview: Component | undefined;

  /** `versions` must not be empty; the newest version comes first. */
  constructor(
    app: App,
    private readonly versions: StoredSection[],
    private readonly restoreVersion: (section: StoredSection) => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.modalEl.addClass("ibid-section-modal");
    this.setTitle("Restore previous research section?");
    this.contentEl.createEl("p", { text: "Replaces the current section. You can undo this." });
    this.drawChoice(this.contentEl.createDiv());
    this.previewEl = this.contentEl.createDiv({ cls: "ibid-section-preview markdown-rendered", attr: { tabindex: 0 } });
    for (const type of ["click", "auxclick"] as const)
      this.previewEl.addEventListener(type, keepLinksFromOpening, { capture: true });
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    this.restoreButton = new ButtonComponent(buttons).setCta().onClick(() => {
      this.close();
      if (this.chosen !== undefined) this.restoreVersion(this.chosen);
    });
    new ButtonComponent(buttons).setButtonText("Cancel").onClick(() => this.close());
    this.showVersion(0);
  }

  override onClose(): void {
    this.preview?.unload();
    this.contentEl.empty();
  }

  private drawChoice(parent: HTMLElement): void {
    const [only] = this.versions;
    if (this.versions.length === 1 && only !== undefined) return parent.setText(`Version of ${dateTimeText(only.at)}:`);
    const dropdown = new DropdownComponent(
      parent.createEl("label", { cls: "ibid-section-choice", text: "Version of" }),
    );
    for (const [at, section] of this.versions.entries())
      dropdown.addOption(
        String(at),
        removesSection(section) ? `${dateTimeText(section.at)} (no section)` : dateTimeText(section.at),
      );
    dropdown.setValue("0").onChange((at) => this.showVersion(Number(at)));
  }

  private showVersion(at: number): void {
    const version = this.versions[at];
    const { previewEl } = this;
    this.chosen = version;
    this.preview?.unload();
    previewEl?.empty();
    if (version === undefined || previewEl === undefined) return;
    this.restoreButton?.setButtonText(removesSection(version) ? "Remove section" : "Restore");
    const emptyText = removesSection(version)
      ? "No section (before the first report)."
      : version.before.trim() === ""
        ? "An empty section."
        : "";
    if (emptyText !== "") return void previewEl.createEl("p", { cls: "ibid-section-empty", text: emptyText });
    this.renderPreview(version, previewEl);
  }

  private renderPreview({ before, path }: StoredSection, parent: HTMLElement): void {
    const preview = new Component();
    this.preview = preview;
    preview.load();
    // Each version gets its own element: an older rendering that ends late must not add to a newer one.
    const renderedEl = parent.createDiv();
    MarkdownRenderer.render(this.app, before, renderedEl, path, preview).catch((thrown: unknown) =>
      showFailureNotice(toFailure(thrown)),
    );
  }
}

/** A link in the preview shows where it leads, but doesn't open: that would leave the question unanswered. */
function keepLinksFromOpening(event: Event): void {
  const { target } = event;
  if (!(target instanceof Node) || !target.instanceOf(Element) || target.closest("a") === null) return;
  event.preventDefault();
  event.stopPropagation();
}
