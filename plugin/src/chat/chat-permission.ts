/** Asks the user which services a turn of a conversation may use, right before it starts. */
import type { App } from "obsidian";
import type { AskServices, ConversationTurn, Permission } from "../core/exports";
import { askToAnswer } from "../consent/ask-permission";
import type { ChatPermissions } from "./chats";
import type { Consent } from "../consent/consent";
import { notesWithAudio } from "../vault/note-audio";
import type { RunningTask } from "../ui/task";

/** What is asked about: the services, whether the user wants the web, and the service that transcribes audio files. */
export interface ChatServices {
  services: AskServices;
  webChoice: Permission;
  audioSentTo: string | undefined;
}

/** Asks about the model, about the web if the user wants it, and about audio files if the attached notes have some. */
export async function askChatPermissions(
  app: App,
  consent: Consent,
  { services, webChoice, audioSentTo }: ChatServices,
  { attachedNotes = [] }: ConversationTurn,
  signal: AbortSignal,
): Promise<ChatPermissions> {
  const task: RunningTask = { signal, report: () => undefined, ask: (question) => question() };
  const chatConsent = {
    toAskModel: consent.toChat.bind(consent),
    toLetModelSearchWeb: consent.toLetModelSearchWeb.bind(consent),
  };
  const permissions = await askToAnswer(chatConsent, services, webChoice, task);
  const mayAskAudio = permissions.model === "allowed" && audioSentTo !== undefined;
  const isAudioAllowed =
    mayAskAudio && (await consent.toSendAudio(audioSentTo, notesWithAudio(app, attachedNotes), task));
  return { ...permissions, audio: isAudioAllowed ? "allowed" : "off" };
}
