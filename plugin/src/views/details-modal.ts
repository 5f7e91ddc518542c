/** Shows the details of a finished run: result, warnings and what was sent. */
import { type App, Modal } from "obsidian";
import type { Report } from "../../../pkg/ibid";
import type { TraceExportServices } from "../trace-file";
import { addTraceButton } from "./audit-log-modal";
import { noteName, reportSummary } from "./run-text";
import { renderSentRequests } from "./sent-request-list";

export function showRunDetails(app: App, report: Report, services: TraceExportServices): void {
  new RunDetailsModal(app, report, services).open();
}

class RunDetailsModal extends Modal {
  constructor(
    app: App,
    private readonly report: Report,
    private readonly services: TraceExportServices,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { report, contentEl } = this;
    this.modalEl.addClass("ibid-audit-log-modal");
    this.setTitle(`Research on “${noteName(report.path)}”`);
    contentEl.createEl("p", { text: reportSummary(report) });
    if (report.warnings.length > 0) this.drawWarnings();
    contentEl.createDiv({ cls: "ibid-details-title", text: "What was sent" });
    void this.drawSent(contentEl.createDiv());
    addTraceButton(contentEl, this.services, report.run);
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private drawWarnings(): void {
    this.contentEl.createDiv({ cls: "ibid-details-title", text: "Warnings" });
    const warningList = this.contentEl.createEl("ul", { cls: "ibid-details-warnings" });
    for (const warning of this.report.warnings) warningList.createEl("li", { text: `${warning}.` });
  }

  private async drawSent(parent: HTMLElement): Promise<void> {
    const { runs } = await this.services.core.call("auditLog", null).catch(() => ({ runs: [] }));
    const runLog = runs.find(({ run }) => run === this.report.run);
    if (runLog === undefined) parent.createEl("p", { text: "Nothing left this device." });
    else renderSentRequests(parent, runLog);
  }
}
