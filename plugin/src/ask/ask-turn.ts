/** One question of the conversation in the Ask pane: its steps while it runs, then the answer and what it rests on. */
import { type App, Component, MarkdownRenderer } from "obsidian";
import type { AgentStep, AskResult, LeftOutSentence, Progress } from "../core/exports";
import { type Failure, failureText, toFailure } from "../core/failure";
import { openCitation, renderClosest, renderPassages } from "./ask-evidence";
import { LiveSteps, StepList } from "./ask-steps";
import { asSentence, CONFIDENCE_TEXTS, leftOutSummary, stepsSummary } from "./ask-text";
import { showFailureNotice } from "../ui/notices";
import { createCollapsible } from "../research/sent-request-list";

export interface AskTurnOptions {
  app: App;
  question: string;
  /** Path from which the links of the answer are resolved; empty for the vault. */
  sourcePath: string;
  /** Adds the buttons below the answer. */
  addActions: (parent: HTMLElement, result: AskResult) => void;
}

export class AskTurn extends Component {
  readonly askedAt = new Date();
  /** Place for the field of a follow-up question, between the answer and its passages. */
  readonly followUpEl: HTMLElement;
  private readonly root: HTMLElement;
  private readonly live: LiveSteps;
  private readonly answerEl: HTMLElement;
  private readonly passagesEl: HTMLElement;

  constructor(
    parent: HTMLElement,
    private readonly options: AskTurnOptions,
  ) {
    super();
    this.root = parent.createDiv({ cls: "ibid-ask-turn" });
    this.root.createDiv({ cls: "ibid-ask-asked", text: options.question, attr: { role: "heading", "aria-level": 3 } });
    this.live = new LiveSteps(this.root);
    this.answerEl = this.root.createDiv({ cls: "ibid-ask-answer", attr: { "aria-live": "polite" } });
    this.followUpEl = this.root.createDiv();
    this.passagesEl = this.root.createDiv();
  }

  override onunload(): void {
    this.root.remove();
  }

  scrollIntoView(): void {
    this.root.scrollIntoView({ block: "nearest" });
  }

  /** Collapses everything but the answer, because a follow-up question comes below. */
  collapse(): void {
    for (const details of this.root.querySelectorAll("details")) details.open = false;
  }

  showProgress(progress: Progress): void {
    this.live.show(progress);
  }

  /** Shows why there is no answer. The steps so far stay. */
  showFailure(failure: Failure): void {
    const text = failure.code === "cancelled" ? "Stopped." : failureText(failure);
    if (this.live.root.isConnected) this.live.end(text);
    else this.addLine(text);
  }

  showResult(result: AskResult): void {
    this.live.remove();
    if (result.found) this.showAnswer(result);
    else renderClosest(this.options.app, this.answerEl, result.closest);
    for (const warning of result.warnings) this.addLine(asSentence(warning));
    if (result.found) this.options.addActions(this.answerEl, result);
    const { steps = [], leftOut = [], spent = "" } = result;
    if (steps.length > 0) this.showSteps(steps, spent);
    if (leftOut.length > 0) this.showLeftOut(leftOut);
    if (result.found) renderPassages(this.options.app, this.passagesEl, result);
  }

  /** Adds a line of small text below the answer. */
  addLine(text: string): void {
    this.answerEl.createDiv({ cls: "ibid-ask-line", text });
  }

  private showAnswer(result: AskResult): void {
    const { app, sourcePath } = this.options;
    const textEl = this.answerEl.createDiv({ cls: "ibid-ask-text" });
    MarkdownRenderer.render(app, result.answer, textEl, sourcePath, this).catch((thrown: unknown) =>
      showFailureNotice(toFailure(thrown)),
    );
    textEl.addEventListener("click", (event) => openCitation(app, event, result, sourcePath));
    this.answerEl.createDiv({ cls: "ibid-ask-confidence", text: CONFIDENCE_TEXTS[result.confidence] });
  }

  private showSteps(steps: AgentStep[], spent: string): void {
    createCollapsible(this.answerEl, (body) => new StepList(body).draw(steps)).setText(
      stepsSummary(steps.length, spent),
    );
  }

  private showLeftOut(sentences: LeftOutSentence[]): void {
    const summaryEl = createCollapsible(this.answerEl, (body) => {
      const list = body.createEl("ul", { cls: "ibid-ask-left-out" });
      for (const { text, reason } of sentences) {
        const row = list.createEl("li", { text });
        row.createDiv({ cls: "ibid-ask-step-reason", text: asSentence(reason) });
      }
    });
    summaryEl.setText(leftOutSummary(sentences.length));
  }
}
