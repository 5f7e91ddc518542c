// The core in its worker: compiled once, replaced when it crashes or hangs, never on the UI thread.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demo } from "./demo-page.mjs";

const NOTE = "Coffee/Afternoon coffee.md";
const TITLE = "Research this note";

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

/** Runs in the page before anything else: adds faulty code to the script of the first worker. */
const sabotageFirstWorker = (saboteur) => `
  globalThis.workers = 0;
  const scripts = new Map();
  const createObjectURL = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => { const url = createObjectURL(blob); scripts.set(url, blob); return url; };
  const RealWorker = Worker;
  globalThis.Worker = class extends RealWorker {
    constructor(url, options) {
      const first = ++globalThis.workers === 1;
      super(first ? createObjectURL(new Blob([scripts.get(url), ${JSON.stringify(`;(${saboteur})();`)}])) : url, options);
    }
  };`;

/** An uncaught error, as after a panic inside a future. */
const panics = () => {
  self.addEventListener("message", (event) => {
    if (event.data.kind === "call") void Promise.reject(new WebAssembly.RuntimeError("unreachable"));
  });
};

/** An error thrown in the worker's own event, as by a broken script. */
const breaks = () => {
  self.addEventListener("message", (event) => {
    if (event.data.kind === "call") throw new Error("broken");
  });
};

/** An endless loop. */
const hangs = () => {
  self.addEventListener("message", (event) => {
    if (event.data.kind === "call") for (;;);
  });
};

for (const [how, saboteur] of Object.entries({ panics, breaks })) {
  test(`a core that ${how} is replaced and the next run works`, async () => {
    const page = await site.page({ before: sabotageFirstWorker(saboteur) });
    const before = await page.text(NOTE);
    await page.open(NOTE);
    await page.ribbon(TITLE);
    await page.notice("Ibid stopped unexpectedly");
    assert.equal(await page.text(NOTE), before);
    await page.ribbon(TITLE);
    await page.approve();
    await page.notice("Researched");
    assert.equal(await page.page.evaluate(() => globalThis.workers), 2);
    await page.close();
  });
}

test("a core that hangs is replaced when the user cancels, and the next run works", async () => {
  const page = await site.page({ before: sabotageFirstWorker(hangs) });
  const before = await page.text(NOTE);
  await page.open(NOTE);
  await page.ribbon(TITLE);
  await page.pressInNotice("Cancel");
  await page.notice("Stopped. The note is unchanged.");
  assert.equal(await page.text(NOTE), before);
  await page.ribbon(TITLE);
  await page.approve();
  await page.notice("Researched");
  await page.close();
});

test("nothing is started before the first command, and the wasm is compiled once", async () => {
  const page = await site.page({
    before: `
      globalThis.compiled = 0; globalThis.workers = 0;
      const compile = WebAssembly.compile;
      WebAssembly.compile = (...args) => { globalThis.compiled++; return compile(...args); };
      globalThis.Worker = class extends Worker { constructor(...args) { super(...args); globalThis.workers++; } };`,
  });
  const counts = () => page.page.evaluate(() => [globalThis.compiled, globalThis.workers]);
  assert.deepEqual(await counts(), [0, 0]);
  await page.research(NOTE);
  await page.dismissNotices();
  await page.research("Gardens/Composting.md");
  assert.deepEqual(await counts(), [1, 1]);
  await page.close();
});

test("without WebAssembly a notice is shown", async () => {
  const page = await site.page({ before: "delete globalThis.WebAssembly;" });
  await page.open(NOTE);
  await page.ribbon(TITLE);
  await page.notice("Ibid needs WebAssembly");
  await page.close();
});
