/** A row of the agenda: the user can tick, rename and move its topic. */
import { type Modal, Scope, setIcon, setTooltip, stripHeadingForLink } from "obsidian";
import type { AgendaTopic, NoteRef } from "../core/exports";
import { noteName } from "../ui/run-text";

/** Functions of the list that a row calls when the user changes or moves it. */
export interface AgendaRowEvents {
  changed(): void;
  /** Moves the row one position up or down. */
  move(row: AgendaRow, by: -1 | 1): void;
  /** Removes a row that the user added. */
  remove(row: AgendaRow): void;
}

/** Maximum number of lines of the text field: a taller field would hide the rest of the window. */
const MAX_TOPIC_FIELD_LINES = 6;

const MOVE_BUTTONS = [
  { by: -1, icon: "arrow-up", way: "up" },
  { by: 1, icon: "arrow-down", way: "down" },
] as const;

/** Whether the note has the topic, or the user typed it. */
export type TopicOrigin = "found" | "added";

export class AgendaRow {
  readonly el: HTMLElement;
  readonly gripEl: HTMLElement;
  private readonly tickEl: HTMLInputElement;
  private readonly labelEl: HTMLElement;
  private readonly detailsEl: HTMLElement;
  private readonly costEl: HTMLElement;
  private readonly moveEls: HTMLButtonElement[];
  private readonly removeEl: HTMLButtonElement | undefined;
  private endEdit: (() => void) | undefined;

  constructor(
    /** The window that contains the row. */
    private readonly modal: Pick<Modal, "app" | "scope">,
    parent: HTMLElement,
    private item: AgendaTopic,
    origin: TopicOrigin,
    private readonly events: AgendaRowEvents,
  ) {
    this.el = parent.createEl("li", { cls: "ibid-agenda-topic" });
    this.gripEl = this.el.createDiv({ cls: "ibid-agenda-handle", attr: { "aria-hidden": "true", draggable: "true" } });
    setIcon(this.gripEl, "grip-vertical");
    this.tickEl = this.addTick();
    const textEl = this.el.createDiv({ cls: "ibid-agenda-text" });
    this.labelEl = this.addLabel(textEl);
    this.detailsEl = textEl.createDiv({ cls: "ibid-agenda-details" });
    this.costEl = textEl.createDiv({ cls: "ibid-agenda-cost" });
    const moveButtonsEl = this.el.createDiv({ cls: "ibid-agenda-move" });
    this.moveEls = MOVE_BUTTONS.map(({ by, icon }) =>
      addIconButton(moveButtonsEl, icon, () => this.events.move(this, by)),
    );
    this.removeEl = origin === "added" ? addIconButton(moveButtonsEl, "x", () => this.events.remove(this)) : undefined;
    this.draw();
  }

  get name(): string {
    return this.item.name ?? "";
  }

  get topic(): AgendaTopic {
    return { ...this.item, ticked: this.tickEl.checked };
  }

  focus(): void {
    this.tickEl.focus();
  }

  /** Saves the topic name that the user is editing. */
  commit(): void {
    this.endEdit?.();
  }

  /** Shows the topic as the core returned it, for example with its cost. */
  refresh(item: AgendaTopic | undefined): void {
    if (item === undefined) return;
    this.item = item;
    this.draw();
  }

  /** Disables the button that would move the first row up or the last row down. */
  updateMoveButtons(at: number, count: number): void {
    this.moveEls.forEach((button, way) => (button.disabled = way === 0 ? at === 0 : at === count - 1));
  }

  private addTick(): HTMLInputElement {
    const tickLabel = this.el.createEl("label", { cls: "ibid-agenda-tick" });
    const checkbox = tickLabel.createEl("input", { type: "checkbox" });
    checkbox.checked = this.item.ticked !== false;
    checkbox.addEventListener("change", () => {
      this.el.toggleClass("is-unticked", !checkbox.checked);
      this.events.changed();
    });
    this.el.toggleClass("is-unticked", !checkbox.checked);
    return checkbox;
  }

  private addLabel(parent: HTMLElement): HTMLElement {
    const topicLabel = parent.createDiv({
      cls: "ibid-agenda-label",
      attr: { role: "button", tabindex: "0", "aria-description": "Edit topic" },
    });
    topicLabel.addEventListener("click", () => this.edit());
    topicLabel.addEventListener("keydown", (event) => {
      const hasNoModifier = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!hasNoModifier || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      this.edit();
    });
    return topicLabel;
  }

  private draw(): void {
    const { item } = this;
    const { queries = [], answeredBy = [], seeAlso = [] } = item;
    const { name } = this;
    this.tickEl.ariaLabel = `Research: ${name}`;
    this.moveEls.forEach((button, at) => setTooltip(button, `Move “${name}” ${MOVE_BUTTONS[at]?.way ?? ""}`));
    if (this.removeEl !== undefined) setTooltip(this.removeEl, `Remove “${name}”`);
    this.labelEl.empty();
    this.labelEl.createSpan({ text: name });
    setIcon(this.labelEl.createSpan({ cls: "ibid-agenda-edit", attr: { "aria-hidden": "true" } }), "pencil");
    this.detailsEl.empty();
    const addDetailLine = (text: string, cls?: string) => this.detailsEl.createDiv({ text, cls });
    // The name of a short claim is the claim without its full stop.
    const contextAsName = item.context.replace(/[.。!！;,]+$/u, "");
    if (item.context !== "" && item.context !== name && contextAsName !== name) addDetailLine(item.context);
    const reason = [item.note === undefined ? "" : noteName(item.note), item.reason]
      .filter((part) => part !== "")
      .join(": ");
    if (reason !== "") addDetailLine(reason, "ibid-agenda-note");
    if (queries.length > 0)
      addDetailLine(`Searches: ${queries.map((query) => `“${query}”`).join(", ")}`, "ibid-agenda-note");
    if (answeredBy.length > 0) this.drawNoteLinks(addDetailLine("Answered by ", "ibid-agenda-answers"), answeredBy);
    if (seeAlso.length > 0) this.drawNoteLinks(addDetailLine("See also ", "ibid-agenda-answers"), seeAlso);
    this.costEl.setText(item.costText ?? "");
  }

  private drawNoteLinks(parent: HTMLElement, notes: NoteRef[]): void {
    notes.forEach((note, at) => {
      if (at > 0) parent.appendText(", ");
      const headingSuffix =
        note.heading === "" || note.heading === note.title ? "" : `#${stripHeadingForLink(note.heading)}`;
      const link = parent.createEl("a", {
        cls: "internal-link",
        text: note.title,
        href: `${note.path}${headingSuffix}`,
      });
      link.addEventListener("click", (event) => {
        event.preventDefault();
        void this.modal.app.workspace.openLinkText(`${note.path}${headingSuffix}`, "", "tab");
      });
    });
  }

  /** Replaces the label by a text field. Enter and leaving the field save the text, Escape does not. */
  private edit(): void {
    if (this.endEdit !== undefined) return;
    const topicField = createEl("textarea", { cls: "ibid-agenda-field", attr: { "aria-label": "Topic" } });
    topicField.value = this.item.name ?? "";
    topicField.addEventListener("input", () => fitHeightToLines(topicField));
    // Enter and Escape are handled by the field before the window gets them: Escape would close the window.
    const keyScope = new Scope(this.modal.scope);
    let ended = false;
    const endEditing = (text: string) => {
      if (ended) return;
      ended = true;
      this.endEdit = undefined;
      this.modal.app.keymap.popScope(keyScope);
      const hadFocus = topicField.doc.activeElement === topicField;
      topicField.replaceWith(this.labelEl);
      this.rename(text);
      if (hadFocus) this.labelEl.focus();
    };
    keyScope.register([], "Escape", () => {
      endEditing("");
      return false;
    });
    keyScope.register([], "Enter", () => {
      endEditing(topicField.value);
      return false;
    });
    topicField.addEventListener("blur", () => endEditing(topicField.value));
    this.endEdit = () => endEditing(topicField.value);
    this.labelEl.replaceWith(topicField);
    fitHeightToLines(topicField);
    this.modal.app.keymap.pushScope(keyScope);
    topicField.focus();
    topicField.select();
  }

  private rename(text: string): void {
    const newTopicName = text.replace(/\s+/g, " ").trim();
    if (newTopicName !== "") this.item = { ...this.item, name: newTopicName };
    this.draw();
    this.events.changed();
  }
}

function addIconButton(parent: HTMLElement, icon: string, pressed: () => void): HTMLButtonElement {
  const button = parent.createEl("button", { cls: "clickable-icon", attr: { type: "button" } });
  setIcon(button, icon);
  button.addEventListener("click", pressed);
  return button;
}

/** Makes a text field as tall as its text, up to the maximum number of lines. */
function fitHeightToLines(field: HTMLTextAreaElement): void {
  field.rows = 1;
  while (field.scrollHeight > field.clientHeight && field.rows < MAX_TOPIC_FIELD_LINES) field.rows++;
}
