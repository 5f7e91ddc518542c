/**
 * A pane in which the user talks with a model about the open note, or about the vault. The conversation follows the open
 * note. The model can search, read and, with a yes, change notes.
 */
import {
  type App,
  debounce,
  DropdownComponent,
  ItemView,
  setIcon,
  setTooltip,
  type TFile,
  type ViewStateResult,
  type WorkspaceLeaf,
} from "obsidian";
import type { AskServices, ConversationEntry, ConverseRequest } from "../core/exports";
import { contextOfTurn } from "./chat-context";
import { askChatPermissions } from "./chat-permission";
import type { AskPermissions, ChatChange, Chats } from "./chats";
import type { Consent } from "../consent/consent";
import type { ConversationNotes } from "./conversation-notes";
import type { CoreProxy } from "../core/core";
import { failureText, toFailure } from "../core/failure";
import { isNote } from "../vault/note-file";
import { findActiveEditor } from "../vault/note-link";
import type { ObsidianHost } from "../vault/obsidian-host";
import type { SettingsStore } from "../settings/settings-store";
import { type ChatDraft, ChatForm, EMPTY_DRAFT } from "./chat-form";
import { ChatList } from "./chat-list";
import { renderNoModel } from "./chat-no-model";
import type { ProposalAnswer } from "./chat-proposal";
import type { ChatTurnActions } from "./chat-turn";
import { ChatTurnList } from "./chat-turn-list";
import { askForConsent } from "../consent/consent-modal";
import { EndInView } from "../ui/end-in-view";
import { showFailureNotice, showMessageNotice, withFailureNotice } from "../ui/notices";
import { countText, noteName } from "../ui/run-text";

export const CHAT_VIEW_TYPE = "ibid-chat";
export const CHAT_ICON = "messages-square";
export const CHAT_TITLE = "Chat";

const SELECTION_PAUSE_MILLIS = 150;

/** Whether the pane follows the open note, or shows the conversation without a note. */
export type ChatScope = "note" | "vault";

export interface ChatViewServices {
  core: CoreProxy;
  host: ObsidianHost;
  settings: SettingsStore;
  consent: Consent;
  chats: Chats;
  conversationNotes: ConversationNotes;
  /** What the pane offers without a model. */
  others: Record<string, () => void>;
}

/** Shows the pane in the right sidebar. Without a scope it shows what it showed last. */
export async function showChatView(app: App, scope?: ChatScope): Promise<void> {
  const leaf = await app.workspace.ensureSideLeaf(CHAT_VIEW_TYPE, "right", { active: true, reveal: true });
  if (leaf.view instanceof ChatView) leaf.view.start(scope);
}

export class ChatView extends ItemView {
  override icon = CHAT_ICON;
  override navigation = false;
  private readonly scopeControl: DropdownComponent;
  private readonly list: ChatList;
  private readonly scrollEl: HTMLElement;
  private readonly endInView: EndInView;
  private readonly turns: ChatTurnList;
  private readonly emptyEl: HTMLElement;
  private readonly noModelEl: HTMLElement;
  private readonly form: ChatForm;
  private readonly drafts = new Map<string, ChatDraft>();
  private readonly newIds = new Map<string | undefined, string>();
  private follows: ChatScope = "note";
  private id = "";
  /** The note of the shown conversation. */
  private note: string | undefined;
  private askServices: AskServices | undefined;
  private isNotePrivate = false;
  private shownServices = 0;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly services: ChatViewServices,
  ) {
    super(leaf);
    this.contentEl.addClass("ibid-chat");
    const head = this.contentEl.createDiv({ cls: "ibid-chat-head" });
    this.scopeControl = new DropdownComponent(head).onChange((value) =>
      this.start(value === "vault" ? "vault" : "note"),
    );
    this.scopeControl.selectEl.ariaLabel = "Conversation";
    addIconButton(head, "square-pen", "New conversation", () => this.startNew());
    addIconButton(head, "history", "Conversations", () => this.toggleList());
    this.list = new ChatList(this.contentEl, {
      find: (query) => this.services.core.call("conversations", query),
      noteOf: (entry) => this.services.conversationNotes.noteOf(entry),
      open: (entry) => void this.openEntry(entry),
      remove: (entry) => this.remove(entry),
    });
    this.noModelEl = renderNoModel(this.contentEl, services.others);
    this.scrollEl = this.contentEl.createDiv({ cls: "ibid-chat-scroll" });
    const turnsEl = this.scrollEl.createDiv();
    this.endInView = this.addChild(new EndInView(this.scrollEl, turnsEl));
    this.emptyEl = turnsEl.createDiv({ cls: "ibid-chat-empty" });
    this.turns = this.addChild(
      new ChatTurnList(turnsEl, {
        services: { app: this.app, ...services },
        sourcePath: () => this.note ?? "",
        canUndo: (turn) => services.chats.canUndo(this.id, turn),
        actions: (turn) => this.turnActions(turn),
      }),
    );
    this.form = new ChatForm(this.contentEl, {
      app: this.app,
      promptsFolder: () => this.promptsFolder(),
      fillPrompt: (request) => services.core.call("fillPrompt", request),
      send: () => void this.send(),
      stop: () => this.services.chats.stop(this.id),
    });
  }

  override getViewType(): string {
    return CHAT_VIEW_TYPE;
  }

  override getDisplayText(): string {
    return CHAT_TITLE;
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), follows: this.follows };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    this.follows = savedScope(state) ?? this.follows;
    await super.setState(state, result);
    if (this.id !== "") this.showConversation();
  }

  protected override onOpen(): Promise<void> {
    this.app.workspace.onLayoutReady(() => this.followWorkspace());
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.updateSelectionSoon.cancel();
    this.list.hide();
    return Promise.resolve();
  }

  /** Shows the conversation of the open note or the one without a note, and lets the user type. */
  start(scope: ChatScope = this.follows): void {
    this.follows = scope;
    this.list.hide();
    this.updateParts();
    this.showConversation();
    this.form.inputEl.focus();
  }

  /** The folder as it is saved: the core, which checks the settings, may still be starting when the user types “/”. */
  private promptsFolder(): string {
    const folder = this.services.settings.get("promptsFolder");
    return typeof folder === "string" ? folder.replaceAll(/^\/+|\/+$/g, "") : "";
  }

  private followWorkspace(): void {
    const { workspace, vault } = this.app;
    this.registerEvent(workspace.on("file-open", () => this.showConversation()));
    this.registerEvent(vault.on("rename", () => this.showConversation()));
    this.registerEvent(vault.on("delete", () => this.showConversation()));
    this.registerDomEvent(this.contentEl.doc, "selectionchange", () => this.updateSelectionSoon());
    this.register(this.services.settings.listen(() => void this.showServices()));
    this.register(this.services.chats.listen((id, change) => id === this.id && this.afterChange(change)));
    this.showConversation();
    void this.showServices();
    void this.readStored();
  }

  /** Reads the list of conversations, which knows the note of each if this pane has lost that. */
  private async readStored(): Promise<void> {
    const { core, chats, conversationNotes } = this.services;
    const entries = await core.call("conversations", "").catch(() => undefined);
    if (entries === undefined) return;
    conversationNotes.update(entries, (id) => chats.isRunning(id) || id === this.id);
    // A new conversation that nobody has used gives way to the stored one.
    if (chats.get(this.id)?.turns.length === 0) this.showConversation();
  }

  private get openFile(): TFile | undefined {
    const file = this.app.workspace.getActiveFile();
    return file !== null && isNote(file) ? file : undefined;
  }

  /** Shows the conversation that belongs to the open note, or to no note. */
  private showConversation(): void {
    const note = this.openFile?.path;
    this.drawScope(note);
    const wanted = this.follows === "note" ? note : undefined;
    const known = this.services.conversationNotes.latest(wanted);
    const isShown = this.id !== "" && wanted === this.note && (known === undefined || known === this.id);
    if (!isShown) this.show(known ?? this.newId(wanted), wanted);
    this.updateSelection();
  }

  /** The id of a conversation that is not stored yet. It stays the same for a note, so that its draft is found again. */
  private newId(note: string | undefined): string {
    const id = this.newIds.get(note) ?? crypto.randomUUID();
    this.newIds.set(note, id);
    return id;
  }

  private show(id: string, note: string | undefined): void {
    if (this.id !== "") this.drafts.set(this.id, this.form.draft);
    const isOtherNote = note !== this.note;
    this.note = note;
    if (id !== this.id) {
      this.id = id;
      this.form.draft = this.drafts.get(id) ?? EMPTY_DRAFT;
      this.turns.clear();
      this.endInView.start();
      void this.loadConversation(id);
    }
    if (isOtherNote) void this.showServices();
  }

  private async loadConversation(id: string): Promise<void> {
    const { chats } = this.services;
    try {
      await chats.load(id);
    } catch (thrown) {
      showFailureNotice(toFailure(thrown));
    }
    if (id === this.id) this.redraw("all");
  }

  private drawScope(note: string | undefined): void {
    const { selectEl } = this.scopeControl;
    selectEl.empty();
    if (note !== undefined) this.scopeControl.addOption("note", noteName(note));
    this.scopeControl.addOption("vault", "Without a note");
    this.scopeControl.setValue(note === undefined ? "vault" : this.follows);
  }

  private readonly updateSelectionSoon = debounce(() => this.updateSelection(), SELECTION_PAUSE_MILLIS, true);

  private updateSelection(): void {
    const { note } = this;
    if (note === undefined) return this.form.setOpenNote(undefined);
    const active = findActiveEditor(this.app);
    const selection = active?.path === note ? active.editor.getSelection() : "";
    this.form.setOpenNote({ path: note, selection, isPrivate: this.isNotePrivate });
  }

  /** Shows which model replies, or what the pane needs. */
  private async showServices(): Promise<void> {
    const number = ++this.shownServices;
    const {
      note,
      services: { core },
    } = this;
    try {
      const services = await core.call("askServices", { question: "" });
      const ofNote = note === undefined ? services : await core.call("askServices", { question: "", note });
      if (number !== this.shownServices) return;
      this.askServices = services;
      this.isNotePrivate = services.model !== undefined && ofNote.model === undefined;
    } catch {
      // What the pane shows about the model is optional: sending a message shows the failure.
      return;
    }
    this.form.showServices(this.askServices);
    this.updateParts();
    this.updateSelection();
  }

  /** Shows the list of conversations, or the conversation with what its next message needs. */
  private updateParts(): void {
    const { isOpen } = this.list;
    const hasModel = this.askServices === undefined || this.askServices.model !== undefined;
    const hasTurns = (this.services.chats.get(this.id)?.turns.length ?? 0) > 0;
    this.scrollEl.toggle(!isOpen);
    this.form.root.toggle(!isOpen && hasModel);
    this.noModelEl.toggle(!isOpen && !hasModel);
    this.emptyEl.toggle(hasModel && !hasTurns);
    this.emptyEl.setText(
      `Talk about ${this.note === undefined ? "your vault" : `“${noteName(this.note)}”`}. The model can search and read your notes, and change them if you say yes.`,
    );
  }

  private afterChange(change: ChatChange): void {
    if (this.services.chats.get(this.id) === undefined) this.forgetShown();
    else this.redraw(change);
  }

  private redraw(change: ChatChange): void {
    const chat = this.services.chats.get(this.id);
    if (chat === undefined) return;
    if (change === "progress") return this.turns.showRunning(chat);
    this.turns.draw(chat);
    this.form.setState(chat.running === undefined ? "idle" : "running");
    this.updateParts();
  }

  private turnActions(at: number): ChatTurnActions {
    return {
      resend: (message) => void this.resend(at, message),
      answer: (answer) => void this.answer(answer),
      undo: () => void this.undo(at),
    };
  }

  private async send(): Promise<void> {
    const { message, context } = this.form;
    if (message === "" || this.services.chats.isRunning(this.id)) return;
    const { draft } = this.form;
    const { id } = this;
    this.form.clear();
    if (await this.converse({ conversation: id, message, ...context })) return;
    // The user refused: nothing was sent, so the message is kept.
    if (id === this.id) this.form.draft = draft;
    else this.drafts.set(id, draft);
  }

  /** Sends a message again, in place of the turn and all later ones, with the same context. */
  private async resend(at: number, message: string): Promise<void> {
    const turn = this.services.chats.get(this.id)?.turns[at];
    if (turn === undefined) return;
    const exists = (path: string) => this.app.vault.getFileByPath(path) !== null;
    await this.converse({
      conversation: this.id,
      message,
      ...contextOfTurn(turn, this.note, exists),
      replacesTurn: at,
    });
  }

  private converse(request: ConverseRequest): Promise<boolean> {
    const { chats, conversationNotes } = this.services;
    conversationNotes.use(request.conversation, this.note);
    this.endInView.start();
    return chats.send(request, this.askPermissions);
  }

  private async answer(answer: ProposalAnswer): Promise<void> {
    this.endInView.start();
    await this.services.chats.answer({ conversation: this.id, ...answer }, this.askPermissions);
  }

  private readonly askPermissions: AskPermissions = async (signal, turn) => {
    const { core, consent, settings } = this.services;
    const services = await core.call("askServices", { question: "" }, { signal });
    return askChatPermissions(
      this.app,
      consent,
      { services, webChoice: this.form.webChoice, audioSentTo: settings.audioSentTo },
      turn,
      signal,
    );
  };

  private undo(at: number): Promise<void> {
    return withFailureNotice(async () => {
      const { changed, failed } = await this.services.chats.undo(this.id, at);
      if (changed.length > 0) showMessageNotice(`Undone in ${countText(changed.length, "note")}.`);
      for (const { message } of failed) showFailureNotice({ code: "note-changed", message, hint: "" });
    });
  }

  private startNew(): void {
    const id = crypto.randomUUID();
    this.services.conversationNotes.use(id, this.note);
    this.start();
  }

  private toggleList(): void {
    if (this.list.isOpen) this.list.hide();
    else this.list.show();
    this.updateParts();
  }

  /** Opens a conversation, with its note if that still exists. */
  private async openEntry(entry: ConversationEntry): Promise<void> {
    const { conversationNotes } = this.services;
    const note = conversationNotes.noteOf(entry);
    const file = note === undefined ? null : this.app.vault.getFileByPath(note);
    // A conversation about a note that is gone is continued without one.
    conversationNotes.use(entry.id, file?.path);
    if (file !== null && this.openFile !== file)
      await this.app.workspace.getLeaf(false).openFile(file, { active: false });
    this.start(file === null ? "vault" : "note");
  }

  private async remove({ id, title }: ConversationEntry): Promise<boolean> {
    const question = {
      title: "Delete this conversation?",
      what: `“${title}” is deleted from this device. Your notes don't change.`,
      limits: "You can't undo this.",
      yes: "Delete",
      no: "Cancel",
      final: true,
    };
    if (!(await askForConsent(this.app, question))) return false;
    try {
      this.services.conversationNotes.remove(id);
      await this.services.chats.delete(id);
      return true;
    } catch (thrown) {
      showMessageNotice(failureText(toFailure(thrown)));
      return false;
    }
  }

  /** Shows another conversation, because the shown one was deleted. */
  private forgetShown(): void {
    this.drafts.delete(this.id);
    this.newIds.delete(this.note);
    this.turns.clear();
    this.id = "";
    this.showConversation();
  }
}

/** Which conversation the pane showed when the app was closed. */
function savedScope(state: unknown): ChatScope | undefined {
  const follows = typeof state === "object" && state !== null && "follows" in state ? state.follows : undefined;
  return follows === "note" || follows === "vault" ? follows : undefined;
}

function addIconButton(parent: HTMLElement, icon: string, label: string, act: () => void): void {
  const button = parent.createEl("button", { cls: "clickable-icon", attr: { type: "button", "aria-label": label } });
  setIcon(button, icon);
  setTooltip(button, label);
  button.addEventListener("click", act);
}
