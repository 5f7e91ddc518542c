/** Lets the user choose the run log of an exported question by the name of its folder. */
import { type App, FuzzySuggestModal, type TFile } from "obsidian";

export class ChooseQuestionLogModal extends FuzzySuggestModal<TFile> {
  private readonly logs: TFile[];

  constructor(
    app: App,
    logs: TFile[],
    private readonly onChoose: (log: TFile) => void,
  ) {
    super(app);
    this.logs = logs.sort((a, b) => b.stat.mtime - a.stat.mtime);
    this.setPlaceholder("Choose a question to replay");
    this.emptyStateText = "No question found.";
  }

  override getItems(): TFile[] {
    return this.logs;
  }

  /** The folder of the run log: its name has the date and the question. */
  override getItemText({ parent, path }: TFile): string {
    return parent?.path ?? path;
  }

  override onChooseItem(log: TFile): void {
    this.onChoose(log);
  }
}
