/** The one stretch in which two texts differ, in UTF-16 offsets as editors count. */
export interface TextChange {
  from: number;
  to: number;
  text: string;
}

/** A change that was made. */
export interface TextEdit {
  before: string;
  after: string;
}

/**
 * A text with a change that was made earlier taken back, and everything else as it is now; none if what that change
 * wrote is not there any more.
 */
export function revertChange(now: string, { before, after }: TextEdit): string | undefined {
  const made = smallestChange(before, after);
  if (made === undefined) return now;
  const at = locateChange(now, after, made);
  return at === undefined ? undefined : now.slice(0, at) + before.slice(made.from, made.to) + now.slice(at + made.text.length);
}

/** Where stands now what a change wrote. */
function locateChange(now: string, after: string, { from, text }: TextChange): number | undefined {
  const since = smallestChange(after, now);
  if (since === undefined || since.from >= from + text.length) return from;
  if (since.to <= from) return from + since.text.length - (since.to - since.from);
  // Something was changed above and below, or in the middle.
  const found = now.indexOf(text);
  return text !== "" && found >= 0 && found === now.lastIndexOf(text) ? found : undefined;
}

/** The smallest single change that turns one text into the other; none if they are equal. */
export function smallestChange(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from: head, to: before.length - tail, text: after.slice(head, after.length - tail) };
}
