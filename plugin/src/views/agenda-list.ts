/** The topics of an agenda in their order, which the person can change by buttons, keys and dragging. */
import type { Modal } from "obsidian";
import type { AgendaTopic } from "../../../pkg/ibid";
import { moved, newTopic } from "../agenda-text";
import { AgendaRow } from "./agenda-row";

export class AgendaList {
  private readonly el: HTMLElement;
  private readonly spokenEl: HTMLElement;
  private shownRows: readonly AgendaRow[] = [];
  private dragged: AgendaRow | undefined;

  constructor(
    private readonly window: Pick<Modal, "app" | "scope">,
    parent: HTMLElement,
    private readonly changed: () => void,
  ) {
    this.el = parent.createEl("ol", { cls: "ibid-agenda-topics" });
    this.spokenEl = parent.createDiv({ cls: "ibid-agenda-announcement", attr: { role: "status" } });
    window.scope.register(["Alt"], "ArrowUp", () => this.moveFocused(-1));
    window.scope.register(["Alt"], "ArrowDown", () => this.moveFocused(1));
    this.el.addEventListener("dragover", (event) => this.dragOver(event));
    this.el.addEventListener("drop", (event) => event.preventDefault());
  }

  /** The rows from top to bottom. The array is replaced, never changed. */
  get rows(): readonly AgendaRow[] {
    return this.shownRows;
  }

  get topics(): AgendaTopic[] {
    return this.rows.map((row) => row.topic);
  }

  show(topics: AgendaTopic[]): void {
    this.shownRows = topics.map((item) => this.row(item));
    this.setPlaces();
  }

  add(words: string): void {
    const row = this.row(newTopic(words));
    this.shownRows = [...this.rows, row];
    this.setPlaces();
    row.el.scrollIntoView({ block: "nearest" });
    this.changed();
  }

  focus(): void {
    this.rows[0]?.focus();
  }

  /** Takes what is being typed as it stands. */
  commit(): void {
    for (const row of this.rows) row.commit();
  }

  private row(item: AgendaTopic): AgendaRow {
    const row = new AgendaRow(this.window, this.el, item, {
      changed: () => this.changed(),
      move: (moving, by) => this.moveBy(moving, by),
    });
    this.makeDraggable(row);
    return row;
  }

  private moveFocused(by: -1 | 1): false {
    const focused = this.rows.find((row) => row.el.contains(row.el.doc.activeElement));
    if (focused !== undefined) this.moveBy(focused, by);
    return false;
  }

  private moveBy(row: AgendaRow, by: -1 | 1): void {
    row.commit();
    const focused = row.el.doc.activeElement;
    this.place(row, this.rows.indexOf(row) + by);
    // What is taken out of the page, if only to be put in elsewhere, loses the focus.
    if (focused?.instanceOf(HTMLElement) === true && row.el.contains(focused)) focused.focus();
    if (row.el.doc.activeElement !== focused) row.focus();
    row.el.scrollIntoView({ block: "nearest" });
    this.spokenEl.setText(`Now ${this.rows.indexOf(row) + 1} of ${this.rows.length}`);
  }

  private place(row: AgendaRow, to: number): void {
    this.shownRows = moved([...this.rows], this.rows.indexOf(row), to);
    this.el.insertBefore(row.el, this.rows[this.rows.indexOf(row) + 1]?.el ?? null);
    this.setPlaces();
  }

  private setPlaces(): void {
    this.rows.forEach((row, at) => row.setPlace(at, this.rows.length));
  }

  private makeDraggable(row: AgendaRow): void {
    row.gripEl.addEventListener("dragstart", (event) => {
      this.dragged = row;
      row.el.addClass("is-dragged");
      event.dataTransfer?.setDragImage(row.el, 0, 0);
    });
    row.gripEl.addEventListener("dragend", () => {
      this.dragged = undefined;
      row.el.removeClass("is-dragged");
    });
  }

  /** The row follows the pointer: it goes where the row is over whose middle it was dragged. */
  private dragOver(event: DragEvent): void {
    const { dragged } = this;
    if (dragged === undefined) return;
    event.preventDefault();
    const others = this.rows.filter((row) => row !== dragged);
    const above = others.filter(({ el }) => {
      const box = el.getBoundingClientRect();
      return event.clientY > box.top + box.height / 2;
    });
    if (this.rows.indexOf(dragged) !== above.length) this.place(dragged, above.length);
  }
}
