/** The one stretch in which two texts differ. */
import { expect, test } from "vitest";
import { revertChange, smallestChange } from "../src/vault/text-change";

test.each([
  ["", "abc", { from: 0, to: 0, text: "abc" }],
  ["abc", "", { from: 0, to: 3, text: "" }],
  ["aXc", "aYYc", { from: 1, to: 2, text: "YY" }],
  ["aa", "aaa", { from: 2, to: 2, text: "a" }],
  ["one\n", "one\n\n## R\n", { from: 4, to: 4, text: "\n## R\n" }],
])("%j becomes %j by one change", (before, after, expected) => {
  const change = smallestChange(before, after);
  expect(change).toEqual(expected);
  if (change !== undefined) expect(before.slice(0, change.from) + change.text + before.slice(change.to)).toBe(after);
});

test("equal texts need no change", () => {
  expect(smallestChange("same", "same")).toBeUndefined();
});

test.each([
  ["one\n", "one\n\n## R\n\nx\n", "one\n\n## R\n\nx\n", "one\n"],
  ["one\n", "one\n\n## R\n\nx\n", "ones\n\n## R\n\nx\n", "ones\n"],
  ["one\n", "one\n\n## R\n\nx\n", "one\n\n## R\n\nx\nmine\n", "one\nmine\n"],
  ["one\n", "one\n\n## R\n\nx\n", "ones\n\n## R\n\nx\nmine\n", "ones\nmine\n"],
  ["a\n## R\nold\n## B\n", "a\n## R\nnew text\n## B\n", "aa\n## R\nnew text\n## Bb\n", "aa\n## R\nold\n## Bb\n"],
  ["a\n## R\nold\n", "a\n", "aa\n", "aa\n## R\nold\n"],
])("of %j, made %j and now %j, only what was made is taken back", (before, after, now, expected) => {
  expect(revertChange(now, { before, after })).toBe(expected);
});

test.each([
  ["one\n", "one\n\n## R\n\nx\n", "one\n\n## R\n\nmine\n"],
  ["one\n", "one\n\n## R\n\nx\n", "one\n"],
  ["a c", "a b c", "Xa b b cX"],
])("of %j, made %j and now %j, nothing can be taken back", (before, after, now) => {
  expect(revertChange(now, { before, after })).toBeUndefined();
});
