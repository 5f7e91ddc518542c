/** What the person lets be sent from this vault on this device. A yes is remembered, a no is asked again. */
import type { App } from "obsidian";
import type { ChosenModel } from "../../pkg/ibid";
import type { RunningTask } from "./task";
import { askToSearchWeb, askToSendNotes, askToUseModel, askToUseOtherModel } from "./views/consent-modal";

const CONSENT_KEY = "ibid-consent";

/** What is remembered of a yes to web search: which services were named. */
const WEB = "web: ";

/** What is remembered of a yes to a model: where it is. */
const MODEL = "model: ";

export class Consent {
  constructor(private readonly app: App) {}

  /** Whether the text of notes may go to a host. */
  toSendNotes(host: string): Promise<boolean> {
    return this.once(host, () => askToSendNotes(this.app, host));
  }

  /** Whether topics may go to these services; others than those that were named are asked about anew. */
  toSearchWeb(services: string[], task: RunningTask): Promise<boolean> {
    const ask = () => askToSearchWeb(this.app, services, task.signal);
    return this.once(`${WEB}${[...services].sort().join(", ")}`, () => task.ask(ask));
  }

  /** Whether a note may go to a model. One on the person's own network is not asked about. */
  toUseModel(model: ChosenModel, task: RunningTask): Promise<boolean> {
    if (model.local) return Promise.resolve(true);
    const ask = () => askToUseModel(this.app, model, task.signal);
    return this.once(`${MODEL}${model.host}`, () => task.ask(ask));
  }

  /** Whether another model may be asked than the agenda said: another price, and perhaps another host. */
  async toUseOtherModel(model: ChosenModel, agreed: ChosenModel, task: RunningTask): Promise<boolean> {
    if (model.local) return true;
    const may = await task.ask(() => askToUseOtherModel(this.app, model, agreed, task.signal));
    if (may) this.remember(`${MODEL}${model.host}`);
    return may;
  }

  /** Asks about everything anew. */
  forget(): void {
    this.app.saveLocalStorage(CONSENT_KEY, null);
  }

  private async once(name: string, ask: () => Promise<boolean>): Promise<boolean> {
    if (this.names().includes(name)) return true;
    const agreed = await ask();
    if (agreed) this.remember(name);
    return agreed;
  }

  private remember(name: string): void {
    const names = this.names();
    if (!names.includes(name)) this.app.saveLocalStorage(CONSENT_KEY, [...names, name]);
  }

  private names(): unknown[] {
    const known: unknown = this.app.loadLocalStorage(CONSENT_KEY);
    return Array.isArray(known) ? known : [];
  }
}
