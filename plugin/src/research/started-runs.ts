/**
 * Runs that were started and have not ended, stored outside the core: after a restart of the app they are known without
 * starting the core. Does not depend on Obsidian.
 */
import { type Failure, IbidError, toFailure } from "../core/failure";
import { pathAfterRename } from "../vault/renamed-path";

export interface StartedRun {
  run: string;
  /** Path of the researched note. */
  path: string;
}

/** Persistent storage for the list of started runs. */
export interface StartedRunStorage {
  load(): unknown;
  save(runs: StartedRun[] | null): void;
}

/** A run that failed; the core may be able to resume it. */
export class RunFailure extends IbidError {
  constructor(
    failure: Failure,
    readonly started: StartedRun,
  ) {
    super(failure);
  }
}

export class StartedRuns {
  /** Ids of the runs that are in progress now. */
  private readonly running = new Set<string>();
  private closing = false;

  constructor(private readonly storage: StartedRunStorage) {}

  /** Executes a run and stores it in the list until it ends. */
  async track<T>(started: StartedRun, work: () => Promise<T>): Promise<T> {
    this.save([...this.others(started), started]);
    this.running.add(started.run);
    try {
      return await work();
    } catch (thrown) {
      throw new RunFailure(toFailure(thrown), this.stored().find(({ run }) => run === started.run) ?? started);
    } finally {
      this.running.delete(started.run);
      // A run that ends because the app is closed stays in the list.
      if (!this.closing) this.save(this.others(started));
    }
  }

  /** Returns the runs that were interrupted when the app was closed, and removes them from the list. */
  takeInterrupted(): StartedRun[] {
    const interruptedRuns = this.stored();
    if (interruptedRuns.length > 0) this.save([]);
    return interruptedRuns;
  }

  /** Must be called when a file or a folder was renamed, so that a run is resumed with the current path of its note. */
  renamed(from: string, to: string): void {
    const storedRuns = this.stored();
    const renamedRuns = storedRuns.map(({ run, path }) => ({ run, path: pathAfterRename(path, from, to) }));
    // A renamed folder triggers one event per file; saving every time would be slow.
    if (renamedRuns.some(({ path }, at) => path !== storedRuns[at]?.path)) this.save(renamedRuns);
  }

  /** Whether the run with this id is in progress now. */
  isRunning(run: string): boolean {
    return this.running.has(run);
  }

  /**
   * Must be called before the plugin is unloaded, so that the runs that are interrupted stay in the list and can be
   * resumed.
   */
  close(): void {
    this.closing = true;
  }

  /** Removes all runs from the list, because the user cleared the local data. */
  clear(): void {
    this.save([]);
  }

  private others({ run }: StartedRun): StartedRun[] {
    return this.stored().filter((known) => known.run !== run);
  }

  private stored(): StartedRun[] {
    const savedValue = this.storage.load();
    return Array.isArray(savedValue) ? savedValue.filter(isStartedRun) : [];
  }

  private save(runs: StartedRun[]): void {
    this.storage.save(runs.length === 0 ? null : runs);
  }
}

function isStartedRun(value: unknown): value is StartedRun {
  return (
    typeof value === "object" &&
    value !== null &&
    "run" in value &&
    typeof value.run === "string" &&
    "path" in value &&
    typeof value.path === "string"
  );
}
