// The index over a vault of ten thousand notes: the app stays responsive while notes are read, the index is stored, and
// changes are found. The vault is generated.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demo, INDEXED } from "./demo-page.mjs";
import { largeVaultScript, settleVault } from "./large-vault.mjs";
import { assertNoLongTasks, waitUntilIdle, watchLongTasks } from "./long-tasks.mjs";

const NOTES = 10_000;
/** Enough notes for the index to be stored several times while it is built. */
const SOME_NOTES = 2500;
/** The open note comes in addition. */
const OPEN = 1;

/** The stand-in app takes some time to open a large vault. */
const PATIENCE_MS = 120_000;

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

async function largePage(notes, saboteur = "") {
  const page = await site.page({ before: largeVaultScript(notes) + saboteur, patience: PATIENCE_MS });
  await settleVault(page);
  return page;
}

async function startAgain(page) {
  await page.page.reload();
  await page.ready();
  await settleVault(page);
}

/** Opens the index status and waits until all notes are read; returns what it shows and how long that took. */
async function whenRead(page) {
  const started = performance.now();
  await page.inApp((app) => app.commands.executeCommandById("ibid:library-status"));
  const line = page.page.getByText(INDEXED);
  await line.waitFor({ timeout: PATIENCE_MS });
  const millis = performance.now() - started;
  const text = await page.page.locator(".modal", { has: line }).innerText();
  await page.page.keyboard.press("Escape");
  await line.waitFor({ state: "detached" });
  const count = (pattern) => Number((pattern.exec(text)?.[1] ?? "0").replaceAll(",", ""));
  return {
    notes: count(/([\d,]+) notes? indexed\./),
    skipped: count(/([\d,]+) notes? (?:was|were) skipped/),
    problem: /.*retries automatically.*/.exec(text)?.[0],
    millis,
    reads: await page.page.evaluate(() => globalThis.reads),
  };
}

function search(page, text) {
  return page.inApp(async (app, text) => {
    const { notes, library } = await app.plugins.getPlugin("ibid").core.call("search", { text });
    return { paths: notes.map(({ path }) => path), library };
  }, text);
}

async function assertFound(page, numbers) {
  for (const number of numbers)
    assert.equal((await search(page, `unique${number}word`)).paths[0], `Folder ${number % 100}/Note ${number}.md`);
}

/** Repeats a search until its result is as expected. */
async function becomes(page, text, wanted) {
  let paths;
  for (
    const started = performance.now();
    performance.now() - started < PATIENCE_MS;
    await page.page.waitForTimeout(50)
  ) {
    ({ paths } = await search(page, text));
    if (wanted(paths)) return;
  }
  assert.fail(`for “${text}” the answer stayed ${JSON.stringify(paths)}`);
}

/** Changes the vault and waits until a search returns the expected result; returns the time from the change on. */
async function followed(what, change, page, text, wanted) {
  const started = performance.now();
  await page.inApp(change);
  const changed = performance.now();
  await becomes(page, text, wanted);
  console.log(
    `${what}: ${Math.round(performance.now() - started)} ms, ${Math.round(changed - started)} of them the app's own`,
  );
}

test("a task that works for too long is detected", async () => {
  const page = await site.page();
  const seen = await watchLongTasks(page);
  await page.page.evaluate(() => {
    // Measures work instead of time: a busy machine may take longer.
    for (let round = 0, sum = 0; round < 1e8; round += 1) globalThis.sum = sum += round % 7;
  });
  assert.ok((await seen()).stalls.length > 0);
  await page.close();
});

let large;

test("indexing a large vault never blocks the app, and indexed notes are found meanwhile", async () => {
  await assertNoLongTasks(async () => {
    await large?.close();
    large = await largePage(NOTES);
    await waitUntilIdle(large);
    await large.holdReads("Folder 50/");
    const seen = await watchLongTasks(large);
    const all = whenRead(large);
    await large.readHeld();
    const early = await search(large, "unique3word");
    await large.letRead();
    const state = await all;
    const { stalls, longest } = await seen();
    console.log(
      `first reading of ${NOTES} notes: ${Math.round(state.millis)} ms, longest task of the app's thread: ${longest} ms`,
    );
    assert.deepEqual(
      [early.library.reading, early.paths[0]],
      [true, "Folder 3/Note 3.md"],
      "the search was answered before the end",
    );
    // The open note is read from its editor; each search result was read to be shown.
    const shown = early.paths.length;
    assert.deepEqual([state.notes, state.skipped, state.reads], [NOTES + OPEN, 0, NOTES + shown]);
    return stalls;
  });
  await assertFound(large, [0, 1, 4999, NOTES - 1]);
});

test("a second start reads no note again", async () => {
  await assertNoLongTasks(async () => {
    await startAgain(large);
    await waitUntilIdle(large);
    const seen = await watchLongTasks(large);
    const state = await whenRead(large);
    const { stalls, longest } = await seen();
    console.log(
      `second start with ${NOTES} notes: ${Math.round(state.millis)} ms, longest task of the app's thread: ${longest} ms`,
    );
    assert.deepEqual([state.notes, state.reads], [NOTES + OPEN, 0]);
    return stalls;
  });
  await assertFound(large, [0, NOTES - 1]);
});

test("a note that is created, changed, renamed or deleted is found, or not, at once", async () => {
  const fresh = "Folder 1/Fresh.md";
  const older = "Folder 2/Older.md";
  const only = (path) => (paths) => paths.length === 1 && paths[0] === path;
  const readPaths = () => large.page.evaluate(() => [...globalThis.readPaths]);
  const read = await readPaths();
  await followed(
    "created",
    async (app) => void (await app.vault.create("Folder 1/Fresh.md", "A giraffe.")),
    large,
    "giraffe",
    only(fresh),
  );
  await followed(
    "changed",
    (app) => app.vault.modify(app.vault.getFileByPath("Folder 1/Fresh.md"), "A pangolin."),
    large,
    "pangolin",
    only(fresh),
  );
  assert.deepEqual((await search(large, "giraffe")).paths, []);
  await followed(
    "renamed",
    (app) => app.vault.rename(app.vault.getFileByPath("Folder 1/Fresh.md"), "Folder 2/Older.md"),
    large,
    "pangolin",
    only(older),
  );
  await followed(
    "folder renamed",
    (app) => app.vault.rename(app.vault.getFolderByPath("Folder 3"), "Renamed folder"),
    large,
    "unique3word",
    only("Renamed folder/Note 3.md"),
  );
  await followed(
    "deleted",
    (app) => app.vault.delete(app.vault.getFileByPath("Folder 2/Older.md")),
    large,
    "pangolin",
    (paths) => paths.length === 0,
  );
  // A deleted note cannot be shown even before the index is updated; a moment later it is.
  await large.inApp((app) => app.commands.executeCommandById("ibid:library-status"));
  await large.page.getByText(`${(NOTES + OPEN).toLocaleString()} notes indexed.`, { exact: true }).waitFor();
  await large.page.keyboard.press("Escape");
  assert.equal((await whenRead(large)).problem, undefined);
  const touched = [fresh, older, "Renamed folder/Note 3.md", ...read];
  assert.deepEqual(
    (await readPaths()).filter((path) => !touched.includes(path)),
    [],
    "nothing else is read for that",
  );
  assert.deepEqual(large.errors, []);
  await large.close();
});

/** Stops the first worker of the vault in the middle of a write. Later workers run normally. */
const killedInWrite = (write) => `
  if (!localStorage.getItem("killed")) {
    const stall = ${(write) => {
      const { put } = IDBObjectStore.prototype;
      let writes = 0;
      IDBObjectStore.prototype.put = function (...args) {
        const request = put.apply(this, args);
        writes += 1;
        if (writes < write) return request;
        self.postMessage({ kind: "writing" });
        for (;;);
      };
    }};
    const scripts = new Map();
    const createObjectURL = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => { const url = createObjectURL(blob); scripts.set(url, blob); return url; };
    globalThis.Worker = class extends Worker {
      constructor(url, options) {
        super(createObjectURL(new Blob(["(" + stall + ")(${write});", scripts.get(url)])), options);
        this.addEventListener("message", ({ data }) => {
          if (data.kind !== "writing") return;
          this.terminate();
          localStorage.setItem("killed", "yes");
        });
      }
    };
  }`;

for (const write of [1, 3]) {
  test(`a worker that is killed in its write number ${write} loses nothing that was stored before`, async () => {
    const page = await largePage(SOME_NOTES, killedInWrite(write));
    await page.inApp((app) => app.commands.executeCommandById("ibid:library-status"));
    await page.page.waitForFunction(() => localStorage.getItem("killed") === "yes", null, { timeout: PATIENCE_MS });
    await startAgain(page);
    const state = await whenRead(page);
    console.log(`killed in write ${write} of ${SOME_NOTES} notes, read again: ${state.reads}`);
    assert.deepEqual([state.notes, state.skipped, state.problem], [SOME_NOTES + OPEN, 0, undefined]);
    if (write > 1) assert.ok(state.reads < SOME_NOTES, "what was kept before was still there");
    await assertFound(page, [0, 700, SOME_NOTES - 1]);
    assert.deepEqual(page.errors, []);
    await page.close();
  });
}

/** Changes the stored data without the plugin. */
function damage(page, change) {
  return page.page.evaluate(async (source) => {
    const ended = (request) =>
      new Promise((resolve, reject) =>
        Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }),
      );
    const database = await ended(indexedDB.open("ibid"));
    const files = database.transaction("files", "readwrite").objectStore("files");
    const [key] = await ended(files.getAllKeys());
    await ended(files.put(new Function(`return (${source})`)()(await ended(files.get(key))), key));
    database.close();
  }, change.toString());
}

const damages = {
  "flipped bytes": (kept) => ({
    ...kept,
    bytes: kept.bytes.map((byte, at) => (at % 997 === 500 ? byte ^ 0x55 : byte)),
  }),
  "one flipped bit": (kept) => ({
    ...kept,
    bytes: kept.bytes.map((byte, at) => (at === kept.bytes.length - 9 ? byte ^ 1 : byte)),
  }),
  "a missing end": (kept) => ({ ...kept, bytes: kept.bytes.slice(0, -100) }),
  "no bytes": (kept) => ({ ...kept, bytes: new Uint8Array() }),
  "bytes of an earlier version": (kept) => kept.bytes,
  "something else altogether": () => "hello",
};

test("a corrupted index is rebuilt without a message", async () => {
  const notes = 600;
  const page = await largePage(notes);
  await whenRead(page);
  for (const [what, change] of Object.entries(damages)) {
    await damage(page, change);
    await startAgain(page);
    const state = await whenRead(page);
    console.log(`${what}: ${state.reads} notes were read again`);
    assert.deepEqual(
      [state.notes, state.skipped, state.problem, state.reads],
      [notes + OPEN, 0, undefined, notes],
      what,
    );
    await assertFound(page, [0, 300, notes - 1]);
    assert.equal(await page.page.locator(".notice").count(), 0);
    assert.deepEqual(page.errors, []);
  }
  await page.close();
});

test("a restarted core loads the index again, and follows the vault as before", async () => {
  const page = await largePage(SOME_NOTES);
  await whenRead(page);
  // As after a panic: the worker reports a crash and is not called again.
  await page.crashWorker();
  await followed(
    "created after a crash",
    async (app) => void (await app.vault.create("Fresh.md", "A giraffe.")),
    page,
    "giraffe",
    (paths) => paths[0] === "Fresh.md",
  );
  await assertFound(page, [0, SOME_NOTES - 1]);
  const state = await whenRead(page);
  assert.deepEqual([state.notes, state.problem], [SOME_NOTES + OPEN + 1, undefined]);
  assert.ok(state.reads < SOME_NOTES + 100, `${state.reads} notes were read: those of before were kept`);
  await page.close();
});

test("an excluded folder is not searched until it is included again", async () => {
  const page = await largePage(200);
  await whenRead(page);
  const exclude = (excludedFolders) => page.set({ excludedFolders });
  const found = (wanted) => becomes(page, "unique7word", (paths) => paths.includes("Folder 7/Note 7.md") === wanted);
  await exclude(["Folder 7"]);
  await found(false);
  await exclude([]);
  await found(true);
  await page.close();
});

test("on a phone, which has no status bar, the command shows the same", async () => {
  const page = await site.page({ context: { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true } });
  await page.inApp((app) => app.commands.executeCommandById("ibid:library-status"));
  await page.page.getByText(INDEXED).waitFor();
  assert.equal(await page.page.locator(".status-bar-item", { hasText: "Ibid:" }).count(), 0);
  await page.close();
});

test("the status shows progress and skipped notes until they can be read", async () => {
  const page = await site.page();
  const line = page.page.locator(".status-bar-item", { hasText: "Ibid:" });
  assert.equal(await line.count(), 0, "nothing is said before anything was asked");
  await page.inApp((app) => {
    const read = app.vault.cachedRead.bind(app.vault);
    globalThis.broken = app.vault.getMarkdownFiles()[0];
    app.vault.cachedRead = (file) =>
      file === globalThis.broken && !globalThis.healed ? Promise.reject(new Error("The disk says no")) : read(file);
  });
  await page.palette("Show index status");
  await line.filter({ hasText: "Ibid: 1 note skipped" }).waitFor();
  const path = await page.page.evaluate(() => globalThis.broken.path);
  const entry = page.page.locator(".modal .ibid-library-skipped li");
  assert.match(await entry.innerText(), /The disk says no/);
  await entry.locator("a", { hasText: path }).click();
  await page.page.waitForFunction((path) => globalThis.app.workspace.getActiveFile()?.path === path, path);
  await line.click();
  await page.page.evaluate(() => (globalThis.healed = true));
  await page.page.locator(".modal button", { hasText: "Rebuild index" }).click();
  await page.page.locator(".modal", { hasText: "notes indexed" }).waitFor();
  await line.waitFor({ state: "hidden" });
  assert.equal(await entry.count(), 0);
  assert.deepEqual(page.errors, []);
  await page.close();
});
