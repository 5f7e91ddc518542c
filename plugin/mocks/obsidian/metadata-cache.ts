/**
 * MetadataCache: content and links of each note, kept up to date with the vault. A change is read one turn after it
 * happened: `changed` for the note, `resolve` for each note whose links were resolved again, `resolved` when nothing is
 * left to do. The notes that exist at the start are known at once, as from the app's stored cache.
 */
import type { CachedMetadata } from "obsidian";
import { Events, type EventCallback, type EventRef } from "./events";
import { TFile, type TAbstractFile } from "./files";
import { linkNames, LinkResolution } from "./link-resolution";
import { getLinkpath } from "./linktext";
import { fileName } from "./normalize-path";
import { readMetadata } from "./note-metadata";
import { nextTurn } from "./event-loop-turn";
import type { Vault } from "./vault";

type LinkCounts = Record<string, number>;

export class MetadataCache extends Events {
  resolvedLinks: Record<string, LinkCounts> = {};
  unresolvedLinks: Record<string, LinkCounts> = {};
  readonly #vault: Vault;
  readonly #caches = new Map<string, CachedMetadata>();
  /** Notes to read again, notes to resolve again, and names whose links may have another target now. */
  readonly #unread = new Set<TFile>();
  readonly #unresolved = new Set<TFile>();
  readonly #movedNames = new Set<string>();
  #resolution: LinkResolution | null = null;
  #isScheduled = false;

  constructor(vault: Vault) {
    super();
    this.#vault = vault;
    for (const file of vault.getMarkdownFiles())
      this.#caches.set(file.path, readMetadata(vault.adapter.readNow(file.path)));
    for (const file of vault.getMarkdownFiles()) this.#resolveLinks(file);
    vault.on("create", (file) => this.#onCreate(file));
    vault.on("modify", (file) => this.#onModify(file));
    vault.on("delete", (file) => this.#onDelete(file));
    vault.on("rename", (file, oldPath) => this.#onRename(file, oldPath));
  }

  override on(
    name: "changed",
    callback: (file: TFile, data: string, cache: CachedMetadata) => unknown,
    context?: unknown,
  ): EventRef;
  override on(
    name: "deleted",
    callback: (file: TFile, previous: CachedMetadata | null) => unknown,
    context?: unknown,
  ): EventRef;
  override on(name: "resolve", callback: (file: TFile) => unknown, context?: unknown): EventRef;
  override on(name: "resolved", callback: () => unknown, context?: unknown): EventRef;
  override on(name: string, callback: EventCallback, context?: unknown): EventRef;
  override on(name: string, callback: EventCallback, context?: unknown): EventRef {
    return super.on(name, callback, context);
  }

  getFileCache(file: TFile): CachedMetadata | null {
    return this.getCache(file.path);
  }

  getCache(path: string): CachedMetadata | null {
    return this.#caches.get(path) ?? null;
  }

  /** The empty linkpath of `[[#Heading]]` is the note itself. */
  getFirstLinkpathDest(linkpath: string, sourcePath: string): TFile | null {
    if (linkpath === "") return this.#vault.getFileByPath(sourcePath);
    this.#resolution ??= new LinkResolution(this.#vault.getFiles());
    return this.#resolution.resolve(linkpath, sourcePath);
  }

  fileToLinktext(file: TFile, sourcePath: string, omitMdExtension?: boolean): string {
    const isBare = file.extension === "md" && omitMdExtension !== false;
    const name = isBare ? file.basename : file.name;
    if (this.getFirstLinkpathDest(name, sourcePath) === file) return name;
    return isBare ? file.path.replace(/\.md$/i, "") : file.path;
  }

  #onCreate(file: TAbstractFile): void {
    // A `create` for a file known from the start only announces it.
    if (!(file instanceof TFile) || this.#caches.has(file.path)) return;
    this.#namesMoved(file.path);
    if (file.extension === "md") this.#unread.add(file);
  }

  #onModify(file: TAbstractFile): void {
    if (!(file instanceof TFile) || file.extension !== "md") return;
    this.#unread.add(file);
    this.#schedule();
  }

  #onDelete(file: TAbstractFile): void {
    if (!(file instanceof TFile)) return;
    const previous = this.getCache(file.path);
    this.#forget(file.path);
    this.#unread.delete(file);
    this.#unresolved.delete(file);
    this.#namesMoved(file.path);
    if (file.extension === "md") this.trigger("deleted", file, previous);
  }

  /** The content is the same, so `changed` is not fired; the note's links may have other targets now. */
  #onRename(file: TAbstractFile, oldPath: string): void {
    if (!(file instanceof TFile)) return;
    const cache = this.getCache(oldPath);
    this.#forget(oldPath);
    this.#namesMoved(oldPath);
    this.#namesMoved(file.path);
    if (file.extension !== "md") return;
    if (cache) this.#caches.set(file.path, cache);
    else this.#unread.add(file);
    this.#unresolved.add(file);
  }

  #namesMoved(path: string): void {
    this.#resolution = null;
    for (const name of linkNames(path)) this.#movedNames.add(name);
    this.#schedule();
  }

  #forget(path: string): void {
    this.#caches.delete(path);
    delete this.resolvedLinks[path];
    delete this.unresolvedLinks[path];
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    await nextTurn();
    this.#isScheduled = false;
    for (const file of take(this.#unread)) this.#read(file);
    this.#markAffected();
    for (const file of take(this.#unresolved)) {
      this.#resolveLinks(file);
      this.trigger("resolve", file);
    }
    if (!this.#isScheduled) this.trigger("resolved");
  }

  #read(file: TFile): void {
    const data = this.#vault.adapter.readNow(file.path);
    const cache = readMetadata(data);
    this.#caches.set(file.path, cache);
    this.#unresolved.add(file);
    this.trigger("changed", file, data, cache);
  }

  /** A file was added, deleted or moved: the links to its name have to be resolved again. */
  #markAffected(): void {
    const names = new Set(take(this.#movedNames));
    if (names.size === 0) return;
    for (const [path, cache] of this.#caches) {
      const file = this.#vault.getFileByPath(path);
      if (file && linkpaths(cache).some((linkpath) => names.has(fileName(linkpath).toLowerCase())))
        this.#unresolved.add(file);
    }
  }

  #resolveLinks(file: TFile): void {
    const resolved: LinkCounts = {};
    const unresolved: LinkCounts = {};
    for (const linkpath of linkpaths(this.getFileCache(file))) {
      const target = this.getFirstLinkpathDest(linkpath, file.path);
      if (target) resolved[target.path] = (resolved[target.path] ?? 0) + 1;
      else unresolved[linkpath] = (unresolved[linkpath] ?? 0) + 1;
    }
    this.resolvedLinks[file.path] = resolved;
    this.unresolvedLinks[file.path] = unresolved;
  }
}

function linkpaths(cache: CachedMetadata | null): string[] {
  const references = [...(cache?.links ?? []), ...(cache?.embeds ?? []), ...(cache?.frontmatterLinks ?? [])];
  return references.map((reference) => getLinkpath(reference.link));
}

/** Returns and clears the content of a set, so that later additions wait for the next round. */
function take<T>(set: Set<T>): T[] {
  const items = [...set];
  set.clear();
  return items;
}
