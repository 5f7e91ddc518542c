/** The learner: when the core is asked to learn, and what is said meanwhile. The core is a fake. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LibraryState, Progress } from "../../pkg/ibid";
import type { CallHooks } from "../src/core";
import { IbidError } from "../src/failure";
import { Learner } from "../src/learner";

const READ: LibraryState = { notes: 3, total: 3, reading: false, skipped: 0, whySkipped: [] };

function setUp() {
  const calls: { progress: (done: number) => void; end: () => Promise<void>; fail: () => Promise<void> }[] = [];
  const call = (_method: string, _params: null, hooks: CallHooks) =>
    new Promise((resolve, reject) => {
      const settled = async (act: () => void) => {
        act();
        await vi.advanceTimersByTimeAsync(0);
      };
      calls.push({
        progress: (done) => hooks.onProgress?.({ done, total: 9, message: "", stage: "meaning" } as Progress),
        end: () => settled(() => resolve(undefined)),
        fail: () => settled(() => reject(new IbidError({ code: "x", message: "No answer", hint: "Look." }))),
      });
    });
  const learner = new Learner({ call: call as never });
  return { learner, calls };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("nothing is learnt while notes are still being read, or when there are none", () => {
  const { learner, calls } = setUp();
  learner.libraryChanged({ ...READ, reading: true });
  learner.libraryChanged({ ...READ, notes: 0 });
  expect(calls).toHaveLength(0);
  learner.libraryChanged(READ);
  expect(calls).toHaveLength(1);
});

test("what changes meanwhile is learnt next, once", async () => {
  const { learner, calls } = setUp();
  learner.libraryChanged(READ);
  learner.libraryChanged(READ);
  learner.libraryChanged(READ);
  expect(calls).toHaveLength(1);
  await calls[0]?.end();
  expect(calls).toHaveLength(2);
  await calls[1]?.end();
  expect(calls).toHaveLength(2);
});

test("how far it is can be told, and nothing is said at the end", async () => {
  const { learner, calls } = setUp();
  const told: unknown[] = [];
  const end = learner.listen(() => told.push(learner.news));
  learner.libraryChanged(READ);
  calls[0]?.progress(4);
  await calls[0]?.end();
  expect(told).toEqual([{ done: 4, total: 9 }, undefined]);
  end();
  learner.settingsChanged();
  expect(told).toHaveLength(2);
});

test("a service that failed is left alone for a minute, or until the settings change", async () => {
  const { learner, calls } = setUp();
  learner.libraryChanged(READ);
  await calls[0]?.fail();
  expect(learner.news?.trouble).toBe("No answer. Look.");
  learner.libraryChanged(READ);
  expect(calls).toHaveLength(1);
  learner.settingsChanged();
  expect(learner.news).toBeUndefined();
  learner.libraryChanged(READ);
  expect(calls).toHaveLength(2);
  await calls[1]?.fail();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls, "tried again by itself").toHaveLength(3);
  await calls[2]?.fail();
  learner.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls).toHaveLength(3);
});
