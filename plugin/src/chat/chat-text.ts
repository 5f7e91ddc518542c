/** Texts about conversations. */
import type { ConversationTurn, ProposedChange, WaitingCall } from "../core/exports";
import type { Chat } from "./chats";
import { asSentence } from "../ask/ask-text";
import { formatNumber } from "../vault/library-text";
import { countText, noteName } from "../ui/run-text";

/** What a turn used, for example `1,240 tokens · $0.03`. */
export function turnFacts({ tokens = 0, spent = "" }: Pick<ConversationTurn, "tokens" | "spent">): string {
  // The text of an unknown price contains the tokens.
  const facts = spent.includes("tokens")
    ? [spent]
    : [tokens === 0 ? "" : `${formatNumber(tokens)} tokens`, tokens === 0 ? "" : spent];
  return facts.filter((fact) => fact !== "").join(" · ");
}

/** What all turns used; empty if there is only one, which says it itself. */
export function totalFacts(chat: Pick<Chat, "turns" | "tokens" | "spent">): string {
  const facts = chat.turns.length < 2 ? "" : turnFacts(chat);
  return facts === "" ? "" : `${facts} in this conversation`;
}

/** How a turn ended, if it has no reply; empty if there is nothing to say. */
export function endText({ status }: Pick<ConversationTurn, "status">): string {
  switch (status) {
    case "stopped":
      return "Stopped.";
    case "interrupted":
      return "Interrupted. Send the message again to get a reply.";
    case "failed":
      return "No reply.";
    case "waiting":
    case "done":
      return "";
  }
}

/** What is said of a part of a reply that has no source. */
export function unsourcedText({ status }: Pick<ConversationTurn, "status">): string {
  switch (status) {
    case "stopped":
      return "Stopped here: the reply so far, not checked and without a source";
    case "failed":
      return "The reply broke off here: not checked and without a source";
    case "interrupted":
    case "waiting":
    case "done":
      return "No source: the model says this by itself";
  }
}

/** What a proposed change does, in words. */
export function changeTitle({ kind, path, to = "" }: ProposedChange): string {
  switch (kind) {
    case "create":
      return `Create “${path}”`;
    case "edit":
      return `Change “${noteName(path)}”`;
    case "move":
      return `Move “${path}” to “${to}”`;
  }
}

/** What the user is asked about a call that waits. */
export function waitingTitle({ why, action, proposal }: Pick<WaitingCall, "why" | "action" | "proposal">): string {
  const changes = proposal?.changes.length ?? 0;
  if (changes > 0) return changes === 1 ? "Make this change?" : `Make these ${formatNumber(changes)} changes?`;
  return [asSentence(action), waitReasonText(why)].filter((text) => text !== "").join(" ");
}

function waitReasonText(why: WaitingCall["why"]): string {
  switch (why) {
    case "write":
      return "";
    case "web-text":
      return "The model has read text from the web, so it needs your permission to read more notes.";
    case "web-query":
      return "The model has read your notes, so this may send words from them to search services.";
  }
}

/** Shown as long as text from the web is in a conversation. */
export const WEB_TEXT_NOTE =
  "This conversation has text from the web, so every change needs your permission. To end this, start a new conversation.";

/** The selection as the user sees it before it is sent. */
export function selectionText(selection: string): string {
  const words = selection.trim().split(/\s+/).length;
  return `Selection (${countText(words, "word")})`;
}
