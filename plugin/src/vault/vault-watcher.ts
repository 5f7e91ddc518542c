/**
 * Keeps the core's index up to date with the vault: compares all notes when the index is first used, then passes on
 * created, changed, renamed and deleted notes. Reads no note itself.
 */
import { type App, Component, type TAbstractFile, TFile, TFolder } from "obsidian";
import type { LibraryStatus, NoteInfo, Progress } from "../core/exports";
import type { CoreProxy } from "../core/core";
import { failureText, toFailure } from "../core/failure";
import { VaultChanges } from "./vault-changes";

/** Changes are sent to the core once the vault has not changed for this time. */
const CHANGE_DEBOUNCE_MILLIS = 500;

/** A change is sent to the core after this time at the latest, even if the user keeps typing. */
const MAX_SEND_DELAY_MILLIS = 2000;

/** Pause after a failed call to the core; it doubles with every further failure. */
const FIRST_RETRY_PAUSE_MILLIS = 1000;
const MAX_RETRY_PAUSE_MILLIS = 60_000;

/** Minimum time between two status updates: users cannot read faster, and drawing takes time. */
const MIN_STATUS_INTERVAL_MILLIS = 100;

/** Status of the index, and the problem that keeps it from being updated. */
export interface VaultStatus extends LibraryStatus {
  /** Why the vault cannot be read, as text for the user; `undefined` if there is no problem. */
  problem?: string;
}

const EMPTY_STATUS: VaultStatus = { notes: 0, total: 0, reading: false, skipped: 0, whySkipped: [], emptyFolders: [] };

export class VaultWatcher extends Component {
  private readonly listeners = new Set<(status: VaultStatus) => void>();
  private readonly changes = new VaultChanges();
  private current: VaultStatus | undefined;
  private isStarted = false;
  private isUnloaded = false;
  /** Whether a call to the core is running: there is at most one. */
  private isBusy = false;
  /** Whether all notes of the vault have to be compared with the index again. */
  private isOutdated = true;
  private failures = 0;
  private timer: number | undefined;
  /** When the oldest unsent change was reported, in milliseconds since 1970. */
  private waitingSince: number | undefined;

  constructor(
    private readonly app: App,
    private readonly core: Pick<CoreProxy, "call">,
  ) {
    super();
  }

  override onunload(): void {
    this.isUnloaded = true;
    window.clearTimeout(this.timer);
    this.listeners.clear();
  }

  /** Starts to watch the vault, unless it has started already. */
  start(): void {
    if (this.isStarted || this.isUnloaded) return;
    this.isStarted = true;
    this.setStatus({ ...EMPTY_STATUS, reading: true });
    // Before the layout is ready, the vault reports every existing file as a new one.
    this.app.workspace.onLayoutReady(() => {
      if (this.isUnloaded) return;
      this.followVault();
      void this.process();
    });
  }

  /** Compares all notes of the vault with the index again, and tries again to read notes that could not be read. */
  refresh(): void {
    this.isOutdated = true;
    this.failures = 0;
    if (this.isStarted) this.schedule(0);
    else this.start();
  }

  /** Must be called when the settings changed: they decide which notes belong to the index. */
  settingsChanged(): void {
    this.isOutdated = true;
    // Waits for a pause, because the settings change with every typed letter.
    if (this.isStarted && !this.isBusy) this.schedule(Math.max(CHANGE_DEBOUNCE_MILLIS, this.pause()));
  }

  /**
   * Must be called when the core was restarted: its index may have lost changes that were only in
   * memory, so the vault is compared again.
   */
  coreRestarted(): void {
    this.isOutdated = true;
    // If a call is running, it will fail, and its failure decides when to try again.
    if (this.isStarted && !this.isBusy) this.schedule(this.pause());
  }

  /** Current status; `undefined` before the index was first used. */
  get status(): VaultStatus | undefined {
    return this.current;
  }

  /** Calls the listener after every change of the status; the returned function removes the listener. */
  listen(listener: (status: VaultStatus) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private setStatus(status: VaultStatus): void {
    this.current = status;
    for (const listener of [...this.listeners]) listener(status);
  }

  private followVault(): void {
    const { vault } = this.app;
    this.registerEvent(vault.on("create", (file) => this.note(file, (path) => this.changes.created(path))));
    this.registerEvent(vault.on("modify", (file) => this.note(file, (path) => this.changes.modified(path))));
    this.registerEvent(vault.on("delete", (file) => this.note(file, (path) => this.changes.deleted(path))));
    this.registerEvent(vault.on("rename", (file, oldPath) => this.recordRename(file, oldPath)));
  }

  /**
   * Calls `take` with the path of the file, or of each file in the folder, and schedules sending
   * the recorded changes.
   */
  private note(file: TAbstractFile, take: (path: string) => void): void {
    for (const { path } of filesIn(file)) take(path);
    if (!this.changes.isEmpty) this.waitForQuiet();
  }

  private recordRename(file: TAbstractFile, oldPath: string): void {
    const isInFolder = (path: string) => path === file.path || path.startsWith(`${file.path}/`);
    this.note(file, (path) => {
      if (isInFolder(path)) this.changes.renamed(oldPath + path.slice(file.path.length), path);
    });
  }

  private waitForQuiet(): void {
    const now = Date.now();
    this.waitingSince ??= now;
    // Sets no timer while a call to the core runs or the whole vault is to be compared: the changes are processed after
    // that anyway.
    if (this.isBusy || this.isOutdated) return;
    this.schedule(Math.min(CHANGE_DEBOUNCE_MILLIS, Math.max(0, this.waitingSince + MAX_SEND_DELAY_MILLIS - now)));
  }

  private schedule(millis: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.process(), millis);
  }

  /** Sends one call to the core at a time until nothing is left to do. Changes that come meanwhile are sent next. */
  private async process(): Promise<void> {
    if (this.isBusy || this.isUnloaded) return;
    this.isBusy = true;
    try {
      if (this.isOutdated) await this.compareAll();
      else await this.sendChanges();
      this.failures = 0;
    } catch (thrown) {
      this.handleFailure(thrown);
    } finally {
      this.isBusy = false;
      this.scheduleNext();
    }
  }

  private scheduleNext(): void {
    if (this.isUnloaded) return;
    if (this.isOutdated) this.schedule(this.pause());
    else if (!this.changes.isEmpty) this.waitForQuiet();
  }

  private pause(): number {
    return this.failures === 0
      ? 0
      : Math.min(MAX_RETRY_PAUSE_MILLIS, FIRST_RETRY_PAUSE_MILLIS * 2 ** (this.failures - 1));
  }

  private handleFailure(thrown: unknown): void {
    this.isOutdated = true;
    this.failures += 1;
    const problemText = failureText({ ...toFailure(thrown), hint: "" });
    if (!this.isUnloaded) this.setStatus({ ...(this.current ?? EMPTY_STATUS), reading: false, problem: problemText });
  }

  private async compareAll(): Promise<void> {
    this.isOutdated = false;
    // The changes so far are dropped, because the comparison of the whole vault will find them.
    this.clearChanges();
    // Skipped notes are read again, so the status no longer counts them.
    const { notes, total } = this.current ?? EMPTY_STATUS;
    this.setStatus({ ...EMPTY_STATUS, notes, total, reading: true });
    const syncedNoteCounter = new SyncedNoteCounter(
      (status) => this.setStatus({ ...(this.current ?? EMPTY_STATUS), ...status }),
      () => this.core.call("follow", []),
    );
    try {
      this.setStatus(
        await this.core.call("sync", null, { onProgress: (progress) => syncedNoteCounter.progress(progress) }),
      );
    } finally {
      syncedNoteCounter.end();
    }
  }

  private async sendChanges(): Promise<void> {
    const changes = this.changes.takeAll((path) => this.noteInfo(path));
    this.waitingSince = undefined;
    if (changes.length > 0) this.setStatus(await this.core.call("follow", changes));
  }

  private clearChanges(): void {
    this.changes.clear();
    this.waitingSince = undefined;
  }

  private noteInfo(path: string): NoteInfo | undefined {
    const file = this.app.vault.getFileByPath(path);
    return file === null ? undefined : { path, modified: file.stat.mtime, size: file.stat.size };
  }
}

/** Converts the progress of a sync, which counts only new and changed notes, to a count of all notes of the vault. */
class SyncedNoteCounter {
  private total: number | undefined;
  private hasRequestedTotal = false;
  private ended = false;
  private shownAt = -Infinity;

  constructor(
    private readonly setStatus: (status: Pick<LibraryStatus, "notes" | "total">) => void,
    private readonly requestStatus: () => Promise<LibraryStatus>,
  ) {}

  progress({ done, total }: Progress): void {
    if (!this.hasRequestedTotal) void this.requestTotal();
    const now = Date.now();
    if (this.ended || now - this.shownAt < MIN_STATUS_INTERVAL_MILLIS) return;
    this.shownAt = now;
    const totalNotes = Math.max(this.total ?? total, total);
    this.setStatus({ notes: totalNotes - total + done, total: totalNotes });
  }

  end(): void {
    this.ended = true;
  }

  /** Requests the number of all notes of the vault. Until it is known, only the new and changed notes are counted. */
  private async requestTotal(): Promise<void> {
    this.hasRequestedTotal = true;
    this.total = (await this.requestStatus().catch(() => undefined))?.total;
  }
}

function filesIn(file: TAbstractFile): TFile[] {
  if (file instanceof TFolder) return file.children.flatMap(filesIn);
  return file instanceof TFile ? [file] : [];
}
