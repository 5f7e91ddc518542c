/** Shows what was sent from this device: for each run, the requests with their text. */
import { type App, ButtonComponent, Modal } from "obsidian";
import type { RunLog } from "../core/exports";
import { saveRunTrace, type TraceExportServices } from "./trace-file";
import { countText, dateTimeText, noteName } from "../ui/run-text";
import { createCollapsible, renderSentRequests } from "./sent-request-list";

export class AuditLogModal extends Modal {
  constructor(
    app: App,
    private readonly runs: RunLog[],
    private readonly services: TraceExportServices,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.modalEl.addClass("ibid-audit-log-modal");
    this.setTitle("What was sent");
    if (this.runs.length === 0) {
      this.contentEl.createEl("p", { text: "Nothing has been sent from this device." });
      return;
    }
    this.contentEl.createEl("p", {
      cls: "ibid-audit-intro",
      text: "Recent runs that sent data, newest first. API keys are never recorded.",
    });
    for (const runLog of this.runs) this.drawRun(runLog);
    // Opens the newest run, which users look for first.
    this.contentEl.querySelector("details")?.toggleAttribute("open", true);
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private drawRun(runLog: RunLog): void {
    const summaryEl = createCollapsible(this.contentEl.createDiv({ cls: "ibid-audit-run" }), (body) => {
      renderSentRequests(body, runLog);
      addTraceButton(body, this.services, runLog.run);
    });
    summaryEl.createSpan({ cls: "ibid-audit-note", text: noteName(runLog.path) });
    summaryEl.createSpan({
      cls: "ibid-audit-when",
      text: `${dateTimeText(runLog.started)}, ${countText(runLog.requests.length, "request")}`,
    });
  }
}

/** Adds a button that saves the trace of a run, if the core has stored one. */
export function addTraceButton(parent: HTMLElement, services: TraceExportServices, runId: string): void {
  const traceButtonContainer = parent.createDiv({ cls: "ibid-audit-trace" });
  const addExportButton = (trace: string | undefined) => {
    if (trace !== undefined)
      new ButtonComponent(traceButtonContainer)
        .setButtonText("Export run log")
        .onClick(() => saveRunTrace(services, runId, trace));
  };
  // If the call fails, there is no trace to save.
  services.core.call("trace", runId).then(addExportButton, () => undefined);
}
