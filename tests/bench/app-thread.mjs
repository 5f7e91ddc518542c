// What Ibid costs the app's own thread, where everything is drawn and typed: the longest task while a vault is first read,
// while a question is asked and the health of the vault is checked, while a folder of 500 notes is renamed, and during a
// run. For the rename also without Ibid, since the stand-in for the
// app does work of its own, and how much of the time was spent in Ibid's code. `node tests/bench/app-thread.mjs`.
// Needs `npm run build` and a Chrome or Chromium. There is no peer: the figures stand against the goal, 50 ms.
import { dist } from "../../plugin/scripts/project.mjs";
import { demo } from "../e2e/demo-page.mjs";
import { largeVaultScript, settleVault } from "../e2e/large-vault.mjs";
import { waitUntilIdle, watchLongTasks } from "../e2e/long-tasks.mjs";

const NOTES = 10_000;
const FOLDER = 500;
const GOAL_MILLIS = 50;
const PATIENCE_MS = 120_000;

const site = await demo({ built: dist });
try {
  const page = await site.page({ before: largeVaultScript(NOTES), patience: PATIENCE_MS });
  await settleVault(page);
  await page.inApp(fill, FOLDER);
  await waitUntilIdle(page);
  tell("first reading", await longest(page, () => page.readVault()));
  tell("a question to the vault", await longest(page, () => ask(page)));
  tell("health of the vault", await longest(page, () => checkHealth(page)));
  await page.palette("Related notes");
  await waitUntilIdle(page);
  const script = await ownScript(page);
  for (let round = 1; round <= 3; round += 1) {
    const own = await profiled(page, script);
    tell(
      `rename of a folder of ${FOLDER} notes`,
      await longest(page, () => rename(page, round)),
      `${await own()} ms of it in Ibid's code in all`,
    );
  }
  await page.inApp((app) => app.plugins.disablePlugin("ibid"));
  await waitUntilIdle(page);
  tell("the same rename without Ibid", await longest(page, () => renameAlone(page)));
  await page.close();
  const small = await site.page();
  await waitUntilIdle(small);
  tell("run", await longest(small, () => small.research("Coffee/Afternoon coffee.md")));
} finally {
  await site.close();
}

async function ask(page) {
  await page.ribbon("Ask the vault");
  await page.page.locator(".ibid-ask-form textarea").fill("How long does a battery last?");
  await page.page.keyboard.press("Enter");
  await page.page.locator(".ibid-ask-passage, .ibid-ask-empty").first().waitFor();
}

async function checkHealth(page) {
  await page.ribbon("Check the health of the vault");
  await page.page.locator(".ibid-health-summary", { hasText: /notes checked/ }).waitFor();
}

function tell(what, { longest, stalls }, more = "") {
  console.log(
    `${what}: longest task ${longest} ms, ${stalls.length} above ${GOAL_MILLIS} ms${more === "" ? "" : `; ${more}`}`,
  );
}

async function longest(page, work) {
  const seen = await watchLongTasks(page);
  await work();
  return seen();
}

async function fill(app, count) {
  await app.vault.createFolder("Five hundred 0");
  for (let number = 0; number < count; number += 1)
    await app.vault.create(
      `Five hundred 0/Item ${number}.md`,
      `# Item ${number}\n\nSome words about item${number} and [[Note ${number}]].\n`,
    );
}

/** Renames the folder and waits until the library knows its notes by their new paths. */
async function rename(page, round) {
  await page.inApp(
    (app, round) => app.vault.rename(app.vault.getFolderByPath(`Five hundred ${round - 1}`), `Five hundred ${round}`),
    round,
  );
  const isKnown = (round) =>
    globalThis.app.plugins
      .getPlugin("ibid")
      .core.call("search", { text: "item7" })
      .then(({ notes }) => notes[0]?.path === `Five hundred ${round}/Item 7.md`);
  await page.page.waitForFunction(isKnown, round);
}

async function renameAlone(page) {
  await page.inApp((app) => app.vault.rename(app.vault.getFolderByPath("Five hundred 3"), "Five hundred 4"));
}

/** The script in which the plugin's code stands, as the profiler names it. */
async function ownScript(page) {
  const session = await page.page.context().newCDPSession(page.page);
  const { result } = await session.send("Runtime.evaluate", { expression: 'app.plugins.getPlugin("ibid").onload' });
  const { internalProperties } = await session.send("Runtime.getProperties", { objectId: result.objectId });
  await session.detach();
  return internalProperties.find(({ name }) => name === "[[FunctionLocation]]").value.value.scriptId;
}

/** Samples the page's thread; answers with how many milliseconds were spent in a script, what it called included. */
async function profiled(page, script) {
  const session = await page.page.context().newCDPSession(page.page);
  await session.send("Profiler.enable");
  await session.send("Profiler.setSamplingInterval", { interval: 100 });
  await session.send("Profiler.start");
  return async () => {
    const { profile } = await session.send("Profiler.stop");
    await session.detach();
    return (spentIn(profile, script) / 1000).toFixed(1);
  };
}

function spentIn({ nodes, samples, timeDeltas }, script) {
  const inside = new Set();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const mark = (node, isInside) => {
    const own = isInside || node.callFrame.scriptId === script;
    if (own) inside.add(node.id);
    for (const child of node.children ?? []) mark(byId.get(child), own);
  };
  mark(nodes[0], false);
  return samples.reduce((sum, id, at) => sum + (inside.has(id) ? timeDeltas[at] : 0), 0);
}
