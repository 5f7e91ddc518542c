/** Replaces the range between two offsets by `text`. Offsets count UTF-16 code units, as editors do. */
export interface TextChange {
  from: number;
  to: number;
  text: string;
}

/** The whole text of a note before and after a change. */
export interface BeforeAfterText {
  before: string;
  after: string;
}

/**
 * Reverts an earlier change in a text and keeps all later changes. Returns `undefined` if the text that the change
 * wrote cannot be found.
 */
export function revertChange(currentText: string, { before, after }: BeforeAfterText): string | undefined {
  const originalChange = smallestChange(before, after);
  if (originalChange === undefined) return currentText;
  const changeStart = findChangeOffset(currentText, after, originalChange);
  return changeStart === undefined
    ? undefined
    : currentText.slice(0, changeStart) +
        before.slice(originalChange.from, originalChange.to) +
        currentText.slice(changeStart + originalChange.text.length);
}

/** Returns the current offset of the text that a change wrote; `undefined` if it cannot be found. */
function findChangeOffset(currentText: string, after: string, { from, text }: TextChange): number | undefined {
  const laterChange = smallestChange(after, currentText);
  if (laterChange === undefined || laterChange.from >= from + text.length) return from;
  if (laterChange.to <= from) return from + laterChange.text.length - (laterChange.to - laterChange.from);
  // There are later edits inside the written text or on both sides of it, so its offset can't be computed. The text is
  // searched for, and must occur exactly once.
  const foundOffset = currentText.indexOf(text);
  return text !== "" && foundOffset >= 0 && foundOffset === currentText.lastIndexOf(text) ? foundOffset : undefined;
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
