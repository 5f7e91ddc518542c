/**
 * Has the core learn what the notes mean whenever the library has settled, beside all other work. Whether anything is
 * asked of anybody is decided in the core, by the settings. Knows no Obsidian.
 */
import type { LibraryState, Progress } from "../../pkg/ibid";
import type { Core } from "./core";
import { failureOf, sentences } from "./failure";

/** A service that failed is asked again after this long. */
const REST_MILLIS = 60_000;

/** How far the learning is, or why it does not go on. */
export interface LearnerNews {
  done: number;
  total: number;
  trouble?: string;
}

export class Learner {
  private readonly listeners = new Set<() => void>();
  private busy = false;
  /** Whether the library changed while the core was learning. */
  private outdated = false;
  private restUntil = 0;
  private timer: number | undefined;
  private stopped = false;
  private known: LearnerNews | undefined;

  constructor(private readonly core: Pick<Core, "call">) {}

  /** How far it is; nothing while there is nothing to say. */
  get news(): LearnerNews | undefined {
    return this.known;
  }

  /** Tells the listener that the news changed; the answer ends that. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** To be called with every news of the library. */
  libraryChanged(state: LibraryState): void {
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
    this.tell(undefined);
  }

  private async learn(): Promise<void> {
    this.busy = true;
    try {
      while (this.outdated) {
        this.outdated = false;
        await this.core.call("learn", null, { onProgress: ({ done, total }: Progress) => this.tell({ done, total }) });
        this.tell(undefined);
      }
    } catch (thrown) {
      this.rest();
      this.tell({ done: 0, total: 0, trouble: sentences(failureOf(thrown)) });
    } finally {
      this.busy = false;
    }
  }

  private rest(): void {
    this.outdated = true;
    this.restUntil = Date.now() + REST_MILLIS;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.go(), REST_MILLIS);
  }

  private go(): void {
    if (this.outdated && !this.busy && !this.stopped && Date.now() >= this.restUntil) void this.learn();
  }

  private tell(news: LearnerNews | undefined): void {
    this.known = news;
    for (const listener of [...this.listeners]) listener();
  }
}
