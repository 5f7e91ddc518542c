// That the thread on which the app draws and reacts is never blocked: by a run, and by the picture of a large vault.
// library.test.mjs measures the same for the index. Such files run when nothing else does.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clusteredVaultScript } from "./clustered-vault.mjs";
import { demo, onPageOf } from "./demo-page.mjs";
import { check, picture, view } from "./health-page.mjs";
import { assertNoLongTasks, waitUntilIdle, watchLongTasks } from "./long-tasks.mjs";

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

test("the UI thread has no task over 50 ms during a run", async () => {
  await assertNoLongTasks(async () => {
    const page = await site.page();
    await page.open("Coffee/Afternoon coffee.md");
    await waitUntilIdle(page);
    const seen = await watchLongTasks(page);
    await page.ribbon("Research this note");
    await page.approve();
    await page.notice("Researched");
    const { stalls } = await seen();
    await page.close();
    return stalls;
  });
});

onPageOf(() => site)(
  "a vault of six thousand notes is checked and drawn without a task over 50 ms",
  async (page, tab) => {
    await page.readVault();
    await waitUntilIdle(page);
    const drawAgain = async () => {
      await page.inApp((app) => app.workspace.detachLeavesOfType("ibid-health"));
      const watched = await watchLongTasks(page);
      await check(page);
      await picture(page).and(tab.locator('[data-state="drawn"]')).waitFor();
      await picture(page).locator("canvas").focus();
      for (const key of ["+", "+", "ArrowRight", "+", "Shift+ArrowLeft", "0"]) await tab.keyboard.press(key);
      return (await watched()).stalls;
    };
    await assertNoLongTasks(drawAgain);
    const circles = await view(page).locator(".ibid-clusters-head").innerText();
    assert.match(circles, /^\d+ clusters of [\d,]+ notes\./);
  },
  { before: clusteredVaultScript(6_000), patience: 150_000 },
);
