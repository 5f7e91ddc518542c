/** What the placeholders of a prompt become. */
import { expect, test } from "vitest";
import { fillPrompt } from "../src/prompt-text";

const values = { selection: "two words", note: "Tea", date: new Date(2026, 10, 7, 23, 59) };

test.each([
  ["Explain {{selection}} of {{note}} on {{date}}.", "Explain two words of Tea on 2026-11-07."],
  ["{{ Selection }}{{NOTE}}", "two wordsTea"],
  ["\n  Sum up.\n\n", "Sum up."],
  ["{{selection}} and {{selection}}", "two words and two words"],
  ["{{other}} {note} {{note}", "{{other}} {note} {{note}"],
  ["", ""],
])("%j becomes %j", (text, filled) => {
  expect(fillPrompt(text, values)).toBe(filled);
});

test("placeholders inside a value are not filled in, and $ means nothing", () => {
  expect(fillPrompt("{{selection}}", { ...values, selection: "$& {{note}} $1" })).toBe("$& {{note}} $1");
});

test("without a note and a selection the placeholders vanish", () => {
  expect(fillPrompt("[{{selection}}{{note}}]", { ...values, selection: "", note: "" })).toBe("[]");
});
