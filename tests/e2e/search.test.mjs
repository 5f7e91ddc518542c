// Search while typing and the pane of related notes, from end to end.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demo, onPageOf } from "./demo-page.mjs";

const NOTE = "Coffee/Afternoon coffee.md";
const COUNT_STARTS = `
  globalThis.compiled = 0; globalThis.workers = 0;
  const compile = WebAssembly.compile;
  WebAssembly.compile = (...args) => { globalThis.compiled++; return compile(...args); };
  globalThis.Worker = class extends Worker { constructor(...args) { super(...args); globalThis.workers++; } };`;

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

const onPage = onPageOf(() => site);

const command = (page, id) => page.inApp((app, id) => app.commands.executeCommandById(id), `ibid:${id}`);

/** Opens the search and types; waits for a first result with the given title. */
async function search(page, query, first) {
  await command(page, "search-vault");
  await page.page.locator(".ibid-search .prompt-input").fill(query);
  if (first !== undefined) await titled(page, ".ibid-search .suggestion-item", first).first().waitFor();
}

const titled = (page, selector, title) =>
  page.page
    .locator(selector)
    .filter({ has: page.page.locator(".ibid-result-title", { hasText: new RegExp(`^${title}$`) }) });
const titles = (page, within) => page.page.locator(`${within} .ibid-result-title`).allTextContents();

/** Returns file, line and text of the line at the cursor. */
const cursor = (page) =>
  page.inApp((app) => {
    const { editor, file } = app.workspace.activeEditor;
    return [file.path, editor.getLine(editor.getCursor().line)];
  });

const openTabs = (page) =>
  page.inApp((app) => app.workspace.getLeavesOfType("markdown").map((leaf) => leaf.view.file.path));

/** Adds notes, of which one has a unique word; they are not read before `letRead`. */
async function unreadNotes(page) {
  await page.inApp(async (app) => {
    await app.vault.createFolder("Zoo");
    for (let number = 0; number < 400; number++)
      await app.vault.create(`Zoo/Note ${number}.md`, `Number ${number} of many.\n`);
    await app.vault.create("Zoo/Zenith.md", "A seldom seen star.\n");
  });
  await page.holdReads("Zoo/");
}

onPage(
  "typed words are found and highlighted, and nothing was started before",
  async (page, tab) => {
    const starts = () => tab.evaluate(() => [globalThis.compiled, globalThis.workers]);
    await page.open(NOTE);
    assert.deepEqual(await starts(), [0, 0]);
    await page.palette("Search the vault");
    await tab.locator(".ibid-search").waitFor();
    await tab.keyboard.type("caffeine sleep", { delay: 20 });
    const row = titled(page, ".ibid-search .suggestion-item", "Caffeine and sleep").first();
    // It is found by the first word alone, too.
    await row.locator(".ibid-result-title .ibid-result-hit", { hasText: /^sleep$/ }).waitFor();
    assert.deepEqual(await row.locator(".ibid-result-title .ibid-result-hit").allInnerTexts(), ["Caffeine", "sleep"]);
    assert.ok((await row.locator(".ibid-result-snippet .ibid-result-hit").count()) > 0);
    assert.equal(await row.locator(".ibid-result-folder").innerText(), "Sleep");
    assert.deepEqual(await starts(), [1, 1]);
  },
  { before: COUNT_STARTS },
);

onPage("the result of an outdated query is never shown", async (page, tab) => {
  await page.readVault();
  await search(page, "mycorrhiza", "Mycorrhiza");
  await page.holdReads();
  await tab.evaluate(() => {
    globalThis.seen = [];
    const results = document.querySelector(".prompt-results");
    new MutationObserver(() => globalThis.seen.push(results.innerText)).observe(results, {
      childList: true,
      subtree: true,
    });
  });
  await tab.locator(".prompt-input").fill("melatonin");
  await page.readHeld();
  const meanwhile = await titles(page, ".ibid-search");
  await tab.locator(".prompt-input").fill("pollinators");
  await page.letRead();
  await titled(page, ".suggestion-item.is-selected", "Pollinators").waitFor();
  assert.equal(meanwhile[0], "Mycorrhiza", "the last results stay while new ones come");
  const seen = await tab.evaluate(() => globalThis.seen);
  assert.ok(
    seen.every((text) => text.includes("Pollinators")),
    JSON.stringify(seen),
  );
});

onPage("enter opens the note at the passage, the cursor there", async (page, tab) => {
  await page.open(NOTE);
  await search(page, "driving simulators", "Naps");
  await tab.keyboard.press("Enter");
  await tab.locator(".ibid-search").waitFor({ state: "detached" });
  await tab.waitForFunction(() => globalThis.app.workspace.activeEditor?.editor.getCursor().line > 0);
  assert.deepEqual(await cursor(page), ["Sleep/Naps.md", "## The coffee nap"]);
  assert.deepEqual(await openTabs(page), ["Sleep/Naps.md"], "in the same tab");
});

/** Returns the highlighted text of the editor. */
const highlighted = (tab) =>
  tab.evaluate(() =>
    [...document.querySelectorAll(".cm-line:has(.is-flashing)")]
      .map((line) => line.innerText)
      .filter((text) => text.trim() !== ""),
  );

onPage("the opened passage is highlighted in the editor until the cursor moves", async (page, tab) => {
  await page.open(NOTE);
  await search(page, "driving simulators", "Naps");
  await tab.keyboard.press("Enter");
  await tab.locator(".cm-line .is-flashing").first().waitFor();
  const [heading, ...passage] = await highlighted(tab);
  assert.match(heading, /The coffee nap$/);
  assert.match(passage.join(" "), /driving simulators/);
  await tab.keyboard.press("ArrowDown");
  await tab.locator(".is-flashing").first().waitFor({ state: "detached" });
});

onPage("the opened passage is highlighted in reading view", async (page, tab) => {
  await page.open(NOTE);
  await page.inApp((app) => app.workspace.activeEditor.toggleMode());
  await search(page, "driving simulators", "Naps");
  await tab.keyboard.press("Enter");
  const marked = tab.locator(".markdown-preview-view .is-flashing");
  await marked.filter({ hasText: "driving simulators" }).waitFor();
  assert.equal(await marked.first().innerText(), "The coffee nap");
  assert.equal(
    await marked
      .filter({ hasText: "driving simulators" })
      .evaluate((el) => getComputedStyle(el).backgroundColor !== "rgba(0, 0, 0, 0)"),
    true,
  );
});

onPage("the search of a note lists its passages, and enter goes to one", async (page, tab) => {
  await page.write(
    "Tea.md",
    "# Water\nSoft water for green tea.\n\n# Heat\nHot water, but not boiling.\n\n# Milk\nNone.\n",
  );
  await page.open("Tea.md");
  await page.readVault();
  await page.palette("Search this note");
  await tab.locator(".suggestion-empty", { hasText: "Type to search this note." }).waitFor();
  assert.deepEqual(await tab.locator(".ibid-search-operator").allInnerTexts(), [
    '"two words" exact phrase',
    "-word exclude a word",
  ]);
  await tab.locator(".ibid-search .prompt-input").fill("water");
  await tab.locator(".ibid-search .suggestion-item").nth(1).waitFor();
  assert.deepEqual(
    (await titles(page, ".ibid-search")).sort(),
    ["Heat", "Water"],
    "each passage once, and no other note",
  );
  await tab.locator(".ibid-search .prompt-input").fill("boiling");
  const row = titled(page, ".suggestion-item", "Heat");
  await row.waitFor();
  await titled(page, ".suggestion-item", "Water").waitFor({ state: "detached" });
  assert.equal(await row.locator(".ibid-result-folder").innerText(), "Line 4");
  await tab.keyboard.press("Enter");
  await tab.waitForFunction(() => globalThis.app.workspace.activeEditor?.editor.getCursor().line === 3);
  assert.deepEqual(await openTabs(page), ["Tea.md"], "in the same tab");
  await tab.locator(".is-flashing", { hasText: "boiling" }).waitFor();
  await page.palette("Search this note");
  await tab.locator(".ibid-search .prompt-input").fill("caffeine");
  await tab.locator(".suggestion-empty", { hasText: "Nothing found in this note for “caffeine”." }).waitFor();
});

onPage("the search of a note is hidden while no note is open", async (page, tab) => {
  await page.inApp((app) => app.workspace.detachLeavesOfType("markdown"));
  await tab.keyboard.press("Control+p");
  await tab.locator(".prompt-input").fill("Search");
  await tab.locator(".suggestion-item", { hasText: "Search the vault" }).waitFor();
  assert.equal(await tab.locator(".suggestion-item", { hasText: /\bSearch this note/ }).count(), 0);
});

onPage("arrows move the choice, and with the modifier a note opens in a new tab", async (page, tab) => {
  await page.open(NOTE);
  await page.readVault();
  await search(page, "caffeine", "Caffeine and sleep");
  const second = (await titles(page, ".ibid-search"))[1];
  await tab.keyboard.press("ArrowDown");
  assert.equal(await tab.locator(".suggestion-item.is-selected .ibid-result-title").innerText(), second);
  await tab.keyboard.press("Control+Enter");
  await tab.waitForFunction(() => globalThis.app.workspace.getLeavesOfType("markdown").length === 2);
  const [first, other] = await openTabs(page);
  assert.equal(first, NOTE);
  assert.match(other, new RegExp(`/${second}.md$`));
});

onPage("alt and enter insert a link to the heading at the cursor, and change nothing else", async (page, tab) => {
  await page.open(NOTE);
  const before = await page.text(NOTE);
  const at = before.indexOf("Some nights");
  await page.inApp(
    (app, at) => app.workspace.activeEditor.editor.setCursor(app.workspace.activeEditor.editor.offsetToPos(at)),
    at,
  );
  await search(page, "driving simulators", "Naps");
  await tab.keyboard.press("Alt+Enter");
  await tab.locator(".ibid-search").waitFor({ state: "detached" });
  const link = "[[Naps#The coffee nap]]";
  assert.equal(await page.text(NOTE), before.slice(0, at) + link + before.slice(at));
  assert.deepEqual(await openTabs(page), [NOTE]);
  await tab.keyboard.type("!");
  assert.equal(
    await page.text(NOTE),
    `${before.slice(0, at)}${link}!${before.slice(at)}`,
    "one writes on behind the link",
  );
  await tab.keyboard.press("Control+z");
  await tab.keyboard.press("Control+z");
  assert.equal(await page.text(NOTE), before);
});

onPage("the selection is searched, and becomes the text of the link", async (page, tab) => {
  await page.open(NOTE);
  const before = await page.text(NOTE);
  await page.inApp((app) => {
    const { editor } = app.workspace.activeEditor;
    const at = editor.getValue().indexOf("deep sleep");
    editor.setSelection(editor.offsetToPos(at), editor.offsetToPos(at + "deep sleep".length));
  });
  await command(page, "search-vault");
  assert.equal(await tab.locator(".prompt-input").inputValue(), "deep sleep");
  const row = tab.locator(".suggestion-item.is-selected .ibid-result-hit").first();
  await row.waitFor();
  await tab.keyboard.press("Alt+Enter");
  const after = await page.text(NOTE);
  assert.match(after, /\[\[[^\]|]+\|deep sleep\]\]/);
  assert.equal(after.replace(/\[\[[^\]|]+\|(deep sleep)\]\]/, "$1"), before);
});

onPage("without an editable note the link is refused with a message", async (page, tab) => {
  await page.open(NOTE);
  const before = await page.text(NOTE);
  await page.inApp((app) => app.workspace.activeEditor.toggleMode());
  await search(page, "mycorrhiza", "Mycorrhiza");
  await tab.keyboard.press("Alt+Enter");
  await page.notice("No note is open for editing.");
  assert.equal(await page.text(NOTE), before);
});

onPage("before typing, recent notes and the operators are shown", async (page, tab) => {
  for (const path of ["Sleep/Naps.md", "Gardens/Soil.md", NOTE]) {
    await page.open(path);
    await tab.waitForFunction((path) => globalThis.app.workspace.getLastOpenFiles()[0] === path, path);
  }
  await command(page, "search-vault");
  await tab.locator(".suggestion-item").first().waitFor();
  assert.deepEqual((await titles(page, ".ibid-search")).slice(0, 2), ["Soil", "Naps"]);
  assert.deepEqual(await tab.locator(".ibid-search-operator code").allInnerTexts(), [
    '"two words"',
    "-word",
    "path:",
    "tag:",
  ]);
  await tab.keyboard.press("Enter");
  await tab.waitForFunction(() => globalThis.app.workspace.getActiveFile()?.path === "Gardens/Soil.md");
});

onPage("the last query is filled in and selected", async (page, tab) => {
  await search(page, "mycorrhiza", "Mycorrhiza");
  await tab.keyboard.press("Escape");
  await command(page, "search-vault");
  await titled(page, ".suggestion-item.is-selected", "Mycorrhiza").waitFor();
  await tab.keyboard.type("naps");
  assert.equal(await tab.locator(".prompt-input").inputValue(), "naps");
});

onPage("an empty result shows the reason", async (page, tab) => {
  await unreadNotes(page);
  await search(page, "xylophone");
  await tab
    .locator(".prompt-results", { hasText: /Nothing found yet for “xylophone”\.\s*\d+ of \d+ notes indexed\./ })
    .waitFor();
  await page.letRead();
  await tab
    .locator(".prompt-results", { hasText: /No notes found for “xylophone”\.\s*Try other search terms\./ })
    .waitFor();
  await tab.locator(".ibid-search-reading").waitFor({ state: "detached" });
});

onPage("results come in while notes are still being read", async (page, tab) => {
  await unreadNotes(page);
  await search(page, "coffee", "Afternoon coffee");
  assert.match(await tab.locator(".ibid-search-footer").innerText(), /^\d+ of \d+ notes indexed…$/);
  await page.letRead();
  await tab.locator(".prompt-input").fill("seldom");
  await titled(page, ".suggestion-item", "Zenith").waitFor();
});

onPage("the list does not change while the user moves through it", async (page, tab) => {
  await tab.clock.install();
  await unreadNotes(page);
  await search(page, "coffee", "Afternoon coffee");
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("ArrowDown");
  const before = [await titles(page, ".ibid-search"), await titles(page, ".suggestion-item.is-selected")];
  await page.letRead();
  await tab.locator(".ibid-search-reading").waitFor({ state: "detached" });
  await tab.clock.runFor(300);
  assert.deepEqual([await titles(page, ".ibid-search"), await titles(page, ".suggestion-item.is-selected")], before);
});

test("a core that cannot start is reported in the search and in the pane", async () => {
  const page = await site.page({ before: "delete globalThis.WebAssembly;" });
  await page.open(NOTE);
  await search(page, "coffee");
  await page.page.locator(".prompt-results", { hasText: "Ibid needs WebAssembly" }).waitFor();
  await page.page.keyboard.press("Escape");
  await command(page, "related-notes");
  await page.page.locator(".ibid-related-empty", { hasText: "Ibid needs WebAssembly" }).waitFor();
  await page.close();
});

onPage("the pane shows notes related to the open note and follows it", async (page, tab) => {
  await page.open("Sleep/Naps.md");
  await page.palette("Related notes");
  await tab.locator(".ibid-related-row").first().waitFor();
  assert.ok(!(await titles(page, ".ibid-related")).includes("Naps"), "a note is not its own neighbour");
  // Shared words and links are shown once the notes are read.
  await tab.locator(".ibid-related-word").first().waitFor();
  await tab.locator(".ibid-related-linked").first().waitFor();
  await page.open("Gardens/Composting.md");
  await titled(page, ".ibid-related-row", "Coffee grounds in the garden").waitFor();
  await page.open("Attachments/soil-test.png");
  await tab.locator(".ibid-related-empty", { hasText: "for Markdown notes" }).waitFor();
});

onPage("the pane follows edits of the open note", async (page, tab) => {
  await page.write("Xyzzy.md", "");
  await page.open("Xyzzy.md");
  await command(page, "related-notes");
  await tab.locator(".ibid-related-empty", { hasText: "No related notes found" }).waitFor();
  await tab.locator(".cm-content").first().click();
  await tab.keyboard.type("Mycorrhiza and the fungi at the roots of street trees");
  await titled(page, ".ibid-related-row", "Mycorrhiza").waitFor();
});

onPage("a related note opens at its passage, with the modifier in a new tab", async (page, tab) => {
  await page.open("Sleep/Naps.md");
  await command(page, "related-notes");
  const row = tab.locator(".ibid-related-row").first();
  await row.click({ modifiers: ["Control"] });
  await tab.waitForFunction(() => globalThis.app.workspace.getLeavesOfType("markdown").length === 2);
  assert.equal((await openTabs(page))[0], "Sleep/Naps.md");
});

onPage("a link to a related note is inserted in the editor, although the pane was clicked", async (page, tab) => {
  await page.open("Sleep/Naps.md");
  const before = await page.text("Sleep/Naps.md");
  await page.inApp((app) => app.workspace.activeEditor.editor.setCursor(0, 0));
  await page.readVault();
  await command(page, "related-notes");
  const row = tab.locator(".ibid-related-row").first();
  const title = await row.locator(".ibid-result-title").innerText();
  await row.hover();
  await row.locator("button").click();
  const after = await page.text("Sleep/Naps.md");
  assert.match(after, new RegExp(`^\\[\\[${title}`));
  assert.equal(after.replace(/^\[\[[^\]]+\]\]/, ""), before);
  assert.deepEqual(await openTabs(page), ["Sleep/Naps.md"]);
});

onPage("hovering a related note triggers the app's preview", async (page, tab) => {
  await page.open("Sleep/Naps.md");
  await page.inApp((app) => {
    globalThis.hovered = [];
    app.workspace.on("hover-link", ({ source, linktext, sourcePath }) =>
      globalThis.hovered.push([source, linktext, sourcePath]),
    );
  });
  await command(page, "related-notes");
  await tab.locator(".ibid-related-row").first().hover();
  const [[source, linktext, sourcePath]] = await tab.evaluate(() => globalThis.hovered);
  assert.deepEqual([source, sourcePath], ["ibid-related", "Sleep/Naps.md"]);
  assert.match(linktext, /\.md$/);
});

onPage(
  "a hidden pane starts nothing, and updates when it is shown",
  async (page, tab) => {
    await tab.clock.install();
    await page.open("Sleep/Naps.md");
    const starts = () => tab.evaluate(() => globalThis.workers);
    await page.inApp(async (app) => {
      await app.workspace.getRightLeaf(false).setViewState({ type: "ibid-related" });
    });
    await page.open("Gardens/Composting.md");
    await tab.clock.runFor(500);
    assert.equal(await starts(), 0);
    await page.inApp((app) => app.workspace.rightSplit.expand());
    await titled(page, ".ibid-related-row", "Coffee grounds in the garden").waitFor();
    assert.equal(await starts(), 1);
    await page.inApp((app) => app.workspace.rightSplit.collapse());
    await tab.waitForFunction(
      () => globalThis.app.workspace.getLeavesOfType("ibid-related")[0].view.isVisible === false,
    );
    await page.open("Sleep/Naps.md");
    await tab.clock.runFor(500);
    assert.ok(
      (await titles(page, ".ibid-related")).includes("Coffee grounds in the garden"),
      "what is hidden stays as it was",
    );
    await page.inApp((app) => app.workspace.rightSplit.expand());
    await titled(page, ".ibid-related-row", "Coffee grounds in the garden").waitFor({ state: "detached" });
  },
  { before: COUNT_STARTS },
);

const phone = { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } };

onPage(
  "on a phone a button inserts the link, and no keys are mentioned",
  async (page, tab) => {
    await page.open(NOTE);
    const before = await page.text(NOTE);
    await page.inApp((app) => app.workspace.activeEditor.editor.setCursor(0, 0));
    await search(page, "driving simulators", "Naps");
    assert.equal(await tab.locator(".prompt-instructions").count(), 0);
    await titled(page, ".suggestion-item", "Naps").first().locator("button").tap();
    await tab.locator(".ibid-search").waitFor({ state: "detached" });
    assert.equal(await page.text(NOTE), `[[Naps#The coffee nap]]${before}`);
    assert.deepEqual(await openTabs(page), [NOTE]);
  },
  phone,
);

onPage(
  "on a phone the pane closes when a note is opened",
  async (page, tab) => {
    await page.open("Sleep/Naps.md");
    await command(page, "related-notes");
    const row = tab.locator(".ibid-related-row").first();
    await row.locator(".ibid-result-title").tap();
    await row.waitFor({ state: "hidden" });
    await tab.waitForFunction(() => globalThis.app.workspace.getActiveFile().path !== "Sleep/Naps.md");
  },
  phone,
);
