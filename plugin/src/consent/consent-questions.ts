/** The questions before data is sent to a service for the first time: what would be sent, and what stays on the device. */
import type { ChosenModel, CitedPages } from "../core/exports";
import { joinNames } from "../ui/agenda-text";
import type { ConsentQuestion } from "./consent-modal";

/** Maximum number of hosts that a question names; of more it says only how many pages there are. */
const MAX_NAMED_HOSTS = 4;

const USE_MODEL = { yes: "Use the model", no: "Not now" };

/** Whether the text of notes may be sent to a service. */
export function sendNotes(host: string): ConsentQuestion {
  return {
    title: "Send your notes to this service?",
    what: `Search by meaning sends the text of your notes to ${host}, and later also your search queries, your research topics and what was found about them.`,
    limits: "Private and excluded notes stay on this device. You can turn this off in settings at any time.",
    yes: "Send my notes",
    no: "Not now",
  };
}

/** Whether a note may be sent to a model. */
export function useModel({ name, host }: ChosenModel): ConsentQuestion {
  return {
    title: "Send this note to the model?",
    what: `To find topics and write the report, Ibid sends the notes you research, and related passages from your other notes, to ${name} at ${host}.`,
    limits:
      "Private and excluded notes stay on this device. Without the model, Ibid uses the built-in engine on this device.",
    ...USE_MODEL,
  };
}

/** Whether a question may be sent to a model. */
export function sendQuestion({ name, host }: ChosenModel): ConsentQuestion {
  return {
    title: "Send your question to the model?",
    what: `To write the answer, Ibid sends your question and the search results to ${name} at ${host}.`,
    limits: "Your notes stay on this device. Without the model, Ibid quotes the search results.",
    ...USE_MODEL,
  };
}

/** Whether a model may be used that differs from the agenda's model. */
export function useOtherModel({ name, host }: ChosenModel, agreedModel: ChosenModel): ConsentQuestion {
  return {
    title: "Use a different model?",
    what: `The settings changed after the agenda was created. Passages from your notes would now be sent to ${name} at ${host}, which writes the report instead of ${agreedModel.name} at ${agreedModel.host}. The cost may differ from the estimate; the budget still applies.`,
    limits:
      "Private and excluded notes stay on this device. Without the model, Ibid uses the built-in engine on this device.",
    ...USE_MODEL,
  };
}

/** Whether topics may be searched on the web. */
export function searchWeb(services: string[]): ConsentQuestion {
  return {
    title: "Search the web?",
    what: `To research this note on the web, Ibid sends the key words of its topics, questions and claims to ${joinNames(services)}.`,
    limits:
      "The rest of the note stays on this device, and private notes are never sent. You can choose other services or turn off web search in settings.",
    yes: "Search the web",
    no: "Only my notes",
  };
}

/** Whether a model may answer questions. */
export function askModel({ name, host }: ChosenModel): ConsentQuestion {
  return {
    title: "Send your question to the model?",
    what: `To answer your questions, Ibid sends them, and the passages of your notes that the model opens, to ${name} at ${host}.`,
    limits:
      "Private and excluded notes stay on this device. Without the model, the built-in engine answers on this device.",
    ...USE_MODEL,
  };
}

/** Whether audio files may be transcribed by a service. */
export function sendAudio(host: string): ConsentQuestion {
  return {
    title: "Send audio files to this service?",
    what: `To read the recordings in a note, the model can let ${host} transcribe them. Ibid then sends the audio files of the note.`,
    limits:
      "The audio files of private and excluded notes stay on this device. Without this, the model can't read recordings.",
    yes: "Send audio files",
    no: "Not now",
  };
}

/** Whether the user wants to talk with a model. */
export function chat({ name, host }: ChosenModel): ConsentQuestion {
  return {
    title: "Send your messages to the model?",
    what: `In a chat, Ibid sends your messages, the notes and the selection shown above the message, and the passages of your notes that the model opens, to ${name} at ${host}.`,
    limits: "Private and excluded notes stay on this device. Nothing in your notes changes without your yes.",
    ...USE_MODEL,
  };
}

/** Whether a model may search the web for an answer. */
export function letModelSearchWeb(services: string[]): ConsentQuestion {
  return {
    title: "Search the web?",
    what: `To answer your questions, the model searches the web with its own words, which may come from your notes. Ibid sends them to ${joinNames(services)}, and opens pages that were found.`,
    limits:
      "The names of private notes are never sent. You can choose other services or turn off web search in settings.",
    yes: "Search the web",
    no: "Only my notes",
  };
}

/** Whether the pages that a note links to may be opened. */
export function openPages({ pages, hosts }: CitedPages): ConsentQuestion {
  const pagesText = pages === 1 ? "the page" : `the ${String(pages)} pages`;
  const hostsText = hosts.length > MAX_NAMED_HOSTS ? `${String(hosts.length)} websites` : joinNames(hosts);
  return {
    title: "Open the linked pages?",
    what: `To compare this note with its sources, Ibid opens ${pagesText} on ${hostsText} that it links to.`,
    limits:
      "Only the addresses are sent. The text of the note stays on this device. Links to your own notes are checked without the web.",
    yes: "Open pages",
    no: "Only my notes",
  };
}

/** Whether a page may be opened for another plugin or a script. */
export function readPages(host: string): ConsentQuestion {
  return {
    title: `Open pages on ${host}?`,
    what: `Another plugin or a script asks Ibid to read a page on ${host}.`,
    limits: "Only the address of the page is sent. If you agree, Ibid doesn't ask again for this website.",
    yes: "Open pages",
    no: "Not now",
  };
}

/** Whether a model may find the topics of several notes. */
export function findTopics({
  model,
  notes,
  costText,
}: {
  model: string;
  notes: number;
  costText: string;
}): ConsentQuestion {
  return {
    title: `Find the topics of ${String(notes)} notes?`,
    what: `${model} reads each note to find its topics, about ${costText} per note. You see the topics and the price of the research before it starts.`,
    limits: "Without the model, Ibid finds the topics on this device.",
    ...USE_MODEL,
  };
}

/** Whether to research a note without services. */
export function continueOffline(services: string[]): ConsentQuestion {
  return {
    title: "No internet connection",
    what: `Ibid can't use ${joinNames(services)} now.`,
    limits: "It can research this note in your other notes, on this device.",
    yes: "Use my notes only",
    no: "Cancel",
  };
}
