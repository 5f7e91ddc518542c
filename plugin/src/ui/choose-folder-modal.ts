/** Lets the user choose a folder of the vault. */
import { type App, FuzzySuggestModal, type TFolder } from "obsidian";

export class ChooseFolderModal extends FuzzySuggestModal<TFolder> {
  constructor(
    app: App,
    private readonly onChoose: (folder: TFolder) => void,
  ) {
    super(app);
    this.setPlaceholder("Choose a folder");
    this.emptyStateText = "No folder found.";
  }

  override getItems(): TFolder[] {
    return this.app.vault.getAllFolders(true).sort((a, b) => a.path.localeCompare(b.path));
  }

  override getItemText({ path }: TFolder): string {
    return path;
  }

  override onChooseItem(folder: TFolder): void {
    this.onChoose(folder);
  }
}
