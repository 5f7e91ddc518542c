// A conversation in which a model calls tools and proposes a change, over servers of the services' formats that others wrote:
// OpenAI, Anthropic, Gemini and Ollama, streamed and whole, and without tool calling. It needs no page, so it runs in Node.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { LLMock } from "@copilotkit/aimock";

const BEES = "# Bees\n\nBees dance to show where flowers are. A dance lasts about two minutes.\n";

const services = {
  OpenAI: { provider: "open-ai", modelUrl: "/v1", model: "gpt-4o" },
  Anthropic: { provider: "anthropic", modelUrl: "", model: "claude-sonnet-4-5" },
  Gemini: { provider: "gemini", modelUrl: "", model: "gemini-2.5-flash" },
  Ollama: { provider: "ollama", modelUrl: "", model: "llama3" },
};

let core;
let mock;
/** What the model was told at each step, in the form that the mock gives all formats. */
let told = [];
let refusesTools = false;

before(async () => {
  core = await import("../../pkg/ibid.js");
  core.initSync({ module: await readFile(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
  mock = new LLMock({ port: 0, logLevel: "silent", journalMaxEntries: 10, latency: 1, chunkSize: 7 });
  mock.on({ predicate: () => true }, (request) => nextReply(request));
  await mock.start();
});
after(() => mock.stop());

/** Searches, proposes a change, and then replies with a source and without one. */
function nextReply(request) {
  const text = JSON.stringify(request.messages);
  told.push(text);
  if (refusesTools && request.tools?.length > 0)
    return { error: { message: "this model does not support tools", type: "invalid_request_error" }, status: 400 };
  const say = (text) =>
    refusesTools
      ? { content: JSON.stringify({ reason: "", tool: "reply", arguments: JSON.stringify({ text }) }) }
      : { content: text };
  const call = (name, args) =>
    refusesTools
      ? { content: JSON.stringify({ reason: args.reason ?? "", tool: name, arguments: JSON.stringify(args) }) }
      : { toolCalls: [{ name, arguments: JSON.stringify(args) }] };
  if (text.includes("And in short?")) return say("Two minutes.");
  const id = /begin (ev-[0-9a-z]+-\d+)>>>/.exec(text)?.[1];
  if (id === undefined) return call("search_vault", { query: "dance of bees", reason: "find the note" });
  if (!text.includes("The user said yes"))
    return call("append_to_note", { path: "Bees", text: "Two minutes is short.", reason: "as asked" });
  return say(`A dance of bees lasts about two minutes [${id}]. I like bees.`);
}

function host(notes, kept) {
  return {
    async http(request) {
      const response = await fetch(request.url, {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body: request.body,
      });
      return { status: response.status, headers: [...response.headers], text: await response.text() };
    },
    notes: async () => [...notes].map(([path, text]) => ({ path, modified: 1, size: text.length })),
    read: async (path) => notes.get(path),
    edit: async (path, edit) => {
      notes.set(path, core.applyEdit(notes.get(path), edit));
      return path;
    },
    load: async (name) => kept.get(name),
    save: async (name, bytes) => void kept.set(name, bytes),
    sleep: (millis) => new Promise((resolve) => setTimeout(resolve, millis >= 1000 ? millis : 0).unref()),
    now: () => Date.now(),
    offsetMinutes: () => 0,
    random: () => Math.random(),
    decode: (bytes, charset) => new TextDecoder(charset).decode(bytes),
    secret: async () => "sk-e2e-0123456789abcdefghij",
  };
}

/** Talks until the change waits, continues in a new engine as after a restart, and asks once more. */
async function talk(service, streaming) {
  told = [];
  const notes = new Map([
    ["Bees.md", BEES],
    ["Diary.md", "---\nprivate: true\n---\nBees dance in the cellar with Quentin.\n"],
  ]);
  const kept = new Map();
  const settings = {
    engine: "model",
    ...service,
    modelUrl: `${mock.url}${service.modelUrl}`,
    apiKey: "key",
    streaming,
    webSearch: "off",
    papers: "off",
  };
  const progress = [];
  const task = {
    report: (message) => progress.push(message),
    cancelled: () => false,
    stopped: new Promise(() => undefined),
  };
  const engine = () => {
    const made = new core.Engine(host(notes, kept));
    made.configure(settings);
    return made;
  };
  const waiting = await engine().converse(
    { conversation: "bees", message: "How long does the dance of bees last? Write it down.", model: "allowed" },
    task,
  );
  assert.equal(notes.get("Bees.md"), BEES, "nothing changes before the yes");
  const again = engine();
  const done = await again.resumeTurn({ conversation: "bees", decision: "yes", model: "allowed" }, task);
  const short = await again.converse({ conversation: "bees", message: "And in short?", model: "allowed" }, task);
  return { waiting, done, short, progress, notes };
}

function check({ waiting, done, short, notes }) {
  const proposed = waiting.turns[0];
  assert.equal(proposed.status, "waiting", JSON.stringify(proposed.warnings));
  assert.deepEqual([proposed.waiting.tool, proposed.waiting.reason], ["append_to_note", "as asked"]);
  assert.deepEqual(
    proposed.rounds.map(({ step }) => `${step.tool} ${step.state}`),
    ["search_vault done"],
  );
  assert.match(notes.get("Bees.md"), /two minutes\.\n\nTwo minutes is short\.\n$/);
  const turn = done.turns[0];
  assert.deepEqual([turn.status, turn.warnings], ["done", []]);
  assert.deepEqual(
    turn.reply.map(({ sourced }) => sourced),
    [true, false],
  );
  assert.match(turn.reply[0].markdown, /^A dance of bees lasts about two minutes\. \(\[\[Bees/);
  assert.equal(turn.reply[1].markdown, "I like bees.");
  assert.equal(short.turns[1].reply[0].markdown, "Two minutes.");
  const last = told.at(-1);
  assert.doesNotMatch(last, /to show where flowers are/, "old results shrink");
  assert.doesNotMatch(told.join("\n"), /Quentin/);
}

for (const [name, service] of Object.entries(services)) {
  for (const streaming of [true, false]) {
    test(`${name} talks and calls tools, ${streaming ? "streamed" : "whole"}`, async () => {
      refusesTools = false;
      const talked = await talk(service, streaming);
      check(talked);
      const texts = talked.progress
        .filter(({ stage }) => stage === "chat")
        .map(({ message }) => message)
        .filter((text) => text !== "");
      if (streaming) {
        assert.ok(texts.length > 3, "the reply is shown while it arrives");
        assert.ok(
          texts.some((text) => text === "A dance of bees lasts about two minutes. I like bees."),
          texts.join("\n"),
        );
        assert.doesNotMatch(texts.join("\n"), /ev-/);
      } else {
        assert.deepEqual(texts, []);
      }
    });
  }
  test(`${name} without tool calling talks with JSON`, async () => {
    refusesTools = true;
    check(await talk(service, false));
  });
}
