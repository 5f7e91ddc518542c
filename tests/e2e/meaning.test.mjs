// Search by meaning from end to end: the plugin with a fake embedding service.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { demo } from "./demo-page.mjs";

/** Length of the service's vectors: the number of word groups that it distinguishes. */
const KINDS = 1024;

/** Words with the same meaning for the service; any other word has its own meaning. */
const SAME = { feline: "cat", kitten: "cat", purring: "cat" };

let site;
const heard = { requests: [], status: 200 };

before(async () => {
  site = await demo();
});
after(() => site.close());
beforeEach(() => Object.assign(heard, { requests: [], status: 200 }));

function answer(route) {
  const { input } = route.request().postDataJSON();
  heard.requests.push(input);
  const data = input.map((text, index) => ({ index, embedding: meaning(text) }));
  return route.fulfill({ status: heard.status, json: { data } });
}

/** A good model: a part of a passage has the meaning of the passage. */
function meaning(text) {
  const whole = heard.requests.flat().find((passage) => passage.includes("\n") && passage.includes(text));
  return vector(whole ?? text);
}

function vector(text) {
  const numbers = new Array(KINDS).fill(0);
  for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? []) {
    const kind = SAME[word] ?? word;
    numbers[[...kind].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % KINDS] = 1;
  }
  return numbers;
}

const sent = () => heard.requests.flat().join("\n");
const line = (page) => page.page.locator(".status-bar-item", { hasText: "Ibid: search by meaning" });
const command = (page, id) => page.inApp((app, id) => app.commands.executeCommandById(id), `ibid:${id}`);

/** Opens the plugin with the service set. */
async function servedPage() {
  const page = await site.page({ services: "on" });
  await page.page.route("**/v1/embeddings", answer);
  await page.set({ embeddings: "openai", embeddingUrl: `${new URL(page.address).origin}/v1` });
  return page;
}

/** The same with all embeddings computed and the search open. */
async function learntPage() {
  const page = await servedPage();
  await page.write("Cellar.md", "Something in our cellar has been purring softly at every visitor since spring.");
  await page.write("Hidden.md", "---\nprivate: true\n---\nThe combination of the safe is seventeen.");
  await command(page, "search-vault");
  await page.page.locator(".modal", { hasText: "Send your notes to this service?" }).waitFor();
  assert.equal(sent(), "", "nothing before consent");
  await page.page.locator(".modal button", { hasText: "Send my notes" }).click();
  await page.page.waitForFunction(() => {
    const { watcher, embeddingUpdater } = app.plugins.getPlugin("ibid");
    return (
      watcher.status?.reading === false &&
      embeddingUpdater.status === undefined &&
      embeddingUpdater.isUpdating === false
    );
  });
  return page;
}

/** Types as on a machine without delays: the page's clock advances only a moment after each letter. */
async function typeWithoutPause(page, words) {
  const { clock, keyboard } = page.page;
  await clock.install();
  await clock.pauseAt((await page.page.evaluate(() => Date.now())) + 1000);
  for (const letter of words) {
    await keyboard.type(letter);
    await clock.runFor(100);
  }
}

test("a note is found by meaning, and no private note is sent", async () => {
  const page = await learntPage();
  assert.match(sent(), /purring softly/);
  assert.doesNotMatch(sent(), /seventeen|Hidden/, "private");
  heard.requests.length = 0;
  await typeWithoutPause(page, "kitten somewhere feline");
  assert.deepEqual(heard.requests, [], "not while somebody types");
  await page.page.clock.resume();
  await page.page.locator(".ibid-search .suggestion-item", { hasText: "Cellar" }).waitFor();
  assert.deepEqual(heard.requests, [["kitten somewhere feline"]], "asked once, in the pause");
  assert.deepEqual(page.errors, []);
  await page.close();
});

test("only a changed note gets a new embedding", async () => {
  const page = await learntPage();
  heard.requests.length = 0;
  const asked = page.page.waitForRequest("**/v1/embeddings");
  await page.write("Cellar.md", "Nothing is left of it but a bowl.");
  await asked;
  await page.page.waitForFunction(() => app.plugins.getPlugin("ibid").embeddingUpdater.isUpdating === false);
  assert.deepEqual(heard.requests, [["Cellar\nNothing is left of it but a bowl."]]);
  await page.close();
});

test("without consent nothing is sent, and the question is asked once", async () => {
  const page = await servedPage();
  await page.page.clock.install();
  await command(page, "search-vault");
  await page.page.locator(".modal button", { hasText: "Not now" }).click();
  await page.write("Cellar.md", "Nothing is left of it but a bowl.");
  await page.page.clock.runFor(1500);
  assert.equal(sent(), "");
  assert.equal(await page.page.locator(".modal button", { hasText: "Not now" }).count(), 0);
  await page.close();
});

test("a failing service is named, and keyword search still works", async () => {
  heard.status = 401;
  const page = await servedPage();
  await command(page, "search-vault");
  await page.page.locator(".modal button", { hasText: "Send my notes" }).click();
  await line(page).waitFor();
  await page.page.locator(".ibid-search .prompt-input").fill("caffeine sleep half-life");
  await page.page.locator(".ibid-search .ibid-result-hit").first().waitFor();
  await page.page.keyboard.press("Escape");
  await command(page, "library-status");
  await page.page
    .locator(".modal", {
      hasText:
        "Search by meaning couldn't be updated. Embedding service rejected the API key. Check the API key in settings.",
    })
    .waitFor();
  await page.close();
});
