/**
 * What happened in the vault since it was last handed over, collapsed: for each note only where it came from and that
 * it is to be read again. Keeps no texts and decides nothing about which files are notes: the core does.
 */
import type { NoteChange, NoteInfo } from "../../pkg/ibid";

/** What is known of the note that has a path now. */
interface Pending {
  /** The path under which the library knows it, when that is another one. */
  from?: string;
  /** Whether the library has never heard of it. */
  isNew: boolean;
}

export class VaultChanges {
  /** By the path of now, in order of the last rename. */
  private readonly pending = new Map<string, Pending>();
  /** Paths under which the library knows notes that are gone. */
  private readonly removed = new Set<string>();

  get isEmpty(): boolean {
    return this.pending.size === 0 && this.removed.size === 0;
  }

  created(path: string): void {
    // A note that was deleted and is back is, for the library, one that changed.
    const isNew = !this.removed.delete(path);
    if (!this.pending.has(path)) this.pending.set(path, { isNew });
  }

  modified(path: string): void {
    if (!this.pending.has(path)) this.pending.set(path, { isNew: false });
  }

  renamed(from: string, to: string): void {
    const before = this.pending.get(from);
    // A folder's rename tells of its notes, and each note may tell of itself again.
    if (before === undefined && this.pending.get(to)?.from === from) return;
    this.pending.delete(from);
    this.pending.delete(to);
    if (before?.isNew === true) this.pending.set(to, before);
    else this.pending.set(to, originAt(before?.from ?? from, to));
  }

  deleted(path: string): void {
    const before = this.pending.get(path);
    this.pending.delete(path);
    if (before?.isNew !== true) this.removed.add(before?.from ?? path);
  }

  clear(): void {
    this.pending.clear();
    this.removed.clear();
  }

  /** Everything so far, in an order in which it can be followed; afterwards there is nothing. `info` knows the notes of now. */
  take(info: (path: string) => NoteInfo | undefined): NoteChange[] {
    const tangled = this.tangled();
    const removed = [...this.removed, ...tangled].map((path): NoteChange => ({ kind: "removed", path }));
    const changes = [...this.pending].map(([path, { from }]) => changeOf(info(path), path, from === undefined || tangled.has(from) ? undefined : from));
    this.clear();
    // What is gone goes first: another note may have its path by now. A rename whose note is gone is a removal too.
    const isRemoval = ({ kind }: NoteChange) => kind === "removed";
    const isRename = ({ kind }: NoteChange) => kind === "renamed";
    const rest = changes.filter((change) => !isRemoval(change) && !isRename(change));
    return [...removed, ...changes.filter(isRemoval), ...changes.filter(isRename), ...rest];
  }

  /**
   * Origins of notes that took each other's paths: one rename after the other would overwrite what the next one needs,
   * so such notes are forgotten and read again.
   */
  private tangled(): Set<string> {
    const origins = new Set([...this.pending.values()].map(({ from }) => from));
    const moved = [...this.pending].filter(([path, { from }]) => from !== undefined && (origins.has(path) || this.pending.get(from)?.from !== undefined));
    return new Set(moved.flatMap(([, { from }]) => from ?? []));
  }
}

/** A note that got its old path back is only to be looked at again. */
function originAt(from: string, to: string): Pending {
  return from === to ? { isNew: false } : { from, isNew: false };
}

function changeOf(note: NoteInfo | undefined, path: string, from: string | undefined): NoteChange {
  if (note === undefined) return { kind: "removed", path: from ?? path };
  return from === undefined ? { kind: "changed", note } : { kind: "renamed", from, note };
}
