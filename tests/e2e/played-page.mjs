// The demo page with a model and a web that are played, and the words in which the tests of research by a model speak.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { demo } from "./demo-page.mjs";
import { HISTORY_PAGE, NOTE, PAINT_PAGE, play, TEXT, VAULT } from "./played.mjs";

export let site;
export let world;

/** One browser and one world for a file of tests. */
export async function open() {
  [site, world] = await Promise.all([demo(), play()]);
}

export const close = () => Promise.all([site.close(), world.close()]);

/** The services that the agenda names, and pages that a search found. */
const ASKED = /^(http:\/\/localhost:|https:\/\/(\w+\.example\.org|\w+\.wikipedia\.org|api\.tavily\.com|html\.duckduckgo\.com)\/)/;

/** A test on a fresh page, with a world of its own. */
export function onPage(name, run, values = {}) {
  test(name, async () => {
    world.reset();
    const page = await site.page();
    try {
      await world.playIn(page.page);
      await furnish(page, values);
      await run(page);
      assert.deepEqual(page.errors, []);
      assert.deepEqual(page.outside.filter((url) => !ASKED.test(url)), [], "only those are asked that were named");
    } finally {
      await page.close();
    }
  });
}

/** The three notes, no others, and the settings: a model and a search service on this machine. */
export async function furnish(page, values = {}) {
  await set(page, {
    engine: "model", provider: "other", modelUrl: `${world.model}/v1`, model: "bee-1",
    webSearch: "searxng", searxngUrl: world.search, papers: "off", askBeforeRun: false, ...values,
  });
  await page.inApp(async (app) => {
    for (const file of app.vault.getFiles()) await app.vault.delete(file);
  });
  for (const [path, text] of Object.entries(VAULT)) await page.write(path, text);
}

export const set = (page, values) => page.set(values);

/** A core that remembers nothing, and the note as at the beginning. */
export async function anew(page, changes) {
  world.reset(changes);
  await page.dismissNotices();
  await page.clearLocalData();
  await page.open(NOTE);
  await retype(page, TEXT);
}

/** Has the note say something else, as a person would who types it: what is typed and not saved yet goes with it. */
export const retype = (page, text) => page.inApp((app, text) => app.workspace.activeEditor.editor.setValue(text), text);

export async function start(page, path = NOTE) {
  await page.open(path);
  await page.inApp((app) => app.commands.executeCommandById("ibid:research-note"));
}

export const modal = (page, words) => page.page.locator(".modal", { hasText: words });
export const press = (place, label) => place.locator("button", { hasText: label }).click();
export const agree = (page) => press(modal(page, "Search the web?"), "Search the web");

/** Waits for the end of a run, however it ends: for news that cannot be cancelled. */
export async function ended(page) {
  const found = await page.page.waitForFunction(() => [...document.querySelectorAll(".notice")].map((notice) => notice.innerText).findLast((text) => !text.includes("Cancel")));
  return found.jsonValue();
}

export async function run(page) {
  await start(page);
  await agree(page);
  const words = await ended(page);
  assert.match(words, /^Researched 2 topics/);
}

/** A run that stands at an answer which is held back. */
export async function standing(page, wanted) {
  const reached = world.hold(wanted);
  await start(page);
  if ((await page.inApp((app) => app.loadLocalStorage("ibid-consent"))) === null) await agreeUnless(page, reached);
  await reached;
}

/** The question about the web comes after the topics; who waits for those is not asked. Only looks for it: a click that waits could answer a later one. */
async function agreeUnless(page, reached) {
  const asked = modal(page, "Search the web?").waitFor().then(() => true, () => false);
  if (await Promise.race([asked, reached.then(() => false)])) await agree(page);
}

/** Waits until the topics of the run are in these states, as its window shows them. */
export async function topicsAre(page, states) {
  await page.palette("Show research progress");
  await page.page.waitForFunction((states) => [...document.querySelectorAll(".ibid-run-topic")].map((row) => row.dataset.state).join() === states, states.join());
  await page.page.keyboard.press("Escape");
  await page.page.locator(".ibid-run-modal").waitFor({ state: "detached" });
}

/** A text without what differs from run to run. */
export const unstamped = (text) => text.replace(/run=\w+ hash=\w+/g, "run hash").replace(/Researched [\d-]{10}/g, "Researched").replace(/\[\^\w{8}-/g, "[^");

export const fixture = async (name) => unstamped(await readFile(new URL(`../fixtures/research/${name}.md`, import.meta.url), "utf8"));

/** Only the section may differ, and only evidence is linked. */
export function checkNote(text) {
  assert.ok(text.startsWith(TEXT), text);
  const section = text.slice(TEXT.length);
  for (const [address] of section.matchAll(/[a-z]+:\/\/[^)\s>\]]*/gi)) assert.ok([PAINT_PAGE, HISTORY_PAGE].includes(address), `${address}\n${section}`);
  return section;
}
