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
 * Reverts an earlier change in a text and keeps all later changes. Returns `undefined` if the text that the change
 * wrote cannot be found.
 */
export function revertChange(now: string, { before, after }: TextEdit): string | undefined {
  const originalChange = smallestChange(before, after);
  if (originalChange === undefined) return now;
  const changeStart = locateChange(now, after, originalChange);
  return changeStart === undefined ? undefined : now.slice(0, changeStart) + before.slice(originalChange.from, originalChange.to) + now.slice(changeStart + originalChange.text.length);
}

/** Returns the current offset of the text that a change wrote; `undefined` if it cannot be found. */
function locateChange(now: string, after: string, { from, text }: TextChange): number | undefined {
  const changeSince = smallestChange(after, now);
  if (changeSince === undefined || changeSince.from >= from + text.length) return from;
  if (changeSince.to <= from) return from + changeSince.text.length - (changeSince.to - changeSince.from);
  // There are later edits inside the written text or on both sides of it, so its offset can't be computed. The text is
  // searched for, and must occur exactly once.
  const foundAt = now.indexOf(text);
  return text !== "" && foundAt >= 0 && foundAt === now.lastIndexOf(text) ? foundAt : undefined;
}

/** Returns the smallest single change that turns one text into the other; `undefined` if they are equal. */
export function smallestChange(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorterLength = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorterLength && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorterLength - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from: head, to: before.length - tail, text: after.slice(head, after.length - tail) };
}
