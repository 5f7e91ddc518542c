/** A pane in which the user asks the vault a question and gets an answer with citations that open the notes. */
import { type App, ItemView, Platform, type WorkspaceLeaf } from "obsidian";
import type { AskRequest, AskResult, EarlierAnswer } from "../core/exports";
import { askToAnswer } from "../consent/ask-permission";
import type { Consent } from "../consent/consent";
import type { CoreProxy } from "../core/core";
import { toFailure } from "../core/failure";
import type { ObsidianHost } from "../vault/obsidian-host";
import type { SettingsStore } from "../settings/settings-store";
import type { RunningTask } from "../ui/task";
import { type AnsweredQuestion, exportIfWanted, renderActions } from "./ask-actions";
import { AskForm } from "./ask-form";
import { QuestionHistory } from "./ask-history";
import { AskTurn } from "./ask-turn";
import { QuestionField } from "../ui/question-field";

export const ASK_VIEW_TYPE = "ibid-ask";
export const ASK_ICON = "message-square-quote";
export const ASK_TITLE = "Ask the vault";

export interface AskViewServices {
  core: CoreProxy;
  host: ObsidianHost;
  settings: SettingsStore;
  consent: Consent;
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
  private readonly form: AskForm;
  private readonly conversationEl: HTMLElement;
  private readonly followUpEl: HTMLElement;
  private readonly followUp: QuestionField;
  private readonly history: QuestionHistory;
  private turns: AskTurn[] = [];
  /** The last question that was answered, to which a follow-up belongs. */
  private answered: EarlierAnswer | undefined;
  private running: AbortController | undefined;
  private shownServices = 0;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly services: AskViewServices,
  ) {
    super(leaf);
    this.contentEl.addClass("ibid-ask");
    const stop = () => this.running?.abort();
    this.form = new AskForm(this.contentEl, {
      app: this.app,
      ask: () => void this.ask(),
      stop,
      askAllNotes: () => this.start({}),
    });
    this.conversationEl = this.contentEl.createDiv({ cls: "ibid-ask-conversation" });
    this.followUpEl = this.conversationEl.createDiv({ cls: "ibid-ask-follow-up" });
    this.followUp = new QuestionField(this.followUpEl, {
      placeholder: "Ask a follow-up…",
      label: "Follow-up question",
      rows: 1,
      ask: () => void this.askFollowUp(),
      stop,
    });
    this.followUp.addButton(this.followUpEl);
    this.followUpEl.hide();
    this.history = new QuestionHistory(this.app, this.contentEl, (question) => {
      this.form.field.question = question;
      void this.ask();
    });
  }

  override getViewType(): string {
    return ASK_VIEW_TYPE;
  }

  override getDisplayText(): string {
    return ASK_TITLE;
  }

  protected override onOpen(): Promise<void> {
    this.app.workspace.onLayoutReady(() => {
      this.form.listFolders();
      this.registerEvent(this.app.vault.on("create", () => this.form.listFoldersLater()));
      this.registerEvent(this.app.vault.on("rename", () => this.form.listFoldersLater()));
      this.registerEvent(this.app.vault.on("delete", () => this.form.listFoldersLater()));
      this.register(this.services.settings.listen(() => void this.showServices()));
      this.history.show();
      void this.showServices();
    });
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.running?.abort();
    this.form.listFoldersLater.cancel();
    return Promise.resolve();
  }

  /** Limits the pane to a note or to the vault, and asks if there is a question. */
  start({ question, note }: AskStart): void {
    this.form.setNote(note);
    void this.showServices();
    if (question !== undefined && question.trim() !== "") {
      this.form.field.question = question.trim();
      void this.ask();
    }
    this.form.field.inputEl.focus();
  }

  /** Shows which engine will answer. This is optional, so a failure is not shown. */
  private async showServices(): Promise<void> {
    const number = ++this.shownServices;
    const services = await this.services.core.call("askServices", this.request("")).catch(() => undefined);
    if (number === this.shownServices) this.form.showServices(services);
  }

  private request(question: string): AskRequest {
    return { question, ...this.form.scope };
  }

  /** Asks the question in the upper field, which starts a new conversation. */
  private async ask(): Promise<void> {
    const { field } = this.form;
    const { question } = field;
    if (question === "" || this.running !== undefined) return;
    for (const turn of this.turns) this.removeChild(turn);
    this.turns = [];
    this.answered = undefined;
    this.followUp.question = "";
    const result = await this.answer(field, this.request(question));
    if (result !== undefined) this.history.add(question);
  }

  private async askFollowUp(): Promise<void> {
    const { answered, followUp } = this;
    const { question } = followUp;
    if (question === "" || this.running !== undefined || answered === undefined) return;
    for (const turn of this.turns) turn.collapse();
    const result = await this.answer(followUp, { ...this.request(question), earlier: answered });
    if (result !== undefined) followUp.question = "";
  }

  /** Asks a question and shows its steps and its answer. Returns `undefined` if it failed or was stopped. */
  private async answer(field: QuestionField, request: AskRequest): Promise<AskResult | undefined> {
    const running = new AbortController();
    this.running = running;
    for (const other of [this.form.field, this.followUp]) other.setState(other === field ? "running" : "blocked");
    const turn = this.addTurn(request);
    try {
      const permissions = await this.askPermissions(request, running.signal);
      const result = await this.services.core.call(
        "ask",
        { ...request, ...permissions },
        { signal: running.signal, onProgress: (progress) => turn.showProgress(progress) },
      );
      this.showResult(turn, request.question, result);
      return result;
    } catch (thrown) {
      turn.showFailure(toFailure(thrown));
      return undefined;
    } finally {
      this.running = undefined;
      for (const each of [this.form.field, this.followUp]) each.setState("idle");
    }
  }

  private addTurn({ question, note = "" }: AskRequest): AskTurn {
    const addActions = (parent: HTMLElement, result: AskResult) =>
      renderActions(parent, this.actionServices, this.answeredQuestion(turn, question, result));
    const turn: AskTurn = this.addChild(
      new AskTurn(this.conversationEl, { app: this.app, question, sourcePath: note, addActions }),
    );
    this.turns.push(turn);
    this.placeFollowUp(this.conversationEl);
    turn.scrollIntoView();
    return turn;
  }

  private async askPermissions(request: AskRequest, signal: AbortSignal): Promise<Pick<AskRequest, "model" | "web">> {
    const services = await this.services.core.call("askServices", request, { signal });
    const task: RunningTask = { signal, report: () => undefined, ask: (question) => question() };
    return askToAnswer(this.services.consent, services, this.form.webChoice, task);
  }

  private showResult(turn: AskTurn, question: string, result: AskResult): void {
    turn.showResult(result);
    if (result.found) {
      const { answer, evidence } = result;
      this.answered = { question, answer, evidence };
      this.placeFollowUp(turn.followUpEl);
    }
    void exportIfWanted(this.actionServices, this.answeredQuestion(turn, question, result)).then((path) => {
      if (path !== undefined) turn.addLine(`Saved in “${path}”.`);
    });
  }

  /** Moves the field for a follow-up question, which is shown only if there is an answer. It keeps the focus. */
  private placeFollowUp(parent: HTMLElement): void {
    const hasFocus = this.followUpEl.contains(this.followUpEl.doc.activeElement);
    parent.append(this.followUpEl);
    this.followUpEl.toggle(this.answered !== undefined);
    if (hasFocus && !Platform.isMobile) this.followUp.inputEl.focus();
  }

  private answeredQuestion({ askedAt }: AskTurn, question: string, { answer, run }: AskResult): AnsweredQuestion {
    return { question, answer, run, at: askedAt };
  }

  private get actionServices() {
    return { app: this.app, ...this.services };
  }
}
