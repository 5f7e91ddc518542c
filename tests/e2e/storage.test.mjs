// A device whose storage does not respond: research still works, and the user gets one notice.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demo } from "./demo-page.mjs";

const NOTE = "Coffee/Afternoon coffee.md";
const TITLE = "Research this note";
const TOLD = "Ibid can't use this device's storage";

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

/** Runs in the page before anything else: adds this code to the script of every worker. */
const inEveryWorker = (prelude) => `
  const scripts = new Map();
  const createObjectURL = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => { const url = createObjectURL(blob); scripts.set(url, blob); return url; };
  const RealWorker = Worker;
  globalThis.Worker = class extends RealWorker {
    constructor(url, options) {
      super(createObjectURL(new Blob([${JSON.stringify(`(${prelude})();\n`)}, scripts.get(url)])), options);
    }
  };`;

/**
 * The database accepts every request and responds to none. The worker's timers run a hundred times as fast, so that the
 * test need not wait.
 */
const neverOpens = () => {
  const { setTimeout } = self;
  self.setTimeout = (work, millis) => setTimeout(work, millis / 100);
  Object.defineProperty(self, "indexedDB", { value: { open: () => ({}) } });
};

/** It opens, but no read and no write ever ends. */
const neverAnswers = () => {
  const { setTimeout } = self;
  self.setTimeout = (work, millis) => setTimeout(work, millis / 100);
  for (const name of ["get", "put", "delete"]) IDBObjectStore.prototype[name] = () => ({});
  Object.defineProperty(IDBTransaction.prototype, "oncomplete", { set: () => undefined });
};

for (const [how, prelude] of Object.entries({ neverOpens, neverAnswers })) {
  test(`with a database that ${how === "neverOpens" ? "never opens" : "never answers"} a note is researched, and that nothing is kept is said once`, async () => {
    const page = await site.page({ before: inEveryWorker(prelude) });
    await page.open(NOTE);
    for (let round = 0; round < 2; round += 1) {
      await page.ribbon(TITLE);
      await page.approve();
      await page.notice("Researched");
      await page.page.locator(".notice", { hasText: "Researched" }).click();
      await page.page.locator(".notice", { hasText: "Researched" }).waitFor({ state: "detached" });
    }
    assert.match(await page.text(NOTE), /^## Research$/m);
    const told = page.page.locator(".notice", { hasText: TOLD });
    assert.equal(await told.count(), 1);
    await told.click();
    // A restarted core finds the same problem, and it is not shown again.
    await page.crashWorker();
    await page.ribbon(TITLE);
    await page.approve();
    await page.notice("Researched");
    assert.equal(await told.count(), 0);
    assert.deepEqual(page.errors, []);
    await page.close();
  });
}
