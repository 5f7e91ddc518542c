/**
 * The core's handle: every call ends, whatever happens to the worker. The worker is a fake; the real one is tested end
 * to end.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LoadedSettings, Progress } from "../../pkg/ibid";
import { CoreProxy } from "../src/core/core";
import type { AppHost, MessageFromWorker, MessageToWorker } from "../src/core/messages";

// The clock of these tests stands still, so a core that compiles slowly must not wait for a timer.
vi.mock("../src/core/yield-to-app", () => ({ createYieldToApp: () => () => Promise.resolve() }));

const LOADED = { settings: {}, warnings: [] } as unknown as LoadedSettings;

/** Responds at once with what the test defines. */
class FakeWorker {
  static all: FakeWorker[] = [];
  static answers: (message: MessageToWorker) => MessageFromWorker | undefined;

  onmessage: ((event: { data: MessageFromWorker }) => void) | undefined;
  onerror: ((event: { message: string }) => void) | undefined;
  dead = false;

  constructor() {
    FakeWorker.all.push(this);
  }

  postMessage(message: MessageToWorker): void {
    const answer = FakeWorker.answers(message);
    if (answer !== undefined) queueMicrotask(() => this.say(answer));
  }

  say(message: MessageFromWorker): void {
    if (!this.dead) this.onmessage?.({ data: message });
  }

  terminate(): void {
    this.dead = true;
  }
}

function obliging(message: MessageToWorker): MessageFromWorker | undefined {
  if (message.kind === "start") return { kind: "started", loaded: LOADED };
  if (message.kind === "call") return { kind: "result", id: message.id, result: { ok: true, value: message.method } };
  return undefined;
}

/** Starts, and then does not respond. */
function mute(message: MessageToWorker): MessageFromWorker | undefined {
  return message.kind === "start" ? { kind: "started", loaded: LOADED } : undefined;
}

function newCore(host: Partial<AppHost> = {}, onRestarted?: () => void): CoreProxy {
  const core = new CoreProxy({
    host: host as AppHost,
    vault: "v",
    settings: () => null,
    onLoaded: () => undefined,
    onRestarted,
  });
  cores.push(core);
  return core;
}

/** The cores of a test: a core that is still compiling must not start its worker in the next test. */
let cores: CoreProxy[] = [];

const PLAN = { path: "a.md" };

beforeEach(() => {
  FakeWorker.all = [];
  FakeWorker.answers = obliging;
  vi.stubGlobal("Worker", FakeWorker);
  // As on older phones; the browser's decompression is tested end to end.
  vi.stubGlobal("DecompressionStream", undefined);
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(() => {
  for (const core of cores) core.stop();
  cores = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the worker starts with the first call and serves the next", async () => {
  const core = newCore();
  expect(FakeWorker.all.length).toBe(0);
  await expect(core.call("plan", PLAN)).resolves.toBe("plan");
  await expect(core.call("plan", PLAN)).resolves.toBe("plan");
  expect(FakeWorker.all.length).toBe(1);
});

test("a crash ends every waiting call, and the next call gets a new worker", async () => {
  FakeWorker.answers = mute;
  const core = newCore();
  const both = [core.call("plan", PLAN), core.call("plan", PLAN)];
  const ends = Promise.allSettled(both);
  await expect.poll(() => FakeWorker.all.length).toBe(1);
  FakeWorker.all[0]?.say({ kind: "crashed", message: "unreachable" });
  expect((await ends).map((end) => end.status === "rejected" && (end.reason as { code: string }).code)).toEqual([
    "core-crashed",
    "core-crashed",
  ]);
  FakeWorker.answers = obliging;
  await expect(core.call("plan", PLAN)).resolves.toBe("plan");
  expect(FakeWorker.all.map((worker) => worker.dead)).toEqual([true, false]);
});

test("a cancel without a response replaces the worker; other runs fail with the reason", async () => {
  FakeWorker.answers = mute;
  const core = newCore();
  const cancel = new AbortController();
  const stuck = expect(core.call("plan", PLAN, { signal: cancel.signal })).rejects.toMatchObject({ code: "cancelled" });
  const other = expect(core.call("plan", PLAN)).rejects.toMatchObject({ code: "core-restarted" });
  cancel.abort();
  await vi.advanceTimersByTimeAsync(2000);
  await Promise.all([stuck, other]);
});

test("a worker that never starts can be cancelled, and no call waits longer than a run may take", async () => {
  FakeWorker.answers = () => undefined;
  const core = newCore();
  const cancel = new AbortController();
  const cancelled = expect(core.call("plan", PLAN, { signal: cancel.signal })).rejects.toMatchObject({
    code: "cancelled",
  });
  cancel.abort();
  await vi.advanceTimersByTimeAsync(2000);
  await cancelled;
  const late = vi.fn();
  core.call("plan", PLAN).catch(late);
  // The core ends a run by itself at five minutes.
  await vi.advanceTimersByTimeAsync(305_000);
  expect(late).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5000);
  expect(late).toHaveBeenCalledWith(expect.objectContaining({ code: "too-long" }));
});

test("a sync may take longer as long as it reports progress; a run may not", async () => {
  const core = newCore();
  // The compilation must be over before time is counted.
  await core.call("plan", PLAN);
  FakeWorker.answers = mute;
  const sync = vi.fn();
  core.call("sync", null).catch(sync);
  const run = expect(core.call("run", {} as never)).rejects.toMatchObject({ code: "too-long" });
  const progress = { done: 1, total: 2, message: "", stage: "index" } as Progress;
  const both = () => [2, 3].forEach((id) => FakeWorker.all[0]?.say({ kind: "progress", id, progress }));
  await vi.advanceTimersByTimeAsync(200_000);
  both();
  await vi.advanceTimersByTimeAsync(109_000);
  expect(sync).not.toHaveBeenCalled();
  // The run's limit replaces the worker, so the sync ends too.
  await vi.advanceTimersByTimeAsync(1000);
  await run;
  expect(sync).toHaveBeenCalledWith(expect.objectContaining({ code: "core-restarted" }));
  FakeWorker.all = [];
  const alone = vi.fn();
  core.call("sync", null).catch(alone);
  await expect.poll(() => FakeWorker.all.length).toBe(1);
  for (let minutes = 0; minutes < 20; minutes += 4) {
    await vi.advanceTimersByTimeAsync(240_000);
    FakeWorker.all[0]?.say({ kind: "progress", id: 4, progress });
  }
  expect(alone).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(310_000);
  expect(alone).toHaveBeenCalledWith(
    expect.objectContaining({ code: "too-long", hint: "The notes indexed so far are kept. Try again." }),
  );
});

test("a call that waits for another sync gets its progress and the same time limit", async () => {
  FakeWorker.answers = mute;
  const core = newCore();
  core.call("sync", null).catch(() => undefined);
  const told = vi.fn();
  const failed = vi.fn();
  core.call("sync", null, { onProgress: told }).catch(failed);
  await expect.poll(() => FakeWorker.all.length).toBe(1);
  for (let done = 1; done <= 3; done++) {
    FakeWorker.all[0]?.say({
      kind: "progress",
      id: 1,
      progress: { stage: "index", done, total: 9, message: "Indexing your vault" } as Progress,
    });
    await vi.advanceTimersByTimeAsync(240_000);
  }
  expect([failed.mock.calls.length, told.mock.calls.length]).toEqual([0, 3]);
});

test("a replaced worker is reported, a stopped core is not", async () => {
  const replaced = vi.fn();
  const core = newCore({}, replaced);
  await core.call("plan", PLAN);
  FakeWorker.all[0]?.say({ kind: "crashed", message: "unreachable" });
  expect(replaced).toHaveBeenCalledTimes(1);
  await core.call("plan", PLAN);
  core.stop();
  expect(replaced).toHaveBeenCalledTimes(1);
});

test("local data is deleted after the worker is replaced, so that it cannot save anything afterwards", async () => {
  FakeWorker.answers = (message) =>
    message.kind === "call" && message.method === "sync" ? undefined : obliging(message);
  const replaced = vi.fn();
  const core = newCore({}, replaced);
  const sync = expect(core.call("sync", null)).rejects.toMatchObject({ code: "cancelled" });
  await expect.poll(() => FakeWorker.all.length).toBe(1);
  await expect(core.forget()).resolves.toBe("act");
  await sync;
  expect([FakeWorker.all.map((worker) => worker.dead), replaced.mock.calls.length]).toEqual([[true, false], 1]);
});

test("a stopped core ends its calls and starts no more", async () => {
  FakeWorker.answers = () => undefined;
  const core = newCore();
  const call = expect(core.call("plan", PLAN)).rejects.toMatchObject({ code: "cancelled" });
  core.stop();
  await call;
  const started = FakeWorker.all.length;
  await expect(core.call("plan", PLAN)).rejects.toMatchObject({ code: "cancelled" });
  expect(FakeWorker.all.length).toBe(started);
});

test("a failed compilation is not cached", async () => {
  const compile = vi.spyOn(WebAssembly, "compile").mockRejectedValueOnce(new Error("out of memory"));
  const core = newCore();
  await expect(core.call("plan", PLAN)).rejects.toThrow("out of memory");
  compile.mockRestore();
  await expect(core.call("plan", PLAN)).resolves.toBe("plan");
});

test("calls of the core reach the host, and its failures keep their code", async () => {
  const answers: MessageToWorker[] = [];
  FakeWorker.answers = (message) => {
    if (message.kind === "host-result") answers.push(message);
    return mute(message);
  };
  const missing = Object.assign(new Error("gone"), { code: "note-missing", hint: "h" });
  const core = newCore({ read: (path) => (path === "a.md" ? Promise.resolve("text") : Promise.reject(missing)) });
  core.call("plan", PLAN).catch(() => undefined);
  await expect.poll(() => FakeWorker.all.length).toBe(1);
  FakeWorker.all[0]?.say({ kind: "host-call", id: 1, method: "read", params: ["a.md"] });
  FakeWorker.all[0]?.say({ kind: "host-call", id: 2, method: "read", params: ["b.md"] });
  await expect.poll(() => answers.length).toBe(2);
  expect(answers).toEqual([
    { kind: "host-result", id: 1, result: { ok: true, value: "text" } },
    {
      kind: "host-result",
      id: 2,
      result: { ok: false, failure: { code: "note-missing", message: "gone", hint: "h" } },
    },
  ]);
});

test("an edit of a replaced worker may not be written", async () => {
  FakeWorker.answers = mute;
  let session: { ensureActive(): void } | undefined;
  const core = newCore({
    edit: (_path, _edit, given) => {
      session = given;
      return new Promise(() => undefined);
    },
  });
  core.call("run", {} as never).catch(() => undefined);
  await expect.poll(() => FakeWorker.all.length).toBe(1);
  FakeWorker.all[0]?.say({ kind: "host-call", id: 1, method: "edit", params: ["a.md", {}] });
  await expect.poll(() => session).toBeDefined();
  expect(() => session?.ensureActive()).not.toThrow();
  FakeWorker.all[0]?.say({ kind: "crashed", message: "x" });
  expect(() => session?.ensureActive()).toThrow("Stopped");
});
