/**
 * Has the core learn what the notes mean whenever the library has settled, beside all other work. Whether anything is
 * asked of anybody is decided in the core, by the settings. Knows no Obsidian.
 */
import type { LibraryStatus, Progress } from "../../pkg/ibid";
import type { Core } from "./core";
import { toFailure, failureText } from "./failure";

/** A service that failed is asked again after this long. */
const REST_MILLIS = 60_000;

/** How far the learning is, or why it does not go on. */
export interface EmbeddingStatus {
  done: number;
  total: number;
  trouble?: string;
}

export interface EmbeddingUpdaterOptions {
  core: Pick<Core, "call">;
  /** Where the settings let notes be sent, if anywhere. */
  host: () => string | undefined;
  /** Whether the person lets them be sent there; asks before the first time. */
  consent: (host: string) => Promise<boolean>;
}

export class EmbeddingUpdater {
  private readonly listeners = new Set<() => void>();
  private busy = false;
  /** Whether the library changed while the core was learning. */
  private outdated = false;
  private restUntil = 0;
  private timer: number | undefined;
  private stopped = false;
  private held = false;
  /** Where the person did not want notes to be sent; asked again once the settings change. */
  private refused: string | undefined;
  private known: EmbeddingStatus | undefined;

  constructor(private readonly options: EmbeddingUpdaterOptions) {}

  /** How far it is; nothing while there is nothing to say. */
  get news(): EmbeddingStatus | undefined {
    return this.known;
  }

  /** Tells the listener that the news changed; the answer ends that. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** To be called with every news of the library. */
  libraryChanged(state: LibraryStatus): void {
    if (state.reading || state.notes === 0) return;
    this.outdated = true;
    this.go();
  }

  /** Ends it for good. */
  stop(): void {
    this.stopped = true;
    window.clearTimeout(this.timer);
  }

  /** To be called when the settings changed: what failed may work now. */
  settingsChanged(): void {
    this.restUntil = 0;
    this.refused = undefined;
    this.tell(undefined);
  }

  /** While the settings are open nothing is begun: an address that is half typed is somebody else's. */
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
