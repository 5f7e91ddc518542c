// Conversations beside the note, over a fake model in OpenAI's format: tools, changes that need a
// yes, undo, stop, edit, and conversations that follow their notes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { modelSettings } from "./asking-model.mjs";
import {
  chatModel,
  citedReply,
  field,
  HALF_LIFE,
  NAPS_NOTE,
  openChat,
  pane,
  proposal,
  replyOf,
  say,
  SEARCH,
  SLEEP_NOTE,
  turn,
} from "./chatting-model.mjs";
import { close, modal, open, press, site, world } from "./fake-services-page.mjs";

before(open);
after(close);

const APPEND = { tool: "append_to_note", path: SLEEP_NOTE, text: "Ask about decaf.", reason: "You asked for it" };
const TAG_TWO = {
  tool: "set_property",
  paths: [SLEEP_NOTE, NAPS_NOTE],
  property: "status",
  value: "read",
  reason: "Mark both notes",
};

const SCRIPT = {
  "How long does caffeine last?": [SEARCH, citedReply],
  "And tea?": ["Tea has less of it."],
  "Add a line.": [APPEND, "I added it."],
  "Mark both.": [TAG_TWO, "One of them is marked."],
};

function onPage(name, run, settings = {}) {
  test(name, async () => {
    world.reset({ modelReply: chatModel(SCRIPT) });
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

/** Closes and opens the app. The demo forgets its notes and settings then, but not what the plugin keeps on the device. */
async function reload(page) {
  await page.page.reload();
  await page.ready();
  await page.set(modelSettings(world));
}

const lastSent = () => JSON.parse(world.of("chat").at(-1).body).messages;
const messagesOf = (page) => pane(page).locator(".ibid-chat-message-text").allInnerTexts();

onPage(
  "a conversation with a tool: the reply streams, cites the note at the line, and shows what has no source",
  async (page) => {
    await openChat(page);
    const paused = world.pauseAt("healthy");
    await say(page, "How long does caffeine last?");
    await paused;
    const live = pane(page).locator(".ibid-chat-live");
    await live.locator(".ibid-chat-streamed", { hasText: "The half-life of caffeine" }).waitFor();
    assert.equal(await live.locator('.ibid-ask-one-step[data-state="done"]').count(), 1);
    assert.equal(await live.getByRole("status").innerText(), "Replying…");
    world.letGo();
    const place = await replyOf(page);
    const parts = place.locator(".ibid-chat-part");
    assert.equal(await parts.count(), 2);
    assert.match(await parts.nth(0).innerText(), /about 5 hours\. \(Caffeine and sleep\)$/);
    assert.match(await parts.nth(1).innerText(), /^Most people like it all the same\.\s+No source/);
    assert.match(await place.locator(".ibid-chat-facts").innerText(), /^2,400 tokens · free$/);
    assert.match(await place.locator(".ibid-chat-attached").innerText(), /^With Caffeine and sleep$/);
    await place.getByText("1 step", { exact: true }).click();
    await place.locator(".ibid-ask-one-step", { hasText: "Search your notes for “caffeine half-life”" }).waitFor();
    await page.open(NAPS_NOTE);
    await page.open(SLEEP_NOTE);
    await pane(page).locator(".ibid-chat-part a.internal-link").first().click();
    await page.page.locator(".is-flashing", { hasText: "half-life of caffeine in healthy adults" }).first().waitFor();
    await say(page, "And tea?");
    await replyOf(page, 2);
    assert.ok(
      lastSent().some(({ content }) => content?.includes("How long does caffeine last?")),
      "the model gets the earlier turn",
    );
    await turn(page, 1).getByText("1 step (shortened)").waitFor();
    assert.match(
      await pane(page).locator(".ibid-chat-total").innerText(),
      /^3,600 tokens · free in this conversation$/,
    );
  },
);

onPage("a change is shown as a diff, waits for a yes, and one undo takes it back", async (page) => {
  const before = await page.text(SLEEP_NOTE);
  await openChat(page);
  await say(page, "Add a line.");
  await proposal(page).waitFor();
  assert.equal(await page.text(SLEEP_NOTE), before, "nothing changes before the yes");
  assert.deepEqual(await proposal(page).locator('[data-kind="added"] .ibid-chat-diff-text').allInnerTexts(), [
    "",
    "Ask about decaf.",
  ]);
  assert.equal(await proposal(page).locator('[data-kind="removed"]').count(), 0);
  await proposal(page).getByRole("button", { name: "Yes", exact: true }).click();
  await replyOf(page);
  assert.equal(await page.text(SLEEP_NOTE), `${before.trimEnd()}\n\nAsk about decaf.\n`);
  await turn(page, 1).getByRole("button", { name: "Undo changes" }).click();
  await page.notice("Undone in 1 note.");
  assert.equal(await page.text(SLEEP_NOTE), before);
  assert.equal(await turn(page, 1).getByRole("button", { name: "Undo changes" }).count(), 0);
});

onPage("of two changes one is accepted; a no changes nothing; the new text can be edited first", async (page) => {
  const [sleep, naps] = [await page.text(SLEEP_NOTE), await page.text(NAPS_NOTE)];
  await openChat(page);
  await say(page, "Mark both.");
  await proposal(page).waitFor();
  assert.equal(await proposal(page).getByRole("checkbox").count(), 2);
  await proposal(page).getByRole("checkbox", { name: "Change “Naps”" }).uncheck();
  await proposal(page).getByRole("button", { name: "Yes to 1 change" }).click();
  await replyOf(page);
  assert.match(await page.text(SLEEP_NOTE), /status: read/);
  assert.equal(await page.text(NAPS_NOTE), naps);
  await turn(page, 1).getByRole("button", { name: "Undo changes" }).click();
  await page.notice("Undone in 1 note.");
  assert.equal(await page.text(SLEEP_NOTE), sleep);
  await say(page, "Add a line.");
  await proposal(page).getByRole("button", { name: "No", exact: true }).click();
  await turn(page, 2).locator(".ibid-chat-part").waitFor();
  assert.equal(await page.text(SLEEP_NOTE), sleep);
  assert.match(lastSent().at(-1).content, /The user said no/);
  await turn(page, 2).getByRole("button", { name: "Regenerate" }).click();
  await proposal(page).getByRole("button", { name: "Edit: Change" }).click();
  const editor = proposal(page).getByRole("textbox", { name: "New text" });
  await editor.fill((await editor.inputValue()).replace("Ask about decaf.", "Ask about tea."));
  await proposal(page).getByRole("button", { name: "Show changes" }).click();
  assert.deepEqual(await proposal(page).locator('[data-kind="added"] .ibid-chat-diff-text').allInnerTexts(), [
    "",
    "Ask about tea.",
  ]);
  await proposal(page).getByRole("button", { name: "Yes", exact: true }).click();
  await turn(page, 2).locator(".ibid-chat-part").waitFor();
  assert.ok((await page.text(SLEEP_NOTE)).endsWith("Ask about tea.\n"));
});

onPage(
  "“always” asks no more in this conversation, but does after text from the web, and a query made after notes were read waits too",
  async (page) => {
    world.reset({
      modelReply: chatModel({
        ...SCRIPT,
        "Once more.": [{ ...APPEND, text: "And about tea." }, "Done."],
        "From the web.": [
          { tool: "search_web", query: "decaf", reason: "Look it up" },
          { ...APPEND, text: "From a page." },
          "Done.",
        ],
      }),
    });
    await page.set({ webSearch: "searxng", searxngUrl: world.search });
    await openChat(page);
    await say(page, "Add a line.");
    await proposal(page).getByRole("button", { name: "Always in this conversation" }).click();
    await replyOf(page);
    await say(page, "Once more.");
    await replyOf(page, 2);
    assert.match(await page.text(SLEEP_NOTE), /Ask about decaf\.\n\nAnd about tea\.\n$/);
    await pane(page).getByText("Done without asking: add text at the end of a note").waitFor();
    await pane(page).getByRole("checkbox", { name: "Search the web too" }).check();
    await say(page, "From the web.");
    await press(modal(page, "Search the web?"), "Search the web");
    await proposal(page).getByText("Search the web for “decaf”. The model has read your notes").waitFor();
    await proposal(page).getByRole("button", { name: "Yes", exact: true }).click();
    await proposal(page).getByText("Make this change?").waitFor();
    await pane(page).locator(".ibid-chat-web-text", { hasText: "every change needs your permission" }).waitFor();
    assert.equal(await proposal(page).getByRole("button", { name: "Always in this conversation" }).count(), 0);
    assert.doesNotMatch(await page.text(SLEEP_NOTE), /From a page/);
    await proposal(page).getByRole("button", { name: "No", exact: true }).click();
    await replyOf(page, 3);
  },
);

onPage("a reply is stopped and sent again; a message is edited and the later ones go", async (page) => {
  await openChat(page);
  const held = world.hold(({ step }) => step === "chat");
  await say(page, "And tea?");
  await held;
  await pane(page).getByRole("button", { name: "Stop" }).click();
  await pane(page).getByText("Stopped.", { exact: true }).waitFor();
  world.letGo();
  await pane(page).getByRole("button", { name: "Send again" }).click();
  await replyOf(page);
  await say(page, "Add a line.");
  await proposal(page).getByRole("button", { name: "No", exact: true }).click();
  await replyOf(page, 2);
  await turn(page, 1).getByRole("button", { name: "Edit message" }).click();
  await turn(page, 1).getByText("The messages after this one are removed.").waitFor();
  await turn(page, 1).getByRole("textbox", { name: "New message" }).fill("How long does caffeine last?");
  await turn(page, 1).getByRole("button", { name: "Send" }).click();
  const place = await replyOf(page);
  assert.match(await place.innerText(), new RegExp(HALF_LIFE));
  assert.deepEqual(await messagesOf(page), ["How long does caffeine last?"]);
});

onPage(
  "a reply that is stopped keeps its beginning, which is marked as not checked, and can be sent again",
  async (page) => {
    await openChat(page);
    const paused = world.pauseAt("healthy");
    await say(page, "How long does caffeine last?");
    await paused;
    await pane(page).locator(".ibid-chat-streamed", { hasText: "The half-life of caffeine" }).waitFor();
    await pane(page).getByRole("button", { name: "Stop" }).click();
    const part = turn(page, 1).locator(".ibid-chat-part");
    await part.getByText("Stopped here: the reply so far, not checked and without a source").waitFor();
    await replyOf(page);
    assert.match(await part.innerText(), /^The half-life of caffeine/);
    assert.equal(await part.locator("a").count(), 0);
    world.letGo();
    await reload(page);
    await openChat(page);
    await part.getByText("Stopped here").waitFor();
    await turn(page, 1).getByRole("button", { name: "Send again" }).click();
    await turn(page, 1).getByRole("button", { name: "Regenerate" }).waitFor();
    await replyOf(page);
    assert.match(await part.first().innerText(), /about 5 hours\. \(Caffeine and sleep\)$/);
  },
);

onPage("each note has its conversation; a reply goes on while another is shown", async (page) => {
  await openChat(page);
  const paused = world.pauseAt("Tea has");
  await say(page, "And tea?");
  await paused;
  await page.open(NAPS_NOTE);
  await pane(page).getByText("Talk about “Naps”").waitFor();
  assert.deepEqual(await messagesOf(page), []);
  assert.equal(
    await pane(page).getByRole("button", { name: "Send", exact: true }).isVisible(),
    true,
    "another message can be sent here",
  );
  await field(page).fill("A draft");
  await page.open(SLEEP_NOTE);
  await pane(page).locator(".ibid-chat-streamed", { hasText: "Tea has" }).waitFor();
  assert.equal(await field(page).inputValue(), "");
  await page.open(NAPS_NOTE);
  await page.page.waitForFunction(() => document.querySelector(".ibid-chat-input").value === "A draft");
  world.letGo();
  await page.open(SLEEP_NOTE);
  assert.match(await (await replyOf(page)).innerText(), /Tea has less of it\./);
  await pane(page).getByRole("combobox", { name: "Conversation" }).selectOption("Without a note");
  await pane(page).getByText("Talk about your vault.").waitFor();
});

onPage("a reload in the middle keeps the message and the waiting change; the note may be renamed", async (page) => {
  await openChat(page);
  await say(page, "Add a line.");
  await proposal(page).waitFor();
  await reload(page);
  await openChat(page);
  await proposal(page).getByRole("button", { name: "Yes", exact: true }).click();
  await replyOf(page);
  assert.match(await page.text(SLEEP_NOTE), /Ask about decaf\.\n$/);
  const held = world.hold(({ step }) => step === "chat");
  await say(page, "And tea?");
  await held;
  await reload(page);
  world.letGo();
  await page.inApp((app, path) => app.fileManager.renameFile(app.vault.getFileByPath(path), "Coffee.md"), SLEEP_NOTE);
  await openChat(page, "Coffee.md");
  await turn(page, 2).getByText("Interrupted.").waitFor();
  await turn(page, 2).getByRole("button", { name: "Send again" }).click();
  await replyOf(page, 2);
  assert.deepEqual(await messagesOf(page), ["Add a line.", "And tea?"]);
});

onPage(
  "the note, the selection and other notes are shown as context and can be removed; prompts are filled in",
  async (page) => {
    await page.inApp((app) => app.vault.createFolder("Prompts"));
    await page.write("Prompts/Explain.md", "---\ntags: prompt\n---\nExplain “{{selection}}” of {{note}}.");
    await openChat(page);
    await page.inApp((app) => {
      const { editor } = app.workspace.getLeavesOfType("markdown")[0].view;
      const [line] = editor
        .getValue()
        .split("\n")
        .map((text, at) => [at, text])
        .find(([, text]) => text.startsWith("The half-life"));
      // Only a focused editor shows its selection to the page, as after a selection with the mouse.
      editor.focus();
      editor.setSelection({ line, ch: 0 }, { line, ch: 13 });
    });
    await pane(page).locator(".ibid-chat-chip", { hasText: "Selection (2 words)" }).waitFor();
    await field(page).click();
    await page.page.keyboard.type("/expl");
    await page.page.locator(".suggestion-item", { hasText: "Explain" }).waitFor();
    await page.page.keyboard.press("Enter");
    await page.page.waitForFunction(
      () => document.querySelector(".ibid-chat-input").value === "Explain “The half-life” of Caffeine and sleep.",
    );
    await page.page.keyboard.type(" See [[nap");
    await page.page.locator(".suggestion-item", { hasText: "Naps" }).first().click();
    await pane(page).locator(".ibid-chat-chip", { hasText: "Naps" }).waitFor();
    await field(page).press("Enter");
    await replyOf(page);
    const asked = lastSent().at(-1).content;
    assert.match(asked, /begin selection>>>\nThe half-life\n/);
    assert.match(asked, /Explain “The half-life” of Caffeine and sleep\. See$/);
    assert.ok(asked.includes(HALF_LIFE) && asked.includes("Naps are sleep borrowed"), "both notes are attached");
    assert.match(
      await turn(page, 1).locator(".ibid-chat-attached").innerText(),
      /^With Caffeine and sleep, Naps, Selection \(2 words\)$/,
    );
    assert.equal(
      await pane(page).locator(".ibid-chat-chip", { hasText: "Naps" }).count(),
      0,
      "it was attached to one message",
    );
    await pane(page).getByRole("button", { name: "Remove Selection (2 words)" }).click();
    await pane(page).getByRole("button", { name: "Remove Caffeine and sleep" }).click();
    await say(page, "And tea?");
    await replyOf(page, 2);
    assert.equal(lastSent().at(-1).content, "And tea?");
    await pane(page).getByRole("button", { name: "Add Caffeine and sleep" }).click();
    await pane(page).getByRole("button", { name: "Remove Caffeine and sleep" }).waitFor();
  },
  { promptsFolder: "Prompts" },
);

onPage("a reply is copied, inserted and saved as a note", async (page) => {
  await page.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openChat(page, NAPS_NOTE);
  await say(page, "And tea?");
  const place = await replyOf(page);
  await place.getByRole("button", { name: "Copy" }).click();
  await page.notice("Answer copied.");
  assert.equal(await page.page.evaluate(() => navigator.clipboard.readText()), "Tea has less of it.");
  const before = await page.text(NAPS_NOTE);
  await place.getByRole("button", { name: "Insert" }).click();
  assert.equal(await page.text(NAPS_NOTE), `Tea has less of it.${before}`);
  await place.getByRole("button", { name: "Save as note" }).click();
  await page.page.waitForFunction(() => globalThis.app.workspace.getActiveFile()?.basename === "And tea");
});

onPage("old conversations are searched, opened and deleted", async (page) => {
  await openChat(page);
  await say(page, "How long does caffeine last?");
  await replyOf(page);
  await openChat(page, NAPS_NOTE);
  await say(page, "And tea?");
  await replyOf(page);
  await pane(page).getByRole("button", { name: "New conversation" }).click();
  await pane(page).getByText("Talk about “Naps”").waitFor();
  await pane(page).getByRole("button", { name: "Conversations" }).click();
  const rows = pane(page).locator(".ibid-chat-row");
  await rows.nth(1).waitFor();
  await pane(page).getByRole("searchbox", { name: "Search conversations" }).fill("half-life");
  await page.page.waitForFunction(() => document.querySelectorAll(".ibid-chat-row").length === 1);
  assert.match(await rows.first().innerText(), /^How long does caffeine last\?\s+Caffeine and sleep · /);
  await rows.first().locator(".ibid-chat-row-open").click();
  await replyOf(page);
  assert.equal(await page.inApp((app) => app.workspace.getActiveFile().path), SLEEP_NOTE);
  await pane(page).getByRole("button", { name: "Conversations" }).click();
  await pane(page).getByRole("button", { name: "Delete “How long does caffeine last?”" }).click();
  await press(modal(page, "Delete this conversation?"), "Cancel");
  assert.equal(await rows.count(), 2);
  await pane(page).getByRole("button", { name: "Delete “How long does caffeine last?”" }).click();
  await press(modal(page, "Delete this conversation?"), "Delete");
  await page.page.waitForFunction(() => document.querySelectorAll(".ibid-chat-row").length === 1);
  await pane(page).getByRole("button", { name: "Conversations" }).click();
  await pane(page).getByText("Talk about “Caffeine and sleep”").waitFor();
});

onPage("a private note is named as such, and nothing of it is sent", async (page) => {
  await page.write("Secret.md", "---\nprivate: true\n---\nThe safe code of the cellar is Quentin.\n");
  await openChat(page, "Secret.md");
  await pane(page).getByText("Secret is private and not sent").waitFor();
  await say(page, "And tea?");
  await replyOf(page);
  assert.doesNotMatch(world.sent, /Quentin|Secret/);
});

onPage(
  "a remote model is called only after consent; a refusal keeps the message",
  async (page) => {
    await openChat(page);
    await say(page, "And tea?");
    await press(modal(page, "Send your messages to the model?"), "Not now");
    await page.page.waitForFunction(() => document.querySelector(".ibid-chat-input").value === "And tea?");
    assert.deepEqual(world.log, []);
    assert.deepEqual(await messagesOf(page), []);
    await field(page).press("Enter");
    await press(modal(page, "Send your messages to the model?"), "Use the model");
    await replyOf(page);
  },
  { modelUrl: "https://models.example.org/v1" },
);

onPage(
  "a model that is down is told in the turn, and the message can be sent again",
  async (page) => {
    await openChat(page);
    await say(page, "And tea?");
    await turn(page, 1).getByRole("button", { name: "Send again" }).waitFor();
    assert.match(await turn(page, 1).innerText(), /No reply\.\n+.+/);
  },
  { modelUrl: "http://localhost:9/v1" },
);

onPage("a recording is transcribed only after consent, and only asked about if a note has one", async (page) => {
  world.reset({
    modelReply: chatModel({
      ...SCRIPT,
      "What did I say?": [
        { tool: "transcribe_audio", path: "Memo.md", reason: "It has a recording" },
        "You want to buy decaf.",
      ],
    }),
  });
  await page.set({ transcriptionUrl: `${world.model}/v1` });
  await openChat(page);
  await say(page, "And tea?");
  await replyOf(page);
  await page.inApp((app) => app.vault.createBinary("Memo.mp3", new Uint8Array([73, 68, 51, 4]).buffer));
  await page.write("Memo.md", "![[Memo.mp3]]\n");
  await openChat(page, "Memo.md");
  await say(page, "What did I say?");
  await press(modal(page, "Send audio files to this service?"), "Send audio files");
  await replyOf(page);
  assert.equal(world.of("transcription").length, 1);
  assert.ok(lastSent().at(-1).content.includes("Buy decaf on Monday."));
});

onPage(
  "without a model the pane says what it needs and offers what works",
  async (page) => {
    await page.open(SLEEP_NOTE);
    await page.inApp((app) => app.commands.executeCommandById("ibid:open-chat"));
    await pane(page).getByText("Chat needs a model.").waitFor();
    assert.equal(await field(page).isVisible(), false);
    await pane(page).getByRole("button", { name: "Search the vault" }).click();
    await page.page.locator(".ibid-search").waitFor();
    await page.page.keyboard.press("Escape");
    await pane(page).getByRole("button", { name: "Research this note" }).click();
    await page.agenda.waitFor();
    await page.page.keyboard.press("Escape");
    await pane(page).getByRole("button", { name: "Ask the vault…" }).click();
    await page.page.locator(".ibid-ask").waitFor();
    assert.deepEqual(world.log, []);
  },
  { engine: "built-in" },
);
