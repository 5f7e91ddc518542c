/** The one stretch in which two texts differ. */
import { expect, test } from "vitest";
import { onlyChange } from "../src/text-change";

test.each([
  ["", "abc", { from: 0, to: 0, text: "abc" }],
  ["abc", "", { from: 0, to: 3, text: "" }],
  ["aXc", "aYYc", { from: 1, to: 2, text: "YY" }],
  ["aa", "aaa", { from: 2, to: 2, text: "a" }],
  ["one\n", "one\n\n## R\n", { from: 4, to: 4, text: "\n## R\n" }],
])("%j becomes %j by one change", (before, after, expected) => {
  const change = onlyChange(before, after);
  expect(change).toEqual(expected);
  if (change !== undefined) expect(before.slice(0, change.from) + change.text + before.slice(change.to)).toBe(after);
});

test("equal texts need no change", () => {
  expect(onlyChange("same", "same")).toBeUndefined();
});
