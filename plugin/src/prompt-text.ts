/** Fills in the user's prompts for conversations. Does not depend on Obsidian. */

/** What the placeholders of a prompt stand for. */
export interface PromptValues {
  /** The text that is selected in the note; empty if there is none. */
  selection: string;
  /** The name of the open note; empty if there is none. */
  note: string;
  date: Date;
}

/** Replaces `{{selection}}`, `{{note}}` and `{{date}}`. Other text stays as it is, also inside the inserted values. */
export function fillPrompt(text: string, values: PromptValues): string {
  return text.trim().replace(/\{\{\s*(selection|note|date)\s*\}\}/gi, (_placeholder, name: string) => valueOf(name.toLowerCase(), values));
}

function valueOf(name: string, { selection, note, date }: PromptValues): string {
  if (name === "selection") return selection;
  return name === "note" ? note : dateText(date);
}

/** The date in the form `2026-11-17`, in the user's time zone. */
function dateText(date: Date): string {
  const digits = (number: number) => String(number).padStart(2, "0");
  return [String(date.getFullYear()), digits(date.getMonth() + 1), digits(date.getDate())].join("-");
}
