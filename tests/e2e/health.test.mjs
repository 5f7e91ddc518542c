// The health of the vault, from end to end: rows that open, are ignored, fixed, created and researched, the picture of the
// clusters by keyboard and mouse, and the health of the open note.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { clusteredVaultScript, smallVaultScript } from "./clustered-vault.mjs";
import { demo, onPageOf } from "./demo-page.mjs";
import {
  addNotes,
  BROKEN,
  BROKEN_TEXT,
  check,
  checked,
  count,
  FIXED_TEXT,
  group,
  picture,
  row,
  TIDY,
  unfold,
  view,
} from "./health-page.mjs";

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

const onPage = onPageOf(() => site);

onPage(
  "the ribbon opens the view, groups have counts and fold, and a row opens its note at the line",
  async (page, tab) => {
    await addNotes(page);
    await page.ribbon("Check the health of the vault");
    await view(page)
      .locator(".ibid-health-summary", { hasText: /^\d+ notes checked, \d+ things to look at\.$/ })
      .waitFor();
    await group(page, "broken-link").waitFor();
    const titles = await view(page).locator(".ibid-health-group-title").allInnerTexts();
    const order = [
      "Orphans",
      "Broken links",
      "Missing notes",
      "Near-duplicates",
      "Stale notes",
      "Stubs",
      "Open questions and tasks",
      "Tags",
      "Aliases",
    ];
    assert.deepEqual(
      titles,
      order.filter((title) => titles.includes(title)),
      "in the order of the kinds",
    );
    assert.ok(titles.length >= 4, JSON.stringify(titles));
    await unfold(page, "broken-link");
    assert.equal(
      await group(page, "broken-link").locator(".ibid-health-row").count(),
      Math.min(30, Number(await count(page, "broken-link"))),
    );
    await group(page, "broken-link").locator("summary").click();
    await group(page, "broken-link").locator(".ibid-health-row").first().waitFor({ state: "hidden" });
    await group(page, "broken-link").locator("summary").click();
    const found = row(page, "broken-link", "Cafeine and sleep").first();
    assert.match(await found.innerText(), /Espresso notes, line 3/);
    await found.getByRole("link").click();
    await tab.waitForFunction((path) => globalThis.app.workspace.activeEditor?.file?.path === path, BROKEN);
    await tab.waitForFunction(() => globalThis.app.workspace.activeEditor.editor.getCursor().line === 2);
    assert.equal(
      await page.inApp((app) => app.workspace.getLeavesOfType("ibid-health").length),
      1,
      "the view stays open",
    );
  },
);

onPage("a row is ignored for good, which can be undone, and restored from the list", async (page, tab) => {
  await checked(page);
  const before = Number(await count(page, "broken-link"));
  const ignored = () => row(page, "broken-link", "Lung Espresso Bar").filter({ hasText: "Espresso notes" });
  await ignored()
    .getByRole("button", { name: /^Ignore/ })
    .click();
  await page.notice("Ignored: broken link “Espresso notes · Lung Espresso Bar”.");
  await ignored().waitFor({ state: "detached" });
  assert.equal(Number(await count(page, "broken-link")), before - 1);
  assert.equal(
    await tab.evaluate(() => document.activeElement.className),
    "ibid-health-text",
    "the next row has the focus",
  );
  await page.pressInNotice("Undo");
  await ignored().waitFor();
  assert.equal(Number(await count(page, "broken-link")), before);
  await ignored()
    .getByRole("button", { name: /^Ignore/ })
    .click();
  await ignored().waitFor({ state: "detached" });
  await view(page).getByRole("button", { name: "Check again" }).click();
  await view(page).locator(".ibid-health-summary", { hasText: "checked" }).waitFor();
  assert.equal(await ignored().count(), 0, "a later check leaves it out");
  await group(page, "ignored").locator("summary").click();
  assert.match(
    await group(page, "ignored").locator(".ibid-health-row").innerText(),
    /Espresso notes · Lung Espresso Bar\s+Broken link\s+Restore/,
  );
  await group(page, "ignored")
    .getByRole("button", { name: /^Restore/ })
    .click();
  await ignored().waitFor();
  await tab.locator('.ibid-health-group[data-kind="ignored"]').waitFor({ state: "detached" });
});

onPage("a link is fixed only after a yes, nothing else changes, and it can be undone", async (page, tab) => {
  await checked(page);
  const fix = () =>
    row(page, "broken-link", "Cafeine and sleep")
      .first()
      .getByRole("button", { name: /^Fix link/ });
  const question = tab.locator(".modal", { hasText: "Fix this link?" });
  await fix().click();
  await question.waitFor();
  const lines = await question
    .locator(".ibid-chat-diff-line")
    .evaluateAll((lines) =>
      lines.map((line) => [line.dataset.kind, line.querySelector(".ibid-chat-diff-text").textContent]),
    );
  assert.deepEqual(lines, [
    ["removed", BROKEN_TEXT.split("\n")[2]],
    ["added", FIXED_TEXT.split("\n")[2]],
  ]);
  await question.getByRole("button", { name: "No" }).click();
  await question.waitFor({ state: "detached" });
  assert.equal(await page.text(BROKEN), BROKEN_TEXT);
  await fix().click();
  await question.getByRole("button", { name: "Yes" }).click();
  await page.notice("Fixed the link in “Espresso notes”.");
  assert.equal(await page.text(BROKEN), FIXED_TEXT);
  await page.pressInNotice("Undo");
  await tab.waitForFunction(
    async ([path, text]) => (await globalThis.app.vault.read(globalThis.app.vault.getFileByPath(path))) === text,
    [BROKEN, BROKEN_TEXT],
  );
});

onPage("a link that was edited meanwhile is not fixed, and the failure says what to do", async (page) => {
  await checked(page);
  await page.write(BROKEN, "# Espresso notes\n\nNothing here any more.\n");
  await row(page, "broken-link", "Cafeine and sleep")
    .first()
    .getByRole("button", { name: /^Fix link/ })
    .click();
  assert.match(await page.notice("The link couldn't be changed"), /Open the note and edit the link yourself\./);
  assert.equal(await page.text(BROKEN), "# Espresso notes\n\nNothing here any more.\n");
});

onPage("a missing note is created with the sentences that name it", async (page, tab) => {
  await checked(page);
  await unfold(page, "missing-note");
  await row(page, "missing-note", "Lung Espresso Bar")
    .getByRole("button", { name: /^Create note/ })
    .click();
  await tab.waitForFunction(() => globalThis.app.workspace.getActiveFile()?.basename === "Lung Espresso Bar");
  const path = await page.inApp((app) => app.workspace.getActiveFile().path);
  const text = await page.text(path);
  assert.match(text, /^- We went to Lung Espresso Bar with guest 1 at noon\. \(\[\[Bar 1\]\]\)$/m);
  assert.match(text, /^- From Lung Espresso Bar\. \(\[\[Espresso notes\]\]\)$/m);
  await page.inApp((app) => app.workspace.revealLeaf(app.workspace.getLeavesOfType("ibid-health")[0]));
  await row(page, "missing-note", "Lung Espresso Bar").waitFor({ state: "detached" });
});

onPage(
  "research starts from a row, with a question or a missing note as its focus, and not from a private one",
  async (page) => {
    await checked(page);
    await unfold(page, "missing-note");
    await row(page, "missing-note", "Lung Espresso Bar")
      .getByRole("button", { name: /^Research this/ })
      .click();
    await page.agenda.waitFor();
    assert.match(await page.agenda.innerText(), /Your focus/);
    await page.agenda.getByRole("button", { name: "Cancel" }).click();
    await page.notice("Nothing was changed");
    await page.dismissNotices();
    await row(page, "broken-link", "Cafeine and sleep")
      .first()
      .getByRole("button", { name: /^Research this/ })
      .click();
    await page.agenda.waitFor();
    await page.agenda.getByRole("button", { name: "Cancel" }).click();
    await page.notice("Nothing was changed");
    const hidden = row(page, "broken-link", "Cold brw");
    assert.match(await hidden.innerText(), /Private/);
    assert.equal(await hidden.getByRole("button", { name: /^Research this/ }).count(), 0);
    assert.equal(await hidden.getByRole("button", { name: /^Ignore/ }).count(), 1);
  },
);

onPage("the check shows its progress and can be stopped", async (page, tab) => {
  await page.readVault();
  await page.holdReads();
  await page.inApp((app) => void app.commands.executeCommandById("ibid:check-health"));
  await view(page).getByText("Checking").waitFor();
  await page.readHeld();
  await view(page).getByRole("button", { name: "Stop" }).click();
  await view(page).getByText("The check was stopped.").waitFor();
  await page.letRead();
  await view(page).getByRole("button", { name: "Check again" }).click();
  await view(page).locator(".ibid-health-summary", { hasText: "checked" }).waitFor();
  assert.equal(await tab.locator(".notice").count(), 0);
});

onPage("a failure says what happened and what to do", async (page) => {
  await page.readVault();
  await page.holdReads();
  await page.inApp((app) => void app.commands.executeCommandById("ibid:check-health"));
  await page.readHeld();
  await page.crashWorker();
  await view(page).locator(".ibid-health-summary", { hasText: "Ibid stopped unexpectedly" }).waitFor();
  await page.letRead();
  await view(page).getByRole("button", { name: "Check again" }).click();
  await view(page).locator(".ibid-health-summary", { hasText: "checked" }).waitFor();
});

onPage("a change of the vault is pointed out until the next check", async (page) => {
  await checked(page);
  await page.write("Coffee/New.md", "[[Espreso notes]]\n");
  await view(page).getByText("The vault has changed since this check.").waitFor();
  await view(page).getByRole("button", { name: "Check again" }).click();
  await row(page, "broken-link", "Espreso notes").waitFor();
  assert.equal(await view(page).locator(".ibid-health-stale").innerText(), "");
});

onPage(
  "a vault without problems says so",
  async (page) => {
    await page.inApp((app) => void app.commands.executeCommandById("ibid:check-health"));
    await view(page).locator(".ibid-health-summary", { hasText: "3 notes checked." }).waitFor();
    await view(page).locator(".ibid-health-empty", { hasText: "Nothing to mend." }).waitFor();
    assert.equal(await view(page).locator(".ibid-health-group").count(), 0);
  },
  { before: smallVaultScript(TIDY) },
);

onPage("a long group shows more rows by and by, also those beyond the limit of a check", async (page, tab) => {
  await page.write("Many.md", Array.from({ length: 1_105 }, (_, at) => `[[Zyx ${at} missing]]`).join("\n\n"));
  await check(page);
  await unfold(page, "broken-link");
  const rows = group(page, "broken-link").locator(".ibid-health-row");
  const more = group(page, "broken-link").getByRole("button", { name: "Show more: Broken links" });
  const total = await count(page, "broken-link");
  assert.ok(Number(total.replace(",", "")) >= 1_105);
  assert.equal(
    await group(page, "broken-link")
      .locator(".ibid-health-more")
      .innerText()
      .then((text) => text.replace(/\s*Show more/, "")),
    `30 of ${total} shown`,
  );
  await more.click();
  assert.equal(await rows.count(), 60);
  await tab.evaluate(() => {
    const find = () => document.querySelector('.ibid-health-group[data-kind="broken-link"] .ibid-health-more button');
    for (let at = 0; at < 31; at += 1) find().click();
  });
  assert.equal(await rows.count(), 990);
  await more.click();
  assert.equal(await rows.count(), 1_000);
  await more.click();
  await rows.nth(1_020).waitFor();
});

onPage("clusters are chosen, zoomed and opened by keyboard", async (page, tab) => {
  await check(page);
  await picture(page).and(tab.locator('[data-state="drawn"]')).waitFor();
  await picture(page).locator("canvas").focus();
  await picture(page).and(tab.locator('[data-selected="0"]')).waitFor();
  assert.match(await picture(page).getByRole("status").innerText(), /: \d+ notes, (not )?linked with/);
  const seen = new Set(["0"]);
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowLeft", "ArrowDown"]) {
    await tab.keyboard.press(key);
    await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    seen.add(await picture(page).getAttribute("data-selected"));
  }
  assert.ok(seen.size > 1, JSON.stringify([...seen]));
  const zoom = await picture(page).getAttribute("data-zoom");
  await tab.keyboard.press("+");
  await tab.waitForFunction((zoom) => document.querySelector(".ibid-clusters-picture").dataset.zoom !== zoom, zoom);
  await tab.keyboard.press("Shift+ArrowLeft");
  await tab.keyboard.press("-");
  await tab.keyboard.press("0");
  await tab.waitForFunction((zoom) => document.querySelector(".ibid-clusters-picture").dataset.zoom === zoom, zoom);
  await tab.keyboard.press("Home");
  await tab.keyboard.press("Enter");
  const notes = view(page).locator(".ibid-clusters-notes");
  await notes.locator("li").first().waitFor();
  assert.equal(
    await tab.evaluate(() => document.activeElement.classList.contains("ibid-clusters-notes-title")),
    true,
    "the list has the focus",
  );
  await tab.keyboard.press("Escape");
  await notes.locator("li").first().waitFor({ state: "detached" });
  assert.equal(await tab.evaluate(() => document.activeElement.tagName), "CANVAS");
});

onPage("clusters are opened by mouse and from the list, and their notes open", async (page, tab) => {
  await check(page);
  await picture(page).and(tab.locator('[data-state="drawn"]')).waitFor();
  const zoom = await picture(page).getAttribute("data-zoom");
  const box = await picture(page).boundingBox();
  await tab.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await tab.mouse.wheel(0, -300);
  await tab.waitForFunction(
    (zoom) => Number(document.querySelector(".ibid-clusters-picture").dataset.zoom) > Number(zoom),
    zoom,
  );
  await view(page).getByRole("button", { name: "Show all clusters" }).click();
  await view(page).getByText("Clusters as a list").click();
  const first = view(page).locator(".ibid-clusters-item").first();
  const text = await first.innerText();
  await first.click();
  await picture(page).and(tab.locator('[data-selected="0"]')).waitFor();
  const notes = view(page).locator(".ibid-clusters-notes");
  assert.equal(
    `${await notes.locator(".ibid-clusters-notes-title").innerText()}: ${await notes.locator(".ibid-health-count").innerText()}`,
    text.split(",").slice(0, -1).join(","),
  );
  const name = await notes.locator("li a").first().innerText();
  await notes.locator("li a").first().click();
  await tab.waitForFunction((name) => globalThis.app.workspace.getActiveFile()?.basename === name, name);
});

/** What the canvas shows, as an address with all its pixels. */
const pixels = (page) =>
  picture(page)
    .locator("canvas")
    .evaluate((canvas) => canvas.toDataURL());

/** Waits until the canvas shows something else. */
async function redrawn(page, before) {
  await page.page.waitForFunction(
    (before) => document.querySelector(".ibid-clusters-canvas").toDataURL() !== before,
    before,
  );
  return pixels(page);
}

onPage("the picture follows the theme, the size of the pane and the mouse", async (page, tab) => {
  await check(page);
  await picture(page).and(tab.locator('[data-state="drawn"]')).waitFor();
  const light = await pixels(page);
  await tab.emulateMedia({ colorScheme: "dark" });
  const dark = await redrawn(page, light);
  await tab.setViewportSize({ width: 1500, height: 900 });
  const large = await redrawn(page, dark);
  const box = await picture(page).boundingBox();
  const ratio = await tab.evaluate(() => devicePixelRatio);
  assert.equal(
    await picture(page)
      .locator("canvas")
      .evaluate((canvas) => canvas.width),
    Math.round((box.width - 2) * ratio),
  );
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await tab.mouse.move(middle.x, middle.y);
  await tab.mouse.down();
  await tab.mouse.move(middle.x + 60, middle.y + 40, { steps: 4 });
  await tab.mouse.up();
  await redrawn(page, large);
  assert.equal(await view(page).locator(".ibid-clusters-notes li").count(), 0, "a drag is no click");
});

const phone = { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } };

onPage(
  "two fingers zoom the picture on a phone",
  async (page, tab) => {
    await check(page);
    await view(page).getByRole("button", { name: "Clusters", exact: true }).tap();
    await picture(page).and(tab.locator('[data-state="drawn"]')).waitFor();
    const zoom = await picture(page).getAttribute("data-zoom");
    const box = await picture(page).boundingBox();
    const session = await tab.context().newCDPSession(tab);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const touch = (type, distance) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          distance === undefined
            ? []
            : [
                { x: x - distance, y, id: 0 },
                { x: x + distance, y, id: 1 },
              ],
      });
    await touch("touchStart", 30);
    for (const distance of [45, 60, 80]) await touch("touchMove", distance);
    await touch("touchEnd");
    await tab.waitForFunction(
      (zoom) => Number(document.querySelector(".ibid-clusters-picture").dataset.zoom) > 1.5 * Number(zoom),
      zoom,
    );
    assert.equal(await view(page).locator(".ibid-clusters-notes li").count(), 0, "two fingers are no click");
  },
  phone,
);

onPage("the open note's own rows are below its related notes", async (page, tab) => {
  await addNotes(page);
  await page.readVault();
  await page.open(BROKEN);
  await page.inApp((app) => app.commands.executeCommandById("ibid:related-notes"));
  const rows = tab.locator(".ibid-note-health .ibid-health-row");
  await rows.filter({ hasText: "Cafeine and sleep" }).first().waitFor();
  assert.equal(await tab.getByRole("heading", { name: "Health of this note" }).count(), 1);
  const ghost = rows.filter({ hasText: "[[Lung Espresso Bar]]" });
  await ghost.getByRole("button", { name: /^Ignore/ }).click();
  await ghost.waitFor({ state: "detached" });
  await rows
    .filter({ hasText: "Cafeine and sleep" })
    .first()
    .getByRole("button", { name: /^Fix link/ })
    .click();
  await tab.locator(".modal").getByRole("button", { name: "Yes" }).click();
  await page.notice("Fixed the link in “Espresso notes”.");
  assert.equal(await page.text(BROKEN), FIXED_TEXT);
  await page.open("Sleep/Naps.md");
  await rows.filter({ hasText: "Cafeine" }).first().waitFor({ state: "detached" });
});
