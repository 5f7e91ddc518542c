/** The plugin's life: registers what the person can reach and starts nothing. The core starts with the first command. */
import { Notice, Plugin, setTooltip } from "obsidian";
import form from "ibid:settings-form";
import { BegunRuns } from "./begun-runs";
import { researchNote, researchOpenNote, researchWithFocus, type Workshop } from "./commands";
import { Core } from "./core";
import { failureOf } from "./failure";
import { Learner } from "./learner";
import { ObsidianHost } from "./obsidian-host";
import { forgetDevice, restoreSection, showAuditLog } from "./records";
import { showUnfinished, tellInterrupted } from "./runs";
import { SettingsStore } from "./settings-store";
import { IbidSettingTab } from "./settings-tab";
import { Tasks } from "./task";
import { VaultWatcher } from "./vault-watcher";
import { Consent } from "./consent";
import { libraryLine, LibraryModal } from "./views/library-status";
import { failureNotice, PROGRESS_TITLE, progressNotice } from "./views/notices";
import { RELATED_ICON, RELATED_TITLE, RELATED_VIEW, RelatedView, showRelated } from "./views/related-view";
import { showRuns } from "./views/run-view";
import { openSearch } from "./views/search-modal";

const ICON = "book-marked";
const TITLE = "Research this note";
const SELECTION_TITLE = "Research selection";

/** Names this vault on this device: all vaults of the app share one database. */
const VAULT_KEY = "ibid-vault";

/** Runs that have begun and not ended. */
const BEGUN_KEY = "ibid-begun";

const NO_STORAGE =
  "Ibid can't use this device's storage. The search index and interrupted runs are lost when you close the app. Restart the app to try again.";

export default class IbidPlugin extends Plugin {
  private core: Core | undefined;
  private store: SettingsStore | undefined;
  private watcher: VaultWatcher | undefined;
  private learner: Learner | undefined;
  private notesSentTo: string | undefined;
  private readonly consent = new Consent(this.app);
  private readonly begunRuns = new BegunRuns({
    load: () => this.app.loadLocalStorage(BEGUN_KEY) as unknown,
    save: (runs) => this.app.saveLocalStorage(BEGUN_KEY, runs),
  });

  override async onload(): Promise<void> {
    const store = new SettingsStore(
      form,
      { read: () => this.loadData() as Promise<unknown>, write: (values) => this.saveData(values) },
      (saved) => void this.configure(saved),
    );
    this.store = store;
    await store.load();
    const workshop = this.workshop(store);
    this.addSettingTab(
      new IbidSettingTab(this.app, this, store, workshop.core, {
        onOpen: (open) => this.learner?.hold(open),
        act: (action, signal) => (action === "forget" ? forgetDevice(workshop) : workshop.core.call("act", action, { signal })),
      }),
    );
    this.addRibbonIcon(ICON, TITLE, () => researchOpenNote(workshop));
    this.addCommands(workshop);
    this.addMenus(workshop);
    this.addFinding(workshop);
    this.addRecords(workshop);
  }

  override onunload(): void {
    this.begunRuns.close();
    this.core?.stop();
  }

  override async onExternalSettingsChange(): Promise<void> {
    try {
      await this.store?.load();
    } catch (thrown) {
      return failureNotice(failureOf(thrown));
    }
    await this.configure(this.store?.asSaved);
  }

  private async configure(saved: unknown): Promise<void> {
    try {
      await this.core?.configure(saved);
      this.learner?.settingsChanged();
      this.watcher?.settingsChanged();
    } catch (thrown) {
      failureNotice(failureOf(thrown));
    }
  }

  private workshop(store: SettingsStore): Workshop {
    const statusBar = this.addStatusBarItem();
    const host = new ObsidianHost(this.app);
    const told = new Set<string>();
    const core = new Core({
      host,
      vault: this.vaultId(),
      settings: () => store.asSaved,
      onLoaded: ({ warnings, notesSentTo }) => {
        this.notesSentTo = notesSentTo;
        // Every change loads the settings anew; what is wrong with them is said once.
        const news = warnings.filter((message) => !told.has(message));
        for (const message of news) failureNotice({ code: "settings", message, hint: "" });
        news.forEach((message) => told.add(message));
      },
      onReplaced: () => this.watcher?.coreReplaced(),
      onNoStorage: once(() => new Notice(NO_STORAGE, 0)),
    });
    this.core = core;
    const watcher = this.addLibrary(core);
    const tasks = new Tasks((cancel) => progressNotice(statusBar, { cancel, showMore: () => showRuns(this.app, tasks) }));
    this.registerDomEvent(statusBar, "click", () => showRuns(this.app, tasks));
    this.registerEvent(
      this.app.vault.on("rename", (file, oldPath) => {
        tasks.renamed(oldPath, file.path);
        this.begunRuns.renamed(oldPath, file.path);
      }),
    );
    setTooltip(statusBar, PROGRESS_TITLE, { placement: "top" });
    const asksBeforeRun = () => store.get("askBeforeRun") !== false;
    return { app: this.app, core, host, watcher, consent: this.consent, tasks, begunRuns: this.begunRuns, settings: store, asksBeforeRun };
  }

  private addLibrary(core: Core): VaultWatcher {
    const watcher = this.addChild(new VaultWatcher(this.app, core));
    this.watcher = watcher;
    const learner = new Learner({ core, host: () => this.notesSentTo, consent: (host) => this.consent.toSendNotes(host) });
    this.learner = learner;
    this.register(watcher.listen((state) => learner.libraryChanged(state)));
    this.register(() => learner.stop());
    const open = () => {
      watcher.wake();
      new LibraryModal(this.app, watcher, learner).open();
    };
    const line = this.addStatusBarItem();
    this.register(libraryLine(line, watcher, learner));
    this.registerDomEvent(line, "click", open);
    this.addCommand({ id: "library-status", name: "Show index status", callback: open });
    return watcher;
  }

  private addCommands(workshop: Workshop): void {
    this.addCommand({ id: "research-note", name: TITLE, icon: ICON, callback: () => researchOpenNote(workshop) });
    this.addCommand({ id: "research-with-focus", name: `${TITLE} with a focus…`, icon: ICON, callback: () => researchWithFocus(workshop) });
    this.addCommand({
      id: "research-selection",
      name: SELECTION_TITLE,
      icon: ICON,
      editorCheckCallback: (checking, editor, { file }) => {
        const selection = editor.getSelection();
        if (file === null || selection.trim() === "") return false;
        if (!checking) void researchNote(workshop, file.path, { selection });
        return true;
      },
    });
    this.addCommand({
      id: "stop",
      name: "Stop research",
      checkCallback: (checking) => {
        if (!checking) workshop.tasks.cancelAll();
        return workshop.tasks.busy;
      },
    });
  }

  /** The search and the pane of related notes. */
  private addFinding({ core, watcher }: Workshop): void {
    const memory = { query: "" };
    this.addCommand({ id: "search-vault", name: "Search the vault", icon: "search", callback: () => openSearch(this.app, { core, watcher, memory }) });
    this.registerView(RELATED_VIEW, (leaf) => new RelatedView(leaf, { core, watcher }));
    this.registerHoverLinkSource(RELATED_VIEW, { display: RELATED_TITLE, defaultMod: true });
    this.addCommand({ id: "related-notes", name: RELATED_TITLE, icon: RELATED_ICON, callback: () => void showRelated(this.app) });
  }

  /** What can be seen of runs that are on, and done about those that were. */
  private addRecords(workshop: Workshop): void {
    this.addCommand({
      id: "show-progress",
      name: PROGRESS_TITLE,
      checkCallback: (checking) => {
        if (!checking) showRuns(this.app, workshop.tasks);
        return workshop.tasks.busy;
      },
    });
    this.addCommand({ id: "resume", name: "Resume interrupted research", callback: () => void showUnfinished(workshop) });
    this.addCommand({ id: "show-ledger", name: "Show what was sent", callback: () => void showAuditLog(this.app, workshop) });
    this.addCommand({ id: "restore-section", name: "Restore previous research section", callback: () => void restoreSection(workshop) });
    this.app.workspace.onLayoutReady(() => tellInterrupted(workshop));
  }

  private addMenus(workshop: Workshop): void {
    const { workspace } = this.app;
    this.registerEvent(
      workspace.on("file-menu", (menu, file) => {
        if (!("extension" in file)) return;
        menu.addItem((item) => item.setTitle(TITLE).setIcon(ICON).onClick(() => void researchNote(workshop, file.path)));
      }),
    );
    this.registerEvent(
      workspace.on("editor-menu", (menu, editor, info) => {
        const { file } = info;
        if (file === null) return;
        menu.addItem((item) => item.setTitle(TITLE).setIcon(ICON).onClick(() => void researchNote(workshop, file.path)));
        const selection = editor.getSelection();
        if (selection.trim() === "") return;
        menu.addItem((item) => item.setTitle(SELECTION_TITLE).setIcon(ICON).onClick(() => void researchNote(workshop, file.path, { selection })));
      }),
    );
  }

  private vaultId(): string {
    const known: unknown = this.app.loadLocalStorage(VAULT_KEY);
    if (typeof known === "string") return known;
    const id = crypto.randomUUID();
    this.app.saveLocalStorage(VAULT_KEY, id);
    return id;
  }
}

/** A core that is replaced finds the same again, and it is said once. */
function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}
