/**
 * The user's consent to sending data from this vault, stored on this device. Only consent is
 * stored: a user who refused is asked again the next time.
 */
import type { App } from "obsidian";
import type { ChosenModel, CitedPages } from "../core/exports";
import type { RunningTask } from "../ui/task";
import { askForConsent, type ConsentQuestion } from "./consent-modal";
import * as questions from "./consent-questions";

const CONSENT_STORAGE_KEY = "ibid-consent";

/** A consent is stored as one of these words with the host of the model, the names of the services, or the hosts of the pages. */
type ConsentKind = "web" | "pages" | "read pages" | "model" | "questions" | "ask" | "chat" | "audio" | "ask the web";

export class Consent {
  constructor(private readonly app: App) {}

  /**
   * Whether the text of notes may be sent to the embedding service at this host. Asks the user unless the answer yes is
   * stored.
   */
  toSendNotes(host: string): Promise<boolean> {
    return this.askOnce(host, questions.sendNotes(host));
  }

  /**
   * Whether topics may be sent to these search services. Asks the user unless the answer yes is stored for exactly
   * these services.
   */
  toSearchWeb(services: string[], task: RunningTask): Promise<boolean> {
    return this.askOnce(consentTo("web", services), questions.searchWeb(services), task);
  }

  /**
   * Whether the pages that a note links to may be opened. Asks the user unless the answer yes is stored for exactly
   * these hosts.
   */
  toOpenPages(pages: CitedPages, task: RunningTask): Promise<boolean> {
    return this.askOnce(consentTo("pages", pages.hosts), questions.openPages(pages), task);
  }

  /** Whether pages of this host may be opened for other plugins and scripts. Asks the user unless the answer yes is stored. */
  toReadPages(host: string, task: RunningTask): Promise<boolean> {
    return this.askOnce(consentTo("read pages", [host]), questions.readPages(host), task);
  }

  /** Whether a note may be sent to a model. Asks the user unless the answer yes is stored. */
  toUseModel(model: ChosenModel, task: RunningTask): Promise<boolean> {
    return this.askAboutModel("model", model, questions.useModel(model), task);
  }

  /**
   * Whether a question and what the web says about it may be sent to a model. Asks the user unless the answer yes is
   * stored, for questions or for whole notes.
   */
  toSendQuestion(model: ChosenModel, task: RunningTask): Promise<boolean> {
    if (this.storedConsents().includes(consentTo("model", [model.host]))) return Promise.resolve(true);
    return this.askAboutModel("questions", model, questions.sendQuestion(model), task);
  }

  /**
   * Whether a question, and the notes that the model opens to answer it, may be sent to a model. Asks the user unless the
   * answer yes is stored.
   */
  toAskModel(model: ChosenModel, task: RunningTask): Promise<boolean> {
    return this.askAboutModel("ask", model, questions.askModel(model), task);
  }

  /**
   * Whether messages, the notes that are attached to them, and the notes that the model opens may be sent to a model. Asks
   * the user unless the answer yes is stored.
   */
  toChat(model: ChosenModel, task: RunningTask): Promise<boolean> {
    return this.askAboutModel("chat", model, questions.chat(model), task);
  }

  /**
   * Whether the audio files of notes may be sent to the service at this host, which transcribes them. Asks the user unless
   * the answer yes is stored, but only if there are such notes at hand.
   */
  toSendAudio(host: string, notes: string[], task: RunningTask): Promise<boolean> {
    const name = consentTo("audio", [host]);
    if (notes.length === 0) return Promise.resolve(this.storedConsents().includes(name));
    return this.askOnce(name, questions.sendAudio(host), task);
  }

  /**
   * Whether a model that answers a question may search the web with words of its own. Asks the user unless the answer yes
   * is stored for exactly these services.
   */
  toLetModelSearchWeb(services: string[], task: RunningTask): Promise<boolean> {
    return this.askOnce(consentTo("ask the web", services), questions.letModelSearchWeb(services), task);
  }

  /**
   * Asks before a run uses a model other than the one on the approved agenda, because its price and
   * perhaps its host are different. A model on the user's own network needs no consent.
   */
  async toUseOtherModel(model: ChosenModel, agreed: ChosenModel, task: RunningTask): Promise<boolean> {
    if (model.local) return true;
    const hasAgreed = await this.ask(questions.useOtherModel(model, agreed), task);
    if (hasAgreed) this.remember(consentTo("model", [model.host]));
    return hasAgreed;
  }

  /** Deletes all stored consents, so that the user is asked again before data is sent. */
  clear(): void {
    this.app.saveLocalStorage(CONSENT_STORAGE_KEY, null);
  }

  /** A model on the user's own network needs no consent. */
  private async askAboutModel(
    kind: ConsentKind,
    model: ChosenModel,
    question: ConsentQuestion,
    task: RunningTask,
  ): Promise<boolean> {
    return model.local || this.askOnce(consentTo(kind, [model.host]), question, task);
  }

  private async askOnce(name: string, question: ConsentQuestion, task?: RunningTask): Promise<boolean> {
    if (this.storedConsents().includes(name)) return true;
    const hasAgreed = await this.ask(question, task);
    if (hasAgreed) this.remember(name);
    return hasAgreed;
  }

  private ask(question: ConsentQuestion, task: RunningTask | undefined): Promise<boolean> {
    if (task === undefined) return askForConsent(this.app, question);
    return task.ask(() => askForConsent(this.app, question, task.signal));
  }

  private remember(name: string): void {
    const consentNames = this.storedConsents();
    if (!consentNames.includes(name)) this.app.saveLocalStorage(CONSENT_STORAGE_KEY, [...consentNames, name]);
  }

  private storedConsents(): unknown[] {
    const savedConsents: unknown = this.app.loadLocalStorage(CONSENT_STORAGE_KEY);
    return Array.isArray(savedConsents) ? savedConsents : [];
  }
}

function consentTo(kind: ConsentKind, names: string[]): string {
  return `${kind}: ${[...names].sort().join(", ")}`;
}
