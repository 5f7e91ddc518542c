/**
 * App: the object that a plugin gets, made of a vault, its metadata, the commands and the parts of the window. It draws
 * nothing: the shell passes the visible parts in, and the interfaces below are all it requires of them.
 */
import type { Extension } from "@codemirror/state";
import type { CliFlags, CliHandler, HoverLinkSource, UserEvent } from "obsidian";
import { Commands } from "./commands";
import type { StoreChange } from "./disk";
import { FileManager } from "./file-manager";
import { InternalPlugins } from "./internal-plugins";
import { MarkdownProcessors } from "./markdown-processors";
import { MetadataCache } from "./metadata-cache";
import { Plugins } from "./plugins";
import { SecretStorage } from "./secret-storage";
import { MemoryStorage, type StorageLike } from "./storage";
import { Vault } from "./vault";

export interface Ribbon {
  addRibbonItemButton(id: string, icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement;
}

export interface StatusBar {
  registerStatusBarItem(): HTMLElement;
}

export interface SettingHost {
  addSettingTab(tab: object): void;
  removeSettingTab(tab: object): void;
}

/** Derived from a method, whose parameters TypeScript compares both ways: the leaf is the workspace's own class. */
export type ViewFactory = { create(leaf: object): object }["create"];

export interface ViewRegistry {
  registerView(type: string, creator: ViewFactory): void;
  unregisterView(type: string): void;
  registerExtensions(extensions: string[], viewType: string): void;
  unregisterExtensions(extensions: string[]): void;
}

/** The part of the focused view that editor commands need. */
export interface ActiveEditor {
  editor?: object;
  getMode?(): string;
}

export interface WorkspaceLike {
  leftRibbon: Ribbon;
  activeEditor: ActiveEditor | null;
  registerHoverLinkSource(id: string, info: HoverLinkSource): void;
  unregisterHoverLinkSource(id: string): void;
  registerEditorExtension(extension: Extension): void;
  unregisterEditorExtension(extension: Extension): void;
}

export interface UiParts {
  workspace: WorkspaceLike;
  statusBar: StatusBar;
  setting: SettingHost;
  viewRegistry: ViewRegistry;
}

export interface AppOptions<Ui extends UiParts = UiParts> {
  vaultName: string;
  /** Storage for secrets and saveLocalStorage; without it they last as long as the page. */
  storage?: StorageLike;
  files?: Record<string, string | Uint8Array>;
  /** Called after every change of the vault's bytes, so that they can be stored. */
  persist?: (change: StoreChange) => void;
  /** The modules that `require(name)` returns to a plugin; at least "obsidian". */
  modules?: Record<string, unknown>;
  /** Creates the visible parts once the rest of the app exists. */
  ui: (app: App<Ui>) => Ui;
}

export class App<Ui extends UiParts = UiParts> {
  readonly vault: Vault;
  readonly metadataCache: MetadataCache;
  readonly fileManager: FileManager;
  readonly secretStorage: SecretStorage;
  readonly markdownProcessors = new MarkdownProcessors();
  readonly commands: Commands;
  readonly internalPlugins: InternalPlugins;
  readonly plugins: Plugins;
  /** Commands of the app's command line. The app keeps them elsewhere; only tests read them here. */
  readonly cliCommands = new Map<string, { description: string; flags: CliFlags; handler: CliHandler }>();
  readonly workspace: Ui["workspace"];
  readonly statusBar: Ui["statusBar"];
  readonly setting: Ui["setting"];
  readonly viewRegistry: Ui["viewRegistry"];
  lastEvent: UserEvent | null = null;
  readonly #storage: StorageLike;

  constructor(options: AppOptions<Ui>) {
    this.#storage = options.storage ?? new MemoryStorage();
    this.vault = new Vault(options);
    this.metadataCache = new MetadataCache(this.vault);
    this.fileManager = new FileManager(this.vault, this.metadataCache);
    this.secretStorage = new SecretStorage(this.#storage, options.vaultName);
    this.commands = new Commands(() => this.workspace.activeEditor);
    this.internalPlugins = new InternalPlugins(this.vault);
    this.plugins = new Plugins(this, options.modules ?? {});
    const ui = options.ui(this);
    this.workspace = ui.workspace;
    this.statusBar = ui.statusBar;
    this.setting = ui.setting;
    this.viewRegistry = ui.viewRegistry;
  }

  /** Starts the app: plugins that are loaded by now get a `create` event for every file of the vault. */
  announceVault(): void {
    this.vault.announceFiles();
    this.metadataCache.trigger("resolved");
  }

  isDarkMode(): boolean {
    return document.body.classList.contains("theme-dark");
  }

  loadLocalStorage(key: string): unknown {
    const saved = this.#storage.getItem(this.#storageKey(key));
    return saved === null ? null : JSON.parse(saved);
  }

  saveLocalStorage(key: string, data: unknown): void {
    if (data === null || data === undefined) this.#storage.removeItem(this.#storageKey(key));
    else this.#storage.setItem(this.#storageKey(key), JSON.stringify(data));
  }

  /** Vaults of one origin share the storage, so the vault's id is part of the key. */
  #storageKey(key: string): string {
    return `${this.vault.getName()}-${key}`;
  }
}
