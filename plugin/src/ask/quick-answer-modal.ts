/** A window that answers a question in one paragraph with one source from the web. */
import { type App, ButtonComponent, Modal, TextComponent } from "obsidian";
import type { QuickAnswer } from "../core/exports";
import type { Consent } from "../consent/consent";
import type { CoreProxy } from "../core/core";
import { failureText, toFailure } from "../core/failure";
import type { SettingsStore } from "../settings/settings-store";
import { findActiveEditor, insertTextAtCursor } from "../vault/note-link";
import type { RunningTask } from "../ui/task";

export interface QuickAnswerServices {
  app: App;
  core: CoreProxy;
  consent: Consent;
  settings: SettingsStore;
}

export function openQuickAnswer(services: QuickAnswerServices): void {
  new QuickAnswerModal(services.app, services).open();
}

class QuickAnswerModal extends Modal {
  private readonly field: TextComponent;
  private readonly answerEl: HTMLElement;
  private readonly buttons: HTMLElement;
  private readonly cancel = new AbortController();
  private isAnswering = false;

  constructor(
    app: App,
    private readonly services: QuickAnswerServices,
  ) {
    super(app);
    this.setTitle("Quick answer");
    this.field = new TextComponent(this.contentEl).setPlaceholder("Ask a question…");
    this.field.inputEl.addClass("ibid-focus");
    this.field.inputEl.ariaLabel = "Question";
    this.field.inputEl.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      void this.ask();
    });
    this.answerEl = this.contentEl.createDiv({ cls: "ibid-quick-answer", attr: { "aria-live": "polite" } });
    this.buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
  }

  override onOpen(): void {
    this.showButtons(undefined);
    this.field.inputEl.focus();
  }

  override onClose(): void {
    this.cancel.abort();
    this.contentEl.empty();
  }

  private showButtons(answer: QuickAnswer | undefined): void {
    this.buttons.empty();
    if (answer?.kind === "answer") {
      const insertButton = new ButtonComponent(this.buttons)
        .setButtonText("Insert into the note")
        .onClick(() => this.insert(answer.text));
      insertButton.setDisabled(findActiveEditor(this.app) === undefined);
      new ButtonComponent(this.buttons)
        .setButtonText("Copy")
        .onClick(() => void navigator.clipboard.writeText(answer.text));
    }
    new ButtonComponent(this.buttons)
      .setButtonText("Ask")
      .setCta()
      .onClick(() => void this.ask());
  }

  private insert(text: string): void {
    this.close();
    insertTextAtCursor(this.app, text);
  }

  private async ask(): Promise<void> {
    const question = this.field.getValue().trim();
    if (question === "" || this.isAnswering) return;
    this.isAnswering = true;
    this.answerEl.setText("Searching…");
    try {
      this.show(await this.answer(question));
    } catch (thrown) {
      this.answerEl.setText(failureText(toFailure(thrown)));
    } finally {
      this.isAnswering = false;
    }
  }

  /** A broad question is asked back without a request; the user's permission is needed only for the web and a model. */
  private async answer(question: string): Promise<QuickAnswer> {
    const { core, consent, settings } = this.services;
    const { signal } = this.cancel;
    const offline = await core.call("answer", { question }, { signal });
    const services = settings.webServices;
    if (offline.kind === "clarify" || services.length === 0) return offline;
    const task: RunningTask = { signal, report: () => undefined, ask: (ask) => ask() };
    if (!(await consent.toSearchWeb(services, task))) return offline;
    const chosenModel = await core.call("quickModel", null, { signal });
    const model = chosenModel !== undefined && (await consent.toSendQuestion(chosenModel, task)) ? "allowed" : "off";
    return core.call("answer", { question, web: "allowed", model }, { signal });
  }

  private show(answer: QuickAnswer): void {
    this.answerEl.empty();
    for (const paragraph of answer.text.split("\n\n")) this.answerEl.createEl("p", { text: paragraph });
    this.showButtons(answer);
  }
}
