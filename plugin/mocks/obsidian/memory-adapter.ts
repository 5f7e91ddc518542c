/**
 * MemoryAdapter: the DataAdapter over a Disk. Every call waits for one turn of the event loop, and writes are queued,
 * so that read-change-write is atomic. It sees hidden folders; it knows no TFile.
 */
import type { DataAdapter, DataWriteOptions, ListedFiles, Stat } from "obsidian";
import { Disk, type DiskWatcher } from "./disk";
import { fileName, joinPath, normalizePath } from "./normalize-path";
import { nextTurn } from "./event-loop-turn";

const encoder = new TextEncoder();
// Not fatal, and the BOM stays: the app shows U+FFFD for bytes that are not UTF-8 and keeps the BOM.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export class MemoryAdapter implements DataAdapter {
  readonly #name: string;
  readonly #disk: Disk;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(name: string, files: Record<string, string | Uint8Array>, watcher: DiskWatcher) {
    this.#name = name;
    this.#disk = new Disk(watcher);
    for (const [path, content] of Object.entries(files)) {
      this.#disk.seed(normalizePath(path), typeof content === "string" ? encoder.encode(content) : content);
    }
  }

  getName(): string {
    return this.#name;
  }

  /** Direct access for the vault, without waiting: it must follow a change in the same tick. */
  statNow(path: string): Stat | null {
    return this.#disk.stat(path);
  }

  readNow(path: string): string {
    return decoder.decode(this.#disk.read(path));
  }

  paths(): string[] {
    return this.#disk.paths();
  }

  async exists(path: string): Promise<boolean> {
    await nextTurn();
    return this.#disk.has(normalizePath(path));
  }

  async stat(path: string): Promise<Stat | null> {
    await nextTurn();
    return this.#disk.stat(normalizePath(path));
  }

  async list(path: string): Promise<ListedFiles> {
    await nextTurn();
    return this.#disk.list(normalizePath(path));
  }

  async read(path: string): Promise<string> {
    await nextTurn();
    return this.readNow(normalizePath(path));
  }

  async readBinary(path: string): Promise<ArrayBuffer> {
    await nextTurn();
    return this.#disk.read(normalizePath(path)).slice().buffer;
  }

  write(path: string, data: string, options?: DataWriteOptions): Promise<void> {
    return this.#queued(() => this.#disk.write(normalizePath(path), encode(data), options));
  }

  writeBinary(path: string, data: ArrayBuffer, options?: DataWriteOptions): Promise<void> {
    const bytes = new Uint8Array(data.slice(0));
    return this.#queued(() => this.#disk.write(normalizePath(path), bytes, options));
  }

  append(path: string, data: string, options?: DataWriteOptions): Promise<void> {
    return this.appendBinary(path, encode(data).buffer, options);
  }

  appendBinary(path: string, data: ArrayBuffer, options?: DataWriteOptions): Promise<void> {
    const at = normalizePath(path);
    const added = new Uint8Array(data.slice(0));
    return this.#queued(() => {
      const before = this.#disk.has(at) ? this.#disk.read(at) : new Uint8Array();
      const after = new Uint8Array(before.length + added.length);
      after.set(before);
      after.set(added, before.length);
      this.#disk.write(at, after, options);
    });
  }

  process(path: string, change: (data: string) => string, options?: DataWriteOptions): Promise<string> {
    const at = normalizePath(path);
    return this.#queued(() => {
      const text = change(this.readNow(at));
      this.#disk.write(at, encode(text), options);
      return text;
    });
  }

  getResourcePath(path: string): string {
    return URL.createObjectURL(new Blob([this.#disk.read(normalizePath(path))]));
  }

  mkdir(path: string): Promise<void> {
    return this.#queued(() => this.#disk.makeFolders(normalizePath(path)));
  }

  remove(path: string): Promise<void> {
    return this.#queued(() => this.#disk.removeFile(normalizePath(path)));
  }

  rmdir(path: string, recursive: boolean): Promise<void> {
    const at = normalizePath(path);
    return this.#queued(() => (recursive ? this.#disk.removeTree(at) : this.#disk.removeEmptyFolder(at)));
  }

  /** A browser has no system trash, so this does nothing and returns false, as on a phone. */
  async trashSystem(): Promise<boolean> {
    await nextTurn();
    return false;
  }

  async trashLocal(path: string): Promise<void> {
    const at = normalizePath(path);
    await this.mkdir(".trash");
    await this.rename(at, this.#freePath(joinPath(".trash", fileName(at))));
  }

  rename(path: string, newPath: string): Promise<void> {
    return this.#queued(() => this.#disk.rename(normalizePath(path), normalizePath(newPath)));
  }

  copy(path: string, newPath: string): Promise<void> {
    return this.#queued(() => this.#disk.copy(normalizePath(path), normalizePath(newPath)));
  }

  #queued<T>(work: () => T): Promise<T> {
    const done = this.#queue.then(nextTurn).then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  #freePath(path: string): string {
    const dot = path.lastIndexOf(".");
    const end = dot > path.lastIndexOf("/") + 1 ? dot : path.length;
    let free = path;
    for (let n = 1; this.#disk.has(free); n += 1) free = `${path.slice(0, end)} ${n}${path.slice(end)}`;
    return free;
  }
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encoder.encode(text));
}
