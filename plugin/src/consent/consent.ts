/**
 * The user's consent to sending data from this vault, stored on this device. Only consent is
 * stored: a user who refused is asked again the next time.
 */
import type { App } from "obsidian";
import type { ChosenModel, CitedPages } from "../core/exports";
import type { RunningTask } from "../ui/task";
import { askToAskModel, askToChat, askToLetModelSearchWeb, askToOpenPages, askToReadPages, askToSearchWeb, askToSendAudio, askToSendNotes, askToSendQuestion, askToUseModel, askToUseOtherModel } from "./consent-modal";

const CONSENT_STORAGE_KEY = "ibid-consent";

/** Prefix of a stored consent to web search; the names of the services follow. */
const WEB_CONSENT_PREFIX = "web: ";

/** Prefix of a stored consent to open pages that a note links to; the hosts of the pages follow. */
const PAGES_CONSENT_PREFIX = "pages: ";

/** Prefix of a stored consent to open pages for other plugins and scripts; the host of the pages follows. */
const READ_PAGES_CONSENT_PREFIX = "read pages: ";

/** Prefix of a stored consent to a model; the host of the model follows. */
const MODEL_CONSENT_PREFIX = "model: ";

/** Prefix of a stored consent to send questions, but no notes, to a model; the host of the model follows. */
const QUESTIONS_CONSENT_PREFIX = "questions: ";

/** Prefix of a stored consent to let a model answer questions; the host of the model follows. */
const ASK_CONSENT_PREFIX = "ask: ";

/** Prefix of a stored consent to talk with a model; the host of the model follows. */
const CHAT_CONSENT_PREFIX = "chat: ";

/** Prefix of a stored consent to send audio files; the host of the service follows. */
const AUDIO_CONSENT_PREFIX = "audio: ";

/** Prefix of a stored consent to let a model search the web for an answer; the names of the services follow. */
const ASK_WEB_CONSENT_PREFIX = "ask the web: ";

export class Consent {
  constructor(private readonly app: App) {}

  /**
   * Whether the text of notes may be sent to the embedding service at this host. Asks the user unless the answer yes is
   * stored.
   */
  toSendNotes(host: string): Promise<boolean> {
    return this.askOnce(host, () => askToSendNotes(this.app, host));
  }

  /**
   * Whether topics may be sent to these search services. Asks the user unless the answer yes is stored for exactly
   * these services.
   */
  toSearchWeb(services: string[], task: RunningTask): Promise<boolean> {
    const askUser = () => askToSearchWeb(this.app, services, task.signal);
    return this.askOnce(`${WEB_CONSENT_PREFIX}${[...services].sort().join(", ")}`, () => task.ask(askUser));
  }

  /**
   * Whether the pages that a note links to may be opened. Asks the user unless the answer yes is stored for exactly
   * these hosts.
   */
  toOpenPages(pages: CitedPages, task: RunningTask): Promise<boolean> {
    const askUser = () => askToOpenPages(this.app, pages, task.signal);
    return this.askOnce(`${PAGES_CONSENT_PREFIX}${[...pages.hosts].sort().join(", ")}`, () => task.ask(askUser));
  }

  /** Whether pages of this host may be opened for other plugins and scripts. Asks the user unless the answer yes is stored. */
  toReadPages(host: string, task: RunningTask): Promise<boolean> {
    return this.askOnce(`${READ_PAGES_CONSENT_PREFIX}${host}`, () => task.ask(() => askToReadPages(this.app, host, task.signal)));
  }

  /**
   * Whether a note may be sent to a model. Asks the user unless the answer yes is stored. A model on the user's own
   * network needs no consent.
   */
  toUseModel(model: ChosenModel, task: RunningTask): Promise<boolean> {
    if (model.local) return Promise.resolve(true);
    const askUser = () => askToUseModel(this.app, model, task.signal);
    return this.askOnce(`${MODEL_CONSENT_PREFIX}${model.host}`, () => task.ask(askUser));
  }

  /**
   * Whether a question and what the web says about it may be sent to a model. Asks the user unless the answer yes is
   * stored, for questions or for whole notes. A model on the user's own network needs no consent.
   */
  toSendQuestion(model: ChosenModel, task: RunningTask): Promise<boolean> {
    if (model.local || this.storedConsents().includes(`${MODEL_CONSENT_PREFIX}${model.host}`)) return Promise.resolve(true);
    const askUser = () => askToSendQuestion(this.app, model, task.signal);
    return this.askOnce(`${QUESTIONS_CONSENT_PREFIX}${model.host}`, () => task.ask(askUser));
  }

  /**
   * Whether a question, and the notes that the model opens to answer it, may be sent to a model. Asks the user unless the
   * answer yes is stored. A model on the user's own network needs no consent.
   */
  toAskModel(model: ChosenModel, task: RunningTask): Promise<boolean> {
    if (model.local) return Promise.resolve(true);
    const askUser = () => askToAskModel(this.app, model, task.signal);
    return this.askOnce(`${ASK_CONSENT_PREFIX}${model.host}`, () => task.ask(askUser));
  }

  /**
   * Whether messages, the notes that are attached to them, and the notes that the model opens may be sent to a model. Asks
   * the user unless the answer yes is stored. A model on the user's own network needs no consent.
   */
  toChat(model: ChosenModel, task: RunningTask): Promise<boolean> {
    if (model.local) return Promise.resolve(true);
    const askUser = () => askToChat(this.app, model, task.signal);
    return this.askOnce(`${CHAT_CONSENT_PREFIX}${model.host}`, () => task.ask(askUser));
  }

  /**
   * Whether the audio files of notes may be sent to the service at this host, which transcribes them. Asks the user unless
   * the answer yes is stored, but only if there are such notes at hand.
   */
  toSendAudio(host: string, notes: string[], task: RunningTask): Promise<boolean> {
    const askUser = () => (notes.length > 0 ? askToSendAudio(this.app, host, task.signal) : Promise.resolve(false));
    return this.askOnce(`${AUDIO_CONSENT_PREFIX}${host}`, () => task.ask(askUser));
  }

  /**
   * Whether a model that answers a question may search the web with words of its own. Asks the user unless the answer yes
   * is stored for exactly these services.
   */
  toLetModelSearchWeb(services: string[], task: RunningTask): Promise<boolean> {
    const askUser = () => askToLetModelSearchWeb(this.app, services, task.signal);
    return this.askOnce(`${ASK_WEB_CONSENT_PREFIX}${[...services].sort().join(", ")}`, () => task.ask(askUser));
  }

  /**
   * Asks before a run uses a model other than the one on the approved agenda, because its price and
   * perhaps its host are different. A model on the user's own network needs no consent.
   */
  async toUseOtherModel(model: ChosenModel, agreed: ChosenModel, task: RunningTask): Promise<boolean> {
    if (model.local) return true;
    const isOtherModelAllowed = await task.ask(() => askToUseOtherModel(this.app, model, agreed, task.signal));
    if (isOtherModelAllowed) this.remember(`${MODEL_CONSENT_PREFIX}${model.host}`);
    return isOtherModelAllowed;
  }

  /** Deletes all stored consents, so that the user is asked again before data is sent. */
  clear(): void {
    this.app.saveLocalStorage(CONSENT_STORAGE_KEY, null);
  }

  private async askOnce(name: string, ask: () => Promise<boolean>): Promise<boolean> {
    if (this.storedConsents().includes(name)) return true;
    const hasAgreed = await ask();
    if (hasAgreed) this.remember(name);
    return hasAgreed;
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
