/** The list of conversations in the Chat pane, with a search. A click opens one; each can be deleted. */
import { debounce, setIcon } from "obsidian";
import type { ConversationEntry } from "../core/exports";
import { failureText, toFailure } from "../core/failure";
import { LatestOnly } from "../ui/latest-only";
import { dateTimeText, noteName } from "../ui/run-text";

const SEARCH_DELAY_MILLIS = 150;

export interface ChatListOptions {
  /** Returns the conversations that contain the words of a query; all of them without one. */
  find: (query: string) => Promise<ConversationEntry[]>;
  /** Returns the current path of the note of a conversation. */
  noteOf: (entry: ConversationEntry) => string | undefined;
  open: (entry: ConversationEntry) => void;
  /** Asks the user, then deletes the conversation. Returns whether it was deleted. */
  remove: (entry: ConversationEntry) => Promise<boolean>;
}

export class ChatList {
  readonly root: HTMLElement;
  private readonly inputEl: HTMLInputElement;
  private readonly rowsEl: HTMLElement;
  private readonly latest = new LatestOnly();

  constructor(
    parent: HTMLElement,
    private readonly options: ChatListOptions,
  ) {
    this.root = parent.createDiv({ cls: "ibid-chat-list" });
    this.inputEl = this.root.createEl("input", {
      type: "search",
      placeholder: "Search conversations…",
      attr: { "aria-label": "Search conversations" },
    });
    this.inputEl.addEventListener("input", () => this.searchSoon());
    this.rowsEl = this.root.createDiv({ cls: "ibid-chat-rows" });
    this.root.hide();
  }

  get isOpen(): boolean {
    return this.root.isShown();
  }

  show(): void {
    this.root.show();
    this.inputEl.value = "";
    this.inputEl.focus();
    void this.search();
  }

  hide(): void {
    this.searchSoon.cancel();
    this.latest.cancel();
    this.root.hide();
  }

  private readonly searchSoon = debounce(() => void this.search(), SEARCH_DELAY_MILLIS, true);

  private async search(): Promise<void> {
    const query = this.inputEl.value.trim();
    try {
      const entries = await this.latest.run(() => this.options.find(query));
      if (entries !== undefined) this.draw(entries, query);
    } catch (thrown) {
      this.rowsEl.empty();
      this.rowsEl.createDiv({ cls: "pane-empty", text: failureText(toFailure(thrown)) });
    }
  }

  private draw(entries: ConversationEntry[], query: string): void {
    this.rowsEl.empty();
    if (entries.length === 0)
      this.rowsEl.createDiv({
        cls: "pane-empty",
        text: query === "" ? "No conversations yet." : "No conversations found.",
      });
    for (const entry of entries) this.drawRow(entry);
  }

  private drawRow(entry: ConversationEntry): void {
    const row = this.rowsEl.createDiv({ cls: "ibid-chat-row" });
    const openButton = row.createEl("button", { cls: "ibid-chat-row-open", attr: { type: "button" } });
    openButton.createDiv({ cls: "ibid-chat-row-title", text: entry.title });
    const note = this.options.noteOf(entry);
    openButton.createDiv({
      cls: "ibid-chat-row-facts",
      text: [note === undefined ? "Without a note" : noteName(note), dateTimeText(entry.updated)].join(" · "),
    });
    openButton.addEventListener("click", () => this.options.open(entry));
    const deleteButton = row.createEl("button", {
      cls: "clickable-icon ibid-chat-row-delete",
      attr: { type: "button", "aria-label": `Delete “${entry.title}”` },
    });
    setIcon(deleteButton, "trash-2");
    deleteButton.addEventListener("click", () => void this.remove(entry));
  }

  private async remove(entry: ConversationEntry): Promise<void> {
    if (await this.options.remove(entry)) await this.search();
  }
}
