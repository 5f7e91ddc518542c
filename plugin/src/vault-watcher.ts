/**
 * Keeps the core's library up to date with the vault: compares everything once when the library is first needed, then
 * passes on what is created, changed, renamed and deleted. Reads no note itself.
 */
import type { App } from "obsidian";
import type { LibraryState } from "../../pkg/ibid";
import type { Core } from "./core";

export class VaultWatcher {
  private readonly listeners = new Set<(state: LibraryState) => void>();
  private known: LibraryState | undefined;

  constructor(
    protected readonly app: App,
    protected readonly core: Core,
  ) {}

  /** Begins to follow the vault, if that has not begun yet. */
  wake(): void {
    // Filled in with the watcher.
  }

  /** How far the library is; nothing before it was first needed. */
  get state(): LibraryState | undefined {
    return this.known;
  }

  /** Tells the listener about every change of the state; the answer ends that. */
  listen(listener: (state: LibraryState) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
