// A device whose storage does not answer: research works all the same, and the person is told once.
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

/** Runs in the page before anything else: every worker gets this in front of its own script. */
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

/** The database takes every request and answers none. The worker's timers run a hundred times as fast, so nobody waits here. */
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
    // A core that takes another's place finds the same, and it is not said again.
    await page.crashWorker();
    await page.ribbon(TITLE);
    await page.approve();
    await page.notice("Researched");
    assert.equal(await told.count(), 0);
    assert.deepEqual(page.errors, []);
    await page.close();
  });
}
