/** The turns of a conversation. Of a long one, the last turns are drawn first, because drawing takes time. */
import { ButtonComponent, Component } from "obsidian";
import type { Chat } from "./chats";
import { totalFacts, WEB_TEXT_NOTE } from "./chat-text";
import { ChatTurnView, type ChatTurnActions, type ChatTurnOptions } from "./chat-turn";
import { countText } from "../ui/run-text";

/** Number of turns that are drawn at first, and that each press of the button adds. */
const TURNS_PER_PAGE = 30;

/** While the user talks, the earliest turns are removed when there are this many, unless the user has asked for earlier ones. */
const MAX_DRAWN_TURNS = 60;

export interface ChatTurnListOptions {
  services: ChatTurnOptions["services"];
  /** Path from which links are resolved; empty without a note. */
  sourcePath: () => string;
  canUndo: (turn: number) => boolean;
  actions: (turn: number) => ChatTurnActions;
}

export class ChatTurnList extends Component {
  private readonly earlierEl: HTMLElement;
  private readonly turnsEl: HTMLElement;
  private readonly webTextEl: HTMLElement;
  private readonly totalEl: HTMLElement;
  private views: ChatTurnView[] = [];
  /** The first turn that is drawn, counted from 0; `undefined` until the conversation is known. */
  private first: number | undefined;
  /** Whether the user has asked for earlier turns. */
  private showsEarlier = false;

  constructor(
    parent: HTMLElement,
    private readonly options: ChatTurnListOptions,
  ) {
    super();
    this.earlierEl = parent.createDiv({ cls: "ibid-chat-earlier" });
    this.turnsEl = parent.createDiv();
    this.webTextEl = parent.createDiv({ cls: "ibid-chat-web-text" });
    this.totalEl = parent.createDiv({ cls: "ibid-chat-facts ibid-chat-total" });
  }

  /** Removes all turns, because another conversation is shown. */
  clear(): void {
    for (const view of this.views) this.removeChild(view);
    this.views = [];
    this.first = undefined;
    this.showsEarlier = false;
    this.earlierEl.empty();
    this.webTextEl.empty();
    this.totalEl.empty();
  }

  draw(chat: Chat): void {
    const { turns, evidence, allowedActions, hasWebText, summarizedTurns, summary, running } = chat;
    if (this.first !== undefined && this.first > 0 && this.first >= turns.length) this.clear();
    if (this.first !== undefined && !this.showsEarlier && turns.length - this.first > MAX_DRAWN_TURNS)
      this.removeFirst(TURNS_PER_PAGE);
    const first = this.first ?? Math.max(0, turns.length - TURNS_PER_PAGE);
    this.first = first;
    for (const view of this.views.splice(Math.max(0, turns.length - first))) this.removeChild(view);
    for (const [place, turn] of turns.slice(first).entries()) {
      const at = first + place;
      const isLast = at === turns.length - 1;
      this.viewAt(place, at).draw({
        turn,
        isLast,
        isRunning: isLast && running !== undefined,
        canUndo: this.options.canUndo(at),
        isSummarized: at < summarizedTurns,
        summary: summary?.turns === at ? summary.text : "",
        evidence,
        hasWebText,
      });
    }
    this.drawEarlier(chat, first);
    this.webTextEl.setText(hasWebText ? WEB_TEXT_NOTE : "");
    const allowed = allowedActions.length === 0 ? "" : `Done without asking: ${allowedActions.join(", ")}`;
    this.totalEl.setText([totalFacts(chat), allowed].filter((fact) => fact !== "").join(" · "));
    this.showRunning(chat);
  }

  /** Shows what the running turn has so far. */
  showRunning({ running }: Chat): void {
    if (running !== undefined) this.views[this.views.length - 1]?.showRunning(running);
  }

  private removeFirst(count: number): void {
    for (const view of this.views.splice(0, count)) this.removeChild(view);
    this.first = (this.first ?? 0) + count;
  }

  private viewAt(place: number, at: number): ChatTurnView {
    const known = this.views[place];
    if (known !== undefined) return known;
    const { services, sourcePath, actions } = this.options;
    const view = this.addChild(
      new ChatTurnView(this.turnsEl, { services, sourcePath: sourcePath(), actions: actions(at) }),
    );
    this.views.push(view);
    return view;
  }

  private drawEarlier(chat: Chat, first: number): void {
    this.earlierEl.empty();
    if (first === 0) return;
    new ButtonComponent(this.earlierEl)
      .setButtonText(`Show earlier messages (${countText(first, "message")})`)
      .onClick(() => {
        this.clear();
        this.showsEarlier = true;
        this.first = Math.max(0, first - TURNS_PER_PAGE);
        this.draw(chat);
      });
  }
}
