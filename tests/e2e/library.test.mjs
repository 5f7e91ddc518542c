// The library over a vault of ten thousand notes: the app stays smooth while it is read, what was read is kept, and what
// is changed is found. The plugin is the shipped one; only the vault is made up.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demo } from "./demo-page.mjs";
import { servesLargeVault, settleVault } from "./large-vault.mjs";

const NOTES = 10_000;
/** Enough to be kept on the device several times while it is read. */
const SOME_NOTES = 2500;
/** Beside them there is the note that is open. */
const OPEN = 1;

/** A large vault takes the stand-in itself some time to open. */
const PATIENCE_MS = 120_000;

/** A change must be found by then. */
const FOLLOWED_MS = 2000;

/** The bar for a second start is one second; other machines are slower than the one it was set for. */
const SECOND_START_MS = 3000;

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

async function largePage(notes, saboteur = "") {
  const page = await site.page({ before: servesLargeVault(notes) + saboteur, patience: PATIENCE_MS });
  await settleVault(page);
  return page;
}

async function startAgain(page) {
  await page.page.reload();
  await page.ready();
  await settleVault(page);
}

/** Wakes the watcher as the first look at anything does; answers with its state when all is read, and how long that took. */
function whenRead(page) {
  return page.inApp(async (app) => {
    const { watcher } = app.plugins.getPlugin("ibid");
    const started = performance.now();
    watcher.wake();
    await new Promise((resolve) => {
      const look = (state) => state?.reading === false && resolve();
      watcher.listen(look);
      look(watcher.state);
    });
    return { ...watcher.state, millis: performance.now() - started, reads: globalThis.reads };
  });
}

function search(page, text) {
  return page.inApp(async (app, text) => {
    const { notes, library } = await app.plugins.getPlugin("ibid").core.call("search", { text });
    return { paths: notes.map(({ path }) => path), library };
  }, text);
}

async function assertFound(page, numbers) {
  for (const number of numbers) assert.equal((await search(page, `unique${number}word`)).paths[0], `Folder ${number % 100}/Note ${number}.md`);
}

/** Changes the vault and waits until a search answers as it should; says how long that took from the change on. */
async function followed(what, change, page, text, wanted) {
  const started = performance.now();
  await page.inApp(change);
  const changed = performance.now();
  let paths;
  do {
    ({ paths } = await search(page, text));
    if (wanted(paths)) return console.log(`${what}: ${Math.round(performance.now() - started)} ms, ${Math.round(changed - started)} of them the app's own`);
    await page.page.waitForTimeout(50);
  } while (performance.now() - changed < FOLLOWED_MS);
  assert.fail(`${what}: after ${FOLLOWED_MS} ms the answer was ${JSON.stringify(paths)}`);
}

/**
 * Watches the page's own thread until it is asked what it saw: the tasks that worked for more than 50 ms, and the longest
 * work there was. A task's work is counted, not the time in which another program had the processor: on a busy machine
 * a task of ten milliseconds may take a hundred, and no plugin can help that.
 */
async function watchStalls(page) {
  const session = await page.page.context().newCDPSession(page.page);
  const pageThreads = new Set();
  const tasks = [];
  const thread = ({ pid, tid }) => `${pid}/${tid}`;
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value) {
      if (event.name === "thread_name" && event.args.name === "CrRendererMain") pageThreads.add(thread(event));
      if (event.ph === "X" && event.name.endsWith("RunTask") && event.tdur !== undefined) tasks.push(event);
    }
  });
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel"] }, transferMode: "ReportEvents" });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    await session.detach();
    const work = tasks.filter((task) => pageThreads.has(thread(task))).map((task) => task.tdur / 1000);
    assert.ok(work.length > 0, "the browser measured the page's tasks");
    return { stalls: work.filter((millis) => millis > 50).map(Math.round), longest: Math.round(work.reduce((a, b) => Math.max(a, b), 0)) };
  };
}

/** The control: waits until the page, without us, has no such task for two seconds. What comes after that is ours. */
async function rest(page) {
  for (let attempt = 0; attempt < 15; attempt += 1) {
    const seen = await watchStalls(page);
    await page.page.waitForTimeout(2000);
    if ((await seen()).stalls.length === 0) return;
  }
  assert.fail("the page itself does not come to rest");
}

test("a task that works for too long is seen", async () => {
  const page = await site.page();
  const seen = await watchStalls(page);
  await page.page.evaluate(() => {
    // Work, not time: on a busy machine the clock goes on without us.
    for (let round = 0, sum = 0; round < 1e8; round += 1) globalThis.sum = sum += round % 7;
  });
  assert.ok((await seen()).stalls.length > 0);
  await page.close();
});

let large;

test("the first reading of a large vault never holds the app up, and what was read so far is found meanwhile", async () => {
  large = await largePage(NOTES);
  await rest(large);
  const seen = await watchStalls(large);
  const all = whenRead(large);
  await large.page.waitForFunction(() => globalThis.app.plugins.getPlugin("ibid").watcher.state?.notes > 1000, null, { timeout: PATIENCE_MS });
  const early = await search(large, "unique7word");
  const state = await all;
  const { stalls, longest } = await seen();
  console.log(`first reading of ${NOTES} notes: ${Math.round(state.millis)} ms, longest task of the app's thread: ${longest} ms`);
  assert.deepEqual(stalls, [], "tasks over 50 ms");
  assert.equal(early.library.reading, true, "the search was answered before the end");
  // The note that is open is read from its editor; each that the search showed was read to be shown.
  const shown = early.paths.length;
  assert.deepEqual([state.notes, state.skipped, state.reads], [NOTES + OPEN, 0, NOTES + shown]);
  await assertFound(large, [0, 1, 4999, NOTES - 1]);
});

test("a second start reads no note again and is ready at once", async () => {
  await startAgain(large);
  await rest(large);
  const seen = await watchStalls(large);
  const state = await whenRead(large);
  const { stalls, longest } = await seen();
  console.log(`second start with ${NOTES} notes: ${Math.round(state.millis)} ms, longest task of the app's thread: ${longest} ms`);
  assert.deepEqual([state.notes, state.reads, stalls], [NOTES + OPEN, 0, []]);
  assert.ok(state.millis < SECOND_START_MS, `${state.millis} ms`);
  await assertFound(large, [0, NOTES - 1]);
});

test("a note that is created, changed, renamed or deleted is found, or not, at once", async () => {
  const fresh = "Folder 1/Fresh.md";
  const older = "Folder 2/Older.md";
  const only = (path) => (paths) => paths.length === 1 && paths[0] === path;
  await followed("created", async (app) => void (await app.vault.create("Folder 1/Fresh.md", "A giraffe.")), large, "giraffe", only(fresh));
  await followed("changed", (app) => app.vault.modify(app.vault.getFileByPath("Folder 1/Fresh.md"), "A pangolin."), large, "pangolin", only(fresh));
  assert.deepEqual((await search(large, "giraffe")).paths, []);
  await followed("renamed", (app) => app.vault.rename(app.vault.getFileByPath("Folder 1/Fresh.md"), "Folder 2/Older.md"), large, "pangolin", only(older));
  await followed("folder renamed", (app) => app.vault.rename(app.vault.getFolderByPath("Folder 3"), "Renamed folder"), large, "unique3word", only("Renamed folder/Note 3.md"));
  await followed("deleted", (app) => app.vault.delete(app.vault.getFileByPath("Folder 2/Older.md")), large, "pangolin", (paths) => paths.length === 0);
  // A note that is gone cannot be shown even before the library has heard of it; a moment later it has.
  await large.page.waitForFunction((notes) => globalThis.app.plugins.getPlugin("ibid").watcher.state.notes === notes, NOTES + OPEN);
  const { reading, trouble } = await large.inApp((app) => app.plugins.getPlugin("ibid").watcher.state);
  assert.deepEqual([reading, trouble], [false, undefined]);
  const reads = await large.page.evaluate(() => globalThis.reads);
  console.log(`notes read for all of that: ${reads}`);
  assert.deepEqual(large.errors, []);
  await large.close();
});

/** Lets the first worker of the vault stop in the middle of a write, and ends it there. Later starts are left alone. */
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
  test(`a worker that is killed in its write number ${write} loses nothing that was kept before`, async () => {
    const page = await largePage(SOME_NOTES, killedInWrite(write));
    await page.inApp((app) => app.plugins.getPlugin("ibid").watcher.wake());
    await page.page.waitForFunction(() => localStorage.getItem("killed") === "yes", null, { timeout: PATIENCE_MS });
    await startAgain(page);
    const state = await whenRead(page);
    console.log(`killed in write ${write} of ${SOME_NOTES} notes, read again: ${state.reads}`);
    assert.deepEqual([state.notes, state.skipped, state.trouble], [SOME_NOTES + OPEN, 0, undefined]);
    if (write > 1) assert.ok(state.reads < SOME_NOTES, "what was kept before was still there");
    await assertFound(page, [0, 700, SOME_NOTES - 1]);
    assert.deepEqual(page.errors, []);
    await page.close();
  });
}

/** Changes what is kept on the device, behind the plugin's back. */
function damage(page, change) {
  return page.page.evaluate(async (source) => {
    const ended = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
    const database = await ended(indexedDB.open("ibid"));
    const files = database.transaction("files", "readwrite").objectStore("files");
    const [key] = await ended(files.getAllKeys());
    await ended(files.put(new Function(`return (${source})`)()(await ended(files.get(key))), key));
    database.close();
  }, change.toString());
}

const damages = {
  "flipped bytes": (kept) => ({ ...kept, bytes: kept.bytes.map((byte, at) => (at % 997 === 500 ? byte ^ 0x55 : byte)) }),
  "one flipped bit": (kept) => ({ ...kept, bytes: kept.bytes.map((byte, at) => (at === kept.bytes.length - 9 ? byte ^ 1 : byte)) }),
  "a missing end": (kept) => ({ ...kept, bytes: kept.bytes.slice(0, -100) }),
  "no bytes": (kept) => ({ ...kept, bytes: new Uint8Array() }),
  "bytes of an earlier version": (kept) => kept.bytes,
  "something else altogether": () => "hello",
};

test("damaged bytes on the device are not trusted: the library is made anew, without a word", async () => {
  const notes = 600;
  const page = await largePage(notes);
  await whenRead(page);
  for (const [what, change] of Object.entries(damages)) {
    await damage(page, change);
    await startAgain(page);
    const state = await whenRead(page);
    console.log(`${what}: ${state.reads} notes were read again`);
    assert.deepEqual([state.notes, state.skipped, state.trouble, state.reads], [notes + OPEN, 0, undefined, notes], what);
    await assertFound(page, [0, 300, notes - 1]);
    assert.equal(await page.page.locator(".notice").count(), 0);
    assert.deepEqual(page.errors, []);
  }
  await page.close();
});

test("a core that had to be replaced is given the library again, and follows the vault as before", async () => {
  const page = await largePage(SOME_NOTES);
  await whenRead(page);
  // As a panic leaves it: the worker says that it is dead, and is not asked again.
  await page.inApp(async (app) => (await app.plugins.getPlugin("ibid").core.worker).onmessage({ data: { kind: "crashed", message: "unreachable" } }));
  await followed("created after a crash", async (app) => void (await app.vault.create("Fresh.md", "A giraffe.")), page, "giraffe", (paths) => paths[0] === "Fresh.md");
  await assertFound(page, [0, SOME_NOTES - 1]);
  const state = await whenRead(page);
  assert.deepEqual([state.notes, state.trouble], [SOME_NOTES + OPEN + 1, undefined]);
  assert.ok(state.reads < SOME_NOTES + 100, `${state.reads} notes were read: those of before were kept`);
  await page.close();
});

test("a folder that is excluded in the settings is not searched any more, until it is included again", async () => {
  const page = await largePage(200);
  await whenRead(page);
  const exclude = (folders) => page.inApp((app, folders) => app.plugins.getPlugin("ibid").store.set("excludedFolders", folders), folders);
  const found = async (wanted) => {
    for (const started = performance.now(); performance.now() - started < FOLLOWED_MS; await page.page.waitForTimeout(50)) {
      const { paths } = await search(page, "unique7word");
      if (paths.includes("Folder 7/Note 7.md") === wanted) return;
    }
    assert.fail(`the note is ${wanted ? "not found" : "still found"}`);
  };
  await exclude(["Folder 7"]);
  await found(false);
  await exclude([]);
  await found(true);
  await page.close();
});

test("on a phone, which has no status bar, the command shows the same", async () => {
  const page = await site.page({ context: { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true } });
  await page.inApp((app) => app.commands.executeCommandById("ibid:library-status"));
  await page.page.locator(".modal", { hasText: /\d+ notes can be found\./ }).waitFor();
  assert.equal(await page.page.locator(".status-bar-item", { hasText: "Ibid:" }).count(), 0);
  await page.close();
});

test("the status tells how far it is and names the notes that were skipped, until they can be read", async () => {
  const page = await site.page();
  const line = page.page.locator(".status-bar-item", { hasText: "Ibid:" });
  assert.equal(await line.count(), 0, "nothing is said before anything was asked");
  await page.inApp((app) => {
    const read = app.vault.cachedRead.bind(app.vault);
    globalThis.broken = app.vault.getMarkdownFiles()[0];
    app.vault.cachedRead = (file) => (file === globalThis.broken && !globalThis.healed ? Promise.reject(new Error("The disk says no")) : read(file));
  });
  await page.palette("Show library status");
  await line.filter({ hasText: "Ibid: 1 note skipped" }).waitFor();
  const path = await page.page.evaluate(() => globalThis.broken.path);
  const entry = page.page.locator(".modal .ibid-library-skipped li");
  assert.match(await entry.innerText(), /The disk says no/);
  await entry.locator("a", { hasText: path }).click();
  assert.equal(await page.inApp((app) => app.workspace.getActiveFile().path), path);
  await line.click();
  await page.page.evaluate(() => (globalThis.healed = true));
  await page.page.locator(".modal button", { hasText: "Read again" }).click();
  await page.page.locator(".modal", { hasText: "notes can be found" }).waitFor();
  await line.waitFor({ state: "hidden" });
  assert.equal(await entry.count(), 0);
  assert.deepEqual(page.errors, []);
  await page.close();
});
