/**
 * Shows the progress of research by topic, with a button to stop it. The window can be closed while the run continues,
 * and closes itself when no run is left.
 */
import { type App, ButtonComponent, Modal, setIcon } from "obsidian";
import type { RunProgress, TopicProgress } from "../core/exports";
import type { Tasks, TaskStatus } from "./task";
import { noteName, stopwatchText, topicIcons, topicStateText } from "./run-text";

const CLOCK_INTERVAL_MILLIS = 1000;

/** Opens the window, and hides the progress notices until it is closed. */
export function showProgress(app: App, tasks: Tasks): void {
  if (!tasks.busy) return;
  new ProgressModal(app, tasks).open();
}

class ProgressModal extends Modal {
  private readonly blocks = new Map<TaskStatus, RunProgressBlock>();
  private unlisten: () => void = () => undefined;
  private timer: number | undefined;

  constructor(
    app: App,
    private readonly tasks: Tasks,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.modalEl.addClass("ibid-run-modal");
    this.tasks.hideViews();
    this.unlisten = this.tasks.listen(() => this.draw());
    this.timer = window.setInterval(() => this.blocks.forEach((block) => block.tick()), CLOCK_INTERVAL_MILLIS);
    this.draw();
  }

  override onClose(): void {
    this.unlisten();
    window.clearInterval(this.timer);
    this.contentEl.empty();
    this.tasks.unhideViews();
  }

  private draw(): void {
    const { all: tasks } = this.tasks;
    const [first] = tasks;
    if (first === undefined) return this.close();
    this.setTitle(tasks.length === 1 ? `Researching “${noteName(first.name)}”` : "Research in progress");
    for (const [task, block] of this.blocks) {
      if (tasks.includes(task)) continue;
      block.remove();
      this.blocks.delete(task);
    }
    for (const task of tasks) {
      const block = this.blocks.get(task) ?? new RunProgressBlock(this.contentEl, task);
      this.blocks.set(task, block);
      block.draw(tasks.length > 1 ? "with-name" : "without-name");
    }
  }
}

/**
 * Shows one run in the window. Elements that do not change are kept, so that the focus and a screen
 * reader stay where they are.
 */
class RunProgressBlock {
  private readonly root: HTMLElement;
  private readonly name: HTMLElement;
  private readonly stage: HTMLElement;
  private readonly figures: HTMLElement;
  private readonly topics: HTMLElement;
  private readonly skipped: HTMLElement;
  private readonly stop: ButtonComponent;
  private rows: TopicRow[] = [];
  private skippedShown = 0;

  constructor(
    parent: HTMLElement,
    private readonly task: TaskStatus,
  ) {
    this.root = parent.createDiv({ cls: "ibid-run" });
    this.name = this.root.createDiv({ cls: "ibid-run-name", text: noteName(task.name) });
    const headEl = this.root.createDiv({ cls: "ibid-run-head" });
    this.stage = headEl.createDiv({ cls: "ibid-run-stage", attr: { "aria-live": "polite" } });
    this.figures = headEl.createDiv({ cls: "ibid-run-figures", attr: { role: "timer" } });
    this.topics = this.root.createEl("ul", { cls: "ibid-run-topics" });
    this.skipped = this.root.createDiv({ cls: "ibid-run-skipped" });
    const footEl = this.root.createDiv({ cls: "ibid-run-foot" });
    footEl.createDiv({ cls: "ibid-run-hint", text: "Requests already sent may still be billed." });
    this.stop = new ButtonComponent(footEl).setButtonText("Stop").onClick(() => task.stop());
  }

  remove(): void {
    this.root.remove();
  }

  /** Updates the block. With only one run, the window's title names its note, so the block does not. */
  draw(heading: "with-name" | "without-name"): void {
    const { message, run, stopping } = this.task;
    this.name.toggle(heading === "with-name");
    setTextIfChanged(this.stage, stopping ? "Stopping…" : `${message || "Starting research"}…`);
    this.stop.setDisabled(stopping);
    this.drawTopics(run?.topics ?? []);
    this.drawSkipped(run?.skipped ?? []);
    this.tick();
  }

  /** Updates only the elapsed time. Called every second. */
  tick(): void {
    const elapsedText = stopwatchText(Date.now() - this.task.since);
    const spentSoFar = spentText(this.task.run);
    this.figures.setText(spentSoFar === "" ? elapsedText : `${elapsedText} · ${spentSoFar}`);
  }

  private drawTopics(topics: TopicProgress[]): void {
    this.topics.toggle(topics.length > 0);
    if (topics.length !== this.rows.length) {
      this.topics.empty();
      this.rows = topics.map(() => new TopicRow(this.topics));
    }
    topics.forEach((topic, at) => this.rows[at]?.draw(topic));
  }

  private drawSkipped(skipped: string[]): void {
    if (skipped.length === this.skippedShown) return;
    this.skippedShown = skipped.length;
    this.skipped.empty();
    this.skipped.createDiv({ cls: "ibid-run-skipped-title", text: "Skipped" });
    const skipReasonListEl = this.skipped.createEl("ul");
    for (const why of skipped) skipReasonListEl.createEl("li", { text: `${why}.` });
  }
}

class TopicRow {
  private readonly row: HTMLElement;
  private readonly icon: HTMLElement;
  private readonly label: HTMLElement;
  private readonly stateEl: HTMLElement;
  private state: TopicProgress["state"] | undefined;

  constructor(list: HTMLElement) {
    this.row = list.createEl("li", { cls: "ibid-run-topic" });
    this.icon = this.row.createSpan({ cls: "ibid-run-icon", attr: { "aria-hidden": "true" } });
    this.label = this.row.createSpan({ cls: "ibid-run-label" });
    this.stateEl = this.row.createSpan({ cls: "ibid-run-state" });
  }

  draw(topic: TopicProgress): void {
    setTextIfChanged(this.label, topic.topic);
    setTextIfChanged(this.stateEl, topicStateText(topic));
    if (topic.state === this.state) return;
    this.state = topic.state;
    this.row.dataset.state = topic.state;
    setIcon(this.icon, topicIcons[topic.state]);
  }
}

function spentText(run: RunProgress | undefined): string {
  return run?.spent ?? "";
}

/** Sets a text only if it differs, because a screen reader reads a text again whenever it is set. */
function setTextIfChanged(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.setText(text);
}
