import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeviceStore } from "../src/core/device-store";

/** A database that accepts every request and never responds. */
const SILENT = { open: () => ({}) };

/** A database that responds, but whose reads and writes hang, as behind another window's lock. */
const HANGING = {
  open: () => {
    const request: { onsuccess?: () => void; result: unknown } = {
      result: {
        transaction: () => ({ objectStore: () => ({ get: () => ({}), put: () => ({}), delete: () => ({}) }) }),
      },
    };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  },
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

for (const [name, database] of Object.entries({ SILENT, HANGING })) {
  test(`a database that does not respond is replaced by memory: ${name}`, async () => {
    vi.stubGlobal("indexedDB", database);
    const onUnavailable = vi.fn();
    const store = new DeviceStore("vault", onUnavailable);
    const first = store.load("library");
    await vi.advanceTimersByTimeAsync(4000);
    expect(onUnavailable).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await first).toBeUndefined();
    // From here on nothing may wait: the clock stands still.
    await store.save("library", new Uint8Array([1, 2]));
    expect(await store.load("library")).toEqual(new Uint8Array([1, 2]));
    await store.save("library", new Uint8Array());
    expect(await store.load("library")).toBeUndefined();
    await store.save("runs", new Uint8Array([3]));
    await store.forget();
    expect(await store.load("runs")).toBeUndefined();
    expect(onUnavailable).toHaveBeenCalledTimes(1);
  });
}

test("a large write has a longer timeout, and is saved in memory if it does not end", async () => {
  vi.stubGlobal("indexedDB", HANGING);
  const onUnavailable = vi.fn();
  const store = new DeviceStore("vault", onUnavailable);
  const bytes = new Uint8Array(10_000_000);
  const saved = store.save("library", bytes);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(onUnavailable).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  await saved;
  expect(onUnavailable).toHaveBeenCalledTimes(1);
  expect(await store.load("library")).toBe(bytes);
});
