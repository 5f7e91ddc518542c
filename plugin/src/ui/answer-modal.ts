/** A window that ends with the user's answer; without one if the user closes it or the signal stops the work. */
import { Modal } from "obsidian";

export abstract class AnswerModal<Answer> extends Modal {
  private answer: Answer | undefined;
  private done: ((answer: Answer | undefined) => void) | undefined;

  /** Opens the window and waits for the answer. */
  ask(signal?: AbortSignal): Promise<Answer | undefined> {
    if (signal?.aborted === true) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.done = resolve;
      signal?.addEventListener("abort", () => this.close(), { once: true });
      this.open();
    });
  }

  override onClose(): void {
    this.contentEl.empty();
    this.done?.(this.answer);
  }

  protected choose(answer: Answer): void {
    this.answer = answer;
    this.close();
  }
}
