/**
 * Work that takes a while: one at a time for each thing it works on, with progress, and with a
 * way to stop it. Knows neither Obsidian nor the core.
 */
import type { RunProgress } from "../../pkg/ibid";
import { IbidError } from "./failure";
import { afterRename } from "./renamed-path";

/** Where a task shows itself. */
export interface TaskView {
  show(message: string): void;
  /** Makes room while something larger shows the same, and comes back. */
  stepAside(aside: boolean): void;
  close(): void;
}

/** What the work gets: where its news goes, and whether it is still wanted. */
export interface RunningTask {
  signal: AbortSignal;
  report(message: string, run?: RunProgress): void;
  /** Waits for an answer of the person. The question has a window of its own, and the news makes room for it. */
  ask<T>(question: () => Promise<T>, message?: string): Promise<T>;
}

/** A task that is on, for whoever shows more of it than a line. */
export interface TaskNews {
  /** What it works on, by its name of now. */
  readonly name: string;
  /** The name under which it began: the core knows it by no other. */
  readonly firstName: string;
  readonly message: string;
  /** How far each topic is, once there are topics. */
  readonly run: RunProgress | undefined;
  /** When it began, on the device's clock. */
  readonly since: number;
  readonly stopping: boolean;
  stop(): void;
}

export class Tasks {
  private readonly running = new Set<Task>();
  private readonly listeners = new Set<() => void>();

  /** Makes a view for each task; the view calls `cancel` when the person wants to stop. */
  constructor(private readonly open: (cancel: () => void) => TaskView) {}

  /** Runs some work under a name. A second one of that name is refused while the first is on. */
  async run<T>(name: string, work: (task: RunningTask) => Promise<T>): Promise<T> {
    if (this.news.some((task) => task.name === name || task.firstName === name)) throw new IbidError(BUSY);
    const task = new Task(name, this.open, () => this.tell());
    this.running.add(task);
    this.tell();
    try {
      return await work(task);
    } finally {
      this.running.delete(task);
      task.view.close();
      this.tell();
    }
  }

  get busy(): boolean {
    return this.running.size > 0;
  }

  /** What runs, in the order in which it began. */
  get news(): TaskNews[] {
    return [...this.running];
  }

  /** Tells the listener whenever something changes; the answer ends that. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** To be called when a file or a folder was renamed: what works on it goes by the new name, and shows it. */
  renamed(from: string, to: string): void {
    let isOther = false;
    for (const task of this.running) {
      const name = afterRename(task.name, from, to);
      isOther ||= name !== task.name;
      task.name = name;
    }
    // A folder's rename is told once for each of its files: drawing each time would be felt.
    if (isOther) this.tell();
  }

  /** Has the small views make room for a large one. */
  stepAside(aside: boolean): void {
    for (const { view } of this.running) view.stepAside(aside);
  }

  /** Stops everything that runs. */
  cancelAll(): void {
    for (const task of this.running) task.stop();
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

class Task implements TaskNews, RunningTask {
  readonly view: TaskView;
  message = "";
  run: RunProgress | undefined;
  since = Date.now();
  name: string;
  private readonly controller = new AbortController();

  constructor(
    readonly firstName: string,
    open: (cancel: () => void) => TaskView,
    private readonly changed: () => void,
  ) {
    this.name = firstName;
    this.view = open(() => this.stop());
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get stopping(): boolean {
    return this.signal.aborted;
  }

  stop(): void {
    this.controller.abort();
    this.changed();
  }

  report(message: string, run?: RunProgress): void {
    this.message = message;
    // The time that a person took to answer questions is not the run's.
    if (run !== undefined && this.run === undefined) this.since = Date.now() - run.elapsedMillis;
    this.run = run ?? this.run;
    this.view.show(message);
    this.changed();
  }

  async ask<T>(question: () => Promise<T>, message = "Waiting for your input"): Promise<T> {
    this.report(message);
    this.view.stepAside(true);
    try {
      return await question();
    } finally {
      this.view.stepAside(false);
    }
  }
}

const BUSY = { code: "already-running", message: "This note is already being researched", hint: "Wait for the run to finish, or stop it." };
