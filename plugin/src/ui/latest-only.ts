/**
 * Runs asynchronous calls that replace each other, such as the searches of a user who types: one call runs at a time, a
 * call that was replaced while it waited never starts, and a result that comes too late is dropped. Depends neither on
 * Obsidian nor on the core.
 */
export class LatestOnly {
  private latest = 0;
  private running: Promise<unknown> = Promise.resolve();

  /** Runs a call and returns its result; `undefined`, even after a failure, if a newer call replaced it. */
  async run<T>(call: () => Promise<T>, waitMillis = 0): Promise<T | undefined> {
    const callNumber = ++this.latest;
    if (waitMillis > 0) await new Promise((resolve) => window.setTimeout(resolve, waitMillis));
    if (callNumber === this.latest) await this.running;
    if (callNumber !== this.latest) return undefined;
    const resultPromise = call();
    this.running = resultPromise.catch(() => undefined);
    try {
      const value = await resultPromise;
      return callNumber === this.latest ? value : undefined;
    } catch (thrown) {
      if (callNumber === this.latest) throw thrown;
      return undefined;
    }
  }

  /** Makes the current call return `undefined`, for example because its window was closed. */
  cancel(): void {
    this.latest += 1;
  }
}
