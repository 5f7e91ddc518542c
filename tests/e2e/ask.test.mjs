// Asking the vault and quick answers, without a model: an answer with citations that open the
// passage, the closest passages where there is none, and one paragraph from the web.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demo, onPageOf } from "./demo-page.mjs";

const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

const onPage = onPageOf(() => site);
const pane = (page) => page.page.locator(".ibid-ask");

async function ask(page, question) {
  await pane(page).locator(".ibid-ask-form textarea").fill(question);
  await page.page.keyboard.press("Enter");
  await pane(page).locator(".ibid-ask-passage, .ibid-ask-empty").first().waitFor();
}

onPage("a question is answered with a citation that opens the passage", async (page) => {
  await page.ribbon("Ask the vault");
  await ask(page, "What is the half-life of caffeine?");
  const answer = pane(page).locator(".ibid-ask-text");
  // The app renders Markdown a moment after the pane has the answer.
  await answer
    .getByText(/half-life/i)
    .first()
    .waitFor();
  assert.match(await pane(page).locator(".ibid-ask-confidence").innerText(), /confidence$/);
  const cited = pane(page).locator(".ibid-ask-passage.is-cited").first();
  assert.match(await cited.innerText(), /ev-\w+-00\d · lines? \d/);
  await answer.locator("a.internal-link").first().click();
  await page.page.waitForFunction(() => globalThis.app.workspace.getActiveFile()?.path.includes("affeine"));
  await page.page.locator(".is-flashing").first().waitFor();
});

onPage("an answer is inserted at the cursor and saved as a note", async (page) => {
  await page.write("Draft.md", "Before after");
  await page.open("Draft.md");
  await page.inApp((app) => app.workspace.activeEditor.editor.setCursor({ line: 0, ch: 7 }));
  await page.ribbon("Ask the vault");
  await ask(page, "What is the half-life of caffeine?");
  await pane(page).getByRole("button", { name: "Insert", exact: false }).click();
  const text = await page.text("Draft.md");
  assert.match(text, /^Before [^]*half-life[^]*\[\[[^]*\]\]after$/i);
  await pane(page).getByRole("button", { name: "Save as note" }).click();
  await page.page.waitForFunction(
    () => globalThis.app.workspace.getActiveFile()?.path === "Research inbox/What is the half-life of caffeine.md",
  );
});

onPage("what the vault does not know is said, with the closest passages", async (page) => {
  await page.ribbon("Ask the vault");
  await ask(page, "Who invented the telephone?");
  assert.match(await pane(page).locator(".ibid-ask-answer").innerText(), /^I could not find this in your vault\./);
});

onPage("a question is limited to the open note, and earlier questions are kept", async (page) => {
  await page.open("Coffee/Grinders.md");
  await page.palette("Ask about this note");
  await pane(page).getByText("Only “Grinders”").waitFor();
  await ask(page, "What is the half-life of caffeine?");
  assert.equal(await pane(page).locator(".ibid-ask-text").count(), 0);
  await pane(page).getByRole("button", { name: "Ask all notes" }).click();
  await pane(page).getByText("Earlier questions").click();
  await pane(page).getByRole("button", { name: "What is the half-life of caffeine?" }).click();
  await pane(page).locator(".ibid-ask-text").waitFor();
});

test("a quick answer asks back, asks for consent, and is one paragraph with one source", async () => {
  const page = await site.page({ services: "on" });
  const heard = [];
  await page.page.route("https://api.tavily.com/**", (route) => {
    const request = route.request();
    if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers: CORS });
    heard.push(request.postData());
    return route.fulfill({
      headers: CORS,
      json: {
        answer: "The Eiffel Tower opened in 1889. It is in Paris. It is tall.",
        results: [{ url: "https://example.org/tower", title: "Tower", content: "Tower." }],
      },
    });
  });
  await page.page.route("https://en.wikipedia.org/**", (route) =>
    route.fulfill({ headers: CORS, json: { query: { pages: [] } } }),
  );
  await page.set({ webSearch: "keyless", papers: "off" });
  await page.write("Draft.md", "");
  await page.open("Draft.md");
  await page.palette("Quick answer…");
  const window = page.page.locator(".modal", { hasText: "Quick answer" });
  await window.locator("input").fill("tower");
  await page.page.keyboard.press("Enter");
  await window.getByText("What would you like to know about “tower”?").waitFor();
  assert.deepEqual(heard, [], "nothing is sent for a broad question");
  await window.locator("input").fill("When did the Eiffel Tower open?");
  await page.page.keyboard.press("Enter");
  await page.page
    .locator(".modal", { hasText: "Search the web?" })
    .locator("button", { hasText: "Search the web" })
    .click();
  await window.getByText("Source: https://example.org/tower").waitFor();
  await window.getByRole("button", { name: "Insert into the note" }).click();
  assert.equal(
    await page.text("Draft.md"),
    "The Eiffel Tower opened in 1889. It is in Paris. It is tall.\n\nSource: https://example.org/tower",
  );
  await page.close();
});
