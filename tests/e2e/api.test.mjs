// What other plugins and scripts can do: search, ask, research, check and read pages, and the commands of the app's
// command line. The user is asked as in Ibid's own panes.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { demo, onPageOf } from "./demo-page.mjs";

const NOTE = "Coffee/Afternoon coffee.md";

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());
const test = onPageOf(() => site);

/** Calls a function of the api; a failure is returned as its code. */
function call(page, name, ...params) {
  return page.inApp(
    ({ plugins }, [called, passed]) => plugins.plugins.ibid.api[called](...passed).catch(({ code }) => ({ code })),
    [name, params],
  );
}

/** Runs a command of the app's command line and returns what it prints. */
function cli(page, command, params) {
  return page.inApp((app, [name, passed]) => app.cliCommands.get(name).handler(passed), [command, params]);
}

test("other plugins can search, ask and check, without a private note", async (page) => {
  const hits = await call(page, "search", "half-life of caffeine", { limit: 3 });
  assert.equal(hits[0].path, "Sleep/Caffeine and sleep.md");
  assert.ok(hits.length <= 3 && hits[0].passage.includes("half-life"));
  const answer = await call(page, "ask", "How long is the half-life of caffeine?");
  assert.equal(answer.found, true);
  assert.match(answer.answer, /5 hours/);
  const citations = await call(page, "check", "Sleep/Caffeine and sleep.md");
  assert.ok(Array.isArray(citations));
  assert.deepEqual(await call(page, "check", "No such note.md"), { code: "note-missing" });
  await page.set({ privateFolders: ["Sleep"] });
  const publicHits = await call(page, "search", "half-life of caffeine");
  assert.deepEqual(
    publicHits.filter(({ path }) => path.startsWith("Sleep/")),
    [],
  );
});

test("research for another plugin shows the agenda, and only the user starts it", async (page) => {
  const before = await page.text(NOTE);
  const refused = call(page, "research", NOTE);
  await page.agenda.waitFor();
  await page.page.keyboard.press("Escape");
  assert.deepEqual(await refused, { code: "cancelled" });
  assert.equal(await page.text(NOTE), before);
  const researched = call(page, "research", NOTE);
  await page.approve();
  assert.equal((await researched).path, NOTE);
  assert.match(await page.text(NOTE), /^## Research$/m);
});

test("a page is opened for another plugin only after a yes", async (page) => {
  assert.deepEqual(await call(page, "readPage", "tea"), { code: "not-public" });
  const refused = call(page, "readPage", "https://example.org/tea");
  await page.page.locator(".modal", { hasText: "Open pages on example.org?" }).waitFor();
  await page.page.keyboard.press("Escape");
  assert.deepEqual(await refused, { code: "not-allowed" });
});

test("the command line prints text or JSON, also of failures", async (page) => {
  assert.match(
    await cli(page, "ibid:search", { query: "half-life of caffeine" }),
    /^Sleep\/Caffeine and sleep\.md:\d+\n/,
  );
  assert.equal(
    JSON.parse(await cli(page, "ibid:search", { query: "half-life of caffeine", limit: "1", json: "true" })).length,
    1,
  );
  assert.match(
    await cli(page, "ibid:ask", { question: "How long is the half-life of caffeine?" }),
    /5 hours[\s\S]*Source: Sleep\/Caffeine and sleep\.md:\d+/,
  );
  assert.equal(JSON.parse(await cli(page, "ibid:ask", { json: "true" })).error.code, "invalid-argument");
  assert.match(await cli(page, "ibid:research", { path: "No such note.md" }), /No such note/);
});
