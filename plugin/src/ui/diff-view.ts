/** Shows the lines of a text that change. */
import type { Diff, DiffLine } from "./line-diff";
import { countText } from "./run-text";

/** Marks before the lines of a diff, as in other programs. */
const LINE_MARKS: Record<DiffLine["kind"], string> = { same: " ", removed: "−", added: "+" };

const LINE_LABELS: Record<DiffLine["kind"], string> = { same: "", removed: "Removed: ", added: "Added: " };

/** Shows the changed lines of a text with a few lines around them. */
export function renderDiff(parent: HTMLElement, { hunks, skippedAtEnd }: Diff): void {
  const root = parent.createDiv({ cls: "ibid-chat-diff", attr: { tabindex: 0 } });
  for (const { skipped, lines } of hunks) {
    renderSkipped(root, skipped);
    for (const { kind, text } of lines) {
      const row = root.createDiv({ cls: "ibid-chat-diff-line", attr: { "data-kind": kind } });
      row.createSpan({ cls: "ibid-chat-diff-mark", text: LINE_MARKS[kind], attr: { "aria-hidden": true } });
      if (LINE_LABELS[kind] !== "") row.createSpan({ cls: "ibid-visually-hidden", text: LINE_LABELS[kind] });
      row.createSpan({ cls: "ibid-chat-diff-text", text });
    }
  }
  renderSkipped(root, skippedAtEnd);
  if (hunks.length === 0) root.createDiv({ cls: "ibid-chat-diff-skipped", text: "No change" });
}

function renderSkipped(parent: HTMLElement, lines: number): void {
  if (lines > 0) parent.createDiv({ cls: "ibid-chat-diff-skipped", text: `${countText(lines, "unchanged line")}` });
}
