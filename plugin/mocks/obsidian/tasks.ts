/**
 * Tasks: what plugins still want to finish when the app quits. A page cannot wait for them when it is closed; a page that
 * starts another app in place of this one does.
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
