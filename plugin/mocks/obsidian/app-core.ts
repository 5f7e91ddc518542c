/**
 * AppCore: the app as a plugin sees it, made of a vault, its metadata, the commands and the parts of the window. It draws
 * nothing: the shell passes the visible parts in, and `UiParts` is all it requires of them.
 */
import type { CliFlags, CliHandler, UserEvent } from "obsidian";
import { Commands } from "./commands";
import type { StoreChange } from "./disk";
import { FileManager } from "./file-manager";
import { InternalPlugins } from "./internal-plugins";
import { MarkdownProcessors } from "./markdown-processors";
import { MetadataCache } from "./metadata-cache";
import { SecretStorage } from "./secret-storage";
import { MemoryStorage, type StorageLike } from "./storage";
import type { UiParts } from "./ui-parts";
import { Vault } from "./vault";

export interface AppCoreOptions<Ui extends UiParts = UiParts> {
  vaultName: string;
  /** Storage for secrets and saveLocalStorage; without it they last as long as the page. */
  storage?: StorageLike;
  files?: Record<string, string | Uint8Array>;
  /** Called after every change of the vault's bytes, so that they can be stored. */
  persist?: (change: StoreChange) => void;
  /** Creates the visible parts once the rest of the app exists. */
  ui: (app: AppCore<Ui>) => Ui;
}

export class AppCore<Ui extends UiParts = UiParts> {
  readonly vault: Vault;
  readonly metadataCache: MetadataCache;
  readonly fileManager: FileManager;
  readonly secretStorage: SecretStorage;
  readonly markdownProcessors = new MarkdownProcessors();
  readonly commands: Commands;
  readonly internalPlugins: InternalPlugins;
  /** Commands of the app's command line. The app keeps them elsewhere; only tests read them here. */
  readonly cliCommands = new Map<string, { description: string; flags: CliFlags; handler: CliHandler }>();
  readonly workspace: Ui["workspace"];
  readonly statusBar: Ui["statusBar"];
  readonly setting: Ui["setting"];
  readonly viewRegistry: Ui["viewRegistry"];
  lastEvent: UserEvent | null = null;
  readonly #storage: StorageLike;

  constructor(options: AppCoreOptions<Ui>) {
    this.#storage = options.storage ?? new MemoryStorage();
    this.vault = new Vault(options);
    this.metadataCache = new MetadataCache(this.vault);
    this.fileManager = new FileManager(this.vault, this.metadataCache);
    this.secretStorage = new SecretStorage(this.#storage, options.vaultName);
    this.commands = new Commands(() => this.workspace.activeEditor);
    this.internalPlugins = new InternalPlugins(this.vault);
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
