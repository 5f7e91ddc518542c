/** Lets the user choose one of the stored run logs by the name of its note. */
import { type App, SuggestModal } from "obsidian";
import type { StoredTrace } from "../core/exports";
import { dateTimeText, noteName } from "../ui/run-text";

export class ChooseRunLogModal extends SuggestModal<StoredTrace> {
  /** `logs` are the run logs to choose from, newest first. */
  constructor(
    app: App,
    private readonly logs: StoredTrace[],
    private readonly onChoose: (log: StoredTrace) => void,
  ) {
    super(app);
    this.setPlaceholder("Choose a run log to replay");
    this.emptyStateText = "No run log found.";
  }

  override getSuggestions(query: string): StoredTrace[] {
    const queryWords = query.toLowerCase().split(" ");
    return this.logs.filter(({ path }) => queryWords.every((word) => path.toLowerCase().includes(word)));
  }

  override renderSuggestion(log: StoredTrace, row: HTMLElement): void {
    row.addClass("mod-complex");
    const content = row.createDiv({ cls: "suggestion-content" });
    content.createDiv({ cls: "suggestion-title", text: noteName(log.path) });
    content.createDiv({ cls: "suggestion-note", text: dateTimeText(log.started) });
  }

  override onChooseSuggestion(log: StoredTrace): void {
    this.onChoose(log);
  }
}
