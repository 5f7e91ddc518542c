/** What others watch: it tells them after every change. */
export abstract class Watched<Change extends unknown[] = []> {
  private readonly listeners = new Set<(...change: Change) => void>();

  /** Calls the listener after every change; the returned function removes the listener. */
  listen(listener: (...change: Change) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  protected notify(...change: Change): void {
    for (const listener of [...this.listeners]) listener(...change);
  }
}
