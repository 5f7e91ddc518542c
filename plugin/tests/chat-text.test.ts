/** Texts about conversations. */
import { expect, test } from "vitest";
import { changeTitle, selectionText, streamedText, totalFacts, turnFacts } from "../src/views/chat-text";
import { groupParts } from "../src/views/chat-turn";

test.each([
  ["It is so. [ev-abc-001] And more.", "It is so. And more."],
  ["It is so. [ev-abc-001, ev-abc-002]", "It is so."],
  ["It is so. [ev-ab", "It is so."],
  ["A [link] and [ev", "A [link] and [ev"],
  ["", ""],
])("the reply so far %j is shown as %j", (text, shown) => {
  expect(streamedText(text)).toBe(shown);
});

test.each([
  [{ tokens: 1240, spent: "$0.03" }, "1,240 tokens · $0.03"],
  [{ tokens: 1240, spent: "1,240 tokens, price unknown" }, "1,240 tokens, price unknown"],
  [{ tokens: 0, spent: "free" }, ""],
  [{}, ""],
])("a turn used %j", (turn, facts) => {
  expect(turnFacts(turn)).toBe(facts);
});

test("the tokens of all turns are added up", () => {
  expect(totalFacts([{ tokens: 1000 }, {}, { tokens: 240 }])).toBe("1,240 tokens in this conversation");
  expect(totalFacts([{ tokens: 1000 }])).toBe("");
});

test("changes and selections in words", () => {
  expect(changeTitle({ kind: "create", path: "Tea/New.md", after: "x" })).toBe("Create “Tea/New.md”");
  expect(changeTitle({ kind: "edit", path: "Tea/Old.md", before: "", after: "x" })).toBe("Change “Old”");
  expect(changeTitle({ kind: "move", path: "A.md", to: "B/A.md" })).toBe("Move “A.md” to “B/A.md”");
  expect([selectionText(" one "), selectionText("two words")]).toEqual(["Selection (1 word)", "Selection (2 words)"]);
});

test("neighbouring parts of the same kind are shown together", () => {
  const part = (markdown: string, sourced: boolean) => ({ markdown, sourced });
  expect(groupParts([part("a", false), part("b", false), part("c", true), part("d", false)])).toEqual([part("a\n\nb", false), part("c", true), part("d", false)]);
  expect(groupParts([])).toEqual([]);
});
