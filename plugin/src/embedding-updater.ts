/**
 * Has the core compute embeddings of new and changed notes in the background. The core decides by the settings whether
 * a service is called. Does not depend on Obsidian.
 */
import type { LibraryStatus, Progress } from "../../pkg/ibid";
import type { Core } from "./core";
import { toFailure, failureText } from "./failure";

/** Pause after a failed request. */
const REST_MILLIS = 60_000;

/** Progress of the embeddings, or the problem that stopped them. */
export interface EmbeddingStatus {
  done: number;
  total: number;
  trouble?: string;
}

export interface EmbeddingUpdaterOptions {
  core: Pick<Core, "call">;
  /** Host that the settings allow notes to be sent to, if any. */
  host: () => string | undefined;
  /** Whether the user allows notes to be sent to the host; asks the first time. */
  consent: (host: string) => Promise<boolean>;
}

export class EmbeddingUpdater {
  private readonly listeners = new Set<() => void>();
  private busy = false;
  /** Whether the index changed since the last update started. */
  private outdated = false;
  private restUntil = 0;
  private timer: number | undefined;
  private stopped = false;
  private held = false;
  /** Host that the user refused; the question is asked again after the settings changed. */
  private refused: string | undefined;
  private known: EmbeddingStatus | undefined;

  constructor(private readonly options: EmbeddingUpdaterOptions) {}

  /** Current status; `undefined` if there is nothing to show. */
  get news(): EmbeddingStatus | undefined {
    return this.known;
  }

  /** Calls the listener after every change of the status; the returned function removes it. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Must be called after every change of the index. */
  libraryChanged(state: LibraryStatus): void {
    if (state.reading || state.notes === 0) return;
    this.outdated = true;
    this.go();
  }

  /** Stops all updates when the plugin is unloaded. */
  stop(): void {
    this.stopped = true;
    window.clearTimeout(this.timer);
  }

  /** Must be called when the settings changed: a request that failed may work now. */
  settingsChanged(): void {
    this.restUntil = 0;
    this.refused = undefined;
    this.tell(undefined);
  }

  /** Pauses the updates while the settings are open: a half-typed address may belong to somebody else. */
  hold(held: boolean): void {
    this.held = held;
    this.go();
  }

  private async learn(): Promise<void> {
    this.busy = true;
    try {
      while (this.outdated) {
        this.outdated = false;
        if (!(await this.isAllowed())) return;
        await this.options.core.call("learn", null, { onProgress: ({ done, total }: Progress) => this.tell({ done, total }) });
        this.tell(undefined);
      }
    } catch (thrown) {
      this.rest();
      this.tell({ done: 0, total: 0, trouble: failureText(toFailure(thrown)) });
    } finally {
      this.busy = false;
    }
  }

  private async isAllowed(): Promise<boolean> {
    const host = this.options.host();
    if (host === undefined || host === this.refused) return false;
    const agreed = await this.options.consent(host);
    if (!agreed) this.refused = host;
    return agreed && host === this.options.host();
  }

  private rest(): void {
    this.outdated = true;
    this.restUntil = Date.now() + REST_MILLIS;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.go(), REST_MILLIS);
  }

  private go(): void {
    if (this.outdated && !this.busy && !this.held && !this.stopped && Date.now() >= this.restUntil) void this.learn();
  }

  private tell(news: EmbeddingStatus | undefined): void {
    this.known = news;
    for (const listener of [...this.listeners]) listener();
  }
}
