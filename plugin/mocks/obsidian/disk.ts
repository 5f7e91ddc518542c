/**
 * Disk: the bytes of a vault, a map from normalised paths to files and folders, including hidden ones. It is
 * synchronous and fails as a file system does. It has no TFile and no events; it reports changes to its owner.
 */
import type { DataWriteOptions, ListedFiles, Stat } from "obsidian";
import { parentPath } from "./normalize-path";

export type DiskChange =
  { kind: "created" | "modified" | "removed"; path: string } | { kind: "renamed"; path: string; oldPath: string };

/** A change that a copy of the bytes has to repeat; a rename is reported as removals and writes. */
export type StoreChange =
  { kind: "write"; path: string; bytes: Uint8Array<ArrayBuffer> } | { kind: "folder" | "remove"; path: string };

export interface DiskWatcher {
  onChange: (change: DiskChange) => void;
  persist?: (change: StoreChange) => void;
}

interface Entry {
  /** Absent for a folder. */
  bytes?: Uint8Array<ArrayBuffer>;
  ctime: number;
  mtime: number;
}

export class Disk {
  readonly #entries = new Map<string, Entry>();
  readonly #watcher: DiskWatcher;

  constructor(watcher: DiskWatcher) {
    this.#watcher = watcher;
    this.#entries.set("/", newEntry());
  }

  /** Adds a file that existed before the start: no change is reported. */
  seed(path: string, bytes: Uint8Array): void {
    for (const folder of foldersAbove(path)) {
      if (!this.has(folder)) this.#entries.set(folder, newEntry());
    }
    this.#entries.set(path, newEntry(new Uint8Array(bytes)));
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  paths(): string[] {
    return [...this.#entries.keys()];
  }

  stat(path: string): Stat | null {
    const entry = this.#entries.get(path);
    if (!entry) return null;
    return {
      type: entry.bytes ? "file" : "folder",
      ctime: entry.ctime,
      mtime: entry.mtime,
      size: entry.bytes?.length ?? 0,
    };
  }

  list(folder: string): ListedFiles {
    this.#checkFolder(folder, "scandir");
    const children = this.paths()
      .filter((path) => path !== "/" && parentPath(path) === folder)
      .sort();
    const isFile = (path: string): boolean => this.stat(path)?.type === "file";
    return { files: children.filter(isFile), folders: children.filter((path) => !isFile(path)) };
  }

  read(path: string): Uint8Array<ArrayBuffer> {
    const entry = this.#entries.get(path);
    if (!entry) throw missing("open", path);
    if (!entry.bytes) throw diskError("EISDIR: illegal operation on a directory", "read", path);
    return entry.bytes;
  }

  write(path: string, bytes: Uint8Array<ArrayBuffer>, options?: DataWriteOptions): void {
    if (this.stat(parentPath(path))?.type !== "folder") throw missing("open", path);
    const old = this.#entries.get(path);
    if (old && !old.bytes) throw diskError("EISDIR: illegal operation on a directory", "open", path);
    const now = Date.now();
    // The clock may stand still between two writes; code that compares times must still see the second.
    const mtime = options?.mtime ?? Math.max(now, (old?.mtime ?? 0) + 1);
    this.#entries.set(path, { bytes, ctime: options?.ctime ?? old?.ctime ?? now, mtime });
    this.#persist({ kind: "write", path, bytes });
    this.#watcher.onChange({ kind: old ? "modified" : "created", path });
  }

  /** Creates the parent folders too, and accepts an existing folder. */
  makeFolders(path: string): void {
    for (const folder of [...foldersAbove(path), path]) {
      const found = this.#entries.get(folder);
      if (found?.bytes) throw diskError("EEXIST: file already exists", "mkdir", folder);
      if (found) continue;
      this.#entries.set(folder, newEntry());
      this.#persist({ kind: "folder", path: folder });
      this.#watcher.onChange({ kind: "created", path: folder });
    }
  }

  removeFile(path: string): void {
    if (this.stat(path)?.type !== "file") throw missing("unlink", path);
    this.#drop(path);
  }

  removeEmptyFolder(path: string): void {
    this.#checkFolder(path, "rmdir");
    if (this.#inside(path).length > 0) throw diskError("ENOTEMPTY: directory not empty", "rmdir", path);
    this.#drop(path);
  }

  removeTree(path: string): void {
    this.#checkFolder(path, "rmdir");
    // Deepest first: a listener never sees a file whose folder is deleted.
    for (const child of this.#inside(path).sort().reverse()) this.#drop(child);
    this.#drop(path);
  }

  rename(from: string, to: string): void {
    this.#checkPair(from, to, "rename");
    for (const old of [from, ...this.#inside(from)]) this.#move(old, to + old.slice(from.length));
    this.#watcher.onChange({ kind: "renamed", path: to, oldPath: from });
  }

  copy(from: string, to: string): void {
    this.#checkPair(from, to, "copyfile");
    for (const old of [from, ...this.#inside(from)].sort()) {
      const bytes = this.#entries.get(old)?.bytes;
      const copy = to + old.slice(from.length);
      if (bytes) this.write(copy, bytes);
      else this.makeFolders(copy);
    }
  }

  #drop(path: string): void {
    this.#entries.delete(path);
    this.#persist({ kind: "remove", path });
    this.#watcher.onChange({ kind: "removed", path });
  }

  #move(from: string, to: string): void {
    const entry = this.#entries.get(from);
    if (!entry) return;
    this.#entries.delete(from);
    this.#entries.set(to, entry);
    this.#persist({ kind: "remove", path: from });
    this.#persist(entry.bytes ? { kind: "write", path: to, bytes: entry.bytes } : { kind: "folder", path: to });
  }

  #persist(change: StoreChange): void {
    this.#watcher.persist?.(change);
  }

  #inside(folder: string): string[] {
    return this.paths().filter((path) => path.startsWith(`${folder}/`));
  }

  #checkFolder(path: string, call: string): void {
    if (this.stat(path)?.type !== "folder") throw missing(call, path);
  }

  #checkPair(from: string, to: string, call: string): void {
    if (!this.has(from)) throw missing(call, from);
    if (this.has(to)) throw new Error("Destination file already exists!");
    this.#checkFolder(parentPath(to), call);
  }
}

function newEntry(bytes?: Uint8Array<ArrayBuffer>): Entry {
  const now = Date.now();
  return { bytes, ctime: now, mtime: now };
}

/** Parent folders from the outermost: "a" and "a/b" for "a/b/c". */
function foldersAbove(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

function missing(call: string, path: string): Error {
  return diskError("ENOENT: no such file or directory", call, path);
}

function diskError(reason: string, call: string, path: string): Error {
  return Object.assign(new Error(`${reason}, ${call} '${path}'`), { code: reason.slice(0, reason.indexOf(":")) });
}
