/** What left the device: run by run, each request with the words that were sent. */
import { type App, ButtonComponent, Modal } from "obsidian";
import type { RunLog } from "../../../pkg/ibid";
import { saveTrace, type TraceKeeper } from "../traces";
import { drawErrands, unfolding } from "./sent-request-list";
import { count, dayAndTime, noteName } from "./run-words";

export class AuditLogModal extends Modal {
  constructor(
    app: App,
    private readonly runs: RunLog[],
    private readonly keeper: TraceKeeper,
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
    this.contentEl.createEl("p", { cls: "ibid-audit-intro", text: "Recent runs that sent data, newest first. API keys are never recorded." });
    for (const runLog of this.runs) this.drawOuting(runLog);
    // The newest is what people look for.
    this.contentEl.querySelector("details")?.toggleAttribute("open", true);
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private drawOuting(runLog: RunLog): void {
    const line = unfolding(this.contentEl.createDiv({ cls: "ibid-audit-run" }), (body) => {
      drawErrands(body, runLog);
      traceButton(body, this.keeper, runLog.run);
    });
    line.createSpan({ cls: "ibid-audit-note", text: noteName(runLog.path) });
    line.createSpan({ cls: "ibid-audit-when", text: `${dayAndTime(runLog.started)}, ${count(runLog.requests.length, "request")}` });
  }
}

/** A button that saves the trace of a run, if one was kept. */
export function traceButton(parent: HTMLElement, keeper: TraceKeeper, run: string): void {
  const place = parent.createDiv({ cls: "ibid-audit-trace" });
  const draw = (trace: string | undefined) => {
    if (trace !== undefined) new ButtonComponent(place).setButtonText("Export run log").onClick(() => saveTrace(keeper, run, trace));
  };
  // Without an answer there is no trace to save, and nothing to say about that.
  keeper.core.call("trace", run).then(draw, () => undefined);
}
