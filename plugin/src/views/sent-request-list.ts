/** What one run sent: time, host and purpose of each request, and the words themselves on demand. */
import type { RunLog } from "../../../pkg/ibid";
import { count, size, timeOfDay } from "./run-text";

/** Draws the requests of a run. */
export function renderSentRequests(parent: HTMLElement, { requests }: Pick<RunLog, "requests">): void {
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
  parent.createDiv({ cls: "ibid-audit-total", text: `${count(requests.length, "request")}, ${size(bytes)} in all.` });
  const list = parent.createEl("ul", { cls: "ibid-audit-requests" });
  for (const request of requests) {
    const item = createCollapsible(list.createEl("li"), (body) => body.createEl("pre", { cls: "ibid-audit-sent", text: request.sent, attr: { tabindex: 0 } }));
    item.createSpan({ cls: "ibid-audit-host", text: request.host });
    item.createSpan({ cls: "ibid-audit-when", text: `${timeOfDay(request.at)}, ${size(request.bytes)}` });
    item.createSpan({ cls: "ibid-audit-why", text: request.why });
  }
}

/** A line that unfolds; what is inside is drawn the first time. Answers with the line. */
export function createCollapsible(parent: HTMLElement, draw: (body: HTMLElement) => void): HTMLElement {
  const details = parent.createEl("details", { cls: "ibid-collapsible" });
  const line = details.createEl("summary", { cls: "ibid-collapsible-line" });
  const body = details.createDiv({ cls: "ibid-collapsible-body" });
  details.addEventListener("toggle", () => {
    if (details.open && body.childElementCount === 0) draw(body);
  });
  return line;
}
