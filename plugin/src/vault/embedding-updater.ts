/**
 * Lets the core update the embeddings of new and changed notes in the background. Embeddings are
 * the vectors that search by meaning compares; a service computes them if the user chose one. Does
 * not depend on Obsidian.
 */
import type { LibraryStatus, Progress } from "../core/exports";
import type { CoreProxy } from "../core/core";
import { failureText, toFailure } from "../core/failure";
import { Watched } from "../core/watched";

/** How long no update is started after a request to the embedding service failed. */
const RETRY_PAUSE_MILLIS = 60_000;

/** How many of the notes have embeddings, or the problem that stopped the update. */
export interface EmbeddingStatus {
  done: number;
  total: number;
  problem?: string;
}

export interface EmbeddingUpdaterOptions {
  core: Pick<CoreProxy, "call">;
  /** Host of the embedding service in the settings, if there is one. */
  host: () => string | undefined;
  /** Whether the user allows notes to be sent to the host; asks the first time. */
  consent: (host: string) => Promise<boolean>;
}

export class EmbeddingUpdater extends Watched {
  private isUpdating = false;
  /** Whether the index changed since the last update started. */
  private isOutdated = false;
  private pausedUntil = 0;
  private timer: number | undefined;
  private stopped = false;
  private paused = false;
  /** Host to which the user does not want to send notes. The user is asked again only after the settings changed. */
  private refusedHost: string | undefined;
  private current: EmbeddingStatus | undefined;

  constructor(private readonly options: EmbeddingUpdaterOptions) {
    super();
  }

  /** Current status; `undefined` if there is nothing to show. */
  get status(): EmbeddingStatus | undefined {
    return this.current;
  }

  /** Must be called after every change of the index: starts to compute embeddings of the new and changed notes. */
  libraryChanged(state: LibraryStatus): void {
    if (state.reading || state.notes === 0) return;
    this.isOutdated = true;
    this.updateIfNeeded();
  }

  /** Stops all updates when the plugin is unloaded. */
  stop(): void {
    this.stopped = true;
    window.clearTimeout(this.timer);
  }

  /** Must be called when the settings changed: a request that failed may work now. */
  settingsChanged(): void {
    this.pausedUntil = 0;
    this.refusedHost = undefined;
    this.setStatus(undefined);
  }

  /**
   * Pauses the updates while the settings are open, so that no notes are sent to a half-typed address, which may belong
   * to somebody else.
   */
  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.updateIfNeeded();
  }

  private async update(): Promise<void> {
    this.isUpdating = true;
    try {
      while (this.isOutdated) {
        this.isOutdated = false;
        if (!(await this.isAllowed())) return;
        await this.options.core.call("learn", null, {
          onProgress: ({ done, total }: Progress) => this.setStatus({ done, total }),
        });
        this.setStatus(undefined);
      }
    } catch (thrown) {
      this.pauseAfterFailure();
      this.setStatus({ done: 0, total: 0, problem: failureText(toFailure(thrown)) });
    } finally {
      this.isUpdating = false;
    }
  }

  private async isAllowed(): Promise<boolean> {
    const embeddingHost = this.options.host();
    if (embeddingHost === undefined || embeddingHost === this.refusedHost) return false;
    const hasConsent = await this.options.consent(embeddingHost);
    if (!hasConsent) this.refusedHost = embeddingHost;
    return hasConsent && embeddingHost === this.options.host();
  }

  private pauseAfterFailure(): void {
    this.isOutdated = true;
    this.pausedUntil = Date.now() + RETRY_PAUSE_MILLIS;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.updateIfNeeded(), RETRY_PAUSE_MILLIS);
  }

  private updateIfNeeded(): void {
    if (this.isOutdated && !this.isUpdating && !this.paused && !this.stopped && Date.now() >= this.pausedUntil)
      void this.update();
  }

  private setStatus(status: EmbeddingStatus | undefined): void {
    this.current = status;
    this.notify();
  }
}
