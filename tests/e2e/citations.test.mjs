// The citations of a note, from the command to the pane: verdicts, the question before pages are opened, stopping, and
// the way back to the sentence.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demo, onPageOf } from "./demo-page.mjs";

const NOTE = "Bridge report.md";
const SOURCE = "Harbour bridge.md";
const SOURCE_TEXT =
  "The bridge was opened in 1932 and carries eight lanes of traffic.\n\n## Paint\n\nThe first coat was grey.\n";
const TEXT = `# Bridge

The bridge was opened in 1932 ([[Harbour bridge]]). It was opened with eight lanes of traffic.

The bridge was opened in 1935 ([[Harbour bridge]]).

Penguins nest below the road in winter ([[Harbour bridge#Paint]]).

The tunnel has four lanes of traffic ([[Harbour tunnel]]).
`;
const WEB_NOTE = "Moths.md";
const WEB_TEXT = `Clothes moths eat wool and fur ([Moths](https://moths.example.org/eat)). The first coat was grey ([[Harbour bridge#Paint]]).

Old moth traps were made of glass ([Traps](https://traps.example.org/old)).
`;
const PAGE =
  "<html><body><article><h1>Moths</h1><p>The larvae of clothes moths eat wool, fur and feathers. Adult moths do not eat at all.</p></article></body></html>";
const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

const onPage = onPageOf(() => site);

async function checkNote(page, path, text) {
  await page.write(SOURCE, SOURCE_TEXT);
  await page.write(path, text);
  await page.open(path);
  await page.inApp((app) => app.commands.executeCommandById("ibid:check-citations"));
}

const summary = (page) => page.page.locator(".ibid-citations-summary");
const group = (page, verdict) => page.page.locator(`.ibid-citation-group[data-verdict="${verdict}"]`);
const question = (page) => page.page.locator(".modal", { hasText: "Open the linked pages?" });
const done = (page) =>
  summary(page)
    .filter({ hasText: /citations?:/ })
    .waitFor();

onPage("each sentence with a link is compared with its source, and the note stays as it is", async (page) => {
  await checkNote(page, NOTE, TEXT);
  await done(page);
  assert.equal(
    await summary(page).innerText(),
    "4 citations: 1 supported, 1 contradicted, 1 not found in the source, 1 with a missing source.",
  );
  const contradicted = group(page, "contradicted");
  assert.equal(await contradicted.locator(".ibid-citation-sentence").innerText(), "The bridge was opened in 1935.");
  assert.equal(
    await contradicted.locator(".ibid-citation-nearest").innerText(),
    "The bridge was opened in 1932 and carries eight lanes of traffic.",
  );
  assert.equal(await contradicted.locator(".ibid-citation-why").innerText(), "The source does not mention 1935.");
  assert.equal(await group(page, "gone").locator(".ibid-citation-why").innerText(), "The note doesn't exist.");
  assert.equal(
    await group(page, "supported").locator(".ibid-citation-sentence").isVisible(),
    false,
    "what is supported is collapsed",
  );
  assert.equal(await page.text(NOTE), TEXT);
});

onPage("a sentence opens at its line, and its source opens as a link", async (page, tab) => {
  await checkNote(page, NOTE, TEXT);
  await done(page);
  await page.open(SOURCE);
  await group(page, "contradicted").locator(".ibid-citation-sentence").click();
  await tab.waitForFunction(() => globalThis.app.workspace.activeEditor?.editor?.getCursor().line === 4);
  assert.equal(await page.inApp((app) => app.workspace.activeEditor.file.path), NOTE);
  await group(page, "contradicted").locator("a.internal-link").click();
  await tab.waitForFunction((path) => globalThis.app.workspace.getActiveFile()?.path === path, SOURCE);
});

onPage("the pane says when the note has changed, and checks again", async (page, tab) => {
  await checkNote(page, NOTE, TEXT);
  await done(page);
  await page.inApp((app) =>
    app.workspace.activeEditor.editor.setValue("The bridge was opened in 1932 ([[Harbour bridge]]).\n"),
  );
  await tab.getByText("The note has changed since this check.").waitFor();
  await tab.getByRole("button", { name: "Check again" }).click();
  await summary(page)
    .filter({ hasText: /^1 citation: 1 supported\.$/ })
    .waitFor();
});

const MARKED = TEXT.replace("1935 ([[Harbour bridge]]).", "$& ==⚠ Ibid: contradicted by the source==")
  .replace("([[Harbour bridge#Paint]]).", "$& ==⚠ Ibid: not found in the source==")
  .replace("([[Harbour tunnel]]).", "$& ==⚠ Ibid: source missing==");

const button = (page, name) => page.page.locator(".ibid-citations-head").getByRole("button", { name });
// The pane is active after a click in it, so the note is found by its tab.
const editorText = (page) => page.inApp((app) => app.workspace.getLeavesOfType("markdown")[0].view.editor.getValue());
const status = (page) => page.page.locator(".ibid-citations-status");
const says = (page, text) => status(page).filter({ hasText: text }).waitFor();

onPage("sentences are marked only on request, in one undo, and once", async (page, tab) => {
  await checkNote(page, NOTE, TEXT);
  await done(page);
  assert.equal(await button(page, "Remove marks").isVisible(), false, "there is nothing to remove");
  await button(page, "Mark in the note").click();
  await says(page, "3 sentences are marked in the note.");
  assert.equal(await editorText(page), MARKED);
  await button(page, "Mark in the note").click();
  await tab.waitForTimeout(500);
  assert.equal(await editorText(page), MARKED, "pressed twice, marked once");
  assert.equal(
    await status(page).innerText(),
    "3 sentences are marked in the note.",
    "marks are no change of the note",
  );
  await button(page, "Remove marks").waitFor();
  await page.inApp((app) => app.workspace.getLeavesOfType("markdown")[0].view.editor.undo());
  assert.equal(await editorText(page), TEXT, "one undo");
  await button(page, "Remove marks").waitFor({ state: "hidden" });
  assert.equal(await status(page).textContent(), "");
});

onPage("marks are removed and nothing else, also after the note was edited", async (page, tab) => {
  await checkNote(page, NOTE, TEXT);
  await done(page);
  await button(page, "Mark in the note").click();
  await says(page, "are marked");
  await page.inApp((app) =>
    app.workspace.getLeavesOfType("markdown")[0].view.editor.replaceRange("A new line.\n\n", { line: 2, ch: 0 }),
  );
  await tab.getByText("The note has changed since this check.").waitFor();
  await button(page, "Remove marks").click();
  await button(page, "Remove marks").waitFor({ state: "hidden" });
  assert.equal(await editorText(page), TEXT.replace("The bridge", "A new line.\n\nThe bridge"));
});

onPage("a note that changed since the check is not marked", async (page) => {
  await checkNote(page, NOTE, TEXT);
  await done(page);
  await page.inApp((app) =>
    app.workspace.getLeavesOfType("markdown")[0].view.editor.replaceRange("New. ", { line: 2, ch: 0 }),
  );
  const changed = await editorText(page);
  await says(page, "The note has changed since this check.");
  await button(page, "Mark in the note").click();
  await says(page, "The note has changed since its citations were checked. Check again, then mark.");
  assert.equal(await editorText(page), changed);
  await button(page, "Check again").click();
  await status(page).filter({ hasText: /^$/ }).waitFor({ state: "attached" });
  await done(page);
  await button(page, "Mark in the note").click();
  await says(page, "3 sentences are marked in the note.");
  assert.equal(await editorText(page), MARKED.replace("The bridge", "New. The bridge"));
});

onPage("a note in reading view is marked in its file, and an earlier check's marks can be removed", async (page) => {
  await checkNote(page, NOTE, TEXT.replaceAll("\n", "\r\n"));
  await done(page);
  await page.inApp((app) => app.workspace.activeEditor.toggleMode());
  await button(page, "Mark in the note").click();
  await says(page, "3 sentences are marked in the note.");
  assert.equal(await page.text(NOTE), MARKED.replaceAll("\n", "\r\n"));
  await page.inApp((app) => app.workspace.detachLeavesOfType("ibid-citations"));
  await page.inApp((app) => app.commands.executeCommandById("ibid:check-citations"));
  await done(page);
  assert.equal(
    await summary(page).innerText(),
    "4 citations: 1 supported, 1 contradicted, 1 not found in the source, 1 with a missing source.",
  );
  await button(page, "Remove marks").click();
  await says(page, "The marks were removed.");
  assert.equal(await page.text(NOTE), TEXT.replaceAll("\n", "\r\n"));
});

onPage("a note without citations gets an explanation", async (page) => {
  await checkNote(page, NOTE, "I like bridges.\n\n- [[Harbour bridge]]\n");
  await summary(page).filter({ hasText: "has no citations to check" }).waitFor();
});

/** Opens the plugin on a page that may send requests, with pages that `answer` gives. */
async function webPage(answer) {
  const page = await site.page({ services: "on" });
  const heard = [];
  await page.page.route(/https:\/\/(moths|traps)\.example\.org\/.*/, (route) => {
    if (route.request().method() === "OPTIONS") return route.fulfill({ status: 204, headers: CORS });
    heard.push(route.request().url());
    return answer(route);
  });
  return { page, heard };
}

const answerPages = (route) =>
  route.request().url().includes("/old")
    ? route.fulfill({ status: 404, headers: CORS, body: "" })
    : route.fulfill({ headers: { ...CORS, "content-type": "text/html" }, body: PAGE });

test("pages are opened only after the question, which names their hosts", async () => {
  const { page, heard } = await webPage(answerPages);
  await checkNote(page, WEB_NOTE, WEB_TEXT);
  await question(page).waitFor();
  assert.match(await question(page).innerText(), /the 2 pages on moths\.example\.org and traps\.example\.org/);
  await question(page).getByRole("button", { name: "Only my notes" }).click();
  await done(page);
  assert.equal(await summary(page).innerText(), "3 citations: 1 supported, 2 not read.");
  assert.deepEqual(heard, []);
  await page.page.getByRole("button", { name: "Check again" }).click();
  await question(page).getByRole("button", { name: "Open pages" }).click();
  await summary(page).filter({ hasText: "3 citations: 2 supported, 1 with a missing source." }).waitFor();
  assert.deepEqual(heard.sort(), ["https://moths.example.org/eat", "https://traps.example.org/old"]);
  await page.page.getByRole("button", { name: "Check again" }).click();
  await done(page);
  assert.equal(await question(page).count(), 0, "the same hosts are not asked about again");
  assert.deepEqual(page.errors, []);
  await page.close();
});

test("a check that is stopped keeps what it has", async () => {
  let letGo;
  const gate = new Promise((resolve) => (letGo = resolve));
  const { page } = await webPage(async (route) => {
    await gate;
    await answerPages(route).catch(() => undefined);
  });
  await checkNote(page, WEB_NOTE, WEB_TEXT);
  await question(page).getByRole("button", { name: "Open pages" }).click();
  await summary(page).filter({ hasText: "Reading pages" }).waitFor();
  await page.page.getByRole("button", { name: "Stop" }).click();
  await done(page);
  assert.equal(await summary(page).innerText(), "3 citations: 1 supported, 2 not read.");
  assert.match(await group(page, "not-read").innerText(), /The check was stopped/);
  letGo();
  assert.deepEqual(page.errors, []);
  await page.close();
});
