// Quick answers that a model writes: one call with the question and the search results, only
// sentences that the results support, and consent that is asked for once.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { agree, close, modal, onPage, open, press, set, start, world } from "./fake-services-page.mjs";
import { evidenceId, HISTORY_PAGE, PAINT_PAGE, quickReply, sentence } from "./fake-services.mjs";

before(open);
after(close);

const QUESTION = "When was the Sydney Harbour Bridge opened?";
const answerWindow = (page) => page.page.locator(".modal", { has: page.page.locator(".ibid-quick-answer") });
const shownAnswer = (page) => answerWindow(page).locator(".ibid-quick-answer p");
const questionToUser = (page) => modal(page, "Send your question to the model?");

async function ask(page, question = QUESTION) {
  await page.inApp((app) => app.commands.executeCommandById("ibid:quick-answer"));
  await answerWindow(page).locator("input").fill(question);
  await page.page.keyboard.press("Enter");
}

/** Waits for an answer and returns its paragraphs. */
async function answered(page) {
  await shownAnswer(page).first().waitFor();
  return shownAnswer(page).allInnerTexts();
}

onPage("a model answers in one call, and what the results do not support is left out", async (page) => {
  world.modelReply = (step, prompt) =>
    quickReply([
      sentence("The Sydney Harbour Bridge was opened on 19 March 1932.", evidenceId(prompt, "Jack Lang")),
      sentence("The Sydney Harbour Bridge was opened in 1935.", evidenceId(prompt, "Jack Lang")),
      sentence(
        "Painting the bridge takes 30,000 litres of paint for a single coat 🎨.",
        evidenceId(prompt, "30,000 litres"),
      ),
      sentence("Let me know if you want more about the bridge!", evidenceId(prompt, "Jack Lang")),
    ]);
  await ask(page);
  await agree(page);
  assert.deepEqual(await answered(page), [
    "The Sydney Harbour Bridge was opened on 19 March 1932. Painting the bridge takes 30,000 litres of paint for a single coat.",
    `Source: ${HISTORY_PAGE}`,
  ]);
  assert.deepEqual(
    world.log.map(({ step }) => step).filter((step) => step !== "wikipedia"),
    ["search", "quick"],
  );
  assert.equal(await questionToUser(page).count(), 0, "a model on this machine needs no consent");
  assert.ok(!world.sent.includes("Ana"), "no note is sent");
});

onPage("a model that fails or is not sure leaves the results, without a word about it", async (page) => {
  const quoted = /^The Sydney Harbour Bridge was opened on 19 March 1932 by Premier Jack Lang\./;
  for (const modelReply of [() => "out of order at 10.0.0.3", () => quickReply([], false)]) {
    world.reset({ modelReply });
    await ask(page);
    if (
      await Promise.race([
        modal(page, "Search the web?")
          .waitFor()
          .then(() => true),
        answered(page).then(() => false),
      ])
    )
      await agree(page);
    const [text, source] = await answered(page);
    assert.match(text, quoted);
    assert.equal(source, `Source: ${HISTORY_PAGE}`);
    assert.equal(world.of("quick").length, 1);
    await page.page.keyboard.press("Escape");
  }
});

onPage("consent to send questions is asked once, and is no consent to send notes", async (page) => {
  const key = "sk-test-0123456789";
  await page.inApp((app, key) => app.secretStorage.setSecret("my-key", key), key);
  await set(page, {
    provider: "open-ai",
    modelUrl: "https://models.example.org/v1",
    apiKey: "my-key",
    model: "gpt-6-luna",
    streaming: false,
  });
  world.pages = {};
  const asked = [];
  await page.page.route("https://models.example.org/**", async (route) => {
    const request = route.request();
    const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers });
    asked.push(request.postData());
    const { content } = JSON.parse(request.postData()).messages.at(-1);
    const text = quickReply([
      sentence(
        "Painting the bridge takes 30,000 litres of paint for a single coat.",
        evidenceId(content, "30,000 litres"),
      ),
    ]);
    return route.fulfill({
      headers,
      json: {
        choices: [{ message: { content: text }, finish_reason: "stop" }],
        usage: { prompt_tokens: 900, completion_tokens: 200 },
      },
    });
  });
  await ask(page);
  await agree(page);
  assert.match(
    await questionToUser(page).innerText(),
    /sends your question and the search results to gpt-6-luna at models\.example\.org\./,
  );
  await press(questionToUser(page), "Not now");
  assert.match((await answered(page))[0], /^The Sydney Harbour Bridge was opened on 19 March 1932/);
  assert.deepEqual(asked, []);
  await page.page.keyboard.press("Escape");
  await ask(page);
  await press(questionToUser(page), "Use the model");
  assert.deepEqual(await answered(page), [
    "Painting the bridge takes 30,000 litres of paint for a single coat.",
    `Source: ${PAINT_PAGE}`,
  ]);
  await page.page.keyboard.press("Escape");
  await ask(page);
  assert.equal((await answered(page))[1], `Source: ${PAINT_PAGE}`);
  assert.equal(asked.length, 2, "the yes is remembered");
  await page.page.keyboard.press("Escape");
  await start(page);
  await press(modal(page, "Send this note to the model?"), "Not now");
});
