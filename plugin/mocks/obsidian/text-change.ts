/**
 * The smallest single change between two texts, and the merge of a change on disk with unsaved typing. Works on
 * CodeMirror change sets only.
 */
import { ChangeSet } from "@codemirror/state";

/** Replaces the text between the common beginning and the common end. Never splits a surrogate pair. */
export function difference(before: string, after: string): ChangeSet {
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (isHighSurrogate(before, start - 1)) start -= 1;
  let end = 0;
  while (end < limit - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end))
    end += 1;
  if (end > 0 && isLowSurrogate(before, before.length - end)) end -= 1;
  const change = { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
  return ChangeSet.of(before === after ? [] : change, before.length);
}

/** Returns the changes that add to `typed` the difference between `base` and `onDisk`. */
export function incomingChange(base: string, typed: string, onDisk: string): ChangeSet {
  return difference(base, onDisk).map(difference(base, typed));
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
