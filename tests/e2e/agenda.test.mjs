// The agenda window: editing it before a run, and that nothing happens without approval.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demo, onPageOf } from "./demo-page.mjs";

const NOTE = "Coffee/Afternoon coffee.md";
const TITLE = "Research this note";
const KEY = "sk-agenda-0123456789abcdefghij";
const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
const PHONE = { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } };

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

const onPage = onPageOf(() => site);

async function openAgenda(page, path = NOTE) {
  await page.open(path);
  await page.inApp((app, id) => app.commands.executeCommandById(id), "ibid:research-note");
  await rows(page).first().waitFor();
}

const rows = (page) => page.agenda.locator(".ibid-agenda-topic");
const label = (row) => row.locator(".ibid-agenda-label");
const names = (page) => page.agenda.locator(".ibid-agenda-label > span:first-child").allInnerTexts();
const total = (page) => page.agenda.locator(".ibid-agenda-total").innerText();
const tick = (row) => row.locator("input[type=checkbox]");
const press = (page, ...keys) =>
  keys.reduce((before, key) => before.then(() => page.page.keyboard.press(key)), Promise.resolve());
const set = (page, values) => page.set(values);

/** Waits until a text matches: the core computes costs and kinds of topics after every change. */
async function matches(read, pattern) {
  const end = Date.now() + 60_000;
  while (!pattern.test(await read()) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.match(await read(), pattern);
}
const totalMatches = (page, pattern) => matches(() => total(page), pattern);
const rowMatches = (page, at, pattern) => matches(() => rows(page).nth(at).innerText(), pattern);

/** The topics of the written section: the questions that are answered on top, and the headings. */
async function researched(page, path = NOTE) {
  await page.notice("Researched");
  const text = await page.text(path);
  const section = text.slice(text.indexOf("## Research"));
  const named = (pattern) => [...section.matchAll(pattern)].map(([, name]) => name);
  return { onTop: named(/^- \*\*(.+?)\*\* /gm), headings: named(/^### (.+)$/gm) };
}

/** All topics of the written section, in no order. */
async function researchedTopics(page) {
  const { onTop, headings } = await researched(page);
  return [...new Set([...onTop, ...headings])];
}

onPage("the agenda shows topics with their reasons, and the total follows the ticks", async (page) => {
  await openAgenda(page);
  const count = await rows(page).count();
  assert.ok(count > 3);
  await totalMatches(page, new RegExp(`^${count} topics, free, `));
  assert.match(await page.agenda.innerText(), /Nothing leaves this device\./);
  assert.equal(await page.page.locator(".notice").count(), 0, "the news makes room");
  assert.match(await rows(page).nth(0).innerText(), /\n(Question in this note|Claim in a list)\n/, "one reason");
  assert.equal(await page.agenda.locator("select").count(), 0, "without the web there is no depth");
  assert.equal(await page.agenda.getByRole("button", { name: "Start", exact: true }).count(), 1);
  assert.equal(
    await page.agenda.getByRole("button", { name: `Move “${(await names(page))[1]}” up`, exact: true }).count(),
    1,
  );
  await tick(rows(page).nth(0)).click();
  await totalMatches(page, new RegExp(`^${count - 1} topics, free, `));
  for (let at = 1; at < count; at++) await tick(rows(page).nth(at)).click();
  await totalMatches(page, /^Select at least one topic$/);
  assert.ok(await page.agenda.locator("button", { hasText: "Start" }).isDisabled());
  await press(page, "Control+Enter");
  assert.ok(await page.agenda.isVisible(), "nothing to start");
});

onPage("an unticked topic is not researched, and stays unticked next time", async (page) => {
  await openAgenda(page);
  const before = await names(page);
  await tick(rows(page).nth(0)).click();
  await page.approve();
  const topics = await researchedTopics(page);
  assert.ok(topics.length > 0 && !topics.includes(before[0]), topics.join(" | "));
  await page.dismissNotices();
  await openAgenda(page);
  const again = (await names(page)).indexOf(before[0]);
  assert.ok(again >= 0);
  assert.equal(await tick(rows(page).nth(again)).isChecked(), false);
  await press(page, "Escape");
});

onPage("topics are renamed, and Escape keeps the old name", async (page) => {
  await openAgenda(page);
  const [first, second] = await names(page);
  await label(rows(page).nth(0)).click();
  await page.page.keyboard.type("Never mind");
  await press(page, "Escape");
  assert.ok(await page.agenda.isVisible(), "only the field is left");
  assert.equal((await names(page))[0], first);
  await label(rows(page).nth(0)).click();
  await page.page.keyboard.type("Does caffeine reduce slow-wave sleep?");
  await press(page, "Enter");
  assert.deepEqual((await names(page)).slice(0, 2), ["Does caffeine reduce slow-wave sleep?", second]);
  await rowMatches(page, 0, /Edited by you/);
  for (let at = 1; at < (await rows(page).count()); at++) await tick(rows(page).nth(at)).uncheck();
  await page.approve();
  assert.equal((await researched(page)).headings[0], "Does caffeine reduce slow-wave sleep?");
});

onPage("a name that is still being typed counts when the run starts", async (page) => {
  await openAgenda(page);
  await label(rows(page).nth(0)).click();
  await page.page.keyboard.type("Does caffeine reduce slow-wave sleep?");
  await press(page, "Control+Enter");
  assert.ok((await researchedTopics(page)).includes("Does caffeine reduce slow-wave sleep?"));
});

onPage("topics are moved by buttons, and the report keeps their order", async (page) => {
  await openAgenda(page);
  const [first, second, third] = await names(page);
  assert.ok(await rows(page).nth(0).locator("button").nth(0).isDisabled(), "the first cannot go up");
  await rows(page).nth(0).locator("button").nth(1).click();
  assert.deepEqual((await names(page)).slice(0, 3), [second, first, third]);
  await rows(page).nth(2).locator("button").nth(0).click();
  assert.deepEqual((await names(page)).slice(0, 3), [second, third, first]);
  const order = await names(page);
  await page.approve();
  const { onTop, headings } = await researched(page);
  for (const topics of [onTop, headings]) {
    const places = topics.map((topic) => order.indexOf(topic)).filter((place) => place >= 0);
    assert.ok(places.length > 1, topics.join(" | "));
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
  }
});

onPage("topics are moved by dragging", async (page) => {
  await openAgenda(page);
  const [first, second, third] = await names(page);
  const grip = await rows(page).nth(0).locator(".ibid-agenda-handle").boundingBox();
  const target = await rows(page).nth(1).boundingBox();
  const { mouse } = page.page;
  await mouse.move(grip.x + 5, grip.y + 5);
  await mouse.down();
  await mouse.move(grip.x + 5, grip.y + 20, { steps: 3 });
  await mouse.move(grip.x + 5, target.y + target.height - 4, { steps: 5 });
  await mouse.up();
  assert.deepEqual((await names(page)).slice(0, 3), [second, first, third]);
});

onPage("topics are added", async (page) => {
  await openAgenda(page);
  const before = await rows(page).count();
  const field = page.agenda.locator(".ibid-agenda-add");
  await field.fill("Do used coffee grounds have a neutral pH?");
  await field.press("Enter");
  await field.fill("Circadian rhythm");
  await field.press("Enter");
  await field.press("Enter");
  assert.equal(await rows(page).count(), before + 2);
  assert.equal(await field.inputValue(), "");
  await rowMatches(page, before, /^Do used coffee grounds have a neutral pH\?\s+Added by you$/);
  await rowMatches(page, before + 1, /^Circadian rhythm\s+Added by you$/);
  await page.approve();
  assert.ok((await researchedTopics(page)).includes("Do used coffee grounds have a neutral pH?"));
});

for (const [way, go] of Object.entries({
  "the button": (page) => page.approve(),
  "the keyboard": (page) => press(page, "Control+Enter"),
})) {
  onPage(`text that was not added yet becomes a topic when the run is started by ${way}`, async (page) => {
    await openAgenda(page);
    const count = await rows(page).count();
    for (let at = 0; at < count; at++) await tick(rows(page).nth(at)).uncheck();
    assert.ok(await page.agenda.locator("button", { hasText: "Start" }).isDisabled());
    await page.agenda.locator(".ibid-agenda-add").fill("Do used coffee grounds have a neutral pH?");
    await totalMatches(page, /^1 topic, /);
    await go(page);
    assert.equal((await researched(page)).headings[0], "Do used coffee grounds have a neutral pH?");
  });
}

onPage("a topic that is in the list already is not added again", async (page) => {
  await openAgenda(page);
  const before = await names(page);
  const field = page.agenda.locator(".ibid-agenda-add");
  await field.fill(` ${before[1].toUpperCase()} `);
  await field.press("Enter");
  await page.agenda.getByText("This topic is already in the list.").waitFor();
  assert.deepEqual(await names(page), before);
  await totalMatches(page, new RegExp(`^${before.length} topics, `));
  await field.fill("Circadian rhythm");
  await page.agenda.getByText("This topic is already in the list.").waitFor({ state: "detached" });
  await field.press("Enter");
  assert.deepEqual(await names(page), [...before, "Circadian rhythm"]);
  await press(page, "Escape");
});

onPage("an added topic can be removed", async (page) => {
  await openAgenda(page);
  const before = await names(page);
  const field = page.agenda.locator(".ibid-agenda-add");
  await field.fill("Circadian rhythm");
  await field.press("Enter");
  await totalMatches(page, new RegExp(`^${before.length + 1} topics, `));
  assert.equal(await page.agenda.getByRole("button", { name: /^Remove/ }).count(), 1, "only what was added");
  await page.agenda.getByRole("button", { name: "Remove “Circadian rhythm”" }).click();
  assert.deepEqual(await names(page), before);
  await totalMatches(page, new RegExp(`^${before.length} topics, `));
  await press(page, "Escape");
});

onPage("a fade shows that the list goes on", async (page) => {
  await page.page.setViewportSize({ width: 1280, height: 420 });
  await openAgenda(page);
  const list = page.agenda.locator(".ibid-agenda-topics.has-more-below");
  await list.waitFor();
  await rows(page).last().scrollIntoViewIfNeeded();
  await list.waitFor({ state: "detached" });
  await press(page, "Escape");
});

onPage("everything works by the keyboard alone", async (page) => {
  await openAgenda(page);
  const [first, second, third] = await names(page);
  const focused = () => page.page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.equal(await focused(), `Research: ${first}`);
  await press(page, "Space");
  assert.equal(await tick(rows(page).nth(0)).isChecked(), false);
  await press(page, "Space", "Alt+ArrowDown");
  assert.deepEqual((await names(page)).slice(0, 3), [second, first, third]);
  assert.equal(await focused(), `Research: ${first}`, "the focus goes with the row");
  await press(page, "Alt+ArrowUp", "Alt+ArrowUp");
  assert.deepEqual((await names(page)).slice(0, 3), [first, second, third]);
  await press(page, "Tab", "Enter");
  await page.page.keyboard.type("Sleep pressure");
  await press(page, "Enter");
  assert.equal((await names(page))[0], "Sleep pressure");
  assert.equal(await page.page.evaluate(() => document.activeElement.firstElementChild.textContent), "Sleep pressure");
  await press(page, "Shift+Tab");
  assert.equal(await focused(), "Research: Sleep pressure");
  await press(page, "Control+Enter");
  await page.notice("Researched");
});

onPage("the setting skips the agenda", async (page) => {
  await set(page, { askBeforeRun: false });
  await page.open(NOTE);
  await page.ribbon(TITLE);
  await page.notice("Researched");
  assert.equal(await page.agenda.count(), 0);
});

const exits = {
  "the button": (page) => page.agenda.locator("button", { hasText: "Cancel" }).click(),
  Escape: (page) => press(page, "Escape"),
  "the command": (page) => page.inApp((app) => app.commands.executeCommandById("ibid:stop")),
};
for (const [way, leave] of Object.entries(exits)) {
  onPage(`cancelling by ${way} changes nothing and sends nothing`, async (page) => {
    await set(page, { webSearch: "keyless" });
    const before = await page.text(NOTE);
    await openAgenda(page);
    assert.match(await page.agenda.innerText(), /Uses Tavily, DuckDuckGo and Wikipedia\./);
    await tick(rows(page).nth(0)).click();
    await leave(page);
    await page.notice("Nothing was changed");
    assert.equal(await page.text(NOTE), before);
    await openAgenda(page);
    assert.ok(await tick(rows(page).nth(0)).isChecked(), "what was not run is not remembered");
    await press(page, "Escape");
  });
}

onPage("a focus narrows the topics", async (page) => {
  await page.open(NOTE);
  await page.palette("Research this note with a focus…");
  const field = page.page.locator(".modal input.ibid-focus");
  await field.press("Enter");
  assert.ok(await field.isVisible(), "an empty focus is none");
  await field.fill("Does decaf matter?");
  await field.press("Enter");
  await rows(page).first().waitFor();
  assert.equal((await names(page))[0], "Does decaf matter?");
  assert.match(await rows(page).nth(0).innerText(), /Your focus/);
  await press(page, "Escape");
  await page.notice("Nothing was changed");
});

onPage("cancelling the focus window starts nothing", async (page) => {
  await page.open(NOTE);
  await page.palette("Research this note with a focus…");
  await page.page.clock.install();
  await page.page.locator(".modal button", { hasText: "Cancel" }).click();
  await page.page.clock.runFor(200);
  assert.equal(await page.page.locator(".notice, .modal").count(), 0);
});

const select = (page, words) =>
  page.inApp((app, words) => {
    const { editor } = app.workspace.activeEditor;
    const at = editor.getValue().indexOf(words);
    editor.setSelection(editor.offsetToPos(at), editor.offsetToPos(at + words.length));
  }, words);

const SELECTED = "Would a short nap do the same job as the afternoon coffee?";

async function onlyOfSelection(page) {
  const topics = await names(page);
  assert.equal(topics[0], SELECTED);
  assert.deepEqual(
    topics.filter((topic) => !SELECTED.toLowerCase().includes(topic.toLowerCase())),
    [],
  );
}

onPage("a selection is researched alone", async (page) => {
  await page.open(NOTE);
  const offered = () =>
    page.inApp((app) => app.commands.listCommands().some(({ id }) => id === "ibid:research-selection"));
  assert.equal(await offered(), false, "nothing is selected");
  await select(page, SELECTED);
  assert.equal(await offered(), true);
  await page.palette("Research selection");
  await rows(page).first().waitFor();
  await onlyOfSelection(page);
  await page.approve();
  await page.notice("Researched");
});

onPage("a selection of a note with a report is added to it, and the answer is remembered", async (page) => {
  await page.research(NOTE);
  await page.dismissNotices();
  const first = await page.text(NOTE);
  const reports = async () => (await page.text(NOTE)).match(/%% ibid /g).length;
  const choose = page.page.locator(".modal", { hasText: "This note already has a report" });
  await select(page, "Does a [[Decaf]] in the afternoon still contain enough caffeine to matter?");
  await page.inApp((app) => app.commands.executeCommandById("ibid:research-selection"));
  await choose.locator("button", { hasText: "Add to the report" }).click();
  await page.approve();
  await page.notice("Researched");
  assert.ok((await page.text(NOTE)).startsWith(first.trimEnd()), "the report stays");
  assert.equal(await reports(), 2);
  assert.equal(await page.saved("partialReport"), "add");
  await page.dismissNotices();
  await select(page, "Would a short nap do the same job as the afternoon coffee?");
  await page.inApp((app) => app.commands.executeCommandById("ibid:research-selection"));
  await page.approve();
  await page.notice("Researched");
  assert.equal(await reports(), 3);
  await page.dismissNotices();
  await page.research(NOTE);
  assert.equal(await reports(), 1, "a report on the whole note takes the place of all");
});

onPage("a selection is researched from the editor's menu", async (page) => {
  await page.open(NOTE);
  await page.page.locator(".cm-content").click({ button: "right" });
  await page.page.locator(".menu-item", { hasText: TITLE }).waitFor();
  assert.equal(await page.page.locator(".menu-item", { hasText: "Research selection" }).count(), 0);
  await press(page, "Escape");
  await select(page, SELECTED);
  await page.page.locator(".cm-content").dispatchEvent("contextmenu", { button: 2, clientX: 400, clientY: 300 });
  await page.page.locator(".menu-item", { hasText: "Research selection" }).click();
  await rows(page).first().waitFor();
  await onlyOfSelection(page);
  await press(page, "Escape");
});

onPage("a note that answers a topic opens in its own tab", async (page) => {
  await page.write(
    "Decaf.md",
    "# Decaf\n\nDoes decaf still contain enough caffeine to matter? Decaf contains two to five milligrams of caffeine, not enough to matter.\n",
  );
  await page.write("Ask.md", "Does decaf contain enough caffeine to matter?\n");
  await openAgenda(page, "Ask.md");
  const link = rows(page).nth(0).locator("a.internal-link", { hasText: "Decaf" }).first();
  await link.click();
  await page.page.waitForFunction(() =>
    globalThis.app.workspace.getLeavesOfType("markdown").some((leaf) => leaf.view.file?.path === "Decaf.md"),
  );
  assert.ok(
    await page.inApp((app) =>
      app.workspace.getLeavesOfType("markdown").some((leaf) => leaf.view.file?.path === "Ask.md"),
    ),
  );
  await page.approve();
  await page.notice("Researched");
  assert.match(await page.text("Ask.md"), /## Research/);
});

onPage(
  "on a phone the buttons stay in sight below a long list",
  async (page) => {
    await openAgenda(page);
    const field = page.agenda.locator(".ibid-agenda-add");
    for (let number = 0; number < 8; number++) {
      await field.fill(`Topic number ${number}`);
      await field.press("Enter");
    }
    const add = page.agenda.locator('button[aria-label="Add topic"]');
    assert.ok(await add.isDisabled(), "there is nothing to add");
    const place = await add.boundingBox();
    assert.ok(place.height >= 44 && place.width >= 44, JSON.stringify(place));
    const before = await rows(page).count();
    await field.fill("Without the Enter key");
    await add.tap();
    assert.deepEqual(
      [await rows(page).count(), await field.inputValue(), (await names(page)).at(-1)],
      [before + 1, "", "Without the Enter key"],
    );
    const start = await page.agenda.locator("button", { hasText: "Start" }).boundingBox();
    assert.ok(start.y + start.height <= 844 && start.height >= 44, JSON.stringify(start));
    const list = page.agenda.locator(".ibid-agenda-topics");
    assert.ok(await list.evaluate((element) => element.scrollHeight > element.clientHeight));
    const tools = await rows(page).last().locator("button").first().boundingBox();
    assert.ok(tools.height >= 44 && tools.width >= 44);
    await press(page, "Escape");
  },
  PHONE,
);

onPage("a section edited by hand can be merged, before anything else is asked", async (page) => {
  await page.research(NOTE);
  await page.page.locator(".cm-content").focus();
  await press(page, "Control+End");
  await page.page.keyboard.type("My own thought.");
  await page.dismissNotices();
  await page.ribbon(TITLE);
  const merge = page.page.locator(".modal button", { hasText: "Updates what Ibid wrote and keeps your changes." });
  await merge.waitFor();
  assert.equal(
    await page.page.evaluate(() => document.activeElement.firstElementChild?.textContent),
    "Merge changes",
    "the default",
  );
  await press(page, "Enter");
  await page.approve();
  await page.notice("Researched");
  const merged = await page.text(NOTE);
  assert.equal(merged.match(/%% ibid /g).length, 1);
  assert.match(merged, /My own thought\./);
});

onPage("the reason why a section cannot be merged is shown", async (page) => {
  await page.research(NOTE);
  await page.clearLocalData();
  await page.page.locator(".cm-content").focus();
  await press(page, "Control+End");
  await page.page.keyboard.type("My own thought.");
  await page.dismissNotices();
  await page.ribbon(TITLE);
  const window = page.page.locator(".modal", { hasText: "This note already has a research section" });
  assert.match(await window.innerText(), /Your changes can't be merged with the new report/);
  assert.equal(await window.locator("button", { hasText: "Merge" }).count(), 0);
  await press(page, "Escape");
  await page.notice("Nothing was changed");
});

onPage("the vault is synced before the plan and before the run, as separate calls", async (page) => {
  await page.research(NOTE);
  const called = await page.page.evaluate(() =>
    globalThis.calledMethods
      .filter((method) => ["survey", "sync", "plan", "checkServices", "run"].includes(method))
      .join(" "),
  );
  assert.equal(called, "survey sync plan checkServices sync run");
});

onPage("services that were chosen after the agenda was made need consent", async (page) => {
  await openAgenda(page);
  assert.match(await page.agenda.innerText(), /Nothing leaves this device\./);
  await set(page, { webSearch: "keyless" });
  await page.approve();
  const question = page.page.locator(".modal", { hasText: "Search the web?" });
  await question.locator("button", { hasText: "Only my notes" }).click();
  await page.notice("Researched");
});

/** Opens the plugin with a fake model. */
async function modelPage(values = {}, { waits = false, ...options } = {}) {
  const page = await site.page({ services: "on", ...options });
  const heard = [];
  const topics = [
    {
      topic: "Caffeine half-life",
      context: "Caffeine is gone after about 5 hours.",
      type: "claim",
      reason: "A figure to check",
      queries: ["caffeine half-life hours", "caffeine elimination"],
    },
    {
      topic: "Late coffee",
      context: "How late is too late for coffee?",
      type: "question",
      reason: "It asks this",
      queries: [],
    },
  ];
  let letGo;
  const gate = new Promise((resolve) => (letGo = resolve));
  if (!waits) letGo();
  await page.page.route("https://api.openai.com/**", async (route) => {
    const request = route.request();
    if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers: CORS });
    heard.push(request.postData());
    await gate;
    return route.fulfill({
      headers: CORS,
      json: {
        choices: [{ message: { content: JSON.stringify({ topics }) }, finish_reason: "stop" }],
        usage: { prompt_tokens: 900, completion_tokens: 200 },
      },
    });
  });
  await page.inApp((app, key) => app.secretStorage.setSecret("my-key", key), KEY);
  await set(page, {
    engine: "model",
    provider: "open-ai",
    apiKey: "my-key",
    model: "gpt-6-luna",
    streaming: false,
    ...values,
  });
  return { page, heard, letGo };
}

const consent = (page) => page.page.locator(".modal", { hasText: "Send this note to the model?" });

test("consent to a model is asked once, and the agenda shows its cost", async () => {
  const { page, heard } = await modelPage();
  await page.open(NOTE);
  await page.ribbon(TITLE);
  assert.match(await consent(page).innerText(), /to gpt-6-luna at api\.openai\.com\./);
  assert.deepEqual(heard, []);
  await consent(page).locator("button", { hasText: "Use the model" }).click();
  await rows(page).first().waitFor();
  assert.equal(heard.length, 1);
  await totalMatches(page, /^2 topics, about \d[\d,]+ tokens, (under )?\$0\.\d\d, ~\d+\ss$/);
  const costs = await page.agenda.locator(".ibid-agenda-cost").allInnerTexts();
  assert.equal(costs.length, 2);
  for (const cost of costs) assert.match(cost, /^About \d[\d,]+ tokens, (under )?\$0\.\d\d, ~\d+\ss$/);
  const text = await page.agenda.innerText();
  assert.match(text, /Searches: “caffeine half-life hours”, “caffeine elimination”/);
  assert.match(
    text,
    /Budget per run: \$0\.25\. Spent on finding topics: (under )?\$0\.\d\d\. Uses gpt-6-luna at api\.openai\.com\./,
  );
  await totalMatches(page, /^2 topics, about \d[\d,]+ tokens, (under )?\$0\.\d\d, ~\d+\ss$/);
  await label(rows(page).nth(0)).click();
  await page.page.keyboard.type("Caffeine clearance");
  await press(page, "Enter");
  await matches(() => page.agenda.innerText(), /^(?![\s\S]*Searches:)/);
  await press(page, "Escape");
  assert.match(await page.notice("Nothing was changed."), /Spent on finding topics: (under )?\$0\.\d\d\./);
  await page.dismissNotices();
  await page.ribbon(TITLE);
  await rows(page).first().waitFor();
  assert.equal(heard.length, 2, "the yes is remembered");
  assert.deepEqual(page.errors, []);
  await page.close();
});

test("without consent to the model the built-in engine is used", async () => {
  const { page, heard } = await modelPage();
  await page.open(NOTE);
  await page.ribbon(TITLE);
  await consent(page).locator("button", { hasText: "Not now" }).click();
  await rows(page).first().waitFor();
  assert.match(await page.agenda.innerText(), /Model not allowed; using the built-in engine\./);
  await totalMatches(page, /free/);
  await page.approve();
  await page.notice("Researched");
  assert.deepEqual(heard, []);
  await page.close();
});

test("the cost of finding topics is shown before the request", async () => {
  const { page, letGo } = await modelPage({}, { waits: true });
  await page.open(NOTE);
  await page.ribbon(TITLE);
  await consent(page).locator("button", { hasText: "Use the model" }).click();
  assert.match(
    await page.notice("Finding topics with"),
    /Finding topics with gpt-6-luna \(about \d[\d,]+ tokens, (under )?\$0\.\d\d\)…/,
  );
  letGo();
  await rows(page).first().waitFor();
  assert.deepEqual(page.errors, []);
  await page.close();
});

test("a model that was chosen after the agenda was made needs consent, and is not called without it", async () => {
  const { page, heard } = await modelPage();
  const elsewhere = [];
  await page.page.route("https://models.example.com/**", (route) => {
    elsewhere.push(route.request().url());
    return route.fulfill({ status: 500, headers: CORS });
  });
  await page.open(NOTE);
  await page.ribbon(TITLE);
  await consent(page).locator("button", { hasText: "Use the model" }).click();
  await rows(page).first().waitFor();
  await set(page, { provider: "other", modelUrl: "https://models.example.com/v1", apiKey: "my-key", model: "other" });
  await page.approve();
  const question = page.page.locator(".modal", { hasText: "Use a different model?" });
  assert.match(
    await question.innerText(),
    /sent to other at models\.example\.com, .* instead of gpt-6-luna at api\.openai\.com\./,
  );
  await question.locator("button", { hasText: "Not now" }).click();
  await page.notice("Researched");
  assert.deepEqual([heard.length, elsewhere], [1, []]);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test("a warning is shown if the budget may be exceeded", async () => {
  const { page } = await modelPage({ budgetCents: 1, model: "gpt-6.1-sol" });
  await page.open(NOTE);
  await page.ribbon(TITLE);
  await consent(page).locator("button", { hasText: "Use the model" }).click();
  await rows(page).first().waitFor();
  await matches(() => page.agenda.innerText(), /May exceed the budget of \$0\.01\. The built-in engine/);
  await page.close();
});

onPage("rewordings and additions are offered again in the next agenda of the note", async (page) => {
  await openAgenda(page);
  const count = await rows(page).count();
  await label(rows(page).nth(0)).click();
  await page.page.keyboard.press("Control+A");
  await page.page.keyboard.type("Tea in the afternoon");
  await page.page.keyboard.press("Enter");
  await page.agenda.locator(".ibid-agenda-add").fill("Decaffeinated coffee");
  await page.page.keyboard.press("Enter");
  await rowMatches(page, count, /Added by you/);
  await page.approve();
  await page.notice("Researched");
  await page.dismissNotices();
  await openAgenda(page);
  const again = await names(page);
  assert.equal(again.length, count + 1);
  assert.equal(again[0], "Tea in the afternoon");
  assert.equal(again.at(-1), "Decaffeinated coffee");
  assert.match(await rows(page).nth(0).innerText(), /Edited by you/);
});
