/** A call that waits for the user's yes: what it would change in each note, and the buttons to answer. */
import { ButtonComponent } from "obsidian";
import type { Decision, Proposal, ProposedChange, WaitingCall } from "../core/exports";
import { diffHunks, diffLines } from "../ui/line-diff";
import { asSentence } from "../ask/ask-text";
import { changeTitle, waitingTitle } from "./chat-text";
import { renderDiff } from "../ui/diff-view";
import { countText } from "../ui/run-text";

/** The user's answer: for a yes, the changes as the user edited them, and which of them are accepted. */
export interface ProposalAnswer {
  decision: Decision;
  proposal?: Proposal;
  only?: number[];
}

export interface ProposalOptions {
  waiting: WaitingCall;
  /** Whether the user may allow all further calls of this kind. */
  mayAllowAlways: boolean;
  answer: (answer: ProposalAnswer) => void;
}

export class ProposalView {
  private readonly root: HTMLElement;
  private readonly changes: ChangeView[];
  private yesButton: ButtonComponent | undefined;
  private alwaysButton: ButtonComponent | undefined;

  constructor(
    parent: HTMLElement,
    private readonly options: ProposalOptions,
  ) {
    const { waiting } = options;
    this.root = parent.createDiv({ cls: "ibid-chat-proposal" });
    this.root.createDiv({ cls: "ibid-chat-proposal-title", text: waitingTitle(waiting) });
    if (waiting.reason !== "") this.root.createDiv({ cls: "ibid-ask-step-reason", text: waiting.reason });
    const changes = waiting.proposal?.changes ?? [];
    this.changes = changes.map(
      (change) =>
        new ChangeView(this.root, change, {
          kind: changes.length > 1 ? "optional" : "only",
          onChange: () => this.update(),
        }),
    );
    for (const { path, message } of waiting.failed ?? [])
      this.root.createDiv({ cls: "ibid-ask-line", text: `“${path}” can't be changed: ${asSentence(message)}` });
    this.addButtons();
    this.update();
  }

  private addButtons(): void {
    const buttons = this.root.createDiv({ cls: "ibid-ask-actions" });
    this.yesButton = new ButtonComponent(buttons).setCta().onClick(() => this.answer("yes"));
    new ButtonComponent(buttons).setButtonText("No").onClick(() => this.answer("no"));
    if (this.options.mayAllowAlways)
      this.alwaysButton = new ButtonComponent(buttons)
        .setButtonText("Always in this conversation")
        .onClick(() => this.answer("always"));
  }

  /** Shows how many changes are accepted. */
  private update(): void {
    const chosen = this.changes.filter(({ isAccepted }) => isAccepted).length;
    const isPartial = chosen < this.changes.length;
    this.yesButton
      ?.setButtonText(isPartial ? `Yes to ${countText(chosen, "change")}` : "Yes")
      .setDisabled(isPartial && chosen === 0);
    this.alwaysButton?.setDisabled(isPartial);
  }

  private answer(decision: Decision): void {
    if (decision === "no" || this.changes.length === 0) return this.options.answer({ decision });
    const only = this.changes.flatMap(({ isAccepted }, at) => (isAccepted ? [at] : []));
    const isEdited = this.changes.some((change) => change.isEdited);
    this.options.answer({
      decision,
      ...(isEdited ? { proposal: { changes: this.changes.map(({ change }) => change) } } : {}),
      ...(only.length < this.changes.length ? { only } : {}),
    });
  }
}

interface ChangeOptions {
  /** One of several changes has a box; the only one is answered by the buttons. */
  kind: "optional" | "only";
  onChange: () => void;
}

/** A change of one note: its diff, a box to accept it, and a field to edit the new text. */
class ChangeView {
  isAccepted = true;
  isEdited = false;
  private readonly bodyEl: HTMLElement;
  private readonly editButton: ButtonComponent | undefined;

  constructor(
    parent: HTMLElement,
    public change: ProposedChange,
    private readonly options: ChangeOptions,
  ) {
    const root = parent.createDiv({ cls: "ibid-chat-change" });
    const head = root.createDiv({ cls: "ibid-chat-change-head" });
    const title = changeTitle(change);
    if (options.kind === "optional") this.addBox(head, title);
    else head.createSpan({ cls: "ibid-chat-change-title", text: title });
    this.bodyEl = root.createDiv();
    if (change.after !== undefined) {
      this.editButton = new ButtonComponent(head).setButtonText("Edit").onClick(() => this.edit());
      this.editButton.buttonEl.ariaLabel = `Edit: ${title}`;
    }
    this.drawDiff();
  }

  private addBox(head: HTMLElement, title: string): void {
    const label = head.createEl("label", { cls: "ibid-chat-change-title" });
    const box = label.createEl("input", { type: "checkbox" });
    box.checked = true;
    label.createSpan({ text: title });
    box.addEventListener("change", () => {
      this.isAccepted = box.checked;
      this.options.onChange();
    });
  }

  private drawDiff(): void {
    this.bodyEl.empty();
    const { before = "", after } = this.change;
    if (after !== undefined) renderDiff(this.bodyEl, diffHunks(diffLines(before, after)));
  }

  /** Shows the new text in a field. The diff comes back with “Done”. */
  private edit(): void {
    this.bodyEl.empty();
    this.editButton?.buttonEl.hide();
    const field = this.bodyEl.createEl("textarea", {
      cls: "ibid-chat-edit",
      attr: { "aria-label": `New text: ${changeTitle(this.change)}`, rows: 8 },
    });
    const { before = "", after = "" } = this.change;
    field.value = after;
    field.addEventListener("input", () => {
      this.change = { ...this.change, after: field.value };
      this.isEdited = true;
    });
    new ButtonComponent(this.bodyEl).setButtonText("Show changes").onClick(() => {
      this.editButton?.buttonEl.show();
      this.drawDiff();
      this.editButton?.buttonEl.focus();
    });
    // The cursor is where the change begins, which the browser then scrolls to.
    const start = commonStart(before, after);
    field.setSelectionRange(start, start);
    field.focus();
  }
}

/** Number of characters that two texts have in common at their beginning. */
function commonStart(before: string, after: string): number {
  let at = 0;
  while (at < before.length && at < after.length && before[at] === after[at]) at++;
  return at;
}
