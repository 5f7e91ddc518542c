/** One turn of a conversation: the user's message, the steps of the model, its reply, and what waits for a yes. */
import { type App, ButtonComponent, Component, MarkdownRenderer } from "obsidian";
import type { AskEvidence, ConversationTurn, ReplyPart } from "../core/exports";
import type { RunningTurn } from "./chats";
import { toFailure } from "../core/failure";
import { openCitation, openLinkedPassage } from "../ask/ask-evidence";
import { StepList } from "../ask/ask-steps";
import { asSentence } from "../ask/ask-text";
import { renderTextActions, type TextActionServices } from "../ask/ask-actions";
import { type ProposalAnswer, ProposalView } from "./chat-proposal";
import { endText, selectionText, turnFacts, unsourcedText } from "./chat-text";
import { showFailureNotice } from "../ui/notices";
import { countText, noteName } from "../ui/run-text";
import { createCollapsible } from "../research/sent-request-list";

/** What the pane does for a turn. */
export interface ChatTurnActions {
  /** Sends the message of the turn again, perhaps changed. Later turns are dropped. */
  resend: (message: string) => void;
  answer: (answer: ProposalAnswer) => void;
  undo: () => void;
}

export interface ChatTurnOptions {
  services: TextActionServices;
  /** Path from which the links of the reply are resolved; empty without a note. */
  sourcePath: string;
  actions: ChatTurnActions;
}

/** A turn as it is shown. */
export interface ShownTurn {
  turn: ConversationTurn;
  isRunning: boolean;
  isLast: boolean;
  canUndo: boolean;
  /** Whether the model gets the turn only in short. */
  isSummarized: boolean;
  /** What the model gets in place of the turns before this one; empty if that is not a summary, or ends elsewhere. */
  summary: string;
  evidence: AskEvidence[];
  /** Whether text from the web is in the conversation. */
  hasWebText: boolean;
}

type VisibleTurn = Omit<ShownTurn, "evidence">;

/** Whether two turns look the same. A turn that did not change is the same object, so that its text need not be compared. */
function isSame({ turn: a, ...looks }: VisibleTurn, { turn: b, ...otherLooks }: VisibleTurn): boolean {
  return JSON.stringify(looks) === JSON.stringify(otherLooks) && (a === b || JSON.stringify(a) === JSON.stringify(b));
}

export class ChatTurnView extends Component {
  private readonly root: HTMLElement;
  private content = new Component();
  private live: LiveReply | undefined;
  private drawn: VisibleTurn | undefined;

  constructor(
    parent: HTMLElement,
    private readonly options: ChatTurnOptions,
  ) {
    super();
    this.root = parent.createDiv({ cls: "ibid-chat-turn" });
  }

  override onunload(): void {
    this.root.remove();
  }

  /** Draws the turn, unless it looks the same already: what the user has opened or typed in it stays. */
  draw(shown: ShownTurn): void {
    const { evidence: _evidence, ...visible } = shown;
    if (this.drawn !== undefined && isSame(this.drawn, visible)) return;
    this.drawn = visible;
    this.removeChild(this.content);
    this.content = this.addChild(new Component());
    this.root.empty();
    this.live = undefined;
    if (shown.summary !== "") this.drawSummary(shown.summary);
    this.drawMessage(shown);
    if (shown.isRunning) this.live = new LiveReply(this.root);
    else this.drawEnd(shown);
  }

  showRunning(running: RunningTurn): void {
    this.live?.show(running);
  }

  private drawSummary(summary: string): void {
    createCollapsible(this.root, (body) => body.createDiv({ cls: "ibid-ask-line", text: summary })).setText(
      "Summed up: what the model now gets of the messages above",
    );
  }

  private drawMessage(shown: ShownTurn): void {
    const { turn, isRunning } = shown;
    const { message, attachedNotes = [], selection = "" } = turn;
    const box = this.root.createDiv({ cls: "ibid-chat-message" });
    box.createDiv({ cls: "ibid-chat-message-text", text: message, attr: { role: "heading", "aria-level": 3 } });
    const attached = [...attachedNotes.map(noteName), ...(selection === "" ? [] : [selectionText(selection)])];
    if (attached.length > 0) box.createDiv({ cls: "ibid-chat-attached", text: `With ${attached.join(", ")}` });
    if (isRunning) return;
    const button = new ButtonComponent(box)
      .setIcon("pencil")
      .setTooltip("Edit message")
      .setClass("ibid-chat-message-edit");
    button.buttonEl.addClass("clickable-icon");
    button.onClick(() => this.editMessage(box, shown));
  }

  private editMessage(box: HTMLElement, { turn: { message }, isLast }: ShownTurn): void {
    box.empty();
    const field = box.createEl("textarea", { cls: "ibid-chat-edit", attr: { "aria-label": "New message", rows: 3 } });
    field.value = message;
    if (!isLast)
      box.createDiv({
        cls: "ibid-ask-line",
        text: "The messages after this one are removed. Changes in your notes stay.",
      });
    const buttons = box.createDiv({ cls: "ibid-ask-actions" });
    new ButtonComponent(buttons)
      .setButtonText("Send")
      .setCta()
      .onClick(() => field.value.trim() !== "" && this.options.actions.resend(field.value.trim()));
    new ButtonComponent(buttons).setButtonText("Cancel").onClick(() => this.redraw());
    field.focus();
  }

  /** Draws the turn anew, with what was typed in it lost. */
  private redraw(): void {
    const shown = this.lastShown;
    this.drawn = undefined;
    if (shown !== undefined) this.draw(shown);
  }

  private lastShown: ShownTurn | undefined;

  private drawEnd(shown: ShownTurn): void {
    this.lastShown = shown;
    const { turn, isLast, isSummarized } = shown;
    const { rounds = [], reply = [], warnings = [], waiting, undo = [] } = turn;
    if (rounds.length > 0) this.drawSteps(shown);
    for (const part of groupParts(reply)) this.drawPart(part, shown);
    if (reply.length === 0 && endText(turn) !== "") this.addLine(endText(turn));
    for (const warning of warnings) this.addLine(asSentence(warning));
    if (waiting !== undefined && isLast) this.drawWaiting(shown);
    else if (waiting !== undefined) this.addLine("You didn't answer, so nothing was changed.");
    const facts = [turnFacts(turn), isSummarized ? "the model now gets this in short" : ""].filter(
      (fact) => fact !== "",
    );
    if (facts.length > 0) this.root.createDiv({ cls: "ibid-chat-facts", text: facts.join(" · ") });
    this.drawActions(shown, reply);
    if (undo.length > 0 && waiting === undefined) this.drawUndo(shown);
  }

  private drawSteps({ turn: { rounds = [] }, isLast }: ShownTurn): void {
    const summaryEl = createCollapsible(this.root, (body) => {
      if (!isLast)
        body.createDiv({
          cls: "ibid-ask-line",
          text: "The model no longer gets the whole results of these steps, only this summary.",
        });
      new StepList(body).draw(rounds.map(({ step }) => step));
    });
    summaryEl.setText(`${countText(rounds.length, "step")}${isLast ? "" : " (shortened)"}`);
  }

  private drawPart({ markdown, sourced, cited = [] }: ReplyPart, { turn, evidence }: ShownTurn): void {
    const { services, sourcePath } = this.options;
    const part = this.root.createDiv({ cls: "ibid-chat-part" });
    part.toggleClass("is-unsourced", !sourced);
    const textEl = part.createDiv({ cls: "ibid-ask-text" });
    render(services.app, markdown, textEl, sourcePath, this.content);
    if (cited.length > 0)
      textEl.addEventListener("click", (event) => openLinkedPassage(services.app, event, textEl, cited, sourcePath));
    // Replies of earlier versions don't know their passages.
    else if (sourced)
      textEl.addEventListener("click", (event) =>
        openCitation(services.app, event, { evidence, cites: [] }, sourcePath),
      );
    if (!sourced) part.createDiv({ cls: "ibid-chat-unsourced", text: unsourcedText(turn) });
  }

  private drawWaiting({ turn: { waiting }, hasWebText }: ShownTurn): void {
    if (waiting === undefined) return;
    new ProposalView(this.root, {
      waiting,
      mayAllowAlways: waiting.why === "web-query" || (waiting.why === "write" && !hasWebText),
      answer: this.options.actions.answer,
    });
  }

  private drawActions({ turn, isLast }: ShownTurn, reply: ReplyPart[]): void {
    const { services, actions } = this.options;
    const answer = reply.map(({ markdown }) => markdown).join("\n\n");
    const row =
      reply.length > 0
        ? renderTextActions(this.root, services, { question: turn.message, answer })
        : this.root.createDiv({ cls: "ibid-ask-actions" });
    if (isLast && turn.status !== "waiting")
      new ButtonComponent(row)
        .setButtonText(turn.status === "done" ? "Regenerate" : "Send again")
        .onClick(() => actions.resend(turn.message));
  }

  private drawUndo({ canUndo }: ShownTurn): void {
    const row = this.root.createDiv({ cls: "ibid-chat-undo" });
    row.createSpan({
      text: canUndo ? "Your notes were changed." : "The changes were undone, or can no longer be undone here.",
    });
    if (canUndo) new ButtonComponent(row).setButtonText("Undo changes").onClick(this.options.actions.undo);
  }

  private addLine(text: string): void {
    this.root.createDiv({ cls: "ibid-ask-line", text });
  }
}

/** The reply of a running turn. It is shown as plain text, because it is not checked yet. */
class LiveReply {
  private readonly steps: StepList;
  private readonly textEl: HTMLElement;
  private readonly statusEl: HTMLElement;

  constructor(parent: HTMLElement) {
    const root = parent.createDiv({ cls: "ibid-chat-live" });
    this.steps = new StepList(root);
    this.textEl = root.createDiv({ cls: "ibid-chat-streamed" });
    this.statusEl = root.createDiv({ cls: "ibid-ask-status", attr: { role: "status" } });
  }

  show({ text, steps, status }: RunningTurn): void {
    if (steps.length > 0) this.steps.draw(steps);
    this.textEl.setText(text);
    if (this.statusEl.textContent !== status) this.statusEl.setText(status);
  }
}

/** Joins neighbouring parts of the same kind. */
export function groupParts(parts: ReplyPart[]): ReplyPart[] {
  const groups: ReplyPart[] = [];
  for (const part of parts) {
    const last = groups[groups.length - 1];
    if (last !== undefined && last.sourced === part.sourced)
      groups[groups.length - 1] = {
        ...part,
        markdown: `${last.markdown}\n\n${part.markdown}`,
        cited: [...(last.cited ?? []), ...(part.cited ?? [])],
      };
    else groups.push(part);
  }
  return groups;
}

function render(app: App, markdown: string, parent: HTMLElement, sourcePath: string, component: Component): void {
  MarkdownRenderer.render(app, markdown, parent, sourcePath, component).catch((thrown: unknown) =>
    showFailureNotice(toFailure(thrown)),
  );
}
