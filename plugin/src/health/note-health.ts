/** The rows of the last check that are about the open note, below its related notes. */
import type { TFile } from "obsidian";
import { type HealthServices } from "./health-actions";
import type { HealthRowOfKind } from "./health-store";
import { LatestOnly } from "../ui/latest-only";
import { drawRow } from "./health-list";
import { HEALTH_GROUPS } from "./health-text";

/** Maximum number of rows: a long list of tasks would push everything else away. */
const MAX_ROWS = 10;

export class NoteHealthList {
  readonly containerEl = createDiv({ cls: "ibid-note-health" });
  private readonly latestRequest = new LatestOnly();
  private shown = "";

  constructor(private readonly services: HealthServices) {}

  /** Removes the list, because another note or none is open. */
  clear(): void {
    this.latestRequest.cancel();
    this.shown = "";
    this.containerEl.empty();
  }

  /** Shows the rows about a note. If they cannot be found, the list is empty: the view of the vault's health says why. */
  async update(file: TFile): Promise<void> {
    try {
      const rows = await this.latestRequest.run(() => this.services.health.rowsOfNote(file.path, file.stat.mtime));
      if (rows !== undefined) this.show(file, rows);
    } catch {
      this.clear();
    }
  }

  private show(file: TFile, rows: HealthRowOfKind[]): void {
    const rowsJson = JSON.stringify([file.path, rows]);
    if (rowsJson === this.shown) return;
    this.shown = rowsJson;
    this.containerEl.empty();
    if (rows.length === 0) return;
    const head = this.containerEl.createDiv({ cls: "ibid-mentions-head", attr: { role: "heading", "aria-level": 3 } });
    head.createSpan({ text: "Health of this note" });
    head.createSpan({ cls: "ibid-mentions-count", text: String(rows.length) });
    const list = this.containerEl.createEl("ul", { cls: "ibid-health-rows" });
    for (const row of rows.slice(0, MAX_ROWS)) {
      const item = list.createEl("li", { cls: "ibid-health-row", attr: { "data-kind": row.kind } });
      drawRow(item, row, this.services);
      item.querySelector(".ibid-result-folder")?.remove();
      item
        .querySelector(".ibid-result-head")
        ?.prepend(createDiv({ cls: "ibid-health-kind", text: HEALTH_GROUPS[row.kind].single }));
    }
    if (rows.length > MAX_ROWS)
      this.containerEl.createDiv({
        cls: "ibid-health-help",
        text: `${String(rows.length - MAX_ROWS)} more in the health of the vault.`,
      });
  }
}
