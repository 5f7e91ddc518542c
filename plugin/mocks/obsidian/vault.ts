/**
 * Vault: the tree of files and folders that a plugin sees, over the adapter with the bytes. Events fire after the tree
 * and the bytes have changed and before the promise of the call resolves. Hidden paths are not in the tree.
 */
import type { DataWriteOptions } from "obsidian";
import { Events, type EventCallback, type EventRef } from "./events";
import { TFile, TFolder, type TAbstractFile } from "./files";
import type { DiskChange, StoreChange } from "./disk";
import { MemoryAdapter } from "./memory-adapter";
import { isHiddenPath, normalizePath, parentPath } from "./normalize-path";

export interface VaultOptions {
  vaultName: string;
  files?: Record<string, string | Uint8Array>;
  persist?: (change: StoreChange) => void;
}

type VaultListener = (file: TAbstractFile) => unknown;
type RenameListener = (file: TAbstractFile, oldPath: string) => unknown;
type RawListener = (path: string) => unknown;

export class Vault extends Events {
  readonly configDir = ".obsidian";
  readonly adapter: MemoryAdapter;
  readonly #nodes = new Map<string, TAbstractFile>();
  readonly #root = new TFolder(this, "/");

  constructor(options: VaultOptions) {
    super();
    const { vaultName: name, files = {}, persist } = options;
    this.#nodes.set("/", this.#root);
    this.adapter = new MemoryAdapter(name, files, { persist, onChange: (change) => this.#follow(change) });
    for (const path of this.adapter.paths().sort()) this.#plant(path);
  }

  override on(name: "create" | "modify" | "delete", callback: VaultListener, context?: unknown): EventRef;
  override on(name: "rename", callback: RenameListener, context?: unknown): EventRef;
  override on(name: "raw", callback: RawListener, context?: unknown): EventRef;
  override on(name: string, callback: EventCallback, context?: unknown): EventRef;
  override on(name: string, callback: EventCallback, context?: unknown): EventRef {
    return super.on(name, callback, context);
  }

  getName(): string {
    return this.adapter.getName();
  }

  getRoot(): TFolder {
    return this.#root;
  }

  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.#nodes.get(path) ?? null;
  }

  getFileByPath(path: string): TFile | null {
    const found = this.#nodes.get(path);
    return found instanceof TFile ? found : null;
  }

  getFolderByPath(path: string): TFolder | null {
    const found = this.#nodes.get(path);
    return found instanceof TFolder ? found : null;
  }

  getAllLoadedFiles(): TAbstractFile[] {
    return [...this.#nodes.values()];
  }

  getAllFolders(includeRoot?: boolean): TFolder[] {
    const folders = this.getAllLoadedFiles().filter((node) => node instanceof TFolder);
    return folders.filter((folder) => includeRoot === true || !folder.isRoot());
  }

  getFiles(): TFile[] {
    return this.getAllLoadedFiles().filter((node) => node instanceof TFile);
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter((file) => file.extension === "md");
  }

  static recurseChildren(root: TFolder, visit: (file: TAbstractFile) => unknown): void {
    visit(root);
    for (const child of root.children) {
      if (child instanceof TFolder) Vault.recurseChildren(child, visit);
      else visit(child);
    }
  }

  async create(path: string, data: string, options?: DataWriteOptions): Promise<TFile> {
    await this.#checkNoFile(path);
    await this.adapter.write(path, data, options);
    return this.#made(path, TFile);
  }

  async createBinary(path: string, data: ArrayBuffer, options?: DataWriteOptions): Promise<TFile> {
    await this.#checkNoFile(path);
    await this.adapter.writeBinary(path, data, options);
    return this.#made(path, TFile);
  }

  async createFolder(path: string): Promise<TFolder> {
    if (await this.adapter.exists(path)) throw new Error("Folder already exists.");
    await this.adapter.mkdir(path);
    return this.#made(path, TFolder);
  }

  read(file: TFile): Promise<string> {
    return this.adapter.read(file.path);
  }

  cachedRead(file: TFile): Promise<string> {
    return this.adapter.read(file.path);
  }

  readBinary(file: TFile): Promise<ArrayBuffer> {
    return this.adapter.readBinary(file.path);
  }

  modify(file: TFile, data: string, options?: DataWriteOptions): Promise<void> {
    return this.adapter.write(file.path, data, options);
  }

  modifyBinary(file: TFile, data: ArrayBuffer, options?: DataWriteOptions): Promise<void> {
    return this.adapter.writeBinary(file.path, data, options);
  }

  append(file: TFile, data: string, options?: DataWriteOptions): Promise<void> {
    return this.adapter.append(file.path, data, options);
  }

  appendBinary(file: TFile, data: ArrayBuffer, options?: DataWriteOptions): Promise<void> {
    return this.adapter.appendBinary(file.path, data, options);
  }

  process(file: TFile, change: (data: string) => string, options?: DataWriteOptions): Promise<string> {
    return this.adapter.process(file.path, change, options);
  }

  delete(file: TAbstractFile, force?: boolean): Promise<void> {
    return file instanceof TFolder ? this.adapter.rmdir(file.path, force === true) : this.adapter.remove(file.path);
  }

  async trash(file: TAbstractFile, system: boolean): Promise<void> {
    if (system && (await this.adapter.trashSystem())) return;
    await this.adapter.trashLocal(file.path);
  }

  rename(file: TAbstractFile, newPath: string): Promise<void> {
    return this.adapter.rename(file.path, newPath);
  }

  async copy<T extends TAbstractFile>(file: T, newPath: string): Promise<T> {
    await this.adapter.copy(file.path, newPath);
    return this.getAbstractFileByPath(normalizePath(newPath)) as T;
  }

  getResourcePath(file: TFile): string {
    return this.adapter.getResourcePath(file.path);
  }

  /** As the app does when it opens a vault: fires a `create` for every file. Called once by the shell. */
  announceFiles(): void {
    for (const node of this.getAllLoadedFiles()) {
      if (node !== this.#root) this.trigger("create", node);
    }
  }

  async #checkNoFile(path: string): Promise<void> {
    if (await this.adapter.exists(path)) throw new Error("File already exists.");
  }

  #made<T extends TAbstractFile>(path: string, kind: new (...args: never[]) => T): T {
    const node = this.#nodes.get(normalizePath(path));
    if (node instanceof kind) return node;
    // The bytes are written, but the vault does not show hidden files.
    throw new Error(`${path} is not part of the vault`);
  }

  #follow(change: DiskChange): void {
    if (change.kind === "created") this.#announce("create", this.#plant(change.path));
    else if (change.kind === "modified") this.#announce("modify", this.#refresh(change.path));
    else if (change.kind === "removed") this.#announce("delete", this.#uproot(change.path));
    else if (change.kind === "renamed") this.#followRename(change.oldPath, change.path);
    this.trigger("raw", change.path);
  }

  #announce(name: string, node: TAbstractFile | null): void {
    if (node) this.trigger(name, node);
  }

  #plant(path: string): TAbstractFile | null {
    const stat = this.adapter.statNow(path);
    if (path === "/" || isHiddenPath(path) || !stat) return null;
    const { type, ...stats } = stat;
    const node = type === "file" ? new TFile(this, path, stats) : new TFolder(this, path);
    this.#attach(node);
    return node;
  }

  #attach(node: TAbstractFile): void {
    this.#nodes.set(node.path, node);
    node.parent = this.getFolderByPath(parentPath(node.path));
    node.parent?.children.push(node);
  }

  #detach(node: TAbstractFile, path: string): void {
    this.#nodes.delete(path);
    const siblings = node.parent?.children ?? [];
    if (siblings.includes(node)) siblings.splice(siblings.indexOf(node), 1);
    node.parent = null;
  }

  #refresh(path: string): TAbstractFile | null {
    const file = this.getFileByPath(path);
    const stat = this.adapter.statNow(path);
    if (file && stat) file.stat = { ctime: stat.ctime, mtime: stat.mtime, size: stat.size };
    return file;
  }

  #uproot(path: string): TAbstractFile | null {
    const node = this.getAbstractFileByPath(path);
    if (node) this.#detach(node, path);
    return node;
  }

  /** A rename into or out of a hidden folder is a delete or a create for the vault. */
  #followRename(oldPath: string, path: string): void {
    const node = this.getAbstractFileByPath(oldPath);
    if (node && isHiddenPath(path)) this.#forgetTree(node);
    else if (node) for (const [moved, from] of this.#moveTree(node, path)) this.trigger("rename", moved, from);
    else if (!isHiddenPath(path)) this.#plantTree(path);
  }

  /** Returns each node with its old path, so that listeners are called after the whole move. */
  #moveTree(node: TAbstractFile, path: string): [TAbstractFile, string][] {
    const oldPath = node.path;
    const children = node instanceof TFolder ? [...node.children] : [];
    this.#detach(node, oldPath);
    node.setPath(path);
    this.#attach(node);
    return [[node, oldPath], ...children.flatMap((child) => this.#moveTree(child, `${path}/${child.name}`))];
  }

  #forgetTree(node: TAbstractFile): void {
    if (node instanceof TFolder) for (const child of [...node.children]) this.#forgetTree(child);
    this.#announce("delete", this.#uproot(node.path));
  }

  #plantTree(path: string): void {
    const added = this.adapter.paths().filter((other) => other === path || other.startsWith(`${path}/`));
    for (const other of added.sort()) this.#announce("create", this.#plant(other));
  }
}
