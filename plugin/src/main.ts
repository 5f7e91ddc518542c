/**
 * Registers the plugin's commands, views, menus and settings. Starts nothing: the core starts with the first command.
 */
import { type Command, Notice, Plugin, setTooltip, TFile, TFolder } from "obsidian";
import settingsForm from "ibid:settings-form";
import { addCliCommands, createApi, type IbidApi } from "./api";
import { Chats } from "./chat/chats";
import { Consent } from "./consent/consent";
import { ConversationNotes } from "./chat/conversation-notes";
import { CoreProxy } from "./core/core";
import type { ActionResult } from "./core/exports";
import { EmbeddingUpdater } from "./vault/embedding-updater";
import { toFailure } from "./core/failure";
import { researchFolder } from "./research/folder-research";
import { HealthStore } from "./health/health-store";
import { addInbox, type GapServices } from "./inbox/inbox";
import { isNote } from "./vault/note-file";
import { ObsidianHost } from "./vault/obsidian-host";
import { chooseQuestionToReplay } from "./ask/question-replay";
import {
  researchNote,
  researchOpenNote,
  type ResearchScope,
  type ResearchServices,
  researchWithFocus,
} from "./research/research";
import { notifyInterruptedRuns, showUnfinishedRuns } from "./research/run-actions";
import { clearLocalData, replayRunLog, chooseSectionToRestore, showAuditLog } from "./research/run-history";
import { SettingsStore } from "./settings/settings-store";
import { IbidSettingTab } from "./settings/settings-tab";
import { StartedRuns } from "./research/started-runs";
import { addMenuItem } from "./ui/menu-item";
import { Tasks } from "./ui/task";
import { VaultWatcher } from "./vault/vault-watcher";
import { ASK_ICON, ASK_TITLE, ASK_VIEW_TYPE, AskView, showAskView } from "./ask/ask-view";
import { CHAT_ICON, CHAT_VIEW_TYPE, ChatView, type ChatViewServices, showChatView } from "./chat/chat-view";
import {
  CHECK_CITATIONS_TITLE,
  checkCitations,
  CITATIONS_ICON,
  CITATIONS_VIEW_TYPE,
  CitationsView,
} from "./citations/citations-view";
import { CHECK_HEALTH_TITLE } from "./health/health-text";
import { HEALTH_ICON, HEALTH_VIEW_TYPE, HealthView, showHealthView } from "./health/health-view";
import { openQuickAnswer, type QuickAnswerServices } from "./ask/quick-answer-modal";
import { IndexStatusModal, showIndexStatus } from "./vault/library-status";
import { showFailureNotice, PROGRESS_TITLE, showProgressNotice, withFailureNotice } from "./ui/notices";
import { showProgress } from "./ui/progress-modal";
import {
  RELATED_NOTES_ICON,
  RELATED_NOTES_TITLE,
  RELATED_NOTES_VIEW_TYPE,
  RelatedNotesView,
  showRelatedNotes,
} from "./search/related-view";
import { openNoteSearch, openSearch } from "./search/search-modal";

const RIBBON_ICON = "book-marked";
const RESEARCH_NOTE_TITLE = "Research this note";
const RESEARCH_SELECTION_TITLE = "Research selection";
const RESEARCH_FOLDER_TITLE = "Research the notes of this folder…";

/** Local storage key for the id of this vault, by which its data is found in the shared database. */
const VAULT_ID_STORAGE_KEY = "ibid-vault";

/** Local storage key of the notes that conversations are about. */
const CONVERSATIONS_STORAGE_KEY = "ibid-conversations";

/** Local storage key of the runs that were started and have not ended. */
const STARTED_RUNS_STORAGE_KEY = "ibid-begun";

const NO_STORAGE_WARNING =
  "Ibid can't use this device's storage. The search index and interrupted runs are lost when you close the app. Restart the app to try again.";

/** What the features need, made once. Each feature declares its own part. */
interface Services extends ResearchServices, QuickAnswerServices, GapServices, Omit<ChatViewServices, "others"> {
  watcher: VaultWatcher;
  health: HealthStore;
}

type NamedCommand = Pick<Command, "id" | "name" | "icon">;

export default class IbidPlugin extends Plugin {
  /** Functions for other plugins and scripts; absent until the plugin is loaded. */
  api: IbidApi | undefined;
  private core: CoreProxy | undefined;
  private chats: Chats | undefined;
  private store: SettingsStore | undefined;
  private watcher: VaultWatcher | undefined;
  private embeddingUpdater: EmbeddingUpdater | undefined;
  private readonly consent = new Consent(this.app);
  private readonly startedRuns = new StartedRuns({
    load: () => this.app.loadLocalStorage(STARTED_RUNS_STORAGE_KEY) as unknown,
    save: (runs) => this.app.saveLocalStorage(STARTED_RUNS_STORAGE_KEY, runs),
  });
  private readonly conversationNotes = new ConversationNotes({
    load: () => this.app.loadLocalStorage(CONVERSATIONS_STORAGE_KEY) as unknown,
    save: (list) => this.app.saveLocalStorage(CONVERSATIONS_STORAGE_KEY, list),
  });

  override async onload(): Promise<void> {
    const settingsStore = new SettingsStore(
      settingsForm,
      { read: () => this.loadData() as Promise<unknown>, write: (values) => this.saveData(values) },
      (saved) => void this.configure(saved),
    );
    this.store = settingsStore;
    await settingsStore.load();
    const services = this.createServices(settingsStore);
    this.addSettingTab(
      new IbidSettingTab(this.app, this, settingsStore, {
        core: services.core,
        onOpen: () => this.embeddingUpdater?.pause(),
        onClose: () => this.embeddingUpdater?.resume(),
        act: (action, signal) =>
          action === "forget" ? this.clearData(services) : services.core.call("act", action, { signal }),
      }),
    );
    this.addRibbonIcon(RIBBON_ICON, RESEARCH_NOTE_TITLE, () => researchOpenNote(services));
    this.addCommands(services);
    this.addMenus(services);
    this.addSearch(services);
    this.addQuestions(services);
    this.addChat(services);
    this.addRunCommands(services);
    this.addCitations(services);
    addInbox(this, services);
    this.addHealth(services);
    this.api = createApi(services);
    addCliCommands(this, this.api);
  }

  override onunload(): void {
    this.startedRuns.close();
    this.core?.stop();
  }

  override async onExternalSettingsChange(): Promise<void> {
    try {
      await this.store?.load();
    } catch (thrown) {
      return showFailureNotice(toFailure(thrown));
    }
    await this.configure(this.store?.asSaved);
  }

  private configure(saved: unknown): Promise<void> {
    return withFailureNotice(async () => {
      await this.core?.configure(saved);
      this.embeddingUpdater?.settingsChanged();
      this.watcher?.settingsChanged();
    });
  }

  private clearData({
    core,
    tasks,
    consent,
    startedRuns,
    conversationNotes,
    chats,
    health,
  }: Services): Promise<ActionResult> {
    return clearLocalData({ core, tasks, stores: [consent, startedRuns, conversationNotes, chats, health] });
  }

  private createServices(store: SettingsStore): Services {
    const statusBar = this.addStatusBarItem();
    const host = new ObsidianHost(this.app);
    const shownWarnings = new Set<string>();
    const core = new CoreProxy({
      host,
      vault: this.vaultId(),
      settings: () => store.asSaved,
      onLoaded: (loaded) => {
        store.setLoaded(loaded);
        // Every change reloads the settings; each warning is shown only once.
        const unshownWarnings = loaded.warnings.filter((message) => !shownWarnings.has(message));
        for (const message of unshownWarnings) showFailureNotice({ code: "settings", message, hint: "" });
        unshownWarnings.forEach((message) => shownWarnings.add(message));
      },
      onRestarted: () => {
        this.watcher?.coreRestarted();
        this.chats?.coreRestarted();
      },
      onNoStorage: callOnlyOnce(() => new Notice(NO_STORAGE_WARNING, 0)),
    });
    this.core = core;
    const chats = new Chats(core);
    this.chats = chats;
    const vaultWatcher = this.addLibrary(core, store);
    const tasks = new Tasks((cancel) =>
      showProgressNotice(statusBar, { cancel, showMore: () => showProgress(this.app, tasks) }),
    );
    this.registerDomEvent(statusBar, "click", () => showProgress(this.app, tasks));
    this.registerEvent(
      this.app.vault.on("rename", (file, oldPath) => {
        tasks.renamed(oldPath, file.path);
        this.startedRuns.renamed(oldPath, file.path);
        this.conversationNotes.renamed(oldPath, file.path);
      }),
    );
    setTooltip(statusBar, PROGRESS_TITLE, { placement: "top" });
    const { app, consent, startedRuns, conversationNotes } = this;
    return {
      app,
      core,
      host,
      watcher: vaultWatcher,
      consent,
      tasks,
      startedRuns,
      settings: store,
      health: new HealthStore(core),
      chats,
      conversationNotes,
    };
  }

  private addLibrary(core: CoreProxy, settings: SettingsStore): VaultWatcher {
    const watcher = this.addChild(new VaultWatcher(this.app, core));
    this.watcher = watcher;
    const embeddingUpdater = new EmbeddingUpdater({
      core,
      host: () => settings.notesSentTo,
      consent: (host) => this.consent.toSendNotes(host),
    });
    this.embeddingUpdater = embeddingUpdater;
    this.register(watcher.listen((state) => embeddingUpdater.libraryChanged(state)));
    this.register(() => embeddingUpdater.stop());
    const openIndexStatusModal = () => {
      watcher.start();
      new IndexStatusModal(this.app, watcher, embeddingUpdater).open();
    };
    const statusBarItem = this.addStatusBarItem();
    this.register(showIndexStatus(statusBarItem, watcher, embeddingUpdater));
    this.registerDomEvent(statusBarItem, "click", openIndexStatusModal);
    this.addSimpleCommand({ id: "library-status", name: "Show index status" }, openIndexStatusModal);
    return watcher;
  }

  private addCommands(services: Services): void {
    this.addSimpleCommand({ id: "research-note", name: RESEARCH_NOTE_TITLE, icon: RIBBON_ICON }, () =>
      researchOpenNote(services),
    );
    this.addSimpleCommand(
      { id: "research-with-focus", name: `${RESEARCH_NOTE_TITLE} with a focus…`, icon: RIBBON_ICON },
      () => researchWithFocus(services),
    );
    this.addCommand({
      id: "research-selection",
      name: RESEARCH_SELECTION_TITLE,
      icon: RIBBON_ICON,
      editorCheckCallback: (checking, editor, { file }) => {
        const selection = editor.getSelection();
        if (file === null || selection.trim() === "") return false;
        if (!checking) void researchNote(services, file.path, { selection });
        return true;
      },
    });
    this.addCommand({
      id: "research-folder",
      name: RESEARCH_FOLDER_TITLE,
      icon: RIBBON_ICON,
      checkCallback: (checking) => {
        const folder = this.app.workspace.getActiveFile()?.parent ?? null;
        if (folder !== null && !checking) void researchFolder(services, folder);
        return folder !== null;
      },
    });
    const { tasks } = services;
    this.addTaskCommand({ id: "stop", name: "Stop research" }, tasks, () => tasks.cancelAll());
  }

  /** Adds the pane in which the user asks the vault, and quick answers from the web. */
  private addQuestions(services: Services): void {
    const { core, host, settings, consent } = services;
    this.registerView(ASK_VIEW_TYPE, (leaf) => new AskView(leaf, { core, host, settings, consent }));
    this.addRibbonIcon(ASK_ICON, ASK_TITLE, () => void showAskView(this.app));
    const selected = () => this.app.workspace.activeEditor?.editor?.getSelection() ?? "";
    this.addSimpleCommand(
      { id: "ask-vault", name: `${ASK_TITLE}…`, icon: ASK_ICON },
      () => void showAskView(this.app, { question: selected() }),
    );
    this.addNoteCommand(
      { id: "ask-note", name: "Ask about this note", icon: ASK_ICON },
      (path) => void showAskView(this.app, { note: path }),
    );
    this.addSimpleCommand({ id: "replay-question", name: "Replay a question…" }, () =>
      chooseQuestionToReplay(services),
    );
    this.addSimpleCommand({ id: "quick-answer", name: "Quick answer…", icon: "zap" }, () => openQuickAnswer(services));
  }

  /** Adds the pane in which the user talks with a model. */
  private addChat(services: Services): void {
    const { app } = this;
    const { core, watcher } = services;
    const others = {
      "Search the vault": () => openSearch(app, { core, watcher, memory: { query: "" } }),
      [`${ASK_TITLE}…`]: () => void showAskView(app),
      [RESEARCH_NOTE_TITLE]: () => researchOpenNote(services),
    };
    this.registerView(CHAT_VIEW_TYPE, (leaf) => new ChatView(leaf, { ...services, others }));
    this.addNoteCommand(
      { id: "chat-note", name: "Chat about this note", icon: CHAT_ICON },
      () => void showChatView(app, "note"),
    );
    this.addSimpleCommand({ id: "open-chat", name: "Open chat", icon: CHAT_ICON }, () => void showChatView(app));
  }

  /** Adds the command that searches the vault, and the pane that shows related notes. */
  private addSearch(services: Services): void {
    const { core, watcher, host, health } = services;
    const research = researchWith(services);
    const lastSearch = { query: "" };
    this.addSimpleCommand({ id: "search-vault", name: "Search the vault", icon: "search" }, () =>
      openSearch(this.app, { core, watcher, memory: lastSearch }),
    );
    const lastNoteSearch = { query: "" };
    this.addNoteCommand({ id: "search-note", name: "Search this note", icon: "file-search" }, (path) =>
      openNoteSearch(this.app, { core, watcher, memory: lastNoteSearch }, path),
    );
    this.registerView(
      RELATED_NOTES_VIEW_TYPE,
      (leaf) => new RelatedNotesView(leaf, { core, watcher, host, health, research }),
    );
    this.registerHoverLinkSource(RELATED_NOTES_VIEW_TYPE, { display: RELATED_NOTES_TITLE, defaultMod: true });
    this.addSimpleCommand(
      { id: "related-notes", name: RELATED_NOTES_TITLE, icon: RELATED_NOTES_ICON },
      () => void showRelatedNotes(this.app),
    );
  }

  /** Adds the pane that compares the sentences of a note with their sources. */
  private addCitations({ core, consent, host }: Services): void {
    this.registerView(CITATIONS_VIEW_TYPE, (leaf) => new CitationsView(leaf, { core, consent, host }));
    this.addNoteCommand(
      { id: "check-citations", name: CHECK_CITATIONS_TITLE, icon: CITATIONS_ICON },
      (path) => void checkCitations(this.app, path),
    );
  }

  /** Adds the view of what the user may want to link, mend, fill in or answer. */
  private addHealth(services: Services): void {
    const { app, core, health } = services;
    this.registerView(
      HEALTH_VIEW_TYPE,
      (leaf) => new HealthView(leaf, { app, core, health, research: researchWith(services) }),
    );
    this.addRibbonIcon(HEALTH_ICON, CHECK_HEALTH_TITLE, () => void showHealthView(app));
    this.addSimpleCommand(
      { id: "check-health", name: CHECK_HEALTH_TITLE, icon: HEALTH_ICON },
      () => void showHealthView(app),
    );
  }

  /** Adds the commands that show, resume, restore and replay runs. */
  private addRunCommands(services: Services): void {
    const { tasks } = services;
    this.addTaskCommand({ id: "show-progress", name: PROGRESS_TITLE }, tasks, () => showProgress(this.app, tasks));
    this.addSimpleCommand(
      { id: "resume", name: "Resume interrupted research" },
      () => void showUnfinishedRuns(services),
    );
    this.addSimpleCommand(
      { id: "show-audit-log", name: "Show what was sent" },
      () => void showAuditLog(this.app, services),
    );
    this.addNoteCommand(
      { id: "restore-section", name: "Restore previous research section" },
      (path) => void chooseSectionToRestore(services, path),
    );
    this.addSimpleCommand({ id: "replay-run-log", name: "Replay a run log…" }, () => void replayRunLog(services));
    this.app.workspace.onLayoutReady(() => notifyInterruptedRuns(services));
  }

  /** Adds a command that can always be called. */
  private addSimpleCommand(command: NamedCommand, callback: () => void): void {
    this.addCommand({ ...command, callback });
  }

  /** Adds a command for running research. It is hidden while none runs. */
  private addTaskCommand(command: NamedCommand, tasks: Tasks, act: () => void): void {
    this.addCommand({
      ...command,
      checkCallback: (checking) => {
        if (!checking) act();
        return tasks.busy;
      },
    });
  }

  /** Adds a command for the open note. It is hidden while none is open. */
  private addNoteCommand(command: NamedCommand, act: (path: string) => void): void {
    this.addCommand({
      ...command,
      checkCallback: (checking) => {
        const file = this.app.workspace.getActiveFile();
        if (file === null || !isNote(file)) return false;
        if (!checking) act(file.path);
        return true;
      },
    });
  }

  private addMenus(services: Services): void {
    const { workspace } = this.app;
    this.registerEvent(
      workspace.on("file-menu", (menu, file) => {
        if (file instanceof TFolder)
          addMenuItem(menu, RESEARCH_FOLDER_TITLE, RIBBON_ICON, () => void researchFolder(services, file));
        if (!(file instanceof TFile)) return;
        addMenuItem(menu, RESEARCH_NOTE_TITLE, RIBBON_ICON, () => void researchNote(services, file.path));
      }),
    );
    this.registerEvent(
      workspace.on("editor-menu", (menu, editor, info) => {
        const { file } = info;
        if (file === null) return;
        addMenuItem(menu, RESEARCH_NOTE_TITLE, RIBBON_ICON, () => void researchNote(services, file.path));
        const selection = editor.getSelection();
        if (selection.trim() === "") return;
        addMenuItem(
          menu,
          RESEARCH_SELECTION_TITLE,
          RIBBON_ICON,
          () => void researchNote(services, file.path, { selection }),
        );
      }),
    );
  }

  private vaultId(): string {
    const storedVaultId: unknown = this.app.loadLocalStorage(VAULT_ID_STORAGE_KEY);
    if (typeof storedVaultId === "string") return storedVaultId;
    const newVaultId = crypto.randomUUID();
    this.app.saveLocalStorage(VAULT_ID_STORAGE_KEY, newVaultId);
    return newVaultId;
  }
}

/** Returns the function with which a view starts the research of a note. */
function researchWith(services: Services): (path: string, scope: ResearchScope) => void {
  return (path, scope) => void researchNote(services, path, scope);
}

/** Returns a function that acts only on its first call: a restarted core reports the same problem again. */
function callOnlyOnce(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}
