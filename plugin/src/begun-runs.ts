/**
 * Runs that have begun and not ended, remembered outside the core: after a restart of the app they are known without
 * starting it. Knows no Obsidian.
 */
import { failureOf, IbidError, type Failure } from "./failure";
import { afterRename } from "./renamed-path";

export interface BegunRun {
  run: string;
  /** The note. */
  path: string;
}

/** Where they are remembered. */
export interface BegunStorage {
  load(): unknown;
  save(runs: BegunRun[] | null): void;
}

/** A run that ended with a failure; the core may be able to go on with it. */
export class RunFailed extends IbidError {
  constructor(
    failure: Failure,
    readonly begun: BegunRun,
  ) {
    super(failure);
  }
}

export class BegunRuns {
  /** Those that this app has begun itself. */
  private readonly on = new Set<string>();
  private closing = false;

  constructor(private readonly storage: BegunStorage) {}

  /** Does the work of a run and remembers it meanwhile. */
  async during<T>(begun: BegunRun, work: () => Promise<T>): Promise<T> {
    this.save([...this.others(begun), begun]);
    this.on.add(begun.run);
    try {
      return await work();
    } catch (thrown) {
      throw new RunFailed(failureOf(thrown), this.known().find(({ run }) => run === begun.run) ?? begun);
    } finally {
      this.on.delete(begun.run);
      // What the app takes down with it has not ended.
      if (!this.closing) this.save(this.others(begun));
    }
  }

  /** Those that the app was closed in the middle of; told once. */
  takeInterrupted(): BegunRun[] {
    const left = this.known();
    if (left.length > 0) this.save([]);
    return left;
  }

  /** To be called when a file or a folder was renamed: a run is gone on with where its note is then. */
  renamed(from: string, to: string): void {
    const known = this.known();
    const moved = known.map(({ run, path }) => ({ run, path: afterRename(path, from, to) }));
    // A folder's rename is told once for each of its files, and writing each time would be felt.
    if (moved.some(({ path }, at) => path !== known[at]?.path)) this.save(moved);
  }

  /** Whether a run goes on right now. */
  isOn(run: string): boolean {
    return this.on.has(run);
  }

  /** To be called before the app goes. */
  close(): void {
    this.closing = true;
  }

  /** Drops all of them. */
  forget(): void {
    this.save([]);
  }

  private others({ run }: BegunRun): BegunRun[] {
    return this.known().filter((known) => known.run !== run);
  }

  private known(): BegunRun[] {
    const saved = this.storage.load();
    return Array.isArray(saved) ? saved.filter(isBegunRun) : [];
  }

  private save(runs: BegunRun[]): void {
    this.storage.save(runs.length === 0 ? null : runs);
  }
}

function isBegunRun(value: unknown): value is BegunRun {
  return typeof value === "object" && value !== null && "run" in value && typeof value.run === "string" && "path" in value && typeof value.path === "string";
}
