/** The one stretch in which two texts differ, in UTF-16 offsets as editors count. */
export interface TextChange {
  from: number;
  to: number;
  text: string;
}

/** The smallest single change that turns one text into the other; none if they are equal. */
export function onlyChange(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from: head, to: before.length - tail, text: after.slice(head, after.length - tail) };
}
