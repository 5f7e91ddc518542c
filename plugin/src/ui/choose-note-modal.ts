/** Lets the user choose a note of the vault. */
import { type App, FuzzySuggestModal, type TFile } from "obsidian";
import { isNote } from "../vault/note-file";

export class ChooseNoteModal extends FuzzySuggestModal<TFile> {
  constructor(
    app: App,
    private readonly onChoose: (note: TFile) => void,
  ) {
    super(app);
    this.setPlaceholder("Choose a note");
    this.emptyStateText = "No note found.";
  }

  override getItems(): TFile[] {
    return this.app.vault
      .getFiles()
      .filter(isNote)
      .sort((a, b) => b.stat.mtime - a.stat.mtime);
  }

  override getItemText({ path }: TFile): string {
    return path;
  }

  override onChooseItem(note: TFile): void {
    this.onChoose(note);
  }
}
