/** Suggests notes after `[[` and the user's prompts after `/` in the message field. */
import { AbstractInputSuggest, type App, prepareFuzzySearch, type TFile } from "obsidian";
import { type ChatTrigger, findTrigger } from "./chat-trigger";
import { isNote } from "../vault/note-file";
import { noteName } from "../ui/run-text";

const MAX_SUGGESTIONS = 20;

/** A note that can be attached, or a prompt that can be inserted, and the text that it replaces. */
interface ChatSuggestion {
  file: TFile;
  trigger: ChatTrigger;
}

export interface ChatSuggestOptions {
  /** Folder of the user's prompts; empty for none. */
  promptsFolder: () => string;
  attach: (file: TFile) => void;
  insertPrompt: (file: TFile, from: number) => void;
}

export class ChatSuggest extends AbstractInputSuggest<ChatSuggestion> {
  constructor(
    app: App,
    private readonly fieldEl: HTMLTextAreaElement,
    private readonly options: ChatSuggestOptions,
  ) {
    // The class needs only what both kinds of field have, and `getValue`, which is overridden.
    super(app, fieldEl as unknown as HTMLInputElement);
  }

  override getValue(): string {
    return this.fieldEl.value;
  }

  override setValue(value: string): void {
    this.fieldEl.value = value;
  }

  protected override getSuggestions(text: string): ChatSuggestion[] {
    const trigger = findTrigger(text, this.fieldEl.selectionStart);
    if (trigger === undefined) return [];
    return bestMatches(this.files(trigger), trigger.query).map((file) => ({ file, trigger }));
  }

  override renderSuggestion({ file, trigger }: ChatSuggestion, el: HTMLElement): void {
    el.addClass("mod-complex");
    const content = el.createDiv({ cls: "suggestion-content" });
    content.createDiv({ cls: "suggestion-title", text: noteName(file.path) });
    const folder = file.parent?.path ?? "/";
    if (trigger.kind === "note" && folder !== "/") content.createDiv({ cls: "suggestion-note", text: folder });
  }

  override selectSuggestion({ file, trigger }: ChatSuggestion): void {
    this.close();
    const { fieldEl } = this;
    fieldEl.setRangeText("", trigger.from, fieldEl.selectionStart, "end");
    if (trigger.kind === "note") this.options.attach(file);
    else this.options.insertPrompt(file, trigger.from);
  }

  private files({ kind }: ChatTrigger): TFile[] {
    const notes = this.app.vault.getFiles().filter(isNote);
    if (kind === "note") return notes;
    const folder = this.options.promptsFolder();
    return folder === "" ? [] : notes.filter(({ path }) => path.startsWith(`${folder}/`));
  }
}

/** The files whose paths match a query, the best first; without a query the ones that were changed last. */
function bestMatches(files: TFile[], query: string): TFile[] {
  if (query.trim() === "") return [...files].sort((a, b) => b.stat.mtime - a.stat.mtime).slice(0, MAX_SUGGESTIONS);
  const match = prepareFuzzySearch(query);
  const scored = files.flatMap((file) => {
    const result = match(noteName(file.path)) ?? match(file.path);
    return result === null ? [] : [{ file, score: result.score }];
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ file }) => file);
}
