/** The range in which two texts differ, in UTF-16 offsets as editors count. */
export interface TextChange {
  from: number;
  to: number;
  text: string;
}

/** A text before and after a change. */
export interface TextEdit {
  before: string;
  after: string;
}

/**
 * Reverts an earlier change in a text and keeps all later changes; `undefined` if the changed text is no longer there.
 */
export function revertChange(now: string, { before, after }: TextEdit): string | undefined {
  const made = smallestChange(before, after);
  if (made === undefined) return now;
  const at = locateChange(now, after, made);
  return at === undefined ? undefined : now.slice(0, at) + before.slice(made.from, made.to) + now.slice(at + made.text.length);
}

/** Returns the current offset of the text that a change wrote, if it can be found. */
function locateChange(now: string, after: string, { from, text }: TextChange): number | undefined {
  const since = smallestChange(after, now);
  if (since === undefined || since.from >= from + text.length) return from;
  if (since.to <= from) return from + since.text.length - (since.to - since.from);
  // Later edits are on both sides of the written text or inside it, so it is searched for.
  const found = now.indexOf(text);
  return text !== "" && found >= 0 && found === now.lastIndexOf(text) ? found : undefined;
}

/** Returns the smallest single change that turns one text into the other; `undefined` if they are equal. */
export function smallestChange(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from: head, to: before.length - tail, text: after.slice(head, after.length - tail) };
}
