/**
 * Collects changes of the vault until they are sent to the core, at most one per note. Contains no note texts and does
 * not decide which files are notes: the core does.
 */
import type { NoteChange, NoteInfo } from "../core/exports";

/** A change of a note that waits to be sent to the core. */
interface PendingChange {
  /** The path of the note in the index, if it differs from the current path. */
  from?: string;
  /** Whether the index does not contain the note yet. */
  isNew: boolean;
}

export class VaultChanges {
  /** Pending changes by the current path of the note. Renamed notes are in the order of their renames. */
  private readonly pending = new Map<string, PendingChange>();
  /** Paths of deleted notes that the index still contains. */
  private readonly removed = new Set<string>();

  get isEmpty(): boolean {
    return this.pending.size === 0 && this.removed.size === 0;
  }

  created(path: string): void {
    // A note that was deleted and created again is a changed note for the index.
    const isNew = !this.removed.delete(path);
    if (!this.pending.has(path)) this.pending.set(path, { isNew });
  }

  modified(path: string): void {
    if (!this.pending.has(path)) this.pending.set(path, { isNew: false });
  }

  renamed(from: string, to: string): void {
    const changeOfOldPath = this.pending.get(from);
    // Ignores a rename that was reported twice: once for the folder, and once for the note itself.
    if (changeOfOldPath === undefined && this.pending.get(to)?.from === from) return;
    this.pending.delete(from);
    this.pending.delete(to);
    if (changeOfOldPath?.isNew === true) this.pending.set(to, changeOfOldPath);
    else this.pending.set(to, pendingRename(changeOfOldPath?.from ?? from, to));
  }

  deleted(path: string): void {
    const earlierChange = this.pending.get(path);
    this.pending.delete(path);
    if (earlierChange?.isNew !== true) this.removed.add(earlierChange?.from ?? path);
  }

  clear(): void {
    this.pending.clear();
    this.removed.clear();
  }

  /**
   * Returns all changes in the order in which the core must apply them, and clears the list. `info` returns the current
   * state of a note; `undefined` if the note was deleted.
   */
  takeAll(info: (path: string) => NoteInfo | undefined): NoteChange[] {
    const oldPathsOfOverlappingRenames = this.oldPathsOfOverlappingRenames();
    const removals = [...this.removed, ...oldPathsOfOverlappingRenames].map((path): NoteChange => ({
      kind: "removed",
      path,
    }));
    const changes = [...this.pending].map(([path, { from }]) =>
      toNoteChange(info(path), path, from === undefined || oldPathsOfOverlappingRenames.has(from) ? undefined : from),
    );
    this.clear();
    // Removals come first: another note may now have the path of a removed one. A note that was
    // renamed and then deleted is a removal too.
    const isRemoval = ({ kind }: NoteChange) => kind === "removed";
    const isRename = ({ kind }: NoteChange) => kind === "renamed";
    const otherChanges = changes.filter((change) => !isRemoval(change) && !isRename(change));
    return [...removals, ...changes.filter(isRemoval), ...changes.filter(isRename), ...otherChanges];
  }

  /**
   * Returns the old paths of notes that swapped their paths. Renaming one would overwrite the
   * other, so these notes are removed and read again.
   */
  private oldPathsOfOverlappingRenames(): Set<string> {
    const oldPaths = new Set([...this.pending.values()].map(({ from }) => from));
    const overlappingRenames = [...this.pending].filter(
      ([path, { from }]) => from !== undefined && (oldPaths.has(path) || this.pending.get(from)?.from !== undefined),
    );
    return new Set(overlappingRenames.flatMap(([, { from }]) => from ?? []));
  }
}

/**
 * Returns the pending change of a renamed note. A note that was renamed back to its old path counts as changed, not as
 * renamed.
 */
function pendingRename(from: string, to: string): PendingChange {
  return from === to ? { isNew: false } : { from, isNew: false };
}

function toNoteChange(note: NoteInfo | undefined, path: string, oldPath: string | undefined): NoteChange {
  if (note === undefined) return { kind: "removed", path: oldPath ?? path };
  return oldPath === undefined ? { kind: "changed", note } : { kind: "renamed", from: oldPath, note };
}
