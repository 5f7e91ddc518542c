/** How runs are put into words. */
import { expect, test } from "vitest";
import type { Report, TopicState } from "../../pkg/ibid";
import { noteName, size, stopwatch, summary, topicIcons, topicWords } from "../src/views/run-words";

test("every state of a topic has words and an icon", () => {
  const states = Object.keys(topicIcons) as TopicState[];
  const words = states.map((state) => topicWords({ topic: "t", state, evidence: 3 }));
  expect(words).toEqual(["Waiting", "Searching", "Reading pages", "3 passages gathered", "Writing", "Done", "Nothing found"]);
  expect(topicWords({ topic: "t", state: "gathered", evidence: 1 })).toBe("1 passage gathered");
});

test("time goes by in minutes and seconds", () => {
  expect([0, 999, 59_999, 60_000, 725_000, -5].map(stopwatch)).toEqual(["0:00", "0:00", "0:59", "1:00", "12:05", "0:00"]);
});

test("a result says what was found, what it cost and what did not hold", () => {
  const nothing = { money: 0, tokens: 0, calls: 0, unknownPriceCalls: 0 };
  const report = { topicsResearched: 3, sources: 1, elapsedMillis: 1234, cost: 0, spent: nothing, unverified: 0 } as Report;
  const paid = (money: number, unknownPriceCalls = 0): Report => ({ ...report, cost: money / 1e9, spent: { money, tokens: 12_345, calls: 3, unknownPriceCalls } });
  expect(summary(report)).toBe("Researched 3 topics from 1 source in 1.2 s, free.");
  expect(summary(paid(4_000_000))).toMatch(/ s, under \$0\.01\.$/);
  expect(summary(paid(0, 1))).toMatch(/ s, 12,345 tokens, price unknown\.$/);
  expect(summary(paid(0))).toMatch(/ s, free\.$/);
  expect(summary({ ...paid(34_000_000), unverified: 1 })).toBe("Researched 3 topics from 1 source in 1.2 s, $0.03. 1 sentence wasn't supported by its source.");
  expect(summary({ ...report, unverified: 2 })).toMatch(/ 2 sentences weren't supported by their source\.$/);
});

test("sizes and names are those that people use", () => {
  expect([1, 999, 1000, 12_345].map(size)).toEqual(["1 byte", "999 bytes", "1.0 kB", "12.3 kB"]);
  expect(["a.md", "x/y/Some note.MD", "b.c.txt", "no-ending"].map(noteName)).toEqual(["a", "Some note", "b.c", "no-ending"]);
});
