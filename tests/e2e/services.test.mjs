// The core with servers of the services' formats that others wrote, with faults: rate limits, broken JSON, dropped
// connections, delays. It needs no page, so it runs in Node.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { LLMock } from "@copilotkit/aimock";

const KEY = "sk-e2e-0123456789abcdefghij";
const QUESTION = "What do the private words of my note say about bees?";
const REPLY = "Bees dance, as [1] says — “närmare” 蜂.";

/** The faults with their rates. */
const CHAOS = { rateLimitRate: 0.3, malformedRate: 0.3, disconnectRate: 0.3, latencyMs: 1 };

const CALLS = 500;

let core;
let mock;

/** The requests of the current call, each with its outcome once known. */
let attempts = [];
/** Called with each of them. */
let onAttempt = () => undefined;

before(async () => {
  core = await import("../../pkg/ibid.js");
  core.initSync({ module: await readFile(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
  mock = new LLMock({ port: 0, logLevel: "silent", journalMaxEntries: 10, latency: 2, chunkSize: 8 });
  mock.onMessage(/bees/, { content: REPLY });
  mock.onSearch(/bees/, [{ title: "Bees", url: "https://bees.example.org/dance", content: "They dance.", score: 0.9 }]);
  await mock.start();
  watchFetch();
});
after(() => mock.stop());

/** Streams use the global fetch, everything else the host: both are counted here. */
function watchFetch() {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const answer = fetch(input, init);
    // Counts the chunks of a stream without delaying the core.
    const copy = answer.then((response) => response.clone());
    attempts.push(endOf(copy));
    onAttempt();
    await copy.catch(() => undefined);
    return answer;
  };
}

async function endOf(answer) {
  try {
    const response = await answer;
    if (response.status !== 200) return String(response.status);
    return (await response.text()).startsWith("{malformed") ? "malformed" : "fine";
  } catch {
    return "dropped";
  }
}

/** A host whose clock runs fast: pauses are counted but not waited for. */
function host() {
  return {
    pauses: [],
    async http(request) {
      const headers = Object.fromEntries(request.headers);
      if (request.secret !== undefined) headers[request.secret.header] = `${request.secret.prefix}${KEY}`;
      const url = request.url.replace("https://api.tavily.com", mock.url);
      // Of the search services only Tavily is faked here, and only with its key.
      const played = url.startsWith(mock.url) && (request.secret !== undefined || !url.endsWith("/search"));
      try {
        if (!played) throw new Error("nobody there");
        const response = await fetch(url, { method: request.method, headers, body: request.body });
        return { status: response.status, headers: [...response.headers], text: await response.text() };
      } catch {
        throw Object.assign(new Error("no connection"), { code: "unreachable", hint: "Check the address." });
      }
    },
    async load() {},
    async save() {},
    async sleep(millis) {
      if (millis < 100_000) this.pauses.push(millis);
      await new Promise((resolve) => setTimeout(resolve, millis >= 100_000 ? millis : 0).unref());
    },
    now: () => Date.now(),
    offsetMinutes: () => 0,
    random: () => Math.random(),
    decode: (bytes, charset) => new TextDecoder(charset).decode(bytes),
    secret: async () => KEY,
  };
}

const task = { report() {}, cancelled: () => false };

const services = {
  OpenAI: { engine: "model", provider: "open-ai", modelUrl: "/v1", model: "gpt-4o" },
  Anthropic: { engine: "model", provider: "anthropic", modelUrl: "", model: "claude-sonnet-4-5" },
  Gemini: { engine: "model", provider: "gemini", modelUrl: "", model: "gemini-2.5-flash" },
  Ollama: { engine: "model", provider: "ollama", modelUrl: "", model: "llama3" },
};

/** One call of a service: its result, the requests, the pauses. */
function caller(name, streaming) {
  const own = host();
  const engine = new core.Engine(own);
  const saved =
    name === "Tavily"
      ? { webSearch: "tavily", searchKey: "key", papers: "off" }
      : { ...services[name], modelUrl: `${mock.url}${services[name].modelUrl}`, apiKey: "key", streaming };
  return async () => {
    attempts = [];
    own.pauses.length = 0;
    // Resets earlier failures, so that each call is independent.
    engine.configure(saved);
    const heard = [];
    try {
      if (name === "Tavily") return { found: await tavily(engine) };
      const ask = { system: "You know bees.", messages: [{ role: "user", text: QUESTION }], maxTokens: 200 };
      const { reply } = await engine.chat(ask, task, (text) => heard.push(text));
      return { text: reply.text, heard };
    } catch (error) {
      return { error };
    }
  };
}

async function tavily(engine) {
  const words = `bees ${Math.random().toString(36).slice(2)}`;
  const { hits, skipped } = await engine.searchWeb({ text: words, limit: 5 }, task);
  const failed = skipped.find(({ message }) => message.startsWith("Tavily"));
  if (failed !== undefined && hits.length === 0) throw failed;
  return hits;
}

/** Returns the number of attempts of the retry policy, given the outcome of each. */
function expectedTries(ends) {
  for (let tries = 0; tries < ends.length; tries++) {
    if (ends[tries] === "fine") return tries + 1;
    const retries = ends[tries] === "malformed" ? 1 : 2;
    if (tries >= retries) return tries + 1;
  }
  return ends.length + 1;
}

for (const name of Object.keys(services)) {
  test(`${name} answers whole`, async () => {
    mock.clearChaos();
    const { text, error, heard } = await caller(name, false)();
    assert.equal(error, undefined);
    assert.equal(text, REPLY);
    assert.deepEqual(heard, []);
  });

  test(`${name} answers word by word`, async () => {
    mock.clearChaos();
    const { text, error, heard } = await caller(name, true)();
    assert.equal(error, undefined);
    assert.equal(text, REPLY);
    assert.ok(heard.length > 1, "the reply came in pieces");
    assert.equal(heard.at(-1), REPLY);
    heard.reduce((before, now) => (assert.ok(now.startsWith(before)), now));
  });
}

for (const streaming of [false, true]) {
  test(`a call that is stopped ends at once (${streaming ? "in pieces" : "whole"})`, async () => {
    mock.setChaos({ latencyMs: 20_000 });
    const engine = new core.Engine(host());
    engine.configure({ ...services.OpenAI, modelUrl: `${mock.url}/v1`, apiKey: "key", streaming });
    attempts = [];
    const sent = new Promise((resolve) => (onAttempt = resolve));
    let stop;
    const stopping = {
      report() {},
      cancelled: () => stop === undefined,
      stopped: new Promise((resolve) => (stop = resolve)),
    };
    const call = engine.chat({ system: "", messages: [{ role: "user", text: QUESTION }], maxTokens: 200 }, stopping);
    await sent;
    const stopped = stop;
    stop = undefined;
    stopped();
    await assert.rejects(call, { code: "cancelled" });
    assert.match(await Promise.race([attempts[0], "open"]), /^(open|dropped)$/, "nobody waits for the service");
    mock.clearChaos();
  });
}

test("Tavily finds", async () => {
  mock.clearChaos();
  const { found, error } = await caller("Tavily")();
  assert.equal(error, undefined);
  assert.deepEqual(
    found.map(({ url, title }) => [url, title]),
    [["https://bees.example.org/dance", "Bees"]],
  );
});

test(`${CALLS} calls of services that fail in every way end well or in words, after as many tries as the policy says`, async () => {
  mock.clearChaos();
  const ways = [
    ...Object.keys(services).flatMap((name) => [caller(name, false), caller(name, true)]),
    caller("Tavily"),
    caller("Tavily"),
  ];
  // Each has responded once: from then on a broken stream does not mean that streaming is unsupported.
  for (const way of ways) assert.equal((await way()).error, undefined);
  mock.setChaos(CHAOS);
  const counts = { recovered: 0, first: 0, told: {} };
  let requests = 0;
  for (let call = 0; call < CALLS; call++) {
    const { text, found, error } = await ways[call % ways.length]();
    const ends = await Promise.all(attempts);
    requests += ends.length;
    assert.equal(ends.length, expectedTries(ends), `call ${call}: ${ends}, ${error?.message}`);
    if (error === undefined) {
      assert.equal(ends.at(-1), "fine");
      assert.ok(text === REPLY || found?.length === 1, `call ${call} gave ${text}`);
      counts[ends.length === 1 ? "first" : "recovered"]++;
    } else {
      assert.notEqual(ends.at(-1), "fine", `call ${call}: ${error.message}`);
      assertInWords(error);
      counts.told[error.code] = (counts.told[error.code] ?? 0) + 1;
    }
  }
  console.log(
    `${CALLS} calls, ${requests} requests: ${counts.first} at once, ${counts.recovered} after another try, told ${JSON.stringify(counts.told)}`,
  );
  assert.ok(counts.recovered > 50, "another try helps");
  assert.ok(Object.keys(counts.told).length >= 3, "every fault was met");
});

function assertInWords({ code, message, hint }) {
  assert.match(code, /^[a-z-]+$/);
  assert.match(
    message,
    /^[A-Z].* (rejected|refused|returned|reports|requires|rate limit|request failed|couldn't|can't|doesn't)/,
  );
  assert.match(hint, /\.$/);
  for (const secret of [KEY, "private words", "You know bees", "?"])
    assert.ok(!`${message} ${hint}`.includes(secret), message);
}
