/**
 * Keeps the core's library up to date with the vault: compares everything once when the library is first needed, then
 * passes on what is created, changed, renamed and deleted. Reads no note itself.
 */
import { type App, Component, type TAbstractFile, TFile, TFolder } from "obsidian";
import type { LibraryStatus, NoteInfo, Progress } from "../../pkg/ibid";
import type { Core } from "./core";
import { toFailure, failureText } from "./failure";
import { VaultChanges } from "./vault-changes";

/** Changes are handed over when it has been quiet for this long. */
const QUIET_MILLIS = 500;

/** Somebody who never stops typing is not waited for longer. */
const PATIENCE_MILLIS = 2000;

/** The pause after a failure; it doubles with each further one. */
const FIRST_PAUSE_MILLIS = 1000;
const MAX_PAUSE_MILLIS = 60_000;

/** The news of a comparison is passed on no more often: nobody reads faster, and drawing it takes time. */
const NEWS_MILLIS = 100;

/** How far the library is, and what keeps it from going on. */
export interface VaultStatus extends LibraryStatus {
  /** Why the vault cannot be read just now, in words; nothing when all is well. */
  trouble?: string;
}

const EMPTY_STATUS: VaultStatus = { notes: 0, total: 0, reading: false, skipped: 0, whySkipped: [], emptyFolders: [] };

export class VaultWatcher extends Component {
  private readonly listeners = new Set<(state: VaultStatus) => void>();
  private readonly changes = new VaultChanges();
  private known: VaultStatus | undefined;
  private awake = false;
  private gone = false;
  /** Whether a call to the core is on its way: there is never more than one. */
  private busy = false;
  /** Whether the whole vault has to be compared again. */
  private outdated = true;
  private failures = 0;
  private timer: number | undefined;
  /** When the first of the waiting changes came. */
  private waitingSince: number | undefined;

  constructor(
    private readonly app: App,
    private readonly core: Pick<Core, "call">,
  ) {
    super();
  }

  override onunload(): void {
    this.gone = true;
    window.clearTimeout(this.timer);
    this.listeners.clear();
  }

  /** Begins to follow the vault, if that has not begun yet. */
  wake(): void {
    if (this.awake || this.gone) return;
    this.awake = true;
    this.tell({ ...EMPTY_STATUS, reading: true });
    // Until then the vault announces every file it finds as a new one.
    this.app.workspace.onLayoutReady(() => {
      if (this.gone) return;
      this.followVault();
      void this.work();
    });
  }

  /** Compares the whole vault again, now: what could not be read is tried again. */
  refresh(): void {
    this.outdated = true;
    this.failures = 0;
    if (this.awake) this.schedule(0);
    else this.wake();
  }

  /** To be called when the settings changed: other notes may belong to the library now. */
  settingsChanged(): void {
    this.outdated = true;
    // Settings change with every letter that is typed into them.
    if (this.awake && !this.busy) this.schedule(Math.max(QUIET_MILLIS, this.pause()));
  }

  /** To be called when the core was started anew: it knows only what was kept on the device. */
  coreRestarted(): void {
    this.outdated = true;
    // A call that is on its way ends with a failure, and that one decides when to try again.
    if (this.awake && !this.busy) this.schedule(this.pause());
  }

  /** How far the library is; nothing before it was first needed. */
  get state(): VaultStatus | undefined {
    return this.known;
  }

  /** Tells the listener about every change of the state; the answer ends that. */
  listen(listener: (state: VaultStatus) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(news: VaultStatus): void {
    this.known = news;
    for (const listener of [...this.listeners]) listener(news);
  }

  private followVault(): void {
    const { vault } = this.app;
    this.registerEvent(vault.on("create", (file) => this.note(file, (path) => this.changes.created(path))));
    this.registerEvent(vault.on("modify", (file) => this.note(file, (path) => this.changes.modified(path))));
    this.registerEvent(vault.on("delete", (file) => this.note(file, (path) => this.changes.deleted(path))));
    this.registerEvent(vault.on("rename", (file, oldPath) => this.recordRename(file, oldPath)));
  }

  /** A folder stands for the files in it, whether or not they are announced one by one as well. */
  private note(file: TAbstractFile, take: (path: string) => void): void {
    for (const { path } of filesIn(file)) take(path);
    if (!this.changes.isEmpty) this.waitForQuiet();
  }

  private recordRename(file: TAbstractFile, oldPath: string): void {
    const inside = (path: string) => path === file.path || path.startsWith(`${file.path}/`);
    this.note(file, (path) => {
      if (inside(path)) this.changes.renamed(oldPath + path.slice(file.path.length), path);
    });
  }

  private waitForQuiet(): void {
    const now = Date.now();
    this.waitingSince ??= now;
    // While the vault is compared or a failure is slept on, changes wait for the end of that.
    if (this.busy || this.outdated) return;
    this.schedule(Math.min(QUIET_MILLIS, Math.max(0, this.waitingSince + PATIENCE_MILLIS - now)));
  }

  private schedule(millis: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.work(), millis);
  }

  /** One thing at a time, until nothing is left to do; what comes meanwhile is done next. */
  private async work(): Promise<void> {
    if (this.busy || this.gone) return;
    this.busy = true;
    try {
      if (this.outdated) await this.compare();
      else await this.sendChanges();
      this.failures = 0;
    } catch (thrown) {
      this.failed(thrown);
    } finally {
      this.busy = false;
      this.planNext();
    }
  }

  private planNext(): void {
    if (this.gone) return;
    if (this.outdated) this.schedule(this.pause());
    else if (!this.changes.isEmpty) this.waitForQuiet();
  }

  private pause(): number {
    return this.failures === 0 ? 0 : Math.min(MAX_PAUSE_MILLIS, FIRST_PAUSE_MILLIS * 2 ** (this.failures - 1));
  }

  private failed(thrown: unknown): void {
    this.outdated = true;
    this.failures += 1;
    const trouble = failureText({ ...toFailure(thrown), hint: "" });
    if (!this.gone) this.tell({ ...(this.known ?? EMPTY_STATUS), reading: false, trouble });
  }

  private async compare(): Promise<void> {
    this.outdated = false;
    // All that happened so far is found by comparing.
    this.forgetChanges();
    // Nor does what was left out before count any more: it is tried again.
    const { notes, total } = this.known ?? EMPTY_STATUS;
    this.tell({ ...EMPTY_STATUS, notes, total, reading: true });
    const count = new Count((news) => this.tell({ ...(this.known ?? EMPTY_STATUS), ...news }), () => this.core.call("follow", []));
    try {
      this.tell(await this.core.call("sync", null, { onProgress: (progress) => count.progress(progress) }));
    } finally {
      count.end();
    }
  }

  private async sendChanges(): Promise<void> {
    const changes = this.changes.take((path) => this.infoOf(path));
    this.waitingSince = undefined;
    if (changes.length > 0) this.tell(await this.core.call("follow", changes));
  }

  private forgetChanges(): void {
    this.changes.clear();
    this.waitingSince = undefined;
  }

  private infoOf(path: string): NoteInfo | undefined {
    const file = this.app.vault.getFileByPath(path);
    return file === null ? undefined : { path, modified: file.stat.mtime, size: file.stat.size };
  }
}

/** Turns the news of one comparison, which counts the notes to read, into a count of all notes. */
class Count {
  private total: number | undefined;
  private asked = false;
  private ended = false;
  private toldAt = -Infinity;

  constructor(
    private readonly tell: (news: Pick<LibraryStatus, "notes" | "total">) => void,
    private readonly ask: () => Promise<LibraryStatus>,
  ) {}

  progress({ done, total }: Progress): void {
    if (!this.asked) void this.askTotal();
    const now = Date.now();
    if (this.ended || now - this.toldAt < NEWS_MILLIS) return;
    this.toldAt = now;
    const all = Math.max(this.total ?? total, total);
    this.tell({ notes: all - total + done, total: all });
  }

  end(): void {
    this.ended = true;
  }

  /** Notes that were read before are not counted in the news; without their number only the rest is counted. */
  private async askTotal(): Promise<void> {
    this.asked = true;
    this.total = (await this.ask().catch(() => undefined))?.total;
  }
}

function filesIn(file: TAbstractFile): TFile[] {
  if (file instanceof TFolder) return file.children.flatMap(filesIn);
  return file instanceof TFile ? [file] : [];
}
