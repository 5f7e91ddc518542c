/**
 * Questions that overtake each other, as those of a person who types: one is asked at a time, one that was overtaken
 * while it waited is never asked, and an answer that comes too late is dropped. Knows neither Obsidian nor the core.
 */
export class Newest {
  private asked = 0;
  private running: Promise<unknown> = Promise.resolve();

  /** The answer, or `undefined` if a newer question came meanwhile; then its failure is of no interest either. */
  async ask<T>(question: () => Promise<T>, waitMillis = 0): Promise<T | undefined> {
    const number = ++this.asked;
    if (waitMillis > 0) await new Promise((resolve) => window.setTimeout(resolve, waitMillis));
    if (number === this.asked) await this.running;
    if (number !== this.asked) return undefined;
    const answer = question();
    this.running = answer.catch(() => undefined);
    try {
      const value = await answer;
      return number === this.asked ? value : undefined;
    } catch (thrown) {
      if (number === this.asked) throw thrown;
      return undefined;
    }
  }

  /** Whatever is under way is no longer wanted. */
  drop(): void {
    this.asked += 1;
  }
}
