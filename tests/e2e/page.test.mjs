// The page that shows how Ibid reads a web page: samples, own HTML, metadata and removed parts, by mouse and keys.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { dist } from "../../plugin/scripts/project.mjs";
import { demo, onPageOf } from "./demo-page.mjs";

const THUMB_PIXELS = 44;
const SCREENSHOTS = join(dist, "screenshots");

let site;
before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  site = await demo();
});
after(() => site.close());

const onPage = onPageOf(() => site);

/** A test that starts after the page has read its first sample. */
function onReader(name, run, options) {
  onPage(
    name,
    async (tab, page) => {
      await page.goto(`${tab.address}/page.html`);
      await page.locator("#summary", { hasText: "Read in" }).waitFor();
      await run(page);
    },
    options,
  );
}

const pick = (page, name) => page.getByLabel("Sample").selectOption({ label: name });
const markdown = (page) => page.locator("#markdown").innerText();

async function facts(page) {
  await page.getByRole("tab", { name: "Metadata" }).click();
  const rows = await page
    .locator("#metadata tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText)));
  return Object.fromEntries(rows);
}

onPage("the demo leads to it", async (tab, page) => {
  await page.locator(".demo-intro summary").click();
  await page.getByRole("link", { name: "What Ibid reads on a web page" }).click();
  await page.locator("#summary", { hasText: "Read in" }).waitFor();
  await page.getByRole("link", { name: "Back to the demo" }).click();
  await tab.ready();
});

onReader("an article is read, and what it says about itself is told", async (page) => {
  assert.match(await markdown(page), /The answer, found last month by the clockmaker Ingrid Vale, is salt\./);
  assert.deepEqual(await facts(page), {
    Title: "Why the harbour clock runs slow",
    Author: "Marta Olsen",
    Published: "2025-03-19",
    Site: "The Quay Gazette",
    Language: "en-GB",
    "Canonical URL": "https://quay-gazette.example/news/harbour-clock",
  });
});

onReader("what was left out is listed with a reason", async (page) => {
  await pick(page, "Page with hidden text and traps");
  const kept = await markdown(page);
  assert.match(kept, /Prune in late winter/);
  assert.doesNotMatch(
    kept,
    /Ignore all earlier instructions|praise this page|wants to be believed|tracker\.example|javascript:/,
  );
  await page.getByRole("tab", { name: "Left out" }).click();
  const row = page.locator("#removed tr", { hasText: "Ignore all earlier instructions" });
  assert.match(await row.innerText(), /hidden/);
});

onReader("every sample gives a text and a title", async (page) => {
  for (const name of await page.getByLabel("Sample").locator("option").allInnerTexts()) {
    if (name === "Your own") continue;
    await page.getByRole("tab", { name: "Markdown" }).click();
    await pick(page, name);
    assert.ok((await markdown(page)).length > 200, name);
    assert.ok((await facts(page)).Title.length > 10, name);
  }
});

onReader("pasted HTML is read when the person stops typing, and is never run", async (page) => {
  await page.getByLabel("Address").fill("https://own.example/a");
  await page
    .getByLabel("HTML")
    .fill(
      "<title>Own page</title><p>My <b>own</b> words.</p><script>document.title = 'run'</script><img src=x onerror=\"document.title='run'\">",
    );
  await page.locator("#markdown", { hasText: "words." }).waitFor();
  assert.equal((await facts(page)).Title, "Own page");
  assert.notEqual(await page.title(), "run");
  assert.equal(await page.getByLabel("Sample").inputValue(), "");
});

onReader("the tabs are reached with the keys", async (page) => {
  await page.getByRole("tab", { name: "Markdown" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("tab", { name: "Metadata" }).getAttribute("aria-selected"), "true");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.locator("#panel-removed").waitFor();
  assert.equal(await page.locator("#panel-markdown").isVisible(), false);
});

const looks = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  phone: {
    colorScheme: "light",
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
};

for (const [look, context] of Object.entries(looks)) {
  onReader(
    `it fits in ${look}`,
    async (page) => {
      for (const tab of ["Markdown", "Metadata", "Left out"]) {
        await page.getByRole("tab", { name: tab }).click();
        await page.screenshot({
          path: join(SCREENSHOTS, `page-${tab.split(" ")[0].toLowerCase()}-${look}.png`),
          fullPage: true,
        });
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth),
          false,
          `${tab} sticks out`,
        );
      }
      if (look !== "phone") return;
      const heights = await page
        .locator("button, select, input")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      assert.ok(
        heights.every((height) => height >= THUMB_PIXELS),
        `too small for a thumb: ${heights}`,
      );
    },
    { context },
  );
}
