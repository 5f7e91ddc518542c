/**
 * Work that takes a while: one at a time for each thing it works on, with progress, and with a
 * way to stop it. Knows neither Obsidian nor the core.
 */
import { IbidError } from "./failure";

/** Where a task shows itself. */
export interface TaskView {
  show(message: string): void;
  close(): void;
}

/** What the work gets: where its news goes, and whether it is still wanted. */
export interface RunningTask {
  signal: AbortSignal;
  report(message: string): void;
}

export class Tasks {
  private readonly running = new Map<string, AbortController>();

  /** Makes a view for each task; the view calls `cancel` when the person wants to stop. */
  constructor(private readonly open: (cancel: () => void) => TaskView) {}

  /** Runs some work under a name. A second one of that name is refused while the first is on. */
  async run<T>(name: string, work: (task: RunningTask) => Promise<T>): Promise<T> {
    if (this.running.has(name)) throw new IbidError(BUSY);
    const controller = new AbortController();
    this.running.set(name, controller);
    const view = this.open(() => controller.abort());
    try {
      return await work({ signal: controller.signal, report: (message) => view.show(message) });
    } finally {
      this.running.delete(name);
      view.close();
    }
  }

  get busy(): boolean {
    return this.running.size > 0;
  }

  /** Stops everything that runs. */
  cancelAll(): void {
    for (const controller of this.running.values()) controller.abort();
  }
}

const BUSY = { code: "already-running", message: "This note is being researched already", hint: "Wait for that run, or stop it." };
