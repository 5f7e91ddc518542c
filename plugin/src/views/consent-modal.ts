/** Asks whether something may be done: sent to others for the first time, or dropped for good. */
import { type App, ButtonComponent, Modal } from "obsidian";
import type { AskedModel } from "../../../pkg/ibid";
import { listed } from "../agenda";

/** What is asked: the title, what would be sent or lost and what not, and the words of yes and no. */
export interface Question {
  title: string;
  what: string;
  limits: string;
  yes: string;
  no: string;
  /** Whether a yes cannot be taken back. */
  final?: boolean;
}

/** Whether the text of notes may be sent to a service; closing the window is a no. */
export function askToSendNotes(app: App, host: string): Promise<boolean> {
  return ask(app, {
    title: "Send your notes to this service?",
    what: `Search by meaning sends the text of your notes to ${host}, and later also your search queries, your research topics and what was found about them.`,
    limits: "Private and excluded notes stay on this device. You can turn this off in settings at any time.",
    yes: "Send my notes",
    no: "Not now",
  });
}

/** Whether a note may be sent to a model; closing the window, or stopping the run, is a no. */
export function askToUseModel(app: App, { name, host }: AskedModel, signal: AbortSignal): Promise<boolean> {
  const question = {
    title: "Send this note to the model?",
    what: `To find topics and write the report, Ibid sends the notes you research, and related passages from your other notes, to ${name} at ${host}.`,
    limits: "Private and excluded notes stay on this device. Without the model, Ibid uses the built-in engine on this device.",
    yes: "Use the model",
    no: "Not now",
  };
  return ask(app, question, signal);
}

/** Whether a model may be asked that the agenda did not name; closing the window, or stopping the run, is a no. */
export function askToUseOtherModel(app: App, { name, host }: AskedModel, agreed: AskedModel, signal: AbortSignal): Promise<boolean> {
  const question = {
    title: "Use a different model?",
    what: `The settings changed after the agenda was created. Passages from your notes would now be sent to ${name} at ${host}, which writes the report instead of ${agreed.name} at ${agreed.host}. The cost may differ from the estimate; the budget still applies.`,
    limits: "Private and excluded notes stay on this device. Without the model, Ibid uses the built-in engine on this device.",
    yes: "Use the model",
    no: "Not now",
  };
  return ask(app, question, signal);
}

/** Whether topics may be searched on the web; closing the window, or stopping the run, is a no. */
export function askToSearchWeb(app: App, services: string[], signal: AbortSignal): Promise<boolean> {
  const question = {
    title: "Search the web?",
    what: `To research this note on the web, Ibid sends its topics and questions, a few words each, to ${listed(services)}.`,
    limits: "The rest of the note stays on this device, and private notes are never sent. You can choose other services or turn off web search in settings.",
    yes: "Search the web",
    no: "Only my notes",
  };
  return ask(app, question, signal);
}

/** Asks; closing the window, or stopping what asked, is a no. */
export function ask(app: App, question: Question, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted === true) return Promise.resolve(false);
  return new Promise((resolve) => {
    const modal = new ConsentModal(app, question, resolve);
    signal?.addEventListener("abort", () => modal.close(), { once: true });
    modal.open();
  });
}

class ConsentModal extends Modal {
  private agreed = false;

  constructor(
    app: App,
    private readonly question: Question,
    private readonly done: (agreed: boolean) => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { title, what, limits, yes, no, final } = this.question;
    this.setTitle(title);
    this.contentEl.createEl("p", { text: what });
    this.contentEl.createEl("p", { text: limits });
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    const agree = new ButtonComponent(buttons).setButtonText(yes).setClass(final === true ? "mod-warning" : "mod-cta");
    agree.onClick(() => {
      this.agreed = true;
      this.close();
    });
    new ButtonComponent(buttons).setButtonText(no).onClick(() => this.close());
  }

  override onClose(): void {
    this.contentEl.empty();
    this.done(this.agreed);
  }
}
