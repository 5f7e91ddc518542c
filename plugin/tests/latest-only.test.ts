/** Calls that replace each other: only the latest gets a result, and one runs at a time. */
import { expect, test, vi } from "vitest";
import { LatestOnly } from "../src/ui/latest-only";

/** A call that resolves when the test says so. */
function question(): {
  ask: () => Promise<string>;
  answer: (text: string) => void;
  fail: () => void;
  wasAsked: () => boolean;
} {
  let resolve: (text: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const answer = new Promise<string>((yes, no) => ([resolve, reject] = [yes, no]));
  const ask = vi.fn(() => answer);
  return {
    ask,
    answer: (text) => resolve(text),
    fail: () => reject(new Error("failed")),
    wasAsked: () => ask.mock.calls.length > 0,
  };
}

test("a late result is dropped, and the next call waits for it", async () => {
  const newest = new LatestOnly();
  const [first, second] = [question(), question()];
  const early = newest.run(first.ask);
  await expect.poll(() => first.wasAsked()).toBe(true);
  const late = newest.run(second.ask);
  await Promise.resolve();
  expect(second.wasAsked()).toBe(false);
  first.answer("old");
  expect(await early).toBeUndefined();
  second.answer("new");
  expect(await late).toBe("new");
});

test("a call that was replaced while it waited never starts", async () => {
  const newest = new LatestOnly();
  const [first, second, third] = [question(), question(), question()];
  const all = [newest.run(first.ask), newest.run(second.ask, 5), newest.run(third.ask, 5)];
  first.answer("one");
  third.answer("three");
  expect(await Promise.all(all)).toEqual([undefined, undefined, "three"]);
  expect(second.wasAsked()).toBe(false);
});

test("a failure reaches the caller that still waits, and does not stop the next call", async () => {
  const newest = new LatestOnly();
  const [first, second] = [question(), question()];
  const failing = newest.run(first.ask);
  first.fail();
  await expect(failing).rejects.toThrow("failed");
  const next = newest.run(second.ask);
  second.answer("fine");
  expect(await next).toBe("fine");
});

test("after a cancel neither result nor failure is returned", async () => {
  const newest = new LatestOnly();
  const [first, second] = [question(), question()];
  const answered = newest.run(first.ask);
  newest.cancel();
  first.answer("one");
  expect(await answered).toBeUndefined();
  const failing = newest.run(second.ask);
  await expect.poll(() => second.wasAsked()).toBe(true);
  newest.cancel();
  second.fail();
  expect(await failing).toBeUndefined();
});
