/** What left the device: run by run, each request with the words that were sent. */
import { type App, ButtonComponent, Modal } from "obsidian";
import type { Outing } from "../../../pkg/ibid";
import { saveTrace, type TraceKeeper } from "../traces";
import { drawErrands, unfolding } from "./errand-list";
import { count, dayAndTime, noteName } from "./run-words";

export class LedgerModal extends Modal {
  constructor(
    app: App,
    private readonly outings: Outing[],
    private readonly keeper: TraceKeeper,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.modalEl.addClass("ibid-ledger-modal");
    this.setTitle("What was sent");
    if (this.outings.length === 0) {
      this.contentEl.createEl("p", { text: "No run has sent anything from this device." });
      return;
    }
    this.contentEl.createEl("p", { cls: "ibid-ledger-intro", text: "The last runs that sent something, the newest first. Keys are never part of it." });
    for (const outing of this.outings) this.drawOuting(outing);
    // The newest is what people look for.
    this.contentEl.querySelector("details")?.toggleAttribute("open", true);
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private drawOuting(outing: Outing): void {
    const line = unfolding(this.contentEl.createDiv({ cls: "ibid-ledger-run" }), (body) => {
      drawErrands(body, outing);
      traceButton(body, this.keeper, outing.run);
    });
    line.createSpan({ cls: "ibid-ledger-note", text: noteName(outing.path) });
    line.createSpan({ cls: "ibid-ledger-when", text: `${dayAndTime(outing.started)}, ${count(outing.errands.length, "request")}` });
  }
}

/** A button that saves the trace of a run, if one was kept. */
export function traceButton(parent: HTMLElement, keeper: TraceKeeper, run: string): void {
  const place = parent.createDiv({ cls: "ibid-ledger-trace" });
  const draw = (trace: string | undefined) => {
    if (trace !== undefined) new ButtonComponent(place).setButtonText("Save trace to the vault").onClick(() => saveTrace(keeper, run, trace));
  };
  // Without an answer there is no trace to save, and nothing to say about that.
  keeper.core.call("trace", run).then(draw, () => undefined);
}
