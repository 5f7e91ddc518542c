/** Names of the files of a question, and the check of a run log before it is replayed. */
import { expect, test } from "vitest";
import { questionFolderName } from "../src/ask/question-folder-name";
import { haveSameBytes, parseQuestionLog } from "../src/ask/question-replay";

test("the folder of a question has the date, the time and the question", () => {
  expect(questionFolderName("Who wrote it", new Date(2026, 10, 6, 9, 5))).toBe("2026-11-06 0905 Who wrote it");
  expect(questionFolderName("Untitled", new Date(2026, 0, 1, 0, 0))).toBe("2026-01-01 0000 Untitled");
});

test("only the run log of a question is one", () => {
  const started = { millis: 1, offsetMinutes: 0 };
  expect(parseQuestionLog(JSON.stringify({ request: { question: "Who?" }, started }))).toEqual({
    question: "Who?",
    started,
  });
  const others = [
    "",
    "[]",
    "null",
    "{}",
    JSON.stringify({ request: {}, started }),
    JSON.stringify({ request: { question: "Who?" } }),
  ];
  expect(others.map(parseQuestionLog)).toEqual(others.map(() => undefined));
});

test("reports are compared byte by byte", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect([
    haveSameBytes(bytes("é\n"), bytes("é\n")),
    haveSameBytes(bytes("é"), bytes("e")),
    haveSameBytes(bytes("a"), bytes("a\n")),
  ]).toEqual([true, false, false]);
});
