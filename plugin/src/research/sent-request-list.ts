/** Lists the requests of a run: time, host and purpose, and the sent text on demand. */
import type { RunLog } from "../core/exports";
import { countText, sizeText, timeOfDayText } from "../ui/run-text";

/** Renders the total number and size of the requests, and a line for each that expands to its text. */
export function renderSentRequests(parent: HTMLElement, { requests }: Pick<RunLog, "requests">): void {
  const totalBytes = requests.reduce((sum, request) => sum + request.bytes, 0);
  parent.createDiv({
    cls: "ibid-audit-total",
    text: `${countText(requests.length, "request")}, ${sizeText(totalBytes)} in all.`,
  });
  const list = parent.createEl("ul", { cls: "ibid-audit-requests" });
  for (const request of requests) {
    const summaryEl = createCollapsible(list.createEl("li"), (body) =>
      body.createEl("pre", { cls: "ibid-audit-sent", text: request.sent, attr: { tabindex: 0 } }),
    );
    summaryEl.createSpan({ cls: "ibid-audit-host", text: request.host });
    summaryEl.createSpan({ cls: "ibid-audit-when", text: `${timeOfDayText(request.at)}, ${sizeText(request.bytes)}` });
    summaryEl.createSpan({ cls: "ibid-audit-why", text: request.why });
  }
}

/** Creates a line that the user can expand, and returns it. The content is rendered on the first expansion. */
export function createCollapsible(parent: HTMLElement, draw: (body: HTMLElement) => void): HTMLElement {
  const details = parent.createEl("details", { cls: "ibid-collapsible" });
  const summaryEl = details.createEl("summary", { cls: "ibid-collapsible-line" });
  const body = details.createDiv({ cls: "ibid-collapsible-body" });
  details.addEventListener("toggle", () => {
    if (details.open && body.childElementCount === 0) draw(body);
  });
  return summaryEl;
}
