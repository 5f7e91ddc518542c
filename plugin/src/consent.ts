/**
 * The user's consent to sending data from this vault, stored on this device. A yes is stored; after a no the question
 * is asked again.
 */
import type { App } from "obsidian";
import type { ChosenModel } from "../../pkg/ibid";
import type { RunningTask } from "./task";
import { askToSearchWeb, askToSendNotes, askToUseModel, askToUseOtherModel } from "./views/consent-modal";

const CONSENT_KEY = "ibid-consent";

/** Prefix of a stored consent to web search; the names of the services follow. */
const WEB = "web: ";

/** Prefix of a stored consent to a model; the host of the model follows. */
const MODEL = "model: ";

export class Consent {
  constructor(private readonly app: App) {}

  /** Whether the text of notes may be sent to a host. */
  toSendNotes(host: string): Promise<boolean> {
    return this.askOnce(host, () => askToSendNotes(this.app, host));
  }

  /** Whether topics may be sent to these services. A consent is valid only for the services that the question named. */
  toSearchWeb(services: string[], task: RunningTask): Promise<boolean> {
    const ask = () => askToSearchWeb(this.app, services, task.signal);
    return this.askOnce(`${WEB}${[...services].sort().join(", ")}`, () => task.ask(ask));
  }

  /** Whether a note may be sent to a model. A model on the user's own network needs no consent. */
  toUseModel(model: ChosenModel, task: RunningTask): Promise<boolean> {
    if (model.local) return Promise.resolve(true);
    const ask = () => askToUseModel(this.app, model, task.signal);
    return this.askOnce(`${MODEL}${model.host}`, () => task.ask(ask));
  }

  /**
   * Asks whether a model may be used that differs from the agenda's model: its price and perhaps
   * its host are different.
   */
  async toUseOtherModel(model: ChosenModel, agreed: ChosenModel, task: RunningTask): Promise<boolean> {
    if (model.local) return true;
    const may = await task.ask(() => askToUseOtherModel(this.app, model, agreed, task.signal));
    if (may) this.remember(`${MODEL}${model.host}`);
    return may;
  }

  /** Deletes all stored consents. */
  clear(): void {
    this.app.saveLocalStorage(CONSENT_KEY, null);
  }

  private async askOnce(name: string, ask: () => Promise<boolean>): Promise<boolean> {
    if (this.storedConsents().includes(name)) return true;
    const agreed = await ask();
    if (agreed) this.remember(name);
    return agreed;
  }

  private remember(name: string): void {
    const names = this.storedConsents();
    if (!names.includes(name)) this.app.saveLocalStorage(CONSENT_KEY, [...names, name]);
  }

  private storedConsents(): unknown[] {
    const known: unknown = this.app.loadLocalStorage(CONSENT_KEY);
    return Array.isArray(known) ? known : [];
  }
}
