/**
 * Runs that have begun and not ended, remembered outside the core: after a restart of the app they are known without
 * starting it. Knows no Obsidian.
 */
import { toFailure, IbidError, type Failure } from "./failure";
import { pathAfterRename } from "./renamed-path";

export interface StartedRun {
  run: string;
  /** The note. */
  path: string;
}

/** Where they are remembered. */
export interface StartedRunStorage {
  load(): unknown;
  save(runs: StartedRun[] | null): void;
}

/** A run that ended with a failure; the core may be able to go on with it. */
export class RunFailed extends IbidError {
  constructor(
    failure: Failure,
    readonly started: StartedRun,
  ) {
    super(failure);
  }
}

export class StartedRuns {
  /** Those that this app has begun itself. */
  private readonly running = new Set<string>();
  private closing = false;

  constructor(private readonly storage: StartedRunStorage) {}

  /** Does the work of a run and remembers it meanwhile. */
  async track<T>(started: StartedRun, work: () => Promise<T>): Promise<T> {
    this.save([...this.others(started), started]);
    this.running.add(started.run);
    try {
      return await work();
    } catch (thrown) {
      throw new RunFailed(toFailure(thrown), this.known().find(({ run }) => run === started.run) ?? started);
    } finally {
      this.running.delete(started.run);
      // What the app takes down with it has not ended.
      if (!this.closing) this.save(this.others(started));
    }
  }

  /** Those that the app was closed in the middle of; told once. */
  takeInterrupted(): StartedRun[] {
    const left = this.known();
    if (left.length > 0) this.save([]);
    return left;
  }

  /** To be called when a file or a folder was renamed: a run is gone on with where its note is then. */
  renamed(from: string, to: string): void {
    const known = this.known();
    const moved = known.map(({ run, path }) => ({ run, path: pathAfterRename(path, from, to) }));
    // A folder's rename is told once for each of its files, and writing each time would be felt.
    if (moved.some(({ path }, at) => path !== known[at]?.path)) this.save(moved);
  }

  /** Whether a run goes on right now. */
  isRunning(run: string): boolean {
    return this.running.has(run);
  }

  /** To be called before the app goes. */
  close(): void {
    this.closing = true;
  }

  /** Drops all of them. */
  forget(): void {
    this.save([]);
  }

  private others({ run }: StartedRun): StartedRun[] {
    return this.known().filter((known) => known.run !== run);
  }

  private known(): StartedRun[] {
    const saved = this.storage.load();
    return Array.isArray(saved) ? saved.filter(isStartedRun) : [];
  }

  private save(runs: StartedRun[]): void {
    this.storage.save(runs.length === 0 ? null : runs);
  }
}

function isStartedRun(value: unknown): value is StartedRun {
  return typeof value === "object" && value !== null && "run" in value && typeof value.run === "string" && "path" in value && typeof value.path === "string";
}
