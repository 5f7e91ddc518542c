/** Asks for a file's new name. The file manager updates the links to it. */
import type { AppWindow } from "./app-window";
import { TFile, type TAbstractFile } from "./files";
import { Modal } from "./modal";
import { joinPath } from "./normalize-path";
import { Notice } from "./notice";

export class RenameModal extends Modal {
  constructor(
    app: AppWindow,
    private readonly file: TAbstractFile,
  ) {
    super(app);
    this.setTitle("Rename");
  }

  override onOpen(): void {
    const old = this.file instanceof TFile ? this.file.basename : this.file.name;
    const input = this.contentEl.createEl("input", {
      cls: "rename-input",
      type: "text",
      value: old,
      attr: { "aria-label": "New name" },
    });
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    const save = buttons.createEl("button", { cls: "mod-cta", text: "Save", attr: { type: "button" } });
    save.addEventListener("click", () => void this.rename(input.value));
    this.scope.register([], "Enter", () => {
      void this.rename(input.value);
      return false;
    });
    input.focus();
    input.select();
  }

  private async rename(name: string): Promise<void> {
    const { file } = this;
    this.close();
    const extension = file instanceof TFile && file.extension ? `.${file.extension}` : "";
    try {
      await this.app.fileManager.renameFile(file, joinPath(file.parent?.path ?? "/", name.trim() + extension));
    } catch (error) {
      new Notice(error instanceof Error ? error.message : String(error));
    }
  }
}
