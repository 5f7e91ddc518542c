/** The questions that the user asked before, stored on this device. A click asks one of them again. */
import type { App } from "obsidian";

const HISTORY_STORAGE_KEY = "ibid-questions";

const MAX_HISTORY_ENTRIES = 20;

export class QuestionHistory {
  private readonly root: HTMLElement;

  constructor(
    private readonly app: App,
    parent: HTMLElement,
    private readonly ask: (question: string) => void,
  ) {
    this.root = parent.createDiv({ cls: "ibid-ask-history" });
  }

  add(question: string): void {
    const others = this.questions().filter((entry) => entry !== question);
    this.app.saveLocalStorage(HISTORY_STORAGE_KEY, [question, ...others].slice(0, MAX_HISTORY_ENTRIES));
    this.show();
  }

  show(): void {
    this.root.empty();
    const questions = this.questions();
    if (questions.length === 0) return;
    const details = this.root.createEl("details");
    details.createEl("summary", { text: "Earlier questions" });
    for (const question of questions) {
      const row = details.createEl("button", { cls: "ibid-ask-earlier", text: question, attr: { type: "button" } });
      row.addEventListener("click", () => this.ask(question));
    }
  }

  private questions(): string[] {
    const saved: unknown = this.app.loadLocalStorage(HISTORY_STORAGE_KEY);
    return Array.isArray(saved) ? saved.filter((entry) => typeof entry === "string") : [];
  }
}
