/** The steps of a model that answers a question: what it does, why, and what came of it. */
import { setIcon } from "obsidian";
import type { AgentStep, Progress, StepState } from "../core/exports";

const STEP_ICONS: Record<StepState | "stopped", string> = {
  running: "loader-circle",
  done: "check",
  refused: "triangle-alert",
  stopped: "circle-stop",
};

const STATE_LABELS: Record<StepState | "stopped", string> = {
  running: "Running",
  done: "Done",
  refused: "Not done",
  stopped: "Stopped",
};

/** The steps as a list. Rows that do not change are kept, so that a screen reader stays where it is. */
export class StepList {
  private readonly listEl: HTMLElement;
  private readonly rows: StepRow[] = [];
  private steps: AgentStep[] = [];

  constructor(parent: HTMLElement) {
    this.listEl = parent.createEl("ol", { cls: "ibid-ask-steps" });
    this.listEl.hide();
  }

  draw(steps: AgentStep[]): void {
    this.steps = steps;
    this.listEl.toggle(steps.length > 0);
    for (const [at, step] of steps.entries()) {
      const row = this.rows[at] ?? new StepRow(this.listEl);
      this.rows[at] = row;
      row.draw(step, step.state);
    }
  }

  /** Shows that the user stopped the question: no step is running any more. */
  stop(): void {
    for (const [at, step] of this.steps.entries())
      this.rows[at]?.draw(step, step.state === "running" ? "stopped" : step.state);
  }
}

class StepRow {
  private readonly row: HTMLElement;
  private readonly icon: HTMLElement;
  private readonly actionEl: HTMLElement;
  private readonly reasonEl: HTMLElement;
  private readonly outcomeEl: HTMLElement;
  private state: StepState | "stopped" | undefined;

  constructor(list: HTMLElement) {
    this.row = list.createEl("li", { cls: "ibid-ask-one-step" });
    this.icon = this.row.createSpan({ cls: "ibid-ask-step-icon", attr: { role: "img" } });
    const body = this.row.createDiv({ cls: "ibid-ask-step-body" });
    this.actionEl = body.createDiv({ cls: "ibid-ask-step-action" });
    this.reasonEl = body.createDiv({ cls: "ibid-ask-step-reason" });
    this.outcomeEl = body.createDiv({ cls: "ibid-ask-step-outcome" });
  }

  draw({ action, reason, outcome }: AgentStep, state: StepState | "stopped"): void {
    setTextIfChanged(this.actionEl, action);
    setTextIfChanged(this.reasonEl, reason);
    setTextIfChanged(this.outcomeEl, outcome);
    if (state === this.state) return;
    this.state = state;
    this.row.dataset.state = state;
    this.icon.ariaLabel = STATE_LABELS[state];
    setIcon(this.icon, STEP_ICONS[state]);
  }
}

/** Shows a running question: its steps so far, and what is being done now. */
export class LiveSteps {
  readonly root: HTMLElement;
  private readonly list: StepList;
  private readonly status: HTMLElement;

  constructor(parent: HTMLElement) {
    this.root = parent.createDiv({ cls: "ibid-ask-live" });
    this.list = new StepList(this.root);
    this.status = this.root.createDiv({
      cls: "ibid-ask-status",
      text: "Searching your notes…",
      attr: { role: "status" },
    });
  }

  show({ message, steps = [] }: Progress): void {
    if (steps.length > 0) this.list.draw(steps);
    setTextIfChanged(this.status, `${message}…`);
  }

  /** Shows how the question ended, below the steps so far. */
  end(text: string): void {
    this.list.stop();
    this.status.setText(text);
  }

  remove(): void {
    this.root.remove();
  }
}

/** Sets a text only if it differs, because a screen reader reads a text again whenever it is set. */
function setTextIfChanged(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.setText(text);
}
