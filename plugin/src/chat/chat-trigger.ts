/** Finds where the user asks for suggestions in a message: `[[` for notes, `/` for prompts. Does not depend on Obsidian. */

export interface ChatTrigger {
  kind: "note" | "prompt";
  /** Where the trigger begins in the text. It ends at the cursor. */
  from: number;
  /** What the user typed after the trigger. */
  query: string;
}

/** Returns the trigger before the cursor; `undefined` if there is none. A prompt starts a line, a note may stand anywhere. */
export function findTrigger(text: string, cursor: number): ChatTrigger | undefined {
  const before = text.slice(0, cursor);
  const note = /\[\[([^[\]\n]*)$/.exec(before);
  if (note !== null) return { kind: "note", from: note.index, query: note[1] ?? "" };
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return line.startsWith("/") ? { kind: "prompt", from: before.length - line.length, query: line.slice(1) } : undefined;
}
