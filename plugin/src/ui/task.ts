/**
 * Long-running work with progress that the user can stop. Only one task runs per note. Depends neither on Obsidian nor
 * on the core.
 */
import type { RunProgress } from "../core/exports";
import { type Failure, IbidError } from "../core/failure";
import { pathAfterRename } from "../vault/renamed-path";
import { Watched } from "../core/watched";

/** Displays a task, for example in a notice. */
export interface TaskView {
  show(message: string): void;
  /** Hides the view while a larger window shows the same task. */
  hide(): void;
  /** Shows the view again once `unhide` was called as often as `hide`. */
  unhide(): void;
  close(): void;
}

/** Passed to the work of a task, so that the work can report progress, ask the user, and notice when to stop. */
export interface RunningTask {
  signal: AbortSignal;
  report(message: string, run?: RunProgress): void;
  /** Waits for the user's answer. The question has its own window, so the progress view is hidden meanwhile. */
  ask<T>(question: () => Promise<T>, message?: string): Promise<T>;
}

/** Status of a running task, for views that show details. */
export interface TaskStatus {
  /** Current path of the note: it changes if the note is renamed. */
  readonly name: string;
  /** Path of the note when the task started: the core knows the note by this path. */
  readonly initialPath: string;
  readonly message: string;
  /** Progress of each topic; `undefined` before the topics are known. */
  readonly run: RunProgress | undefined;
  /** Start time, in milliseconds since 1970. */
  readonly since: number;
  readonly stopping: boolean;
  stop(): void;
}

export class Tasks extends Watched {
  private readonly running = new Set<Task>();

  /** `createView` creates the view of a task; the view calls `cancel` when the user stops the task. */
  constructor(private readonly createView: (cancel: () => void) => TaskView) {
    super();
  }

  /** Runs work on a note. Throws if a task on that note is already running. */
  async run<T>(name: string, work: (task: RunningTask) => Promise<T>): Promise<T> {
    if (this.all.some((task) => task.name === name || task.initialPath === name))
      throw new IbidError(ALREADY_RUNNING_FAILURE);
    const task = new Task(name, this.createView, () => this.notify());
    this.running.add(task);
    this.notify();
    try {
      return await work(task);
    } finally {
      this.running.delete(task);
      task.view.close();
      this.notify();
    }
  }

  get busy(): boolean {
    return this.running.size > 0;
  }

  /** The running tasks in the order of their start. */
  get all(): TaskStatus[] {
    return [...this.running];
  }

  /** Must be called when a file or a folder was renamed: updates the names of the running tasks. */
  renamed(from: string, to: string): void {
    let hasChanged = false;
    for (const task of this.running) {
      const newPath = pathAfterRename(task.name, from, to);
      hasChanged ||= newPath !== task.name;
      task.name = newPath;
    }
    // A renamed folder triggers one event per file; redrawing every time would be slow.
    if (hasChanged) this.notify();
  }

  /** Hides the progress notices while a larger window is open. */
  hideViews(): void {
    for (const { view } of this.running) view.hide();
  }

  /** Shows the progress notices again, unless another window still hides them. */
  unhideViews(): void {
    for (const { view } of this.running) view.unhide();
  }

  /** Stops the research of all notes. */
  cancelAll(): void {
    for (const task of this.running) task.stop();
  }
}

class Task implements TaskStatus, RunningTask {
  readonly view: TaskView;
  message = "";
  run: RunProgress | undefined;
  since = Date.now();
  name: string;
  private readonly controller = new AbortController();

  constructor(
    readonly initialPath: string,
    createView: (cancel: () => void) => TaskView,
    private readonly onChange: () => void,
  ) {
    this.name = initialPath;
    this.view = createView(() => this.stop());
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get stopping(): boolean {
    return this.signal.aborted;
  }

  stop(): void {
    this.controller.abort();
    this.onChange();
  }

  report(message: string, run?: RunProgress): void {
    this.message = message;
    // The clock restarts when the run begins: before that, the user was answering questions.
    if (run !== undefined && this.run === undefined) this.since = Date.now() - run.elapsedMillis;
    this.run = run ?? this.run;
    this.view.show(message);
    this.onChange();
  }

  async ask<T>(question: () => Promise<T>, message = "Waiting for your input"): Promise<T> {
    this.report(message);
    this.view.hide();
    try {
      return await question();
    } finally {
      this.view.unhide();
    }
  }
}

const ALREADY_RUNNING_FAILURE: Failure = {
  code: "already-running",
  message: "This note is already being researched",
  hint: "Wait for the run to finish, or stop it.",
};
