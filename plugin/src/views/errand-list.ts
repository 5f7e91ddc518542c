/** What one run sent: time, host and purpose of each request, and the words themselves on demand. */
import type { Outing } from "../../../pkg/ibid";
import { count, size, timeOfDay } from "./run-words";

/** Draws the requests of a run. */
export function drawErrands(parent: HTMLElement, { errands }: Pick<Outing, "errands">): void {
  const bytes = errands.reduce((sum, errand) => sum + errand.bytes, 0);
  parent.createDiv({ cls: "ibid-ledger-total", text: `${count(errands.length, "request")}, ${size(bytes)} in all.` });
  const list = parent.createEl("ul", { cls: "ibid-ledger-errands" });
  for (const errand of errands) {
    const item = unfolding(list.createEl("li"), (body) => body.createEl("pre", { cls: "ibid-ledger-sent", text: errand.sent, attr: { tabindex: 0 } }));
    item.createSpan({ cls: "ibid-ledger-host", text: errand.host });
    item.createSpan({ cls: "ibid-ledger-when", text: `${timeOfDay(errand.at)}, ${size(errand.bytes)}` });
    item.createSpan({ cls: "ibid-ledger-why", text: errand.why });
  }
}

/** A line that unfolds; what is inside is drawn the first time. Answers with the line. */
export function unfolding(parent: HTMLElement, draw: (body: HTMLElement) => void): HTMLElement {
  const details = parent.createEl("details", { cls: "ibid-unfolding" });
  const line = details.createEl("summary", { cls: "ibid-unfolding-line" });
  const body = details.createDiv({ cls: "ibid-unfolding-body" });
  details.addEventListener("toggle", () => {
    if (details.open && body.childElementCount === 0) draw(body);
  });
  return line;
}
