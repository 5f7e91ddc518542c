/** How runs are put into words. */
import { expect, test } from "vitest";
import type { Report, TopicState } from "../../pkg/ibid";
import { noteName, reportSummary, sizeText, stopwatchText, topicIcons, topicStateText } from "../src/ui/run-text";

test("every state of a topic has a text and an icon", () => {
  const states = Object.keys(topicIcons) as TopicState[];
  const words = states.map((state) => topicStateText({ topic: "t", state, evidence: 3 }));
  expect(words).toEqual([
    "Waiting",
    "Searching",
    "Reading pages",
    "3 passages gathered",
    "Writing",
    "Checking against sources",
    "Done",
    "Nothing found",
  ]);
  expect(topicStateText({ topic: "t", state: "gathered", evidence: 1 })).toBe("1 passage gathered");
});

test("elapsed time is shown in minutes and seconds", () => {
  expect([0, 999, 59_999, 60_000, 725_000, -5].map(stopwatchText)).toEqual([
    "0:00",
    "0:00",
    "0:59",
    "1:00",
    "12:05",
    "0:00",
  ]);
});

test("a result has the topics, sources, time, cost and unsupported sentences", () => {
  const report = {
    path: "Drinks/Tea.md",
    topicsResearched: 3,
    sources: 1,
    elapsedText: "1.2 s",
    costText: "free",
    unverified: 0,
  } as Report;
  expect(reportSummary(report)).toBe("Researched “Tea”: 3 topics from 1 source in 1.2 s, free.");
  expect(reportSummary({ ...report, costText: "$0.03", unverified: 1 })).toBe(
    "Researched “Tea”: 3 topics from 1 source in 1.2 s, $0.03. 1 sentence wasn't supported by its source.",
  );
  expect(reportSummary({ ...report, unverified: 2 })).toMatch(/ 2 sentences weren't supported by their source\.$/);
});

test("sizes and names are those that people use", () => {
  expect([1, 999, 1000, 12_345].map(sizeText)).toEqual(["1 byte", "999 bytes", "1.0 kB", "12.3 kB"]);
  expect(["a.md", "x/y/Some note.MD", "b.c.txt", "no-ending"].map(noteName)).toEqual([
    "a",
    "Some note",
    "b.c",
    "no-ending",
  ]);
});
