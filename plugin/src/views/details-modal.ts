/** Shows the details of a finished run: result, warnings and what was sent. */
import { type App, Modal } from "obsidian";
import type { Report } from "../../../pkg/ibid";
import type { TraceServices } from "../trace-file";
import { traceButton } from "./audit-log-modal";
import { noteName, reportSummary } from "./run-text";
import { renderSentRequests } from "./sent-request-list";

export function showDetails(app: App, report: Report, services: TraceServices): void {
  new DetailsModal(app, report, services).open();
}

class DetailsModal extends Modal {
  constructor(
    app: App,
    private readonly report: Report,
    private readonly services: TraceServices,
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
    traceButton(contentEl, this.services, report.run);
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
