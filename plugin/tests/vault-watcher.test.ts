/** The watcher: when the core is called and with what, and what it says meanwhile. The core is a fake, the vault is the stand-in's. */
import type { App } from "obsidian";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NoteChange, LibraryStatus, Progress } from "../../pkg/ibid";
import type { CallHooks } from "../src/core/core";
import { IbidError } from "../src/core/failure";
import { type VaultStatus, VaultWatcher } from "../src/vault/vault-watcher";
import { statusBarText } from "../src/vault/library-status";
import { windowApp } from "./window-app";

const READY: LibraryStatus = { notes: 3, total: 3, reading: false, skipped: 0, whySkipped: [], emptyFolders: [] };

/** A call that is on its way, to be ended by the test. */
interface Call {
  method: string;
  changes: NoteChange[] | null;
  progress: (done: number, total: number) => void;
  answer: (state?: Partial<LibraryStatus>) => Promise<void>;
  fail: (message: string) => Promise<void>;
}

class FakeCore {
  readonly calls: Call[] = [];

  call = ((method: string, params: NoteChange[] | null, hooks: CallHooks = {}) =>
    new Promise((resolve, reject) => {
      this.calls.push({
        method,
        changes: params,
        progress: (done, total) => hooks.onProgress?.({ done, total, message: "", stage: "index" } as Progress),
        answer: (status = {}) => settled(() => resolve({ ...READY, ...status })),
        fail: (message) => settled(() => reject(new IbidError({ code: "x", message, hint: "Not for here." }))),
      });
    })) as never;

  get last(): Call {
    const call = this.calls.at(-1);
    if (call === undefined) throw new Error("Nothing was called");
    return call;
  }

  get methods(): string[] {
    return this.calls.map(({ method }) => method);
  }
}

async function settled(act: () => void): Promise<void> {
  act();
  await vi.advanceTimersByTimeAsync(0);
}

function setUp(
  files: Record<string, string> = { "a.md": "a", "b.md": "b", "Folder/c.md": "c", "Folder/Deep/d.md": "d" },
) {
  const app = windowApp(files);
  const core = new FakeCore();
  const watcher = new VaultWatcher(app as unknown as App, core);
  void watcher.load();
  const news: VaultStatus[] = [];
  watcher.listen((state) => news.push(state));
  return { app, vault: app.vault, core, watcher, news };
}

/** Awake, and the first comparison is over. */
async function following() {
  const parts = setUp();
  parts.app.workspace.becomeReady();
  parts.watcher.start();
  await parts.core.last.answer();
  return parts;
}

function words(changes: NoteChange[] | null): string[] {
  return (changes ?? []).map((change) => {
    if (change.kind === "removed") return `- ${change.path}`;
    return change.kind === "changed" ? `~ ${change.note.path}` : `${change.from} > ${change.note.path}`;
  });
}

const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

test("nothing is called before the start, nor before the layout is ready, nor twice", async () => {
  const { app, vault, core, watcher } = setUp();
  await vault.create("early.md", "");
  await pass(5000);
  expect(watcher.status).toBeUndefined();
  watcher.start();
  watcher.start();
  app.announceVault();
  await pass(5000);
  expect(core.methods).toEqual([]);
  expect(watcher.status?.reading).toBe(true);
  app.workspace.becomeReady();
  watcher.start();
  await core.last.answer();
  await pass(5000);
  expect(core.methods).toEqual(["sync"]);
  expect(watcher.status).toEqual(READY);
});

test("changes are sent together after a pause", async () => {
  const { vault, core } = await following();
  await vault.modify(vault.getFileByPath("a.md")!, "new");
  await pass(400);
  await vault.rename(vault.getFileByPath("b.md")!, "e.md");
  await vault.create("f.md", "");
  await vault.delete(vault.getFileByPath("Folder/c.md")!);
  await pass(499);
  expect(core.methods).toEqual(["sync"]);
  await pass(1);
  expect(core.methods).toEqual(["sync", "follow"]);
  expect(words(core.last.changes)).toEqual(["- Folder/c.md", "b.md > e.md", "~ a.md", "~ f.md"]);
});

test("changes are sent after two seconds even if the user keeps typing", async () => {
  const { vault, core } = await following();
  const started = Date.now();
  while (core.calls.length === 1) {
    await vault.modify(vault.getFileByPath("a.md")!, "new");
    await pass(300);
  }
  expect(Date.now() - started).toBeLessThanOrEqual(2300);
  expect(words(core.last.changes)).toEqual(["~ a.md"]);
});

test("a sent change has the note's current time and size", async () => {
  const { vault, core } = await following();
  await vault.modify(vault.getFileByPath("a.md")!, "four");
  await vault.modify(vault.getFileByPath("a.md")!, "four and more", { mtime: 42 });
  await pass(500);
  expect(core.last.changes).toEqual([{ kind: "changed", note: { path: "a.md", modified: 42, size: 13 } }]);
});

test("a folder that is renamed or deleted takes its notes with it, however it is announced", async () => {
  const { vault, core } = await following();
  await vault.rename(vault.getFolderByPath("Folder")!, "Other");
  await pass(500);
  expect(words(core.last.changes).sort()).toEqual(["Folder/Deep/d.md > Other/Deep/d.md", "Folder/c.md > Other/c.md"]);
  await core.last.answer();
  // As if only the folder were announced.
  const folder = vault.getFolderByPath("Other")!;
  vault.trigger("rename", folder, "Folder");
  await pass(500);
  expect(words(core.last.changes).sort()).toEqual(["Folder/Deep/d.md > Other/Deep/d.md", "Folder/c.md > Other/c.md"]);
  await core.last.answer();
  await vault.delete(folder, true);
  await pass(500);
  expect(words(core.last.changes).sort()).toEqual(["- Other/Deep/d.md", "- Other/c.md"]);
});

test("changes during a comparison or a call wait for its end", async () => {
  const { app, vault, core, watcher } = setUp();
  app.workspace.becomeReady();
  watcher.start();
  await vault.modify(vault.getFileByPath("a.md")!, "new");
  await pass(10_000);
  expect(core.methods).toEqual(["sync"]);
  await core.last.answer();
  await pass(500);
  expect(core.methods).toEqual(["sync", "follow"]);
  await vault.modify(vault.getFileByPath("b.md")!, "new");
  await pass(10_000);
  expect(core.calls.length).toBe(2);
  await core.last.answer();
  await pass(500);
  expect(words(core.last.changes)).toEqual(["~ b.md"]);
});

test("the status counts all notes, even if only a few are read", async () => {
  const { app, core, watcher, news } = setUp();
  app.workspace.becomeReady();
  watcher.start();
  const sync = core.last;
  sync.progress(0, 2);
  expect(watcher.status).toMatchObject({ notes: 0, total: 2, reading: true });
  expect(core.methods).toEqual(["sync", "follow"]);
  await core.last.answer({ notes: 48, total: 50, reading: true });
  await pass(100);
  sync.progress(1, 2);
  expect(watcher.status).toMatchObject({ notes: 49, total: 50, reading: true });
  await sync.answer({ notes: 50, total: 50 });
  expect(news.at(-1)).toEqual({ ...READY, notes: 50, total: 50 });
  expect(core.calls.length).toBe(2);
});

test("after a failure it tries again, less and less often, and says why", async () => {
  const { app, core, watcher } = setUp();
  app.workspace.becomeReady();
  watcher.start();
  for (const pause of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    const calls = core.calls.length;
    await core.last.fail("The core stopped");
    expect(watcher.status).toMatchObject({ reading: false, problem: "The core stopped." });
    await pass(pause - 1);
    expect(core.calls.length).toBe(calls);
    await pass(1);
    expect(core.calls.length).toBe(calls + 1);
    expect(watcher.status).toMatchObject({ reading: true });
  }
  await core.last.answer();
  expect(watcher.status).toEqual(READY);
  expect(new Set(core.methods)).toEqual(new Set(["sync"]));
});

test("changes that could not be sent are found by comparing", async () => {
  const { vault, core } = await following();
  await vault.modify(vault.getFileByPath("a.md")!, "new");
  await pass(500);
  await core.last.fail("The core stopped");
  await vault.modify(vault.getFileByPath("b.md")!, "new");
  await pass(1000);
  expect(core.methods).toEqual(["sync", "follow", "sync"]);
  await core.last.answer();
  await pass(10_000);
  expect(core.calls.length).toBe(3);
});

test("a new core and new settings make it compare again, once", async () => {
  const { core, watcher } = await following();
  watcher.coreRestarted();
  await pass(0);
  expect(core.methods).toEqual(["sync", "sync"]);
  watcher.settingsChanged();
  watcher.settingsChanged();
  await core.last.answer();
  await pass(1000);
  expect(core.methods).toEqual(["sync", "sync", "sync"]);
  await core.last.answer();
  for (const _letter of "abc") {
    watcher.settingsChanged();
    await pass(100);
  }
  await pass(500);
  expect(core.calls.length).toBe(4);
});

test("a core that is replaced or configured before the start causes no call", async () => {
  const { app, core, watcher } = setUp();
  app.workspace.becomeReady();
  watcher.coreRestarted();
  watcher.settingsChanged();
  await pass(100_000);
  expect(core.calls).toEqual([]);
});

test("a refresh does not wait for the pause", async () => {
  const { app, core, watcher } = setUp();
  app.workspace.becomeReady();
  watcher.start();
  await core.last.fail("one");
  watcher.refresh();
  await pass(0);
  expect(core.methods).toEqual(["sync", "sync"]);
});

test("it stops when the plugin is unloaded", async () => {
  const { vault, core, watcher, news } = await following();
  await vault.modify(vault.getFileByPath("a.md")!, "new");
  watcher.unload();
  const told = news.length;
  await vault.modify(vault.getFileByPath("b.md")!, "new");
  watcher.start();
  watcher.coreRestarted();
  await pass(100_000);
  expect(core.methods).toEqual(["sync"]);
  expect(news.length).toBe(told);
});

test("the status bar is empty unless there is something to show", () => {
  expect(statusBarText(undefined)).toBe("");
  expect(statusBarText(READY)).toBe("");
  expect(statusBarText({ ...READY, total: 0, reading: true })).toBe("Ibid: indexing…");
  expect(statusBarText({ ...READY, notes: 49_812, total: 50_000, reading: true })).toBe(
    `Ibid: ${(49_812).toLocaleString()} of ${(50_000).toLocaleString()} notes`,
  );
  expect(statusBarText({ ...READY, skipped: 1 })).toBe("Ibid: 1 note skipped");
  expect(statusBarText({ ...READY, skipped: 3 })).toBe("Ibid: 3 notes skipped");
  expect(statusBarText({ ...READY, problem: "No." })).toBe("Ibid: can't read notes");
});
