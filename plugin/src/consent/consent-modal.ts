/** Asks for consent: before data is sent to a service for the first time, or before data is deleted. */
import { type App, ButtonComponent, Modal } from "obsidian";
import type { ChosenModel, CitedPages } from "../core/exports";
import { joinNames } from "../ui/agenda-text";

/** Texts of the window: the title, what would be sent or deleted, what stays on the device, and the two buttons. */
export interface ConsentQuestion {
  title: string;
  what: string;
  limits: string;
  yes: string;
  no: string;
  /** Whether the action cannot be undone; the button that confirms it then looks like a warning. */
  final?: boolean;
}

/** Asks whether the text of notes may be sent to a service. Closing the window means no. */
export function askToSendNotes(app: App, host: string): Promise<boolean> {
  return askForConsent(app, {
    title: "Send your notes to this service?",
    what: `Search by meaning sends the text of your notes to ${host}, and later also your search queries, your research topics and what was found about them.`,
    limits: "Private and excluded notes stay on this device. You can turn this off in settings at any time.",
    yes: "Send my notes",
    no: "Not now",
  });
}

/** Asks whether a note may be sent to a model. Closing the window or stopping the run means no. */
export function askToUseModel(app: App, { name, host }: ChosenModel, signal: AbortSignal): Promise<boolean> {
  const question = {
    title: "Send this note to the model?",
    what: `To find topics and write the report, Ibid sends the notes you research, and related passages from your other notes, to ${name} at ${host}.`,
    limits: "Private and excluded notes stay on this device. Without the model, Ibid uses the built-in engine on this device.",
    yes: "Use the model",
    no: "Not now",
  };
  return askForConsent(app, question, signal);
}

/** Asks whether a question may be sent to a model. Closing the window means no. */
export function askToSendQuestion(app: App, { name, host }: ChosenModel, signal: AbortSignal): Promise<boolean> {
  const question = {
    title: "Send your question to the model?",
    what: `To write the answer, Ibid sends your question and the search results to ${name} at ${host}.`,
    limits: "Your notes stay on this device. Without the model, Ibid quotes the search results.",
    yes: "Use the model",
    no: "Not now",
  };
  return askForConsent(app, question, signal);
}

/**
 * Asks whether a model may be used that differs from the agenda's model. Closing the window or
 * stopping the run means no.
 */
export function askToUseOtherModel(app: App, { name, host }: ChosenModel, agreedModel: ChosenModel, signal: AbortSignal): Promise<boolean> {
  const question = {
    title: "Use a different model?",
    what: `The settings changed after the agenda was created. Passages from your notes would now be sent to ${name} at ${host}, which writes the report instead of ${agreedModel.name} at ${agreedModel.host}. The cost may differ from the estimate; the budget still applies.`,
    limits: "Private and excluded notes stay on this device. Without the model, Ibid uses the built-in engine on this device.",
    yes: "Use the model",
    no: "Not now",
  };
  return askForConsent(app, question, signal);
}

/** Asks whether topics may be searched on the web. Closing the window or stopping the run means no. */
export function askToSearchWeb(app: App, services: string[], signal: AbortSignal): Promise<boolean> {
  const question = {
    title: "Search the web?",
    what: `To research this note on the web, Ibid sends the key words of its topics, questions and claims to ${joinNames(services)}.`,
    limits: "The rest of the note stays on this device, and private notes are never sent. You can choose other services or turn off web search in settings.",
    yes: "Search the web",
    no: "Only my notes",
  };
  return askForConsent(app, question, signal);
}

/** Asks whether a model may answer questions. Closing the window or stopping the question means no. */
export function askToAskModel(app: App, { name, host }: ChosenModel, signal: AbortSignal): Promise<boolean> {
  const question = {
    title: "Send your question to the model?",
    what: `To answer your questions, Ibid sends them, and the passages of your notes that the model opens, to ${name} at ${host}.`,
    limits: "Private and excluded notes stay on this device. Without the model, the built-in engine answers on this device.",
    yes: "Use the model",
    no: "Not now",
  };
  return askForConsent(app, question, signal);
}

/** Asks whether audio files may be transcribed by a service. Closing the window or stopping the turn means no. */
export function askToSendAudio(app: App, host: string, signal: AbortSignal): Promise<boolean> {
  const question = {
    title: "Send audio files to this service?",
    what: `To read the recordings in a note, the model can let ${host} transcribe them. Ibid then sends the audio files of the note.`,
    limits: "The audio files of private and excluded notes stay on this device. Without this, the model can't read recordings.",
    yes: "Send audio files",
    no: "Not now",
  };
  return askForConsent(app, question, signal);
}

/** Asks whether the user wants to talk with a model. Closing the window or stopping the turn means no. */
export function askToChat(app: App, { name, host }: ChosenModel, signal: AbortSignal): Promise<boolean> {
  const question = {
    title: "Send your messages to the model?",
    what: `In a chat, Ibid sends your messages, the notes and the selection shown above the message, and the passages of your notes that the model opens, to ${name} at ${host}.`,
    limits: "Private and excluded notes stay on this device. Nothing in your notes changes without your yes.",
    yes: "Use the model",
    no: "Not now",
  };
  return askForConsent(app, question, signal);
}

/** Asks whether a model may search the web for an answer. Closing the window or stopping the question means no. */
export function askToLetModelSearchWeb(app: App, services: string[], signal: AbortSignal): Promise<boolean> {
  const question = {
    title: "Search the web?",
    what: `To answer your questions, the model searches the web with its own words, which may come from your notes. Ibid sends them to ${joinNames(services)}, and opens pages that were found.`,
    limits: "The names of private notes are never sent. You can choose other services or turn off web search in settings.",
    yes: "Search the web",
    no: "Only my notes",
  };
  return askForConsent(app, question, signal);
}

/** Maximum number of hosts that a question names; of more it says only how many pages there are. */
const MAX_NAMED_HOSTS = 4;

/** Asks whether the pages that a note links to may be opened. Closing the window or stopping the check means no. */
export function askToOpenPages(app: App, { pages, hosts }: CitedPages, signal: AbortSignal): Promise<boolean> {
  const pagesText = pages === 1 ? "the page" : `the ${String(pages)} pages`;
  const hostsText = hosts.length > MAX_NAMED_HOSTS ? `${String(hosts.length)} websites` : joinNames(hosts);
  const question = {
    title: "Open the linked pages?",
    what: `To compare this note with its sources, Ibid opens ${pagesText} on ${hostsText} that it links to.`,
    limits: "Only the addresses are sent. The text of the note stays on this device. Links to your own notes are checked without the web.",
    yes: "Open pages",
    no: "Only my notes",
  };
  return askForConsent(app, question, signal);
}

/** Asks whether a page may be opened for another plugin or a script. Closing the window means no. */
export function askToReadPages(app: App, host: string, signal: AbortSignal): Promise<boolean> {
  const question = {
    title: `Open pages on ${host}?`,
    what: `Another plugin or a script asks Ibid to read a page on ${host}.`,
    limits: "Only the address of the page is sent. If you agree, Ibid doesn't ask again for this website.",
    yes: "Open pages",
    no: "Not now",
  };
  return askForConsent(app, question, signal);
}

/** Asks whether a model may find the topics of several notes. Closing the window or stopping the run means no. */
export function askToFindTopics(app: App, { model, notes, costText }: { model: string; notes: number; costText: string }, signal: AbortSignal): Promise<boolean> {
  const question = {
    title: `Find the topics of ${String(notes)} notes?`,
    what: `${model} reads each note to find its topics, about ${costText} per note. You see the topics and the price of the research before it starts.`,
    limits: "Without the model, Ibid finds the topics on this device.",
    yes: "Use the model",
    no: "Not now",
  };
  return askForConsent(app, question, signal);
}

/** Asks whether to research a note without services. Closing the window or stopping the run means no. */
export function askToContinueOffline(app: App, services: string[], signal: AbortSignal): Promise<boolean> {
  const question = {
    title: "No internet connection",
    what: `Ibid can't use ${joinNames(services)} now.`,
    limits: "It can research this note in your other notes, on this device.",
    yes: "Use my notes only",
    no: "Cancel",
  };
  return askForConsent(app, question, signal);
}

/** Shows a question and returns whether the user agrees. Closing the window or aborting the signal means no. */
export function askForConsent(app: App, question: ConsentQuestion, signal?: AbortSignal): Promise<boolean> {
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
    private readonly question: ConsentQuestion,
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
    const agreeButton = new ButtonComponent(buttons).setButtonText(yes).setClass(final === true ? "mod-warning" : "mod-cta");
    agreeButton.onClick(() => {
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
