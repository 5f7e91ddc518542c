// The first hour of a new user, from the demo to a model, an offline device and back. Every step is
// taken as the user takes it, and after each one the note has what the user expects.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, modal, open, press, site, world } from "./fake-services-page.mjs";
import { NOTE, TEXT, VAULT } from "./fake-services.mjs";

const COFFEE = "Coffee/Afternoon coffee.md";
const [WRONG_KEY, RIGHT_KEY] = ["sk-wrong-0123456789abcdef", "sk-right-0123456789abcdef"];

before(open);
after(close);

const LOOKS = {
  desktop: {},
  phone: { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
};

for (const [look, options] of Object.entries(LOOKS)) {
  test(`the first hour on a ${look}`, async () => {
    world.reset({ isDown: false });
    const page = await site.page({ ...options, services: "on" });
    try {
      await page.set({ webSearch: "off", papers: "off" });
      const original = await firstReport(page);
      await editAndMerge(page);
      await undo(page);
      await researchParts(page);
      await restore(page, original);
      await setUpModel(page);
      await runWithModel(page);
      await serverDown(page);
      await offline(page);
      assert.deepEqual(page.errors, []);
    } finally {
      await page.close();
    }
  });
}

const command = (page, id) => page.inApp((app, id) => app.commands.executeCommandById(id), `ibid:${id}`);
const heading = (text) => [...text.split("\n## Research\n")[1].matchAll(/^### (.+)$/gm)].map(([, name]) => name);
const setting = (page, help) => page.page.locator(".setting-item", { hasText: help });

/** Presses Research on a note and approves the agenda. */
async function research(page, path) {
  await page.open(path);
  await command(page, "research-note");
  await page.approve();
  await page.notice("Researched");
}

async function firstReport(page) {
  await page.open(COFFEE);
  const original = await page.text(COFFEE);
  await research(page, COFFEE);
  const text = await page.text(COFFEE);
  assert.ok(text.startsWith(original), "nothing above the section changes");
  assert.ok(heading(text).length > 3, text);
  await page.dismissNotices();
  return original;
}

/** Types into the section, researches again and merges: the default choice, chosen with one key. */
async function editAndMerge(page) {
  await page.inApp((app) => {
    const { editor } = app.workspace.activeEditor;
    const line = editor
      .getValue()
      .split("\n")
      .findIndex((text) => text.startsWith("### "));
    editor.replaceRange("\nMy own thought about this.\n", { line, ch: editor.getLine(line).length });
  });
  await command(page, "research-note");
  await modal(page, "Merge").locator("button:focus").waitFor();
  assert.match(await modal(page, "Merge").locator("button:focus").innerText(), /^Merge/);
  await page.page.keyboard.press("Enter");
  await page.approve();
  await page.notice("Researched");
  const merged = await page.text(COFFEE);
  assert.equal(merged.match(/My own thought about this\./g).length, 1);
  assert.equal(new Set(heading(merged)).size, heading(merged).length, "no topic twice");
}

async function undo(page) {
  const merged = await page.text(COFFEE);
  await page.pressInNotice("Undo");
  await page.page.waitForFunction(
    (merged) => globalThis.app.workspace.activeEditor.editor.getValue() !== merged,
    merged,
  );
  assert.equal((await page.text(COFFEE)).match(/My own thought about this\./g).length, 1);
  await page.dismissNotices();
}

/** A selection is added to the report of the note, and so is a focus: the user is asked once. */
async function researchParts(page) {
  const report = "# Nap\n\nHow long should a nap be?\n\nCoffee before a nap helps.\n";
  await page.write("Nap.md", report);
  await research(page, "Nap.md");
  await page.dismissNotices();
  const whole = heading(await page.text("Nap.md"));
  await page.inApp((app) => app.workspace.activeEditor.editor.setSelection({ line: 4, ch: 0 }, { line: 4, ch: 26 }));
  await command(page, "research-selection");
  await press(modal(page, "This note already has a report"), "Add to the report");
  await page.approve();
  await page.notice("Researched");
  const added = await page.text("Nap.md");
  for (const name of whole) assert.ok(heading(added).includes(name), name);
  await page.dismissNotices();
  await command(page, "research-with-focus");
  await page.page.locator(".ibid-focus").fill("caffeine");
  await page.page.keyboard.press("Enter");
  await page.approve();
  await page.notice("Researched");
  const focused = await page.text("Nap.md");
  for (const name of whole) assert.ok(heading(focused).includes(name), name);
  assert.ok(focused.startsWith(report));
  await page.dismissNotices();
}

async function restore(page, original) {
  await page.open(COFFEE);
  await command(page, "restore-section");
  const window = modal(page, "Restore previous research section?");
  await window.waitFor();
  assert.doesNotMatch(await window.innerText(), /%%/);
  const before = await page.text(COFFEE);
  await window.locator(".modal-button-container button").first().click();
  await page.page.waitForFunction(
    (before) => globalThis.app.workspace.activeEditor.editor.getValue() !== before,
    before,
  );
  assert.ok((await page.text(COFFEE)).startsWith(original));
  await page.dismissNotices();
}

/** A model service that accepts one key. */
async function setUpModel(page) {
  await world.playIn(page.page);
  await page.page.route("https://api.openai.com/**", async (route) => {
    const request = route.request();
    const cors = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers: cors });
    if (world.isDown) return route.abort("connectionrefused");
    const { authorization } = await request.allHeaders();
    if (authorization !== `Bearer ${RIGHT_KEY}`)
      return route.fulfill({
        status: 401,
        headers: cors,
        json: { error: { message: "Incorrect API key", code: "invalid_api_key" } },
      });
    const { status, headers, body, pieces } = await world.answer(
      request.method(),
      request.url(),
      request.postData() ?? "",
    );
    return route.fulfill({ status, headers: { ...cors, ...headers }, body: pieces?.join("") ?? body });
  });
  await page.inApp((app) => {
    app.setting.open();
    app.setting.openTabById("ibid");
  });
  await setting(page, "The built-in engine runs on this device").locator("select").selectOption("model");
  await testKey(page, WRONG_KEY, "mod-warning", /OpenAI rejected the API key\. Check the API key in settings\./);
  await testKey(page, RIGHT_KEY, "mod-success", /works\./);
  await page.inApp((app) => app.setting.close());
}

async function testKey(page, key, result, expected) {
  await setting(page, "Get a key").locator("button").click();
  const picker = page.page.locator(".modal").last();
  await chooseSecret(picker, key);
  const row = setting(page, "Sends a short message to the model");
  await row.locator("button").click();
  await row.locator(`.${result}`).waitFor();
  assert.match(await row.locator(".ibid-checkup").innerText(), expected);
}

/** Saves a new secret in the app's own window. */
async function chooseSecret(picker, key) {
  const [name, secret] = [picker.locator("input").nth(0), picker.locator("input[type=password]")];
  await name.fill(key.split("-").slice(0, 2).join("-"));
  await secret.fill(key);
  await press(picker, "Save");
}

async function runWithModel(page) {
  await page.set({ webSearch: "searxng", searxngUrl: world.search });
  for (const [path, text] of Object.entries(VAULT)) await page.write(path, text);
  await page.open(NOTE);
  await command(page, "research-note");
  await press(modal(page, "Send this note to the model?"), "Use the model");
  await page.agenda.waitFor();
  assert.match(await page.agenda.innerText(), /Sydney Harbour Bridge opening[^]*\$0\.\d/);
  await page.approve();
  await press(modal(page, "Search the web?"), "Search the web");
  await page.notice("Researched “Sydney”: 2 topics");
  assert.match(await page.text(NOTE), /A single coat takes 30,000 litres of paint\./);
  assert.ok((await page.text(NOTE)).startsWith(TEXT));
  await page.dismissNotices();
}

/** The server does not respond: the report is written without it, and one sentence says so. */
async function serverDown(page) {
  world.isDown = true;
  await page.open(NOTE);
  await command(page, "research-note");
  await page.approve();
  const notice = await page.notice("Researched “Sydney”");
  assert.equal(notice.match(/built-in engine/g)?.length, 1, notice);
  const text = await page.text(NOTE);
  assert.doesNotMatch(text, /retr(y|ies)|seconds|wait/i);
  await page.dismissNotices();
}

async function offline(page) {
  await page.page.context().setOffline(true);
  await command(page, "research-note");
  await press(modal(page, "No internet connection"), "Use my notes only");
  await page.approve();
  await page.notice("Researched “Sydney”");
  assert.ok((await page.text(NOTE)).startsWith(TEXT));
  await page.page.context().setOffline(false);
}
