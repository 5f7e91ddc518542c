// A question that a model answers by calling tools, over servers of the services' formats that others wrote: OpenAI,
// Anthropic, Gemini and Ollama, streamed and whole, and one without tool calling. It needs no page, so it runs in Node.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { LLMock } from "@copilotkit/aimock";

const NOTES = new Map([
  ["Bees.md", "# Bees\n\nBees dance to show where flowers are. A dance lasts about two minutes.\n"],
  ["Diary.md", "---\nprivate: true\n---\nBees dance in the cellar with Quentin.\n"],
]);
const QUESTION = "How long does the dance of bees last?";

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
/** Whether the server refuses tools. */
let refusesTools = false;

before(async () => {
  core = await import("../../pkg/ibid.js");
  core.initSync({ module: await readFile(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
  mock = new LLMock({ port: 0, logLevel: "silent", journalMaxEntries: 10, latency: 1, chunkSize: 7 });
  mock.on({ predicate: () => true }, (request) => nextStep(request));
  await mock.start();
});
after(() => mock.stop());

/** Searches, then calls a tool that doesn't exist, then opens lines, then answers with the first id it was told. */
function nextStep(request) {
  const text = JSON.stringify(request.messages);
  told.push(request);
  if (refusesTools && request.tools?.length > 0)
    return { error: { message: "this model does not support tools", type: "invalid_request_error" }, status: 400 };
  const id = /begin (ev-[0-9a-f]+-\d+)>>>/.exec(text)?.[1];
  const call = (name, args) =>
    refusesTools
      ? { content: JSON.stringify({ reason: args.reason ?? "", tool: name, arguments: JSON.stringify(args) }) }
      : { toolCalls: [{ name, arguments: JSON.stringify(args) }] };
  if (id === undefined) return call("search_vault", { query: "dance of bees", reason: "find the note" });
  if (!text.includes("tool-unknown")) return call("fly_away", { to: "the hive" });
  if (!text.includes("open_lines {") && !told.opened) {
    told.opened = true;
    return call("open_lines", { path: "Bees.md", first: 1, last: 3, reason: "read around it" });
  }
  return call("finish", { answer: `A dance of bees lasts about two minutes [${id}].`, confidence: "high" });
}

function host() {
  const kept = new Map();
  return {
    async http(request) {
      const response = await fetch(request.url, {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body: request.body,
      });
      return { status: response.status, headers: [...response.headers], text: await response.text() };
    },
    notes: async () => [...NOTES].map(([path, text]) => ({ path, modified: 1, size: text.length })),
    read: async (path) => NOTES.get(path),
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

async function ask(service, streaming) {
  told = [];
  const engine = new core.Engine(host());
  engine.configure({
    engine: "model",
    ...service,
    modelUrl: `${mock.url}${service.modelUrl}`,
    apiKey: "key",
    streaming,
    secondReading: false,
    webSearch: "off",
    papers: "off",
  });
  const progress = [];
  const task = {
    report: (message) => progress.push(message),
    cancelled: () => false,
    stopped: new Promise(() => undefined),
  };
  const answer = await engine.ask({ question: QUESTION, model: "allowed" }, task);
  return { answer, progress, files: await engine.askFiles(answer.run, task) };
}

function check({ answer, progress, files }) {
  assert.deepEqual(answer.warnings, []);
  assert.deepEqual(
    answer.steps.map(({ tool, state }) => `${tool} ${state}`),
    ["search_vault done", "fly_away refused", "open_lines done", "finish done"],
  );
  assert.equal(answer.steps[0].reason, "find the note");
  assert.match(answer.answer, /^A dance of bees lasts about two minutes\. \(\[\[Bees/);
  assert.equal(answer.cites.length, 1);
  assert.ok(
    progress.some(({ steps }) => steps?.some(({ state }) => state === "running")),
    "steps are shown while they run",
  );
  assert.doesNotMatch(JSON.stringify(told), /Quentin/);
  assert.doesNotMatch(JSON.stringify(files), /sk-e2e/);
}

for (const [name, service] of Object.entries(services)) {
  for (const streaming of [true, false]) {
    test(`${name} calls tools, ${streaming ? "streamed" : "whole"}`, async () => {
      refusesTools = false;
      const asked = await ask(service, streaming);
      check(asked);
      assert.ok(
        told.every(({ tools }) => tools?.length > 0),
        "the tools were offered natively",
      );
      assert.deepEqual(await core.replayAsk(asked.files.trace), asked.files);
    });
  }
  test(`${name} without tool calling replies with JSON`, async () => {
    refusesTools = true;
    check(await ask(service, false));
  });
}
