/** The lower part of the Chat pane: the context as chips, the message, the web, and the model that replies. */
import { type App, ButtonComponent, moment, setIcon, type TFile } from "obsidian";
import type { AskServices, FillPromptRequest, Permission } from "../core/exports";
import { ChatSuggest } from "./chat-suggest";
import { selectionText } from "./chat-text";
import { withFailureNotice } from "../ui/notices";
import { noteName } from "../ui/run-text";

/** Local storage key for whether the model may search the web. */
const WEB_STORAGE_KEY = "ibid-chat-web";

/** What is sent with a message. */
export interface ChatContext {
  note?: string;
  selection?: string;
  attached: string[];
}

/** What the user has typed and attached in one conversation, kept while the pane shows another one. */
export interface ChatDraft {
  message: string;
  attached: string[];
  hasNote: boolean;
}

export const EMPTY_DRAFT: ChatDraft = { message: "", attached: [], hasNote: true };

/** The open note and what is selected in it. */
export interface OpenNote {
  path: string;
  selection: string;
  /** Whether the note may not be sent to the model. */
  isPrivate: boolean;
}

export interface ChatFormOptions {
  app: App;
  promptsFolder: () => string;
  fillPrompt: (request: FillPromptRequest) => Promise<string>;
  send: () => void;
  stop: () => void;
}

export class ChatForm {
  readonly root: HTMLElement;
  readonly inputEl: HTMLTextAreaElement;
  private readonly chipsEl: HTMLElement;
  private readonly webEl: HTMLElement;
  private readonly webBox: HTMLInputElement;
  private readonly engineEl: HTMLElement;
  private readonly button: ButtonComponent;
  private openNote: OpenNote | undefined;
  /** The selection that the user removed from the context; another selection is attached again. */
  private removedSelection = "";
  private attached: string[] = [];
  private hasNote = true;
  private isRunning = false;

  constructor(
    parent: HTMLElement,
    private readonly options: ChatFormOptions,
  ) {
    const { app, send, stop, promptsFolder } = options;
    this.root = parent.createDiv({ cls: "ibid-chat-form" });
    this.chipsEl = this.root.createDiv({ cls: "ibid-chat-chips" });
    this.inputEl = this.root.createEl("textarea", {
      cls: "ibid-chat-input",
      placeholder: "Message. [[ attaches a note, / inserts a prompt",
      attr: { "aria-label": "Message", rows: 3, enterkeyhint: "send" },
    });
    this.inputEl.addEventListener("keydown", (event) => this.sendOnEnter(event));
    const row = this.root.createDiv({ cls: "ibid-chat-send" });
    this.webEl = row.createEl("label", { cls: "ibid-ask-web" });
    this.webBox = this.webEl.createEl("input", { type: "checkbox" });
    this.webEl.createSpan({ text: "Search the web too" });
    this.webBox.checked = app.loadLocalStorage(WEB_STORAGE_KEY) === true;
    this.webBox.addEventListener("change", () =>
      app.saveLocalStorage(WEB_STORAGE_KEY, this.webBox.checked ? true : null),
    );
    this.button = new ButtonComponent(row)
      .setButtonText("Send")
      .setCta()
      .onClick(() => (this.isRunning ? stop() : send()));
    this.engineEl = this.root.createDiv({ cls: "ibid-ask-engine" });
    new ChatSuggest(app, this.inputEl, {
      promptsFolder,
      attach: (file) => this.attach(file),
      insertPrompt: (file, at) => void this.insertPrompt(file, at),
    });
    this.showServices(undefined);
  }

  get message(): string {
    return this.inputEl.value.trim();
  }

  /** What is sent with the message. A selection is sent only with its note, whose privacy it shares. */
  get context(): ChatContext {
    const { openNote, attached } = this;
    if (openNote === undefined || !this.hasNote || openNote.isPrivate) return { attached };
    const others = attached.filter((path) => path !== openNote.path);
    return { note: openNote.path, attached: others, ...(this.selection === "" ? {} : { selection: this.selection }) };
  }

  get webChoice(): Permission {
    return this.webBox.checked ? "allowed" : "off";
  }

  get draft(): ChatDraft {
    return { message: this.inputEl.value, attached: this.attached, hasNote: this.hasNote };
  }

  set draft({ message, attached, hasNote }: ChatDraft) {
    this.inputEl.value = message;
    this.attached = attached;
    this.hasNote = hasNote;
    this.drawChips();
  }

  /** Clears the message and what was attached to it. The open note stays. */
  clear(): void {
    this.draft = { ...EMPTY_DRAFT, hasNote: this.hasNote };
  }

  setOpenNote(openNote: OpenNote | undefined): void {
    if (openNote?.selection !== this.removedSelection) this.removedSelection = "";
    this.openNote = openNote;
    this.drawChips();
  }

  /** Shows whether a turn of the conversation is running, which the button then stops. */
  setState(state: "idle" | "running"): void {
    this.isRunning = state === "running";
    this.button.setButtonText(this.isRunning ? "Stop" : "Send");
  }

  /** Shows which model replies, and whether the web can be searched. Shows neither until that is known. */
  showServices(services: AskServices | undefined): void {
    this.webEl.toggle(services !== undefined && services.web.length > 0);
    const { model } = services ?? {};
    this.engineEl.setText(model === undefined ? "" : `${model.name} at ${model.host}`);
  }

  private get selection(): string {
    const { selection = "" } = this.openNote ?? {};
    return selection.trim() === "" || selection === this.removedSelection ? "" : selection;
  }

  private attach({ path }: TFile): void {
    if (!this.attached.includes(path)) this.attached = [...this.attached, path];
    this.drawChips();
    this.inputEl.focus();
  }

  /** Inserts a prompt with its placeholders filled in. */
  private insertPrompt(file: TFile, at: number): Promise<void> {
    return withFailureNotice(async () => {
      const { openNote } = this;
      const prompt = await this.options.fillPrompt({
        path: file.path,
        note: openNote?.path,
        selection: openNote?.selection,
        date: moment().format("YYYY-MM-DD"),
      });
      this.inputEl.setRangeText(prompt, at, at, "end");
      this.inputEl.focus();
    });
  }

  private drawChips(): void {
    this.chipsEl.empty();
    this.drawOpenNote();
    for (const path of this.attached) {
      this.addChip("file-text", noteName(path), () => {
        this.attached = this.attached.filter((other) => other !== path);
      });
    }
    this.chipsEl.toggle(this.chipsEl.childElementCount > 0);
  }

  private drawOpenNote(): void {
    const { openNote } = this;
    if (openNote === undefined) return;
    const name = noteName(openNote.path);
    if (openNote.isPrivate) {
      this.chipsEl.createDiv({ cls: "ibid-chat-chip is-private", text: `${name} is private and not sent` });
      return;
    }
    if (!this.hasNote) return this.addNoteButton(name);
    this.addChip("file-text", name, () => {
      this.hasNote = false;
    });
    const { selection } = this;
    if (selection === "") return;
    this.addChip("text-select", selectionText(selection), () => {
      this.removedSelection = selection;
    });
  }

  private addNoteButton(name: string): void {
    const button = new ButtonComponent(this.chipsEl).setButtonText(`Add ${name}`).onClick(() => {
      this.hasNote = true;
      this.drawChips();
    });
    button.buttonEl.addClass("ibid-chat-chip");
  }

  /** Adds a chip with a button that removes it. */
  private addChip(icon: string, text: string, remove: () => void): void {
    const chip = this.chipsEl.createDiv({ cls: "ibid-chat-chip" });
    setIcon(chip.createSpan({ cls: "ibid-chat-chip-icon" }), icon);
    chip.createSpan({ cls: "ibid-chat-chip-text", text });
    const button = chip.createEl("button", {
      cls: "clickable-icon ibid-chat-chip-remove",
      attr: { type: "button", "aria-label": `Remove ${text}` },
    });
    setIcon(button, "x");
    button.addEventListener("click", () => {
      remove();
      this.drawChips();
      this.inputEl.focus();
    });
  }

  private sendOnEnter(event: KeyboardEvent): void {
    // A key that chose a suggestion was handled already.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    if (!this.isRunning) this.options.send();
  }
}
