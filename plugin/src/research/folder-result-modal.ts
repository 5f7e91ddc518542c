/** The results of the research of a folder: one notice, and a window with the result of each note. */
import { type App, Modal, setIcon, type TFolder } from "obsidian";
import type { Report } from "../core/exports";
import { type Failure, failureText } from "../core/failure";
import { showMessageNotice, type NoticeActions } from "../ui/notices";
import { countText, noteName, reportFacts } from "../ui/run-text";

/** What became of one note: its report, or why there is none. */
export interface FolderResult {
  path: string;
  report?: Report;
  failure?: Failure;
}

/** Shows a notice about the research of a folder. */
export function showFolderResult(app: App, folder: TFolder, results: FolderResult[]): void {
  const reports = results.flatMap(({ report }) => (report === undefined ? [] : [report]));
  const others = results.length - reports.length;
  const summary = `Researched ${countText(reports.length, "note")} in “${folder.name}”${others === 0 ? "." : `; ${countText(others, "note")} skipped.`}`;
  const actions: NoticeActions = { Details: () => new FolderResultModal(app, folder, results).open() };
  showMessageNotice(summary, actions);
}

class FolderResultModal extends Modal {
  constructor(
    app: App,
    private readonly folder: TFolder,
    private readonly results: FolderResult[],
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle(`Research on “${this.folder.name}”`);
    const list = this.contentEl.createEl("ul", { cls: "ibid-details-topics" });
    for (const result of this.results) this.drawResult(list.createEl("li"), result);
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private drawResult(item: HTMLElement, { path, report, failure }: FolderResult): void {
    setIcon(
      item.createSpan({ cls: "ibid-details-icon", attr: { "aria-hidden": "true" } }),
      report === undefined ? "minus" : "check",
    );
    const textEl = item.createDiv();
    const target = report === undefined ? path : `${report.path}#${report.heading}`;
    const link = textEl.createEl("a", { cls: "internal-link", text: noteName(path), href: target });
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.close();
      void this.app.workspace.openLinkText(target, "", "tab");
    });
    textEl.createDiv({
      cls: "ibid-details-sources",
      text: report === undefined ? failureText(failure ?? { message: "Skipped", hint: "" }) : reportFacts(report),
    });
  }
}
