/** One way to speak of money, tokens and time. */
import { expect, test } from "vitest";
import { costWords, estimateWords, moneyWords, timeWords } from "../src/money-words";

test("money is told in cents, and what is less as less", () => {
  expect([0, 1, 4_000_000, 9_999_999, 10_000_000, 34_000_000, 1_250_000_000].map(moneyWords)).toEqual(["$0", "under $0.01", "under $0.01", "under $0.01", "$0.01", "$0.03", "$1.25"]);
});

test("only what is known to cost nothing is free", () => {
  const spent = { money: 0, tokens: 12_345, calls: 2, unknownPriceCalls: 0 };
  expect([costWords(spent), costWords({ ...spent, unknownPriceCalls: 1 }), costWords({ ...spent, money: 20_000_000 })]).toEqual(["free", "12,345 tokens, price unknown", "$0.02"]);
  expect([estimateWords({ tokens: 0, money: 0 }), estimateWords({ tokens: 904, money: 0 }), estimateWords({ tokens: 2_968 })]).toEqual(["free", "about 900 tokens, free", "about 3,000 tokens, price unknown"]);
});

test("time is told roughly", () => {
  expect([0, 999, 1_750, 119_000, 150_000].map(timeWords)).toEqual(["under 1\u00a0s", "under 1\u00a0s", "~2\u00a0s", "~119\u00a0s", "~3\u00a0min"]);
});
