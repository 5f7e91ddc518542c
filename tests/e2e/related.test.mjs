// Related notes, from end to end: why and how far notes are related, links by dragging, and unlinked mentions.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { demo, onPageOf } from "./demo-page.mjs";

const NOTE = "Sleep/Naps.md";
const MENTIONING = "Reading/Why We Sleep.md";
const MENTION_LINE = "- Naps are natural; the two o'clock dip comes from the clock and not from lunch.";
const SIMILARITY_NAMES = ["Very similar", "Similar", "Somewhat similar"];

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

const onPage = onPageOf(() => site);

/** Opens a note and the pane, after the whole vault is indexed, so that the lists do not change any more. */
async function showRelated(page, path = NOTE) {
  await page.open(path);
  await page.readVault();
  await page.inApp((app) => app.commands.executeCommandById("ibid:related-notes"));
  await page.page.locator(".ibid-related-list .ibid-related-row").first().waitFor();
}

const relatedRows = (page) => page.page.locator(".ibid-related-list .ibid-related-row");
const mentionRows = (page, title) =>
  page.page.locator(".ibid-mention", {
    has: page.page.locator(".ibid-result-title", { hasText: new RegExp(`^${title}$`) }),
  });

onPage("a related note lists at most three telling words", async (page) => {
  await showRelated(page);
  const wordsByRow = await relatedRows(page).evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll(".ibid-related-word")].map((word) => word.textContent)),
  );
  assert.ok(wordsByRow.length > 5);
  assert.ok(
    wordsByRow.every((words) => words.length <= 3),
    JSON.stringify(wordsByRow),
  );
  const words = wordsByRow.flat();
  assert.ok(words.includes("nap"), JSON.stringify(words));
  const highlighted = await relatedRows(page).locator(".ibid-result-hit").allTextContents();
  assert.ok(highlighted.length > 0);
  for (const general of ["lie", "itself", "first", "once", "last", "minutes", "people", "00", "30"])
    assert.ok(![...words, ...highlighted].includes(general), general);
});

onPage("a Chinese note is explained by whole words", async (page) => {
  await showRelated(page, "Gardens/堆肥.md");
  const row = relatedRows(page).filter({ hasText: "咖啡渣" }).first();
  assert.ok((await row.locator(".ibid-related-word").allTextContents()).includes("堆肥"));
});

onPage("a bar with a name shows how similar each note is", async (page, tab) => {
  await showRelated(page);
  const bars = await tab.locator(".ibid-similarity").evaluateAll((elements) =>
    elements.map((bar) => ({
      name: bar.getAttribute("aria-label"),
      share: bar.firstElementChild.getBoundingClientRect().width / bar.getBoundingClientRect().width,
    })),
  );
  assert.equal(bars.length, await relatedRows(page).count());
  assert.ok(
    bars.every(({ name }) => SIMILARITY_NAMES.includes(name)),
    JSON.stringify(bars),
  );
  const shares = bars.map(({ share }) => share);
  assert.deepEqual(
    shares,
    [...shares].sort((a, b) => b - a),
    "the most similar note comes first",
  );
  assert.ok(shares[0] > shares.at(-1) && shares[0] < 1, "only a copy of the note fills the bar");
  assert.equal(
    await tab.getByRole("link", { name: bars[0].name }).first().locator(".ibid-similarity").count(),
    1,
    "the row is named by it too",
  );
});

onPage("hovered rows are a source of previews that the user can configure", async (page, tab) => {
  await showRelated(page);
  const source = await page.inApp((app) => app.workspace.hoverLinkSources["ibid-related"]);
  assert.deepEqual(source, { display: "Related notes", defaultMod: true });
  await page.inApp((app) => {
    globalThis.hovered = [];
    app.workspace.on("hover-link", ({ source, linktext, state }) =>
      globalThis.hovered.push([source, linktext, state.scroll]),
    );
  });
  await mentionRows(page, "Why We Sleep").locator(".ibid-result-title").hover();
  assert.deepEqual(await tab.evaluate(() => globalThis.hovered[0]), ["ibid-related", MENTIONING, 13]);
});

onPage("a row that is dragged into the note becomes a link", async (page, tab) => {
  await showRelated(page);
  const before = await page.text(NOTE);
  const row = relatedRows(page).first();
  const title = await row.locator(".ibid-result-title").innerText();
  await row
    .locator(".ibid-result-title")
    .dragTo(tab.locator(".cm-line", { hasText: "sleep borrowed" }), { targetPosition: { x: 1, y: 8 } });
  await tab.waitForFunction(
    (before) => globalThis.app.workspace.getLeavesOfType("markdown")[0].view.editor.getValue() !== before,
    before,
  );
  const after = await page.text(NOTE);
  const link = new RegExp(`\\[\\[${title}[^\\]]*\\]\\](?=Naps are sleep)`);
  assert.match(after, link);
  assert.equal(after.replace(link, ""), before, "nothing else changes");
});

onPage("an unlinked mention is shown in its sentence and opens at its line", async (page, tab) => {
  await showRelated(page);
  const row = mentionRows(page, "Why We Sleep");
  assert.equal(await row.locator(".ibid-result-snippet").innerText(), MENTION_LINE.slice(2));
  assert.deepEqual(await row.locator(".ibid-result-hit").allInnerTexts(), ["Naps"]);
  assert.equal(await tab.getByRole("heading", { name: "Unlinked mentions" }).count(), 1);
  await row.locator(".ibid-result-title").click();
  await tab.waitForFunction(() => globalThis.app.workspace.activeEditor?.editor.getCursor().line > 0);
  const cursor = await page.inApp((app) => {
    const { editor, file } = app.workspace.activeEditor;
    return [file.path, editor.getLine(editor.getCursor().line)];
  });
  assert.deepEqual(cursor, [MENTIONING, MENTION_LINE]);
});

onPage("a mention becomes a link, nothing else changes, and it can be undone", async (page, tab) => {
  await showRelated(page);
  const before = await page.text(MENTIONING);
  const row = mentionRows(page, "Why We Sleep");
  await row.getByRole("button", { name: "Link “Naps” in Why We Sleep" }).click();
  await page.notice("Linked “Naps” in Why We Sleep.");
  await row.waitFor({ state: "detached" });
  assert.equal(await page.text(MENTIONING), before.replace("- Naps are", "- [[Naps]] are"));
  await page.pressInNotice("Undo");
  await row.waitFor();
  assert.equal(await page.text(MENTIONING), before);
  assert.equal(await tab.locator(".notice").count(), 0);
});

onPage("an alias and a name in other case keep their words in the link", async (page) => {
  await showRelated(page, "Sleep/Circadian rhythm.md");
  await mentionRows(page, "Light and sleep").getByRole("button").click();
  await page.notice("Linked “body clock” in Light and sleep.");
  assert.match(
    await page.text("Sleep/Light and sleep.md"),
    /enough to set the \[\[Circadian rhythm\|body clock\]\], and/,
  );
});

onPage("a mention in a note that was edited meanwhile is not linked", async (page) => {
  await showRelated(page);
  await mentionRows(page, "Why We Sleep").waitFor();
  const edited = await page.inApp(async (app, path) => {
    const file = app.vault.getFileByPath(path);
    const text = (await app.vault.read(file)).replace("- Naps are", "- Short naps are");
    const button = [...document.querySelectorAll(".ibid-mention button")].find((button) =>
      button.ariaLabel.endsWith("Why We Sleep"),
    );
    await app.vault.modify(file, text);
    button.click();
    return text;
  }, MENTIONING);
  await page.notice("The line was edited, so Ibid didn't add the link.");
  assert.equal(await page.text(MENTIONING), edited);
});

onPage("two linked mentions of one note are undone each by its own notice", async (page, tab) => {
  await page.write("Naps in practice.md", "One word on naps here.\n\nAnd naps again.\n");
  await showRelated(page);
  const rows = mentionRows(page, "Naps in practice");
  await rows.nth(1).waitFor();
  await rows.nth(0).getByRole("button").click();
  await tab.locator(".notice").nth(0).waitFor();
  await tab.waitForFunction(
    () =>
      [...document.querySelectorAll(".ibid-mention")].filter((row) => row.innerText.includes("Naps in practice"))
        .length === 1,
  );
  await rows.nth(0).getByRole("button").click();
  await tab.locator(".notice").nth(1).waitFor();
  await tab.locator(".notice").nth(0).locator("button", { hasText: "Undo" }).click();
  await rows.nth(0).waitFor();
  assert.equal(await page.text("Naps in practice.md"), "One word on naps here.\n\nAnd [[Naps|naps]] again.\n");
});

onPage("notes in excluded folders are not listed", async (page) => {
  await page.set({ excludedFolders: ["Reading"] });
  await showRelated(page);
  await mentionRows(page, "Why We Sleep").waitFor({ state: "detached" });
  assert.equal(await relatedRows(page).filter({ hasText: "Why We Sleep" }).count(), 0);
});

onPage("another note without mentions shows none of the last note", async (page, tab) => {
  await showRelated(page);
  await mentionRows(page, "Why We Sleep").waitFor();
  await page.open("Gardens/Pollinators.md");
  await tab.locator(".ibid-mention").first().waitFor({ state: "detached" });
  await page.open("Attachments/soil-test.png");
  await tab.locator(".ibid-related-empty", { hasText: "for Markdown notes" }).waitFor();
  assert.equal(await tab.locator(".ibid-mention").count(), 0);
});

const phone = { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } };

onPage(
  "on a phone the buttons are large enough, and a long press does not drag",
  async (page, tab) => {
    await showRelated(page);
    const button = mentionRows(page, "Why We Sleep").getByRole("button");
    await button.scrollIntoViewIfNeeded();
    assert.ok((await button.boundingBox()).height >= 44);
    assert.equal(await tab.locator(".ibid-related-row[draggable=true]").count(), 0);
    await button.tap();
    await page.notice("Linked “Naps” in Why We Sleep.");
  },
  phone,
);
