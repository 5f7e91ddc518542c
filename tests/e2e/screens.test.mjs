// Every view in light, dark and at phone width: screenshots in dist/screenshots, and automatic checks: nothing exceeds
// the window's width, axe-core finds nothing against WCAG 2.2 AA, and on a phone all controls are large enough for a thumb.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { dist, inProject } from "../../plugin/scripts/project.mjs";
import {
  answerTo,
  finish,
  modelSettings,
  OPEN_LINES,
  OPEN_PAGE,
  pane,
  SEARCH,
  startFollowUp,
  startQuestion,
  stepModel,
} from "./asking-model.mjs";
import { clusteredVaultScript, smallVaultScript } from "./clustered-vault.mjs";
import {
  chatModel,
  citedReply,
  field,
  NAPS_NOTE,
  openChat,
  pane as chatPane,
  proposal,
  replyOf,
  say,
  SEARCH as CHAT_SEARCH,
  SLEEP_NOTE,
  turn,
} from "./chatting-model.mjs";
import { demo } from "./demo-page.mjs";
import { startFakeServices } from "./fake-services.mjs";
import { HITS as GARDEN_HITS, writeVault } from "./garden-vault.mjs";
import { BROKEN, check, checked, group, picture, row, TIDY, unfold, view } from "./health-page.mjs";
import { waitingRun } from "./pausable-run.mjs";

const NOTE = "Coffee/Afternoon coffee.md";
const COMMAND = "Research this note";
const THUMB_PIXELS = 44;
const SCREENSHOTS = join(dist, "screenshots");

/** A note with a citation of each kind. */
const CITED_NOTE = `# Naps and coffee

Naps are natural; the two o'clock dip comes from the clock and not from lunch ([[Why We Sleep]]).

A cup of decaf has 45–60 % of the caffeine of a normal cup ([[Why We Sleep]]).

Penguins sleep for eleven hours a day in winter ([[Why We Sleep]]).

A cup before a nap makes the nap shorter ([[Coffee naps of my own#Second week]]).

Adenosine builds up during the day ([Sleep drive](https://sleep.example.org/a/rather/long/address/about-adenosine-and-sleep-pressure)).
`;

const looks = {
  "light and dark": { colorScheme: "light" },
  phone: {
    colorScheme: "light",
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
};

/** The views in the order of use; each leaves the page ready for the next. */
const views = {
  async demo() {},
  async palette(page) {
    await page.open(NOTE);
    await page.page.keyboard.press("Control+p");
    await page.page.locator(".prompt-input").fill("Research");
    await page.page.locator(".suggestion-item").first().waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async settings(page) {
    await page.inApp((app) => {
      app.setting.open();
      app.setting.openTabById("ibid");
    });
    await page.page.locator(".setting-item", { hasText: "Engine" }).locator("select").selectOption("model");
    await page.page.locator(".setting-item", { hasText: "API key" }).first().waitFor();
  },
  async "settings-model"(page) {
    const provider = page.page.locator(".setting-item", { hasText: "The service that runs the model" });
    await provider.scrollIntoViewIfNeeded();
    await provider.locator("select").selectOption("ollama");
    const test = page.page.locator(".setting-item", { hasText: "Sends a short message to the model" });
    await test.locator("button").click();
    await test.locator(".mod-warning").waitFor();
    await provider.evaluate((element) => element.scrollIntoView());
  },
  async "settings-sources"(page) {
    const sources = page.page.locator(".setting-item", { hasText: "if that fails, DuckDuckGo" });
    await sources.locator("select").selectOption("searxng");
    await sources.evaluate((element) => element.scrollIntoView());
    return async () => {
      await page.inApp((app) => app.setting.close());
      await page.set({ webSearch: "off" });
    };
  },
  async progress(page) {
    await page.holdReads();
    await page.palette(COMMAND);
    await page.notice("Indexing your vault");
    return () => page.letRead();
  },
  async agenda(page) {
    await page.agenda.waitFor();
    return async () => {
      await page.approve();
      await page.notice("Researched");
    };
  },
  async result() {},
  async reading(page) {
    await page.inApp(async (app) => {
      const { leaf } = app.workspace.activeEditor;
      const state = leaf.getViewState();
      await leaf.setViewState({ ...state, state: { ...state.state, mode: "preview" } });
    });
    await page.pressInNotice("Show");
    await page.page.locator(".markdown-preview-view h2", { hasText: "Research" }).waitFor();
    await page.page.evaluate(() =>
      [...document.querySelectorAll(".markdown-preview-view h2")]
        .find((heading) => heading.textContent === "Research")
        .scrollIntoView(),
    );
    return () => page.dismissNotices();
  },
  async "part-question"(page) {
    await page.inApp((app) => app.workspace.activeEditor.toggleMode());
    await page.inApp((app) => app.workspace.activeEditor.editor.setSelection({ line: 0, ch: 0 }, { line: 4, ch: 0 }));
    await page.inApp((app) => app.commands.executeCommandById("ibid:research-selection"));
    await page.page.locator(".modal", { hasText: "already has a report" }).waitFor();
    return async () => {
      await page.page.keyboard.press("Escape");
      await page.notice("Nothing was changed");
      await page.dismissNotices();
      await page.inApp((app) => app.workspace.activeEditor.toggleMode());
    };
  },
  async "folder-agenda"(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:research-folder"));
    await page.agenda.waitFor();
    return () => page.approve();
  },
  async "folder-result"(page) {
    await page.notice("in “Coffee”");
    await page.pressInNotice("Details");
    await page.page.locator(".modal", { hasText: "Research on “Coffee”" }).waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async "search-empty"(page) {
    await page.inApp((app) => app.workspace.activeEditor.toggleMode());
    await page.open("Sleep/Naps.md");
    await page.open(NOTE);
    await page.inApp((app) => app.commands.executeCommandById("ibid:search-vault"));
    await page.page.locator(".ibid-search-operator").first().waitFor();
    await page.page.locator(".ibid-search-reading").waitFor({ state: "detached" });
  },
  async "search-results"(page) {
    await page.page.locator(".prompt-input").fill("caffeine sleep");
    await page.page.locator(".ibid-search .ibid-result-hit").first().waitFor();
  },
  async "search-nothing"(page) {
    await page.page.locator(".prompt-input").fill("xylophone");
    await page.page.locator(".suggestion-empty").first().waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async related(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:related-notes"));
    await page.page.locator(".ibid-related-row").nth(3).waitFor();
    return () => page.inApp((app) => app.workspace.detachLeavesOfType("ibid-related"));
  },
  async ask(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:ask-vault"));
    await page.page.locator(".ibid-ask-form textarea").fill("What is the half-life of caffeine?");
    await page.page.keyboard.press("Enter");
    await page.page.locator(".ibid-ask-passage").first().waitFor();
  },
  async "ask-nothing"(page) {
    await page.page.locator(".ibid-ask-form textarea").fill("Who invented the telephone?");
    await page.page.keyboard.press("Enter");
    await page.page.locator(".ibid-ask-empty").waitFor();
    return () => page.inApp((app) => app.workspace.detachLeavesOfType("ibid-ask"));
  },
  async "quick-answer"(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:quick-answer"));
    await page.page.locator(".modal .ibid-focus").fill("coffee");
    await page.page.keyboard.press("Enter");
    await page.page.locator(".ibid-quick-answer p").waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async "citations-question"(page) {
    await page.write("Coffee/Cited.md", CITED_NOTE);
    await page.open("Coffee/Cited.md");
    await page.inApp((app) => app.commands.executeCommandById("ibid:check-citations"));
    await page.page.locator(".modal", { hasText: "Open the linked pages?" }).waitFor();
    return () => page.page.locator(".modal button", { hasText: "Only my notes" }).click();
  },
  async citations(page) {
    await page.page.locator(".ibid-citation-group").nth(4).waitFor();
    await page.page.locator('.ibid-citation-group[data-verdict="supported"] summary').click();
    await page.page.locator(".ibid-citations-head").evaluate((element) => element.scrollIntoView());
  },
  async "citations-marked"(page) {
    await page.page.locator(".ibid-citations-head button", { hasText: "Mark in the note" }).click();
    await page.page.locator(".ibid-citations-status", { hasText: "are marked" }).waitFor();
    await page.page.locator(".ibid-citations-head button", { hasText: "Remove marks" }).waitFor();
  },
  async "citations-marked-reading"(page) {
    await page.inApp((app) => app.workspace.rightSplit.collapse());
    await page.inApp((app) => app.workspace.getLeavesOfType("markdown")[0].view.toggleMode());
    await page.page.locator(".markdown-preview-view mark").first().waitFor();
    return () =>
      page.inApp((app) => {
        app.workspace.getLeavesOfType("markdown")[0].view.toggleMode();
        app.workspace.detachLeavesOfType("ibid-citations");
      });
  },
  async "web-question"(page) {
    await page.set({ webSearch: "keyless" });
    await page.open(NOTE);
    await page.palette(COMMAND);
    await page.approve();
    await page.page.locator(".modal button", { hasText: "Only my notes" }).waitFor();
    return async () => {
      await page.set({ webSearch: "off" });
      await page.page.locator(".modal button", { hasText: "Only my notes" }).click();
      await page.notice("Researched");
      await page.dismissNotices();
    };
  },
  async "offline-question"(page) {
    await page.set({ webSearch: "keyless" });
    await page.page.context().setOffline(true);
    await page.palette(COMMAND);
    await page.page.locator(".modal button", { hasText: "Use my notes only" }).waitFor();
    return async () => {
      await page.page.keyboard.press("Escape");
      await page.page.context().setOffline(false);
      await page.set({ webSearch: "off" });
      await page.dismissNotices();
    };
  },
  async question(page) {
    await page.open("Projects/A tree for Alder Street.md");
    await page.palette(COMMAND);
    await page.page.locator(".modal button", { hasText: "Keep and add below" }).waitFor();
  },
};

/** Views of running and finished runs; each leaves the page ready for the next. */
const runViews = (letGo) => ({
  async "run-progress"(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:show-progress"));
    await page.page.locator(".ibid-run-topic").nth(1).waitFor();
    return () => page.page.locator(".ibid-run-foot button").click();
  },
  async "run-stopped"(page) {
    await page.notice("The results so far are saved");
    return () => page.dismissNotices();
  },
  async "run-interrupted"(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:resume"));
    await page.page.locator(".ibid-unfinished").waitFor();
    letGo();
    return () => page.page.locator(".ibid-unfinished button", { hasText: "Resume" }).click();
  },
  async "run-result"(page) {
    await page.notice("Researched");
  },
  async "run-details"(page) {
    await page.pressInNotice("Details");
    await page.page.locator(".ibid-audit-trace button").waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async "run-ledger"(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:show-audit-log"));
    await page.page.locator("li .ibid-collapsible-line").first().click();
    await page.page.locator(".ibid-audit-sent").waitFor();
    await page.page.locator(".ibid-audit-trace button").waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async "run-replay-choice"(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:replay-run-log"));
    await page.page.locator(".prompt .suggestion-item").first().waitFor();
  },
  async "run-replay"(page) {
    await page.page.keyboard.press("Enter");
    await page.page.locator(".modal", { hasText: "Replay of" }).waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async "run-restore"(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:research-note"));
    await page.notice("Researched");
    await page.dismissNotices();
    await page.inApp((app) => app.commands.executeCommandById("ibid:restore-section"));
    await page.page.locator(".ibid-section-modal").waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async "run-forget"(page) {
    await page.inApp((app) => {
      app.setting.open();
      app.setting.openTabById("ibid");
    });
    const row = page.page.locator(".setting-item", { hasText: "Clear local data" });
    await row.locator("button").click();
    await page.page.locator(".modal", { hasText: "You can't undo this" }).waitFor();
  },
});

/** Steps of a model with one that is refused and one that takes long. */
const LONG_STEPS = [
  SEARCH,
  OPEN_LINES,
  { ...OPEN_PAGE, url: "https://example.org/a/rather/long/address/about-caffeine-and-sleep" },
  { tool: "search_web", query: "caffeine half-life adults", reason: "Look for a newer figure" },
  finish,
];

/** Views of questions that a model answers; each leaves the page ready for the next. */
const askViews = (world) => ({
  async "ask-web-question"(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:ask-vault"));
    await pane(page).getByRole("checkbox", { name: "Search the web too" }).check();
    await startQuestion(page);
    await page.page.locator(".modal", { hasText: "Search the web?" }).waitFor();
  },
  async "ask-steps"(page) {
    const delayed = world.hold(({ step }) => step === "search");
    await page.page.locator(".modal button", { hasText: "Search the web" }).click();
    await delayed;
    await pane(page).locator('.ibid-ask-one-step[data-state="running"]').waitFor();
    return () => world.letGo();
  },
  async "ask-answer"(page) {
    await answerTo(page);
    await pane(page).locator(".ibid-ask-passage").first().waitFor();
  },
  async "ask-details"(page) {
    await pane(page).getByText("5 steps · free").click();
    await pane(page).locator(".ibid-ask-one-step").nth(4).waitFor();
    await pane(page).getByText("1 sentence left out").click();
    await pane(page).locator(".ibid-ask-left-out li").waitFor();
    await pane(page)
      .getByText("1 sentence left out")
      .evaluate((line) => line.scrollIntoView({ block: "center" }));
  },
  async "ask-export"(page) {
    await pane(page).getByRole("button", { name: "Export…" }).click();
    await page.page.locator(".prompt .suggestion-item").first().waitFor();
    return async () => {
      await page.page.locator(".prompt-input").fill("Projects");
      await page.page.keyboard.press("Enter");
      await page.notice("Exported to");
      await page.dismissNotices();
    };
  },
  async "ask-follow-up"(page) {
    world.reset({
      modelReply: stepModel([
        (prompt) => ({
          tool: "finish",
          answer: `Smoking roughly halves the half-life of caffeine. [${prompt.match(/\[(ev-\w+-001)\]/)[1]}]`,
          confidence: "high",
        }),
      ]),
    });
    await startFollowUp(page, "How long is it in smokers, and where does my vault say so?");
    await answerTo(page, 2);
    await pane(page).getByRole("textbox", { name: "Follow-up question" }).waitFor();
  },
  async "ask-stopped"(page) {
    world.reset({ modelReply: stepModel([SEARCH, OPEN_LINES]) });
    const delayed = world.hold(({ step, body }) => step === "step" && JSON.parse(body).messages.length > 5);
    await startFollowUp(page, "And for smokers?");
    await delayed;
    await pane(page).locator(".ibid-ask-live .ibid-ask-one-step").nth(1).waitFor();
    await pane(page).getByRole("button", { name: "Stop" }).click();
    await pane(page).getByText("Stopped.", { exact: true }).waitFor();
    world.letGo();
  },
  async "ask-replay-choice"(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:replay-question"));
    await page.page.locator(".prompt .suggestion-item").first().waitFor();
  },
  async "ask-replay"(page) {
    await page.page.keyboard.press("Enter");
    await page.page.getByText("The report equals report.md byte for byte.").waitFor();
    return () => page.page.keyboard.press("Escape");
  },
});

/** What the model says and does in the conversations on the pictures. */
const CHAT_SCRIPT = {
  "How long does caffeine last, and what do my notes say about naps?": [
    CHAT_SEARCH,
    { tool: "read_note", path: NAPS_NOTE, reason: "The question is about naps too" },
    { tool: "open_page", url: "https://example.org/caffeine", reason: "Look for a newer figure" },
    citedReply,
  ],
  "Mark both notes as read, please.": [
    {
      tool: "set_property",
      paths: [SLEEP_NOTE, NAPS_NOTE],
      property: "status",
      value: "read",
      reason: "You want to find them again",
    },
    "Both notes are marked as read.",
  ],
  "Rewrite the part on how long a nap should be.": [
    {
      tool: "replace_section",
      path: NAPS_NOTE,
      heading: "## How long",
      text: "Twenty minutes, and not after three o'clock in the afternoon.",
      reason: "Make it shorter",
    },
    "I made it shorter.",
  ],
  "Is there a newer figure?": [
    {
      tool: "search_web",
      query: "half-life of caffeine in healthy adults",
      reason: "Your note has a figure without a year",
    },
    "I found no newer one.",
  ],
};

/** Views of conversations; each leaves the page ready for the next. */
const chatViews = (world) => ({
  async "chat-empty"(page) {
    await openChat(page);
    await chatPane(page).getByText("Talk about “Caffeine and sleep”").waitFor();
    await chatPane(page).getByText("bee-1 at localhost").waitFor();
  },
  async "chat-notes"(page) {
    await field(page).click();
    await page.page.keyboard.type("What about [[na");
    await page.page.locator(".suggestion-item", { hasText: "Naps" }).first().waitFor();
    return () => page.page.locator(".suggestion-item", { hasText: "Naps" }).first().click();
  },
  async "chat-prompts"(page) {
    await page.inApp((app) => app.vault.createFolder("Prompts"));
    for (const name of ["Explain the selection", "Find what is missing in this note", "Translate"])
      await page.write(`Prompts/${name}.md`, "Explain “{{selection}}” of {{note}}.");
    await field(page).fill("");
    await page.page.keyboard.type("/");
    await page.page.locator(".suggestion-item", { hasText: "Translate" }).waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async "chat-streaming"(page) {
    const paused = world.pauseAt("healthy");
    await say(page, "How long does caffeine last, and what do my notes say about naps?");
    await paused;
    await chatPane(page).locator(".ibid-chat-streamed", { hasText: "half-life" }).waitFor();
    return () => world.letGo();
  },
  async "chat-reply"(page) {
    await replyOf(page);
    await turn(page, 1).getByText("3 steps").click();
    await turn(page, 1).locator(".ibid-ask-one-step").nth(2).waitFor();
  },
  async "chat-diff"(page) {
    await say(page, "Mark both notes as read, please.");
    await proposal(page).waitFor();
    await proposal(page).getByRole("checkbox", { name: "Change “Naps”" }).uncheck();
    await proposal(page).evaluate((element) => element.scrollIntoView({ block: "end" }));
    return async () => {
      await proposal(page).getByRole("button", { name: "Yes to 1 change" }).click();
      await replyOf(page, 2);
    };
  },
  async "chat-changed"(page) {
    await turn(page, 2).getByRole("button", { name: "Undo changes" }).waitFor();
  },
  async "chat-shortened"(page) {
    await turn(page, 1).getByText("3 steps (shortened)").click();
    await turn(page, 1).getByText("The model no longer gets").waitFor();
    await turn(page, 1).evaluate((element) => element.scrollIntoView());
  },
  async "chat-section"(page) {
    await say(page, "Rewrite the part on how long a nap should be.");
    await proposal(page).waitFor();
    await proposal(page).evaluate((element) => element.scrollIntoView({ block: "end" }));
  },
  async "chat-edit"(page) {
    await proposal(page).getByRole("button", { name: "Edit: Change" }).click();
    await proposal(page).evaluate((element) => element.scrollIntoView({ block: "end" }));
    return async () => {
      await proposal(page).getByRole("button", { name: "No", exact: true }).click();
      await replyOf(page, 3);
    };
  },
  async "chat-web-query"(page) {
    await chatPane(page).getByRole("checkbox", { name: "Search the web too" }).check();
    await say(page, "Is there a newer figure?");
    await page.page.locator(".modal").getByRole("button", { name: "Search the web" }).click();
    await proposal(page).getByText("The model has read your notes").waitFor();
    await proposal(page).evaluate((element) => element.scrollIntoView({ block: "end" }));
    return async () => {
      await proposal(page).getByRole("button", { name: "Yes", exact: true }).click();
      await replyOf(page, 4);
    };
  },
  async "chat-web-text"(page) {
    await chatPane(page)
      .locator(".ibid-chat-web-text")
      .evaluate((element) => element.scrollIntoView({ block: "end" }));
    await chatPane(page).getByRole("checkbox", { name: "Search the web too" }).uncheck();
  },
  async "chat-edit-message"(page) {
    await turn(page, 2).getByRole("button", { name: "Edit message" }).click();
    await turn(page, 2).evaluate((element) => element.scrollIntoView());
    return () => turn(page, 2).getByRole("button", { name: "Cancel" }).click();
  },
  async "chat-list"(page) {
    await chatPane(page).getByRole("button", { name: "Conversations" }).click();
    await chatPane(page).locator(".ibid-chat-row").waitFor();
  },
  async "chat-delete"(page) {
    await chatPane(page).getByRole("button", { name: "Delete “" }).click();
    await page.page.locator(".modal", { hasText: "Delete this conversation?" }).waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async "chat-no-model"(page) {
    await page.set({ engine: "built-in" });
    await chatPane(page).getByRole("button", { name: "Conversations" }).click();
    await chatPane(page).getByRole("button", { name: "New conversation" }).click();
    await chatPane(page).getByText("Chat needs a model.").waitFor();
  },
});

/** Shows the picture of the clusters: in a narrow window, in place of the list. */
async function showClusters(page) {
  const button = view(page).getByRole("button", { name: "Clusters", exact: true });
  if (await button.isVisible()) await button.click();
  await picture(page).and(page.page.locator('[data-state="drawn"]')).waitFor();
}

async function showList(page) {
  const button = view(page).getByRole("button", { name: "List", exact: true });
  if (await button.isVisible()) await button.click();
}

/** Zooms the picture in around its middle, and waits until it is drawn. */
async function zoomIn(page, times) {
  const zoom = () => picture(page).getAttribute("data-zoom");
  for (let at = 0; at < times; at += 1) {
    const before = await zoom();
    await view(page).getByRole("button", { name: "Zoom in" }).click();
    await page.page.waitForFunction(
      (before) => document.querySelector(".ibid-clusters-picture").dataset.zoom !== before,
      before,
    );
  }
}

/** Views of the vault's health; each leaves the page ready for the next. */
const healthViews = {
  async "health-progress"(page) {
    await page.readVault();
    await page.holdReads();
    await page.inApp((app) => void app.commands.executeCommandById("ibid:check-health"));
    await page.readHeld();
    await view(page).getByRole("button", { name: "Stop" }).waitFor();
    return () => page.letRead();
  },
  async "health-list"(page) {
    await view(page).locator(".ibid-health-summary", { hasText: "checked" }).waitFor();
    await checked(page);
    // In a narrow window the picture is hidden and drawn later.
    if (await picture(page).isVisible()) await picture(page).and(page.page.locator('[data-state="drawn"]')).waitFor();
  },
  async "health-list-below"(page) {
    await unfold(page, "missing-note");
    await unfold(page, "open-question");
    await group(page, "missing-note").evaluate((element) => element.scrollIntoView());
  },
  async "health-fix-link"(page) {
    await row(page, "broken-link", "Cafeine and sleep")
      .first()
      .getByRole("button", { name: /^Fix link/ })
      .click();
    await page.page.locator(".modal", { hasText: "Fix this link?" }).waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async "health-ignored"(page) {
    await row(page, "broken-link", "Cafeine and sleep")
      .first()
      .getByRole("button", { name: /^Ignore/ })
      .click();
    await page.notice("Ignored");
    await group(page, "ignored").locator("summary").click();
    await group(page, "ignored").evaluate((element) => element.scrollIntoView());
    return () => page.dismissNotices();
  },
  async "health-clusters"(page) {
    await showClusters(page);
  },
  async "health-cluster-notes"(page) {
    await picture(page).locator("canvas").focus();
    await page.page.keyboard.press("Home");
    await page.page.keyboard.press("Enter");
    await view(page).locator(".ibid-clusters-notes li").first().waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async "health-cluster-list"(page) {
    await view(page).getByText("Clusters as a list").click();
    await view(page).locator(".ibid-clusters-item").first().waitFor();
    return () => view(page).getByText("Clusters as a list").click();
  },
  async "health-zoomed"(page) {
    await zoomIn(page, 4);
    return () => showList(page);
  },
  async "health-note"(page) {
    await page.open(BROKEN);
    await page.inApp((app) => app.commands.executeCommandById("ibid:related-notes"));
    await page.page.locator(".ibid-note-health .ibid-health-row").first().waitFor();
    await page.page.locator(".ibid-note-health").evaluate((element) => element.scrollIntoView());
  },
};

/** The picture of a large vault. */
const largeHealthViews = {
  async "health-large"(page) {
    await page.readVault();
    await check(page);
    await showClusters(page);
  },
  async "health-large-zoomed"(page) {
    await zoomIn(page, 5);
  },
  async "health-large-names"(page) {
    await zoomIn(page, 5);
  },
};

const emptyHealthViews = {
  async "health-empty"(page) {
    await page.inApp((app) => void app.commands.executeCommandById("ibid:check-health"));
    await view(page).locator(".ibid-health-empty", { hasText: "Nothing to mend." }).waitFor();
  },
};

const inbox = (page) => page.page.locator(".ibid-inbox");

/** Views of the research inbox; each leaves the page ready for the next. */
const inboxViews = (world) => ({
  async "inbox-empty"(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:open-inbox"));
    await inbox(page).getByText("No findings are waiting for you.").waitFor();
  },
  async "inbox-agenda"(page) {
    await page.inApp((app) => app.commands.executeCommandById("ibid:research-gaps"));
    await inbox(page).getByText("Gaps to research").waitFor();
    await inbox(page).getByRole("checkbox").last().uncheck();
    await inbox(page).getByRole("button", { name: "Research 2 topics" }).waitFor();
  },
  async "inbox-running"(page) {
    const delayed = world.hold(({ step }) => step === "search");
    await inbox(page).getByRole("button", { name: "Research 2 topics" }).click();
    await page.page
      .locator(".modal", { hasText: "Search the web?" })
      .getByRole("button", { name: "Search the web" })
      .click();
    await delayed;
    await inbox(page).getByText("Researching gaps").waitFor();
    return async () => {
      world.letGo();
      await page.notice("Research of gaps:");
      await page.dismissNotices();
    };
  },
  async "inbox-findings"(page) {
    await inbox(page).locator(".ibid-finding").nth(1).waitFor();
  },
  async "inbox-evidence"(page) {
    await inbox(page).locator(".ibid-gap-past summary").click();
    await inbox(page).getByText("What the source says").first().click();
    await inbox(page)
      .locator(".ibid-finding")
      .first()
      .evaluate((element) => element.scrollIntoView());
  },
  async "inbox-more"(page) {
    await inbox(page).getByRole("button", { name: "More" }).first().click();
    await page.page.locator(".menu-item", { hasText: "Append to a note…" }).waitFor();
    return () => page.page.keyboard.press("Escape");
  },
  async "inbox-accepted"(page) {
    await inbox(page).getByRole("button", { name: "Accept", exact: true }).first().click();
    await page.notice("Created “");
    await inbox(page).getByRole("combobox", { name: "Show findings" }).selectOption("accepted");
    await inbox(page).getByRole("button", { name: "Open note" }).waitFor();
    return () => page.dismissNotices();
  },
  async "inbox-past-runs"(page) {
    await inbox(page).getByRole("button", { name: "What past runs did" }).click();
    await page.page.locator(".modal details summary").first().click();
    return () => page.page.keyboard.press("Escape");
  },
  async "inbox-topics"(page) {
    await inbox(page).getByRole("combobox", { name: "Show findings" }).selectOption("new");
    await inbox(page).getByRole("button", { name: "More" }).first().click();
    await page.page.locator(".menu-item", { hasText: "never this topic again" }).click();
    await page.notice("won't be researched again");
    await page.dismissNotices();
    await inbox(page).getByRole("button", { name: "Topics you never want to see" }).click();
    await page.page.locator(".modal").getByRole("button", { name: "Allow again" }).waitFor();
  },
});

/** The source of axe-core, which runs in the page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let site;
before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  site = await demo();
});
after(() => site.close());

for (const [look, context] of Object.entries(looks)) {
  test(`every view fits in ${look}`, async () => {
    const page = await site.page({ context });
    await photograph(page, look, views);
    await page.close();
  });

  test(`all views of runs fit in ${look}`, async () => {
    const { page, letGo } = await waitingRun(site, { keepTraces: true }, { context });
    await photograph(page, look, runViews(letGo));
    await page.close();
  });
}

for (const [look, context] of Object.entries(looks)) {
  test(`all views of a model's answers fit in ${look}`, async () => {
    const world = await startFakeServices();
    world.reset({ modelReply: stepModel(LONG_STEPS) });
    const page = await site.page({ context, services: "on" });
    try {
      await page.set({ ...modelSettings(world), webSearch: "searxng", searxngUrl: world.search });
      await photograph(page, look, askViews(world));
    } finally {
      await page.close();
      await world.close();
    }
  });
}

for (const [look, context] of Object.entries(looks)) {
  test(`all views of conversations fit in ${look}`, async () => {
    const world = await startFakeServices();
    world.reset({ modelReply: chatModel(CHAT_SCRIPT) });
    const page = await site.page({ context, services: "on" });
    try {
      await page.set({
        ...modelSettings(world),
        promptsFolder: "Prompts",
        webSearch: "searxng",
        searxngUrl: world.search,
      });
      await photograph(page, look, chatViews(world));
    } finally {
      await page.close();
      await world.close();
    }
  });
}

for (const [look, context] of Object.entries(looks)) {
  test(`all views of the vault's health fit in ${look}`, async () => {
    const vaults = [
      ["", healthViews],
      [clusteredVaultScript(6_000), largeHealthViews],
      [smallVaultScript(TIDY), emptyHealthViews],
    ];
    for (const [before, views] of vaults) {
      const page = await site.page({ context, before });
      await photograph(page, look, views);
      await page.close();
    }
  });
}

for (const [look, context] of Object.entries(looks)) {
  test(`all views of the research inbox fit in ${look}`, async () => {
    const world = await startFakeServices();
    world.reset({ hits: GARDEN_HITS, pages: {} });
    const page = await site.page({ context, services: "on" });
    try {
      await world.playIn(page.page);
      await page.set({ engine: "built-in", webSearch: "searxng", searxngUrl: world.search, papers: "off" });
      await writeVault(page);
      await photograph(page, look, inboxViews(world));
    } finally {
      await page.close();
      await world.close();
    }
  });
}

async function photograph(page, look, views) {
  for (const [name, show] of Object.entries(views)) {
    const leave = await show(page);
    if (look === "phone") {
      await photographView(page, name, look);
      assert.deepEqual(await tooSmall(page), [], `${name} has buttons too small for a thumb`);
    } else {
      await photographView(page, name, "light");
      await changeColors(page, "dark");
      await photographView(page, name, "dark");
      await changeColors(page, "light");
    }
    await leave?.();
  }
}

async function photographView(page, name, look) {
  await page.page.screenshot({ path: join(SCREENSHOTS, `${name}-${look}.png`) });
  assert.deepEqual(await tooWide(page), [], `${name} in ${look} sticks out`);
  assert.deepEqual(await violations(page), [], `${name} in ${look} breaks rules of accessibility`);
}

/** Halfway through a transition, texts have the contrast of neither theme. */
async function changeColors(page, colorScheme) {
  await page.page.emulateMedia({ colorScheme });
  await page.page.locator(`body.theme-${colorScheme}`).waitFor();
  await page.page.evaluate(() => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

test("the result can be photographed for the manual (IBID_MANUAL_PICTURE=1 replaces the picture)", async () => {
  const page = await site.page({
    context: { colorScheme: "light", viewport: { width: 1120, height: 720 }, deviceScaleFactor: 1.5 },
  });
  await page.research(NOTE);
  await views.reading(page).then((leave) => leave());
  const target = process.env.IBID_MANUAL_PICTURE ? inProject("www", "research.png") : join(SCREENSHOTS, "manual.png");
  await page.page.screenshot({ path: target });
  assert.match(await page.page.locator(".markdown-preview-view").innerText(), /Research\n+Researched \d{4}-\d\d-\d\d/);
  await page.close();
});

/** Visible elements that exceed the window's sides, by class. Scrolled or collapsed content does not count. */
function tooWide(page) {
  return page.page.evaluate(() => {
    const scrolls = (element) =>
      element.closest(".table-wrapper, pre, .cm-scroller, .workspace-tab-header-container, .is-sidedock-collapsed") !==
      null;
    const sticksOut = (element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.height > 0 && (box.right > window.innerWidth + 1 || box.left < -1);
    };
    return [...document.querySelectorAll("body *")]
      .filter((element) => sticksOut(element) && !scrolls(element))
      .map((element) => element.className);
  });
}

function tooSmall(page) {
  return page.page.evaluate((least) => {
    const buttons = [...document.querySelectorAll("button, .suggestion-item, .menu-item")].filter((element) =>
      element.checkVisibility(),
    );
    return buttons
      .filter((button) => button.getBoundingClientRect().height < least)
      .map((button) => button.outerHTML.slice(0, 80));
  }, THUMB_PIXELS);
}

/**
 * The views of the plugin and the demo's own bar. The rest of the page stands in for the app, which is not ours, as are
 * the list of setting tabs and the colours of a warning button.
 */
const OUR_VIEWS = [
  ".modal-container",
  ".notice-container",
  "[data-type='ibid-related'] .view-content",
  "[data-type='ibid-ask'] .view-content",
  "[data-type='ibid-chat'] .view-content",
  "[data-type='ibid-citations'] .view-content",
  "[data-type='ibid-health'] .view-content",
  "[data-type='ibid-inbox'] .view-content",
  ".demo-intro",
];
const APP_PARTS = [".vertical-tab-header", "button.mod-warning"];
/** Rules about lists of suggestions, whose structure is the app's. */
const APP_RULES = [
  "aria-input-field-name",
  "aria-required-children",
  "nested-interactive",
  "scrollable-region-focusable",
];

/** What axe-core finds in our views against the rules of WCAG 2.2 AA, with the elements. */
async function violations({ page }) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ ours, exclude, ignored }) => {
      const include = ours.filter((selector) => document.querySelector(selector) !== null);
      const rules = Object.fromEntries(ignored.map((id) => [id, { enabled: false }]));
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
      const { violations } = await globalThis.axe.run(
        { include, exclude },
        { runOnly: tags, rules, resultTypes: ["violations"] },
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.split("\n")[1] ?? ""}`),
      );
    },
    { ours: OUR_VIEWS, exclude: APP_PARTS, ignored: APP_RULES },
  );
}
