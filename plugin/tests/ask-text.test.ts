/** How questions, their steps and their passages are put into words. */
import { expect, test } from "vitest";
import type { AskEvidence } from "../../pkg/ibid";
import {
  asSentence,
  engineText,
  leftOutSummary,
  passageFacts,
  passageQuote,
  passageReason,
  stepsSummary,
} from "../src/ask/ask-text";

const passage = { id: "ev-1-001", firstLine: 3, lastLine: 3, found: "keyword", score: 0.856 } as AskEvidence;

test("the engine that answers is named", () => {
  expect(engineText({ web: [] })).toBe("Answered by the built-in engine on this device.");
  expect(engineText({ model: { name: "bee-1", host: "api.example.org", local: false }, web: [] })).toBe(
    "Answered by bee-1 at api.example.org.",
  );
});

test("steps and left-out sentences are counted", () => {
  expect([stepsSummary(5, "$0.03"), stepsSummary(1, "free"), stepsSummary(2, "")]).toEqual([
    "5 steps · $0.03",
    "1 step · free",
    "2 steps",
  ]);
  expect([leftOutSummary(1), leftOutSummary(3)]).toEqual(["1 sentence left out", "3 sentences left out"]);
});

test("a passage has its id, lines, how it was found, and its score", () => {
  expect(passageFacts(passage)).toBe("ev-1-001 · line 3 · found by keyword · score 0.86");
  expect(passageFacts({ ...passage, lastLine: 9, found: "hybrid", score: 2 })).toBe(
    "ev-1-001 · lines 3–9 · found by keyword and meaning · score 2.00",
  );
  const page = { id: "ev-1-002", found: "web", score: 1 } as AskEvidence;
  expect(passageFacts(page)).toBe("ev-1-002 · found on the web · score 1.00");
});

test("the call that returned a passage is its reason, unless it was opened directly", () => {
  const reasons = [
    "search_vault sleep and tea",
    "search_web tea",
    "open_lines A.md 1–3",
    "read_note A.md",
    "open_page https://a.example",
    "Search for the question",
  ];
  expect(reasons.map(passageReason)).toEqual([
    "Search for “sleep and tea”",
    "Web search for “tea”",
    "",
    "",
    "",
    "Search for the question",
  ]);
});

test("a message is a sentence", () => {
  expect(["A", "a.", "A?", ""].map(asSentence)).toEqual(["A.", "A.", "A?", "."]);
});

test("a passage is quoted without its headings and block ids", () => {
  expect(passageQuote("## Half-life\n\nAbout 5 hours. ^half-life\n\n#tag stays")).toBe("About 5 hours.\n\n#tag stays");
  expect(passageQuote("# Only a heading")).toBe("# Only a heading");
});
