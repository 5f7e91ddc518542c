// Questions that a model answers: live steps, stop, follow-up, export and replay, over a fake model
// in OpenAI's format with native tool calls.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  answerTo,
  BOOK_NOTE,
  finish,
  modelSettings,
  pane,
  QUESTION,
  SEARCH,
  SLEEP_NOTE,
  startFollowUp,
  startQuestion,
  STEPS,
  stepModel,
} from "./asking-model.mjs";
import { close, modal, open, press, site, world } from "./fake-services-page.mjs";
import { evidenceId, HITS, PAINT_PAGE } from "./fake-services.mjs";

before(open);
after(close);

function onPage(name, run, settings = {}) {
  test(name, async () => {
    world.reset({ modelReply: stepModel(STEPS) });
    const page = await site.page({ services: "on" });
    try {
      await world.playIn(page.page);
      await page.set({ ...modelSettings(world), ...settings });
      await run(page);
      assert.deepEqual(page.errors, []);
    } finally {
      await page.close();
    }
  });
}

/** The rows of the steps as texts, each with its state. */
const stepsOf = (place) =>
  place
    .locator(".ibid-ask-one-step")
    .evaluateAll((rows) => rows.map((row) => `${row.dataset.state}: ${row.innerText.replace(/\n+/g, " | ")}`));

const filesUnder = (page, folder) =>
  page.inApp(
    (app, folder) =>
      app.vault
        .getFiles()
        .map(({ path }) => path)
        .filter((path) => path.startsWith(folder))
        .sort(),
    folder,
  );

onPage(
  "a model answers in steps that are shown live and then fold; unsupported sentences are left out with the reason",
  async (page) => {
    const delayed = world.hold(({ step, body }) => step === "step" && JSON.parse(body).messages.length > 5);
    await startQuestion(page);
    await delayed;
    await pane(page).locator(".ibid-ask-one-step").nth(1).waitFor();
    assert.deepEqual(await stepsOf(pane(page)), [
      "done: Search your notes for “caffeine half-life” | Find notes about caffeine | 5 passages",
      `done: Read lines 11–14 of ${BOOK_NOTE} | Compare with the book | 1 passage`,
    ]);
    assert.match(await pane(page).locator(".ibid-ask-status").innerText(), /^Answering your question \(2 of 10\)…$/);
    world.letGo();
    const turn = await answerTo(page);
    assert.match(
      await turn.locator(".ibid-ask-text").innerText(),
      /^The half-life of caffeine in healthy adults is about 5 hours\. \(Caffeine and sleep\)$/,
    );
    assert.equal(await turn.locator(".ibid-ask-confidence").innerText(), "Medium confidence");
    await turn.getByText("4 steps · free").click();
    await turn.locator(".ibid-ask-one-step").nth(3).waitFor();
    const steps = await stepsOf(turn);
    assert.equal(steps.length, 4);
    assert.match(steps[2], /^refused: Tried to read a web page \| Look for a newer figure \| .+/);
    assert.equal(steps[3], "done: Write the answer");
    await turn.getByText("1 sentence left out").click();
    await turn.locator(".ibid-ask-left-out li").waitFor();
    assert.match(
      await turn.locator(".ibid-ask-left-out").innerText(),
      /^Penguins drink four cups of coffee before each dive in winter\.\n.+\.$/,
    );
    assert.match(await pane(page).locator(".ibid-ask-engine").innerText(), /^Answered by bee-1 at localhost/);
  },
);

onPage("a citation and a passage open the note at the line and mark it", async (page) => {
  await startQuestion(page);
  const turn = await answerTo(page);
  await turn.locator(".ibid-ask-text a.internal-link").click();
  await page.page.waitForFunction((path) => globalThis.app.workspace.getActiveFile()?.path === path, SLEEP_NOTE);
  await page.page.locator(".is-flashing", { hasText: "half-life of caffeine in healthy adults" }).first().waitFor();
  const cited = turn.locator(".ibid-ask-passage.is-cited").first();
  assert.match(
    await cited.innerText(),
    /\nSearch for “caffeine half-life”\nev-\w+-001 · lines? [\d–]+ · found by keyword · score \d+\.\d\d$/,
  );
  const opened = turn.locator(".ibid-ask-passage", { hasText: "opened directly" });
  assert.match(await opened.innerText(), /ev-\w+-006 · lines 11–14 · opened directly · score 1\.00$/);
});

onPage("a question is stopped in the middle: its steps stay, and the next one is asked", async (page) => {
  const delayed = world.hold(({ step, body }) => step === "step" && JSON.parse(body).messages.length > 3);
  await startQuestion(page);
  await delayed;
  await pane(page).locator(".ibid-ask-one-step").first().waitFor();
  await pane(page).getByRole("button", { name: "Stop" }).click();
  await pane(page).getByText("Stopped.", { exact: true }).waitFor();
  assert.deepEqual(
    (await stepsOf(pane(page))).map((row) => row.split(":")[0]),
    ["done"],
  );
  assert.equal(await pane(page).getByRole("textbox", { name: "Follow-up question" }).isVisible(), false);
  world.reset({ modelReply: stepModel([SEARCH, finish]) });
  await pane(page).getByRole("button", { name: "Ask", exact: true }).first().click();
  await (await answerTo(page)).getByText("2 steps · free").waitFor();
});

onPage(
  "a follow-up is sent with the question, the answer and the evidence; a new question starts anew",
  async (page) => {
    await startQuestion(page);
    await answerTo(page);
    world.reset({
      modelReply: stepModel([
        (prompt) => ({
          tool: "finish",
          answer: `Smoking roughly halves the half-life of caffeine. [${prompt.match(/\[(ev-\w+-001)\]/)[1]}]`,
          confidence: "high",
        }),
      ]),
    });
    await startFollowUp(page, "And for smokers?");
    const turn = await answerTo(page, 2);
    assert.match(await turn.locator(".ibid-ask-text").innerText(), /^Smoking roughly halves the half-life/);
    await turn.getByText("1 step · free").waitFor();
    assert.equal(await turn.locator(".ibid-ask-line").count(), 0, "no warning");
    const sent = world.of("step")[0].body;
    assert.ok(sent.includes(QUESTION) && sent.includes("is about 5 hours") && sent.includes("And for smokers?"));
    assert.deepEqual(await pane(page).locator(".ibid-ask-asked").allInnerTexts(), [QUESTION, "And for smokers?"]);
    assert.equal(await pane(page).locator(".ibid-ask-text").count(), 2);
    world.reset({ modelReply: stepModel([SEARCH, finish]) });
    await startQuestion(page);
    await (await answerTo(page)).getByText("2 steps · free").waitFor();
    assert.equal(await pane(page).locator(".ibid-ask-turn").count(), 1);
    assert.ok(!world.of("step")[0].body.includes("smokers"));
  },
);

onPage(
  "a follow-up works without a model",
  async (page) => {
    await startQuestion(page);
    await answerTo(page);
    await startFollowUp(page, "How long is the half-life of caffeine in late pregnancy?");
    assert.match(await (await answerTo(page, 2)).locator(".ibid-ask-text").innerText(), /15 hours/);
    assert.deepEqual(world.log, []);
  },
  { engine: "built-in" },
);

onPage("a question is exported to a folder and replayed with the same bytes; nothing is overwritten", async (page) => {
  await startQuestion(page);
  const turn = await answerTo(page);
  const exportTo = async (folder) => {
    await turn.getByRole("button", { name: "Export…" }).click();
    await page.page.locator(".prompt-input").fill(folder);
    await page.page.locator(".suggestion-item").first().click();
    await page.notice("Exported to");
  };
  await exportTo("Projects");
  const files = await filesUnder(page, "Projects/20");
  assert.equal(files.length, 3);
  assert.match(files[0], /^Projects\/\d{4}-\d\d-\d\d \d{4} What is the half-life of caffeine\/evidence\.json$/);
  assert.deepEqual(
    files.map((path) => path.split("/").at(-1)),
    ["evidence.json", "report.md", "trace.json"],
  );
  await page.dismissNotices();
  await exportTo("Projects");
  assert.equal((await filesUnder(page, "Projects/20")).length, 6);
  const asked = world.log.length;
  await page.palette("Replay a question…");
  await page.page.locator(".suggestion-item").last().click();
  const replay = modal(page, `Replay of “${QUESTION}”`);
  await replay.getByText("The report equals report.md byte for byte.").waitFor();
  assert.equal(await replay.locator("pre").innerText(), await page.text(files[1]));
  assert.equal(world.log.length, asked, "nothing is sent");
  await press(replay, "Close");
  await page.write(files[1], "Edited.");
  await page.palette("Replay a question…");
  await page.page
    .locator(".suggestion-item", { hasText: files[1].slice(0, files[1].lastIndexOf("/")) })
    .first()
    .waitFor();
  await page.page.locator(".suggestion-item").last().click();
  await replay.getByText("The report differs from report.md").waitFor();
});

onPage(
  "with a folder in settings each question is saved there; an answer stays if that fails",
  async (page) => {
    await startQuestion(page);
    await (await answerTo(page)).getByText("Saved in “Asked/").waitFor();
    assert.equal((await filesUnder(page, "Asked/")).length, 3);
    world.reset({ modelReply: stepModel([SEARCH, finish]) });
    await page.inApp((app) => {
      app.vault.createFolder = () => Promise.reject(new Error("The disk is full"));
    });
    await startQuestion(page);
    await page.notice("couldn't be saved in “Asked”: The disk is full");
    await (await answerTo(page)).locator(".ibid-ask-text").waitFor();
  },
  { askFolder: "Asked" },
);

onPage(
  "if the model is down, the built-in engine answers, with a warning",
  async (page) => {
    await startQuestion(page);
    const turn = await answerTo(page);
    assert.match(await turn.locator(".ibid-ask-text").innerText(), /half-life/);
    assert.match(await turn.locator(".ibid-ask-line").first().innerText(), /built-in engine/);
    assert.equal(await turn.getByText(/\d steps?/).count(), 0);
  },
  { modelUrl: "http://localhost:9/v1" },
);

onPage(
  "a remote model is asked only after consent, and the web only if the user wants it and agrees",
  async (page) => {
    await page.set({ webSearch: "searxng", searxngUrl: world.search });
    await startQuestion(page);
    await modal(page, "Send your question to the model?").waitFor();
    assert.match(
      await modal(page, "Send your question").innerText(),
      /bee-1 at models\.example\.org[\s\S]*Private and excluded notes stay on this device/,
    );
    assert.deepEqual(world.log, []);
    await press(modal(page, "Send your question"), "Not now");
    await (await answerTo(page)).locator(".ibid-ask-text").waitFor();
    assert.deepEqual(world.log, [], "the built-in engine answers");
    const webSearch = { tool: "search_web", query: "bridge paint", reason: "The notes don't say it" };
    const answer = (prompt) => ({
      tool: "finish",
      answer: `${HITS[0][2]} [${evidenceId(prompt, HITS[0][2])}]`,
      confidence: "high",
    });
    world.reset({ modelReply: stepModel([webSearch, answer]) });
    const box = pane(page).getByRole("checkbox", { name: "Search the web too" });
    assert.equal(await box.isChecked(), false);
    await box.check();
    await startQuestion(page, "How much paint does the bridge take?");
    await press(modal(page, "Send your question"), "Use the model");
    await modal(page, "Search the web?").waitFor();
    assert.deepEqual(world.log, []);
    await press(modal(page, "Search the web?"), "Search the web");
    const turn = await answerTo(page);
    assert.match(await turn.locator(".ibid-ask-text").innerText(), /30,000 litres/);
    assert.equal(world.of("search").length, 1);
    await page.page.context().route(PAINT_PAGE, (route) => route.fulfill({ body: "Paint" }));
    const opened = page.page.context().waitForEvent("page");
    await turn.locator(".ibid-ask-passage.is-cited").click();
    await (await opened).waitForURL(PAINT_PAGE);
    assert.equal(await page.inApp((app) => app.loadLocalStorage("ibid-ask-web")), true, "the choice is remembered");
  },
  { modelUrl: "https://models.example.org/v1" },
);

onPage("a question about a private note never reaches the model", async (page) => {
  await page.write("Secret.md", "---\nprivate: true\n---\nThe safe code of the cellar is Quentin.\n");
  await page.open("Secret.md");
  await page.palette("Ask about this note");
  await pane(page).getByText("Answered by the built-in engine on this device.").waitFor();
  const field = pane(page).getByRole("textbox", { name: "Question", exact: true });
  await field.fill("What is the safe code of the cellar?");
  await field.press("Enter");
  assert.match(await (await answerTo(page)).locator(".ibid-ask-text").innerText(), /Quentin/);
  assert.deepEqual(world.log, []);
});
