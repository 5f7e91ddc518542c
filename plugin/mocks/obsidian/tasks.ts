/**
 * Tasks: work that plugins want to finish before the app quits. A page that is closed cannot wait for it; a page that
 * starts another app does.
 */
export class Tasks {
  readonly #promises: Promise<unknown>[] = [];

  add(callback: () => Promise<unknown>): void {
    this.addPromise(callback());
  }

  addPromise(promise: Promise<unknown>): void {
    this.#promises.push(promise);
  }

  isEmpty(): boolean {
    return this.#promises.length === 0;
  }

  promise(): Promise<unknown> {
    return Promise.allSettled(this.#promises);
  }
}
