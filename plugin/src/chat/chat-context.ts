/** What is sent with a message again. Does not depend on Obsidian. */
import type { ConversationTurn, ConverseRequest } from "../core/exports";

/**
 * The context of an earlier turn, for the message that replaces it. The note of the conversation may have another name
 * now, and other notes may be gone. A selection is sent only with its note, whose privacy it shares.
 */
export function contextOfTurn(
  { attachedNotes = [], selection = "" }: ConversationTurn,
  note: string | undefined,
  exists: (path: string) => boolean,
): Pick<ConverseRequest, "note" | "attached" | "selection"> {
  const [first, ...others] = attachedNotes;
  const isOwnNote = note !== undefined && first !== undefined && (first === note || !exists(first));
  return isOwnNote ? { note, selection, attached: others.filter(exists) } : { attached: attachedNotes.filter(exists) };
}
