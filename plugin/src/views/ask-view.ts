/** A pane in which the user asks the vault a question and gets an answer with citations that open the notes. */
import { type App, ButtonComponent, Component, debounce, DropdownComponent, ItemView, Keymap, MarkdownRenderer, normalizePath, Platform, type WorkspaceLeaf } from "obsidian";
import type { AskResult, CitedPassage, Hit } from "../../../pkg/ibid";
import type { CoreProxy } from "../core";
import { type Failure, failureText, toFailure } from "../failure";
import { insertTextAtCursor, openNoteAt } from "../note-link";
import type { ObsidianHost } from "../obsidian-host";
import type { SettingsStore } from "../settings-store";
import { showFailureNotice, showMessageNotice } from "./notices";
import { noteName } from "./run-text";

export const ASK_VIEW_TYPE = "ibid-ask";
export const ASK_ICON = "message-square-quote";
export const ASK_TITLE = "Ask the vault";

/** Local storage key of the questions that the user asked before. */
const HISTORY_STORAGE_KEY = "ibid-questions";

const MAX_HISTORY_ENTRIES = 20;

const CONFIDENCE_TEXTS: Record<AskResult["confidence"], string> = {
  high: "High confidence",
  medium: "Medium confidence",
  low: "Low confidence",
};

export interface AskViewServices {
  core: CoreProxy;
  host: ObsidianHost;
  settings: SettingsStore;
}

/** What to ask: a question to start with, and the note to which it is limited. */
export interface AskStart {
  question?: string;
  note?: string;
}

/** Shows the pane in the right sidebar, and asks the question if there is one. */
export async function showAskView(app: App, start: AskStart = {}): Promise<void> {
  const leaf = await app.workspace.ensureSideLeaf(ASK_VIEW_TYPE, "right", { active: true, reveal: true });
  if (leaf.view instanceof AskView) leaf.view.start(start);
}

export class AskView extends ItemView {
  override icon = ASK_ICON;
  override navigation = false;
  private readonly questionEl: HTMLTextAreaElement;
  private readonly scopeEl: HTMLElement;
  private readonly folder: DropdownComponent;
  private readonly askButton: ButtonComponent;
  private readonly answerEl: HTMLElement;
  private readonly historyEl: HTMLElement;
  private note: string | undefined;
  private running: AbortController | undefined;
  private rendered: Component | undefined;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly services: AskViewServices,
  ) {
    super(leaf);
    this.contentEl.addClass("ibid-ask");
    const form = this.contentEl.createDiv({ cls: "ibid-ask-form" });
    this.questionEl = form.createEl("textarea", { cls: "ibid-ask-question", placeholder: "Ask a question…", attr: { "aria-label": "Question", rows: 3, enterkeyhint: "send" } });
    this.questionEl.addEventListener("keydown", (event) => this.askOnEnter(event));
    this.scopeEl = form.createDiv({ cls: "ibid-ask-scope" });
    this.folder = new DropdownComponent(form);
    this.folder.selectEl.ariaLabel = "Folder";
    this.askButton = new ButtonComponent(form).setButtonText("Ask").setCta().onClick(() => this.askOrStop());
    this.answerEl = this.contentEl.createDiv({ cls: "ibid-ask-answer", attr: { "aria-live": "polite" } });
    this.historyEl = this.contentEl.createDiv({ cls: "ibid-ask-history" });
  }

  override getViewType(): string {
    return ASK_VIEW_TYPE;
  }

  override getDisplayText(): string {
    return ASK_TITLE;
  }

  protected override onOpen(): Promise<void> {
    this.app.workspace.onLayoutReady(() => {
      this.listFolders();
      this.registerEvent(this.app.vault.on("create", () => this.listFoldersLater()));
      this.registerEvent(this.app.vault.on("rename", () => this.listFoldersLater()));
      this.registerEvent(this.app.vault.on("delete", () => this.listFoldersLater()));
      this.showHistory();
    });
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.running?.abort();
    this.listFoldersLater.cancel();
    this.rendered?.unload();
    return Promise.resolve();
  }

  /** Limits the pane to a note or to the vault, and asks if there is a question. */
  start({ question, note }: AskStart): void {
    this.note = note;
    this.showScope();
    if (question !== undefined && question.trim() !== "") {
      this.questionEl.value = question.trim();
      void this.ask();
    }
    this.questionEl.focus();
  }

  private readonly listFoldersLater = debounce(() => this.listFolders(), 500, true);

  private listFolders(): void {
    const chosen = this.folder.getValue();
    this.folder.selectEl.empty();
    this.folder.addOption("", "All notes");
    const folders = this.app.vault.getAllFolders(false).map(({ path }) => path);
    for (const path of folders.sort((a, b) => a.localeCompare(b))) this.folder.addOption(path, path);
    this.folder.setValue(folders.includes(chosen) ? chosen : "");
  }

  /** Shows to which note the question is limited, with a button that removes the limit. */
  private showScope(): void {
    this.scopeEl.empty();
    this.folder.selectEl.toggle(this.note === undefined);
    if (this.note === undefined) return;
    this.scopeEl.createSpan({ text: `Only “${noteName(this.note)}”` });
    new ButtonComponent(this.scopeEl).setButtonText("Ask all notes").onClick(() => this.start({}));
  }

  private askOnEnter(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void this.ask();
  }

  private askOrStop(): void {
    if (this.running === undefined) void this.ask();
    else this.running.abort();
  }

  private async ask(): Promise<void> {
    const question = this.questionEl.value.trim();
    if (question === "" || this.running !== undefined) return;
    const running = new AbortController();
    this.running = running;
    this.askButton.setButtonText("Stop");
    this.clearAnswer();
    this.answerEl.createDiv({ cls: "ibid-ask-step", text: "Searching your notes…" });
    try {
      const result = await this.services.core.call("ask", this.request(question), { signal: running.signal });
      this.remember(question);
      this.showResult(question, result);
    } catch (thrown) {
      this.showFailure(toFailure(thrown));
    } finally {
      this.running = undefined;
      this.askButton.setButtonText("Ask");
    }
  }

  private request(question: string): { question: string; note?: string; folder?: string } {
    if (this.note !== undefined) return { question, note: this.note };
    const folder = this.folder.getValue();
    return folder === "" ? { question } : { question, folder };
  }

  private clearAnswer(): void {
    this.rendered?.unload();
    this.rendered = undefined;
    this.answerEl.empty();
  }

  private showFailure(failure: Failure): void {
    this.clearAnswer();
    this.answerEl.createDiv({ cls: "ibid-ask-empty", text: failure.code === "cancelled" ? "Stopped." : failureText(failure) });
  }

  private showResult(question: string, result: AskResult): void {
    this.clearAnswer();
    if (result.found) this.showAnswer(question, result);
    else this.showClosest(result.closest);
    for (const warning of result.warnings) this.answerEl.createDiv({ cls: "ibid-ask-step", text: `${warning}.` });
  }

  private showAnswer(question: string, result: AskResult): void {
    const textEl = this.answerEl.createDiv({ cls: "ibid-ask-text" });
    const rendered = new Component();
    rendered.load();
    this.rendered = rendered;
    MarkdownRenderer.render(this.app, result.answer, textEl, this.note ?? "", rendered).catch((thrown: unknown) => showFailureNotice(toFailure(thrown)));
    textEl.addEventListener("click", (event) => this.openCitation(event, result));
    this.answerEl.createDiv({ cls: "ibid-ask-confidence", text: CONFIDENCE_TEXTS[result.confidence] });
    this.addActions(question, result);
    this.showEvidence(result);
  }

  /** A link in the answer opens the cited passage, not only its note. */
  private openCitation(event: MouseEvent, { evidence }: AskResult): void {
    const link = event.target instanceof Node && event.target.instanceOf(Element) ? event.target.closest("a.internal-link") : null;
    if (link === null) return;
    const linkPath = (link.getAttribute("data-href") ?? link.getAttribute("href") ?? "").split("#")[0] ?? "";
    const file = this.app.metadataCache.getFirstLinkpathDest(linkPath, this.note ?? "");
    const passage = evidence.find(({ path }) => path !== undefined && path === file?.path);
    if (passage === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.openPassage(passage, event);
  }

  private addActions(question: string, { answer }: AskResult): void {
    const actions = this.answerEl.createDiv({ cls: "ibid-ask-actions" });
    new ButtonComponent(actions).setButtonText("Copy").onClick(() => void this.act(() => navigator.clipboard.writeText(answer), "Answer copied."));
    new ButtonComponent(actions).setButtonText("Insert").setTooltip("Insert into the note").onClick(() => void this.act(() => Promise.resolve(insertTextAtCursor(this.app, answer))));
    new ButtonComponent(actions).setButtonText("Save as note").onClick(() => void this.act(() => this.saveAsNote(question, answer)));
  }

  private async act(action: () => Promise<unknown>, done?: string): Promise<void> {
    try {
      await action();
      if (done !== undefined) showMessageNotice(done);
    } catch (thrown) {
      showFailureNotice(toFailure(thrown));
    }
  }

  private async saveAsNote(question: string, answer: string): Promise<void> {
    const name = question.replace(/[\\/:*?"<>|#^[\]]/g, " ").replace(/\s+/g, " ").trim().slice(0, 80);
    const folder = this.services.settings.getValid("inboxFolder");
    const path = await this.services.host.create(normalizePath(`${folder}/${name}.md`), `${answer}\n`);
    await this.app.workspace.openLinkText(path, "", "tab");
  }

  /** Lists the passages that were read, grouped by note; cited ones first. */
  private showEvidence({ evidence, cites }: AskResult): void {
    const isCited = ({ id }: CitedPassage) => cites.includes(id);
    const sorted = [...evidence.filter(isCited), ...evidence.filter((passage) => !isCited(passage))];
    this.addTitle("Passages");
    const groups = new Map<string, CitedPassage[]>();
    for (const passage of sorted) {
      const source = passage.path ?? passage.url ?? "";
      groups.set(source, [...(groups.get(source) ?? []), passage]);
    }
    for (const passages of groups.values()) this.showGroup(passages, isCited);
  }

  private showGroup(passages: CitedPassage[], isCited: (passage: CitedPassage) => boolean): void {
    const group = this.answerEl.createDiv({ cls: "ibid-ask-group" });
    const [first] = passages;
    if (first !== undefined) group.createDiv({ cls: "ibid-ask-source", text: first.title });
    for (const passage of passages) {
      const row = this.addRow(group, passage.heading, passage.text, (event) => this.openPassage(passage, event));
      row.toggleClass("is-cited", isCited(passage));
      row.createDiv({ cls: "ibid-ask-id", text: passageFacts(passage) });
    }
  }

  private showClosest(closest: Hit[]): void {
    this.answerEl.createDiv({ cls: "ibid-ask-empty", text: "I could not find this in your vault." });
    if (closest.length === 0) return;
    this.addTitle("Closest passages");
    const group = this.answerEl.createDiv({ cls: "ibid-ask-group" });
    for (const hit of closest) this.addRow(group, [noteName(hit.path), hit.heading].filter((part) => part !== "").join(" › "), hit.passage, (event) => this.openPassage(hit, event));
  }

  private addTitle(text: string): void {
    this.answerEl.createDiv({ cls: "ibid-ask-title", text, attr: { role: "heading", "aria-level": 3 } });
  }

  private addRow(parent: HTMLElement, head: string, text: string, open: (event: MouseEvent | KeyboardEvent) => void): HTMLElement {
    const row = parent.createDiv({ cls: "ibid-ask-passage", attr: { tabindex: 0, role: "link" } });
    if (head !== "") row.createDiv({ cls: "ibid-ask-heading", text: head });
    row.createDiv({ cls: "ibid-ask-quote", text });
    row.addEventListener("click", open);
    row.addEventListener("keydown", (event) => event.key === "Enter" && open(event));
    return row;
  }

  private openPassage({ path, firstLine, lastLine }: Pick<CitedPassage, "path" | "firstLine" | "lastLine">, event: MouseEvent | KeyboardEvent): void {
    if (path === undefined) return;
    if (Platform.isPhone) this.app.workspace.rightSplit.collapse();
    const position = firstLine === undefined || lastLine === undefined ? { path } : { path, firstLine, lastLine };
    openNoteAt(this.app, position, Keymap.isModEvent(event)).catch((thrown: unknown) => showFailureNotice(toFailure(thrown)));
  }

  private history(): string[] {
    const saved: unknown = this.app.loadLocalStorage(HISTORY_STORAGE_KEY);
    return Array.isArray(saved) ? saved.filter((entry) => typeof entry === "string") : [];
  }

  private remember(question: string): void {
    const others = this.history().filter((entry) => entry !== question);
    this.app.saveLocalStorage(HISTORY_STORAGE_KEY, [question, ...others].slice(0, MAX_HISTORY_ENTRIES));
    this.showHistory();
  }

  private showHistory(): void {
    this.historyEl.empty();
    const questions = this.history();
    if (questions.length === 0) return;
    const details = this.historyEl.createEl("details");
    details.createEl("summary", { text: "Earlier questions" });
    for (const question of questions) {
      const row = details.createEl("button", { cls: "ibid-ask-earlier", text: question, attr: { type: "button" } });
      row.addEventListener("click", () => {
        this.questionEl.value = question;
        void this.ask();
      });
    }
  }
}

/** The id and place of a passage, and how it was found. */
function passageFacts({ id, firstLine, lastLine, found }: CitedPassage): string {
  const lines = firstLine === undefined ? "" : firstLine === lastLine ? `line ${String(firstLine)}` : `lines ${String(firstLine)}–${String(lastLine)}`;
  return [id, lines, found].filter((part) => part !== "").join(" · ");
}
