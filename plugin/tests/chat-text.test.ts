/** Texts about conversations. */
import { expect, test } from "vitest";
import { changeTitle, selectionText, totalFacts, turnFacts } from "../src/chat/chat-text";
import { groupParts } from "../src/chat/chat-turn";

test.each([
  [{ tokens: 1240, spent: "$0.03" }, "1,240 tokens · $0.03"],
  [{ tokens: 1240, spent: "1,240 tokens, price unknown" }, "1,240 tokens, price unknown"],
  [{ tokens: 0, spent: "free" }, ""],
  [{}, ""],
])("a turn used %j", (turn, facts) => {
  expect(turnFacts(turn)).toBe(facts);
});

test("what all turns used is shown from the second on", () => {
  const turns = [
    { message: "A", status: "done" },
    { message: "B", status: "done" },
  ] as const;
  expect(totalFacts({ turns: [...turns], tokens: 1240, spent: "$0.03" })).toBe(
    "1,240 tokens · $0.03 in this conversation",
  );
  expect(totalFacts({ turns: [turns[0]], tokens: 1240, spent: "$0.03" })).toBe("");
  expect(totalFacts({ turns: [...turns], tokens: 0, spent: "" })).toBe("");
});

test("changes and selections in words", () => {
  expect(changeTitle({ kind: "create", path: "Tea/New.md", after: "x" })).toBe("Create “Tea/New.md”");
  expect(changeTitle({ kind: "edit", path: "Tea/Old.md", before: "", after: "x" })).toBe("Change “Old”");
  expect(changeTitle({ kind: "move", path: "A.md", to: "B/A.md" })).toBe("Move “A.md” to “B/A.md”");
  expect([selectionText(" one "), selectionText("two words")]).toEqual(["Selection (1 word)", "Selection (2 words)"]);
});

test("neighbouring parts of the same kind are shown together", () => {
  const part = (markdown: string, sourced: boolean) => ({ markdown, sourced });
  expect(groupParts([part("a", false), part("b", false), part("c", true), part("d", false)])).toMatchObject([
    part("a\n\nb", false),
    part("c", true),
    part("d", false),
  ]);
  const cited = (id: string) => ({ ...part(id, true), cited: [{ id, path: "Tea.md", firstLine: 1, lastLine: 2 }] });
  expect(groupParts([cited("a"), part("b", true), cited("c")])[0]?.cited?.map(({ id }) => id)).toEqual(["a", "c"]);
  expect(groupParts([])).toEqual([]);
});
