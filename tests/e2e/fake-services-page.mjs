// The demo page with a fake model and a fake web, and helper functions for the tests of research by a model.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { demo } from "./demo-page.mjs";
import { HISTORY_PAGE, NOTE, PAINT_PAGE, startFakeServices, TEXT, VAULT } from "./fake-services.mjs";

export let site;
export let world;

/** One browser and one set of fake services per test file. */
export async function open() {
  [site, world] = await Promise.all([demo(), startFakeServices()]);
}

export const close = () => Promise.all([site.close(), world.close()]);

/** The services that the agenda names, and pages that a search found. */
const ASKED =
  /^(http:\/\/localhost:|https:\/\/(\w+\.example\.org|\w+\.wikipedia\.org|api\.tavily\.com|html\.duckduckgo\.com)\/)/;

/** A test on a fresh page, with its own fake services. */
export function onPage(name, run, values = {}) {
  test(name, async () => {
    world.reset();
    const page = await site.page({ services: "on" });
    try {
      await world.playIn(page.page);
      await setUpVault(page, values);
      await run(page);
      assert.deepEqual(page.errors, []);
      assert.deepEqual(
        page.outside.filter((url) => !ASKED.test(url)),
        [],
        "only those are asked that were named",
      );
    } finally {
      await page.close();
    }
  });
}

/** Creates the three notes and the settings: a model and a search service on this machine. */
export async function setUpVault(page, values = {}) {
  await set(page, {
    engine: "model",
    provider: "other",
    modelUrl: `${world.model}/v1`,
    model: "bee-1",
    webSearch: "searxng",
    searxngUrl: world.search,
    papers: "off",
    askBeforeRun: false,
    ...values,
  });
  await page.inApp(async (app) => {
    for (const file of app.vault.getFiles()) await app.vault.delete(file);
  });
  for (const [path, text] of Object.entries(VAULT)) await page.write(path, text);
}

export const set = (page, values) => page.set(values);

/** Clears the core's data and restores the note. The user's consent stays. */
export async function resetPage(page, changes) {
  world.reset(changes);
  await page.dismissNotices();
  const consent = await page.inApp((app) => app.loadLocalStorage("ibid-consent"));
  await page.clearLocalData();
  await page.inApp((app, consent) => app.saveLocalStorage("ibid-consent", consent), consent);
  await page.open(NOTE);
  await retype(page, TEXT);
}

/** Changes the note as a user who types: unsaved text is included. */
export const retype = (page, text) => page.inApp((app, text) => app.workspace.activeEditor.editor.setValue(text), text);

export async function start(page, path = NOTE) {
  await page.open(path);
  await page.inApp((app) => app.commands.executeCommandById("ibid:research-note"));
}

export const modal = (page, words) => page.page.locator(".modal", { hasText: words });
export const press = (place, label) => place.locator("button", { hasText: label }).click();
export const agree = (page) => press(modal(page, "Search the web?"), "Search the web");

/** Waits for the end of a run with any result: for a notice without a Cancel button. */
export async function ended(page) {
  const found = await page.page.waitForFunction(() =>
    [...document.querySelectorAll(".notice")]
      .map((notice) => notice.innerText)
      .findLast((text) => !text.includes("Cancel")),
  );
  return found.jsonValue();
}

export async function run(page) {
  await start(page);
  await agree(page);
  const words = await ended(page);
  assert.match(words, /^Researched “[^”]+”: 2 topics/);
}

/** A run that waits for a delayed response. */
export async function runUntilDelayed(page, wanted) {
  const reached = world.hold(wanted);
  await start(page);
  if ((await page.inApp((app) => app.loadLocalStorage("ibid-consent"))) === null) await agreeUnless(page, reached);
  await reached;
}

/**
 * The question about the web comes after the topics. This only checks for it: a click that waits could answer a later
 * question.
 */
async function agreeUnless(page, reached) {
  const asked = modal(page, "Search the web?")
    .waitFor()
    .then(
      () => true,
      () => false,
    );
  if (await Promise.race([asked, reached.then(() => false)])) await agree(page);
}

/** Waits until the topics of the run have these states in the progress window. */
export async function topicsAre(page, states) {
  await page.palette("Show research progress");
  await page.page.waitForFunction(
    (states) => [...document.querySelectorAll(".ibid-run-topic")].map((row) => row.dataset.state).join() === states,
    states.join(),
  );
  await page.page.keyboard.press("Escape");
  await page.page.locator(".ibid-run-modal").waitFor({ state: "detached" });
}

/** Removes from a text what differs from run to run. */
export const withoutRunIds = (text) =>
  text
    .replace(/run=\w+ hash=\w+/g, "run hash")
    .replace(/Researched [\d-]{10}/g, "Researched")
    .replace(/\[\^\w{8}-/g, "[^");

export const fixture = async (name) =>
  withoutRunIds(await readFile(new URL(`../fixtures/research/${name}.md`, import.meta.url), "utf8"));

/** Only the section may differ, and only evidence may be linked. */
export function checkNote(text) {
  assert.ok(text.startsWith(TEXT), text);
  const section = text.slice(TEXT.length);
  for (const [address] of section.matchAll(/[a-z]+:\/\/[^)\s>\]]*/gi))
    assert.ok([PAINT_PAGE, HISTORY_PAGE].includes(address), `${address}\n${section}`);
  return section;
}
