/** The list of topics in the agenda window. The user can reorder it by buttons, keys and dragging. */
import type { Modal } from "obsidian";
import type { AgendaTopic } from "../core/exports";
import { isSameTopicName, moveItem, newTopic } from "../ui/agenda-text";
import { AgendaRow, type TopicOrigin } from "./agenda-row";

export class AgendaList {
  private readonly el: HTMLElement;
  private readonly announcementEl: HTMLElement;
  private shownRows: readonly AgendaRow[] = [];
  private dragged: AgendaRow | undefined;

  constructor(
    private readonly modal: Pick<Modal, "app" | "scope">,
    parent: HTMLElement,
    private readonly changed: () => void,
  ) {
    this.el = parent.createEl("ol", { cls: "ibid-agenda-topics" });
    this.announcementEl = parent.createDiv({ cls: "ibid-agenda-announcement", attr: { role: "status" } });
    modal.scope.register(["Alt"], "ArrowUp", () => this.moveFocused(-1));
    modal.scope.register(["Alt"], "ArrowDown", () => this.moveFocused(1));
    this.el.addEventListener("dragover", (event) => this.dragOver(event));
    this.el.addEventListener("drop", (event) => event.preventDefault());
    this.el.addEventListener("scroll", () => this.showWhetherMoreFollows());
  }

  /** The rows from top to bottom. Every change creates a new array, so a caller can keep the old one. */
  get rows(): readonly AgendaRow[] {
    return this.shownRows;
  }

  get topics(): AgendaTopic[] {
    return this.rows.map((row) => row.topic);
  }

  show(topics: AgendaTopic[]): void {
    this.shownRows = topics.map((item) => this.row(item, item.foundName === "" ? "added" : "found"));
    this.updateMoveButtons();
    window.requestAnimationFrame(() => this.showWhetherMoreFollows());
  }

  /** Shows the row that already has a name, if there is one. */
  revealDuplicate(name: string): boolean {
    const duplicate = this.rows.find((row) => isSameTopicName(row.name, name));
    duplicate?.el.scrollIntoView({ block: "nearest" });
    return duplicate !== undefined;
  }

  add(name: string): void {
    const newRow = this.row(newTopic(name), "added");
    this.shownRows = [...this.rows, newRow];
    this.updateMoveButtons();
    newRow.el.scrollIntoView({ block: "nearest" });
    this.changed();
  }

  focus(): void {
    this.rows[0]?.focus();
  }

  /** Saves the topic name that the user is editing. */
  commit(): void {
    for (const row of this.rows) row.commit();
  }

  private row(item: AgendaTopic, origin: TopicOrigin): AgendaRow {
    const newRow = new AgendaRow(this.modal, this.el, item, origin, {
      changed: () => this.changed(),
      move: (moving, by) => this.moveRow(moving, by),
      remove: (removed) => this.removeRow(removed),
    });
    this.makeDraggable(newRow);
    return newRow;
  }

  private removeRow(row: AgendaRow): void {
    const at = this.rows.indexOf(row);
    this.shownRows = this.rows.filter((other) => other !== row);
    row.el.remove();
    this.updateMoveButtons();
    (this.rows[at] ?? this.rows[at - 1])?.focus();
    this.announcementEl.setText(`Removed “${row.name}”`);
    this.changed();
  }

  /** Fades the end of the list while there are rows below it. */
  private showWhetherMoreFollows(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.el;
    this.el.toggleClass("has-more-below", scrollTop + clientHeight < scrollHeight - 1);
  }

  private moveFocused(by: -1 | 1): false {
    const focusedRow = this.rows.find((row) => row.el.contains(row.el.doc.activeElement));
    if (focusedRow !== undefined) this.moveRow(focusedRow, by);
    return false;
  }

  private moveRow(row: AgendaRow, by: -1 | 1): void {
    row.commit();
    const focusedElement = row.el.doc.activeElement;
    this.moveTo(row, this.rows.indexOf(row) + by);
    // Restores the focus: an element that is moved in the page loses it.
    if (focusedElement?.instanceOf(HTMLElement) === true && row.el.contains(focusedElement)) focusedElement.focus();
    if (row.el.doc.activeElement !== focusedElement) row.focus();
    row.el.scrollIntoView({ block: "nearest" });
    this.announcementEl.setText(`“${row.name}” is now ${this.rows.indexOf(row) + 1} of ${this.rows.length}`);
  }

  private moveTo(row: AgendaRow, to: number): void {
    this.shownRows = moveItem([...this.rows], this.rows.indexOf(row), to);
    this.el.insertBefore(row.el, this.rows[this.rows.indexOf(row) + 1]?.el ?? null);
    this.updateMoveButtons();
  }

  private updateMoveButtons(): void {
    this.showWhetherMoreFollows();
    this.rows.forEach((row, at) => row.updateMoveButtons(at, this.rows.length));
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

  /** Moves the dragged row to the place of another row once it has passed the middle of that row. */
  private dragOver(event: DragEvent): void {
    const { dragged } = this;
    if (dragged === undefined) return;
    event.preventDefault();
    const otherRows = this.rows.filter((row) => row !== dragged);
    const rowsAbove = otherRows.filter(({ el }) => {
      const box = el.getBoundingClientRect();
      return event.clientY > box.top + box.height / 2;
    });
    if (this.rows.indexOf(dragged) !== rowsAbove.length) this.moveTo(dragged, rowsAbove.length);
  }
}
