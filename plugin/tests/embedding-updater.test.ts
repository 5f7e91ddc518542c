/** When the core is called to update embeddings, and which status is shown meanwhile. The core is a fake. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LibraryStatus, Progress } from "../../pkg/ibid";
import type { CallHooks } from "../src/core/core";
import { EmbeddingUpdater } from "../src/vault/embedding-updater";
import { IbidError } from "../src/core/failure";

const READ: LibraryStatus = { notes: 3, total: 3, reading: false, skipped: 0, whySkipped: [], emptyFolders: [] };

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
  const person = { host: "service.example" as string | undefined, agrees: true, asked: 0 };
  const consent = () => {
    person.asked += 1;
    return Promise.resolve(person.agrees);
  };
  const embeddingUpdater = new EmbeddingUpdater({ core: { call: call as never }, host: () => person.host, consent });
  /** Reports a change of the index and waits for its effects. */
  const news = async (state: Partial<LibraryStatus> = {}) => {
    embeddingUpdater.libraryChanged({ ...READ, ...state });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { embeddingUpdater, calls, person, news };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("nothing is updated while notes are still being read, or if there are none", async () => {
  const { calls, news } = setUp();
  await news({ reading: true });
  await news({ notes: 0 });
  expect(calls).toHaveLength(0);
  await news();
  expect(calls).toHaveLength(1);
});

test("changes during an update cause one further update", async () => {
  const { calls, news } = setUp();
  await news();
  await news();
  await news();
  expect(calls).toHaveLength(1);
  await calls[0]?.end();
  expect(calls).toHaveLength(2);
  await calls[1]?.end();
  expect(calls).toHaveLength(2);
});

test("progress is shown, and nothing at the end", async () => {
  const { embeddingUpdater, calls, news } = setUp();
  const told: unknown[] = [];
  const end = embeddingUpdater.listen(() => told.push(embeddingUpdater.status));
  await news();
  calls[0]?.progress(4);
  await calls[0]?.end();
  expect(told).toEqual([{ done: 4, total: 9 }, undefined]);
  end();
  embeddingUpdater.settingsChanged();
  expect(told).toHaveLength(2);
});

test("after a failure the updater pauses for a minute, or until the settings change", async () => {
  const { embeddingUpdater, calls, news } = setUp();
  await news();
  await calls[0]?.fail();
  expect(embeddingUpdater.status?.problem).toBe("No answer. Look.");
  await news();
  expect(calls).toHaveLength(1);
  embeddingUpdater.settingsChanged();
  expect(embeddingUpdater.status).toBeUndefined();
  await news();
  expect(calls).toHaveLength(2);
  await calls[1]?.fail();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls, "tried again by itself").toHaveLength(3);
  await calls[2]?.fail();
  embeddingUpdater.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls).toHaveLength(3);
});

test("nothing is sent without consent, nor while the settings are open", async () => {
  const { embeddingUpdater, calls, person, news } = setUp();
  person.agrees = false;
  await news();
  await news();
  expect([calls.length, person.asked]).toEqual([0, 1]);
  embeddingUpdater.pause();
  person.agrees = true;
  embeddingUpdater.settingsChanged();
  await news();
  expect([calls.length, person.asked]).toEqual([0, 1]);
  embeddingUpdater.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect([calls.length, person.asked]).toEqual([1, 2]);
});

test("without a service the user is not asked", async () => {
  const { calls, person, news } = setUp();
  person.host = undefined;
  await news();
  expect([calls.length, person.asked]).toEqual([0, 0]);
});
