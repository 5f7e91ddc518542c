/** The rows that the user ignores, as a folded list from which each can be restored. */
import { setIcon } from "obsidian";
import { runAction } from "./health-actions";
import type { HealthStore } from "./health-store";
import { ignoredRowText } from "./health-text";
import { formatNumber } from "../vault/library-text";

export class IgnoredRows {
  private isOpen = false;

  constructor(
    private readonly containerEl: HTMLElement,
    private readonly health: HealthStore,
  ) {}

  /** Shows the ignored rows; nothing if there are none. */
  async update(): Promise<void> {
    const ids = await this.health.ignored();
    this.containerEl.empty();
    if (ids.length === 0) return;
    const group = this.containerEl.createEl("details", { cls: "ibid-health-group", attr: { "data-kind": "ignored" } });
    group.open = this.isOpen;
    group.addEventListener("toggle", () => (this.isOpen = group.open));
    const head = group.createEl("summary", { cls: "ibid-collapsible-line" });
    setIcon(head.createSpan({ cls: "ibid-health-icon", attr: { "aria-hidden": "true" } }), "eye-off");
    head.createSpan({ cls: "ibid-health-group-title", text: "Ignored" });
    head.createSpan({ cls: "ibid-health-count", text: formatNumber(ids.length) });
    const list = group.createEl("ul", { cls: "ibid-health-rows" });
    for (const id of ids) this.drawRow(list.createEl("li", { cls: "ibid-health-row" }), id);
  }

  private drawRow(parent: HTMLElement, id: string): void {
    const { kind, text } = ignoredRowText(id);
    const textEl = parent.createDiv({ cls: "ibid-health-text" });
    textEl.createDiv({ cls: "ibid-result-title", text });
    textEl.createDiv({ cls: "ibid-health-why", text: kind });
    const button = parent.createDiv({ cls: "ibid-health-actions" }).createEl("button", {
      text: "Restore",
      attr: { type: "button", "aria-label": `Restore ${kind.toLowerCase()} ${text}` },
    });
    button.addEventListener("click", () => {
      button.disabled = true;
      runAction(this.health.restore(id).finally(() => (button.disabled = false)));
    });
  }
}
