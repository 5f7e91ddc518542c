// Fake services for the end-to-end tests: an OpenAI-compatible server and a SearXNG on loopback, and pages of the
// public web inside the browser. Each test defines the responses; all requests are logged.
import { createServer } from "node:http";

export const NOTE = "Sydney.md";
export const TEXT =
  "# Sydney\n\nThe Sydney Harbour Bridge was opened in 1935.\n\nHow is the bridge painted?\n\nMy key is sk-proj-4f9aK2mX8qLw7TzR1vBn3YcD.\n";
export const VAULT = {
  [NOTE]: TEXT,
  "Bridges.md": "# Arches\n\nThe Sydney Harbour Bridge is a steel through arch bridge painted grey.\n",
  "Diary.md": "---\nprivate: true\n---\nHow the bridge is painted I told Ana when the bridge opened.\n",
};
export const PAINT_PAGE = "https://paint.example.org/bridge";
export const HISTORY_PAGE = "https://history.example.org/bridge";

const PAINT = "Painting the bridge takes 30,000 litres of paint for a single coat, and the work never ends.";
const HISTORY =
  "The Sydney Harbour Bridge was opened on 19 March 1932 by Premier Jack Lang. It carries rail, road and foot traffic.";
const ROBOTS =
  "Two robots have cleaned the steel of the Sydney Harbour Bridge since 2013, before painters in harnesses paint the bridge by hand.";
const SHOP =
  "The visitors' centre opens at ten and closes at four, and there is a shop beside it that sells postcards.";
const HTML = `<html><head><title>Painting the bridge</title></head><body><article><h1>Painting the bridge</h1><p>${ROBOTS}</p><p>${SHOP}</p></article></body></html>`;

/** Search results: address, title, snippet. The last address is not allowed to be opened. */
export const HITS = [
  [PAINT_PAGE, "Painting the bridge", PAINT],
  [HISTORY_PAGE, "History of the bridge", HISTORY],
  ["http://127.0.0.1/admin", "Bridge admin", "The bridge was opened by an admin on this page."],
];

/** Returns the id of the evidence that contains some words, as the model got it. */
export const evidenceId = (prompt, words) =>
  prompt.slice(0, prompt.indexOf(words)).split(" begin ").at(-1).split(">>>")[0];

export const sentence = (text, ...cites) => ({ text, cites });
export const synthesisReply = (sentences, contradiction = sentence("")) => JSON.stringify({ sentences, contradiction });
export const quickReply = (sentences, confident = true) => JSON.stringify({ sentences, confident });
export const isAboutPainting = (prompt) => prompt.includes("How is the bridge");

/** A model that follows its instructions. */
export function goodModel(step, prompt) {
  if (step === "topics") return JSON.stringify({ topics: TOPICS });
  if (step === "extract") return JSON.stringify({ passages: prompt.includes("painters in harnesses") ? [ROBOTS] : [] });
  if (step === "reading") return yesToAll(prompt);
  if (step === "repair") return JSON.stringify({ sentences: [] });
  if (step === "quick")
    return quickReply([
      sentence("The Sydney Harbour Bridge was opened on 19 March 1932.", evidenceId(prompt, "Jack Lang")),
    ]);
  const painting = {
    "30,000 litres": "A single coat takes 30,000 litres of paint.",
    "Two robots": "Two robots have cleaned the steel since 2013.",
  };
  const opening = { "Jack Lang": "Premier Jack Lang opened the bridge." };
  const known = Object.entries(isAboutPainting(prompt) ? painting : opening).filter(([words]) =>
    prompt.includes(words),
  );
  const against = prompt.includes("19 March 1932") && prompt.includes("opened in 1935");
  return synthesisReply(
    known.map(([words, text]) => sentence(text, evidenceId(prompt, words))),
    against
      ? sentence("The Sydney Harbour Bridge was opened on 19 March 1932.", evidenceId(prompt, "19 March 1932"))
      : undefined,
  );
}

/** Returns the text of a prompt under a name; `undefined` if it has none. */
const fenced = (prompt, name) => prompt.split(` begin ${name}>>>\n`)[1]?.split("\n<<<")[0];

/** The reply of a second reader who finds every sentence supported, with words of its first source as the quote. */
export function yesToAll(prompt) {
  const verdicts = [];
  for (let number = 1; fenced(prompt, `s${number}`) !== undefined; number += 1) {
    const [cited] = fenced(prompt, `s${number}`).split("\n");
    const quote = fenced(prompt, cited.split(", ")[0])?.split("\n").at(-1) ?? "";
    verdicts.push({ id: `s${number}`, quotes: [quote], differs: "nothing", verdict: "supported" });
  }
  return JSON.stringify({ verdicts });
}

const TOPICS = [
  {
    topic: "Sydney Harbour Bridge opening",
    context: "The Sydney Harbour Bridge was opened in 1935.",
    type: "claim",
    reason: "A date that can be checked",
    queries: ["Sydney Harbour Bridge opening date"],
  },
  {
    topic: "Painting the bridge",
    context: "How is the bridge painted?",
    type: "question",
    reason: "The note asks it",
    queries: [],
  },
];

/**
 * Starts the servers, which listen until `close`. Each has its own port, so that a delay at one does not affect the
 * other.
 */
export async function startFakeServices() {
  const world = new World();
  const [model, search] = await Promise.all([listen(world), listen(world)]);
  world.model = addressOf(model);
  world.search = addressOf(search);
  world.close = () => Promise.all([model, search].map(closed));
  return world;
}

async function listen(world) {
  const server = createServer((request, response) => void serve(world, request, response));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

const addressOf = (server) => `http://localhost:${server.address().port}`;

const closed = (server) =>
  new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });

class World {
  constructor() {
    this.reset();
  }

  /** Resets everything: a good model, no requests, no delays, no failures. */
  reset(changes = {}) {
    this.letGo?.();
    Object.assign(
      this,
      {
        modelReply: goodModel,
        hits: HITS,
        pages: { [PAINT_PAGE]: HTML },
        failing: undefined,
        held: undefined,
        pausedAt: undefined,
      },
      changes,
    );
    /** All requests: step, method, address and body. */
    this.log = [];
    this.waiting = [];
  }

  /** Waits for a request that matches, unless it has already come. */
  came(wanted) {
    if (this.log.some(wanted)) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push((asked) => wanted(asked) && resolve()));
  }

  /**
   * Delays the first matching response, and all after it, until `letGo`; the returned promise resolves when one is
   * delayed.
   */
  hold(wanted) {
    let tell;
    this.gate = new Promise((resolve) => (this.letGo = () => ((this.held = undefined), resolve())));
    const reached = new Promise((resolve) => (tell = resolve));
    this.held = (asked) => wanted(asked) && (tell(), true);
    return reached;
  }

  /**
   * Pauses a streamed reply once it contains some words, until `letGo`; the returned promise resolves when it is paused.
   */
  pauseAt(words) {
    let tell;
    this.gate = new Promise((resolve) => (this.letGo = () => ((this.pausedAt = undefined), resolve())));
    const reached = new Promise((resolve) => (tell = resolve));
    this.pausedAt = (written) => written.includes(words) && (tell(), true);
    return reached;
  }

  /** The requests of a step. */
  of(step) {
    return this.log.filter((asked) => asked.step === step);
  }

  /** Everything that was sent. */
  get sent() {
    return this.log.map(({ url, body }) => `${decodeURIComponent(url)} ${body}`).join("\n");
  }

  /** The different requests, in the order in which they first came. */
  get questions() {
    return [...new Set(this.log.map(requestIdentity))];
  }

  /** Returns the response of the requested service. */
  async answer(method, url, body) {
    const asked = { step: stepOf(url, body), method, url, body };
    this.log.push(asked);
    for (const look of this.waiting) look(asked);
    if (this.held?.(asked)) await this.gate;
    // A failing request fails however often it is repeated, without delay.
    if (this.failing !== undefined && this.questions.indexOf(requestIdentity(asked)) === this.failing)
      return { status: 500, headers: { "retry-after-ms": "5" }, body: "out of order" };
    if (asked.step === "search")
      return json({ results: this.hits.map(([url, title, content]) => ({ url, title, content })) });
    if (asked.step === "page" || asked.step === "wikipedia")
      return url in this.pages
        ? { status: 200, headers: { "content-type": "text/html" }, body: this.pages[url] }
        : { status: 404, body: "" };
    if (asked.step === "transcription") return json({ text: "Buy decaf on Monday." });
    return this.reply(asked.step, JSON.parse(body));
  }

  /** Response in OpenAI's format, whole or streamed. */
  reply(step, { messages, stream }) {
    const text = this.modelReply(step, messages.map(({ content }) => content).join("\n"), messages);
    const usage = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 };
    if (typeof text !== "string") return this.call(text, stream, usage);
    if (stream !== true)
      return json({ choices: [{ message: { role: "assistant", content: text }, finish_reason: "stop" }], usage });
    const pieces = (text.match(/[\s\S]{1,40}/gu) ?? []).map((content) => ({
      choices: [{ index: 0, delta: { content }, finish_reason: null }],
    }));
    const events = [...pieces, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }, { choices: [], usage }];
    return {
      status: 200,
      headers: { "content-type": "text/event-stream" },
      pieces: [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), "data: [DONE]\n\n"],
    };
  }

  /** Response in OpenAI's format that calls a tool. */
  call({ tool, ...args }, stream, usage) {
    const call = {
      id: `call_${this.log.length}`,
      type: "function",
      function: { name: tool, arguments: JSON.stringify(args) },
    };
    if (stream !== true)
      return json({
        choices: [{ message: { role: "assistant", content: null, tool_calls: [call] }, finish_reason: "tool_calls" }],
        usage,
      });
    const events = [
      { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...call }] }, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
      { choices: [], usage },
    ];
    return {
      status: 200,
      headers: { "content-type": "text/event-stream" },
      pieces: [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), "data: [DONE]\n\n"],
    };
  }

  /** Fakes the public web inside a page; unknown addresses return 404. */
  async playIn(page) {
    await page.route(/^https:\/\//, async (route) => {
      const request = route.request();
      if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers: CORS });
      const {
        status,
        headers,
        pieces = [],
        body = pieces.join(""),
      } = await this.answer(request.method(), request.url(), request.postData() ?? "");
      // The client may have disconnected by now.
      return route.fulfill({ status, headers: { ...CORS, ...headers }, body }).catch(() => undefined);
    });
  }
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-expose-headers": "*",
};
const json = (value) => ({ status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(value) });

/** The identity of a request, without the random marks of its fences. */
export const requestIdentity = ({ url, body }) => `${url} ${body.replace(/DATA-[0-9a-f]{16}/g, "")}`;

/** Returns the step of a run that sends a request; requests to a model are recognised by their first words. */
function stepOf(url, body) {
  if (url.includes("wikipedia.org")) return "wikipedia";
  if (url.endsWith("/audio/transcriptions")) return "transcription";
  if (!url.includes("/chat/completions")) return url.startsWith("/search?") ? "search" : "page";
  const { content } = JSON.parse(body).messages[0];
  if (content.startsWith("You answer a question from the notes")) return "step";
  if (content.startsWith("You help a person with their notes")) return "chat";
  if (content.startsWith("You plan the research")) return "topics";
  if (content.startsWith("You read a web page")) return "extract";
  if (content.startsWith("You check sentences")) return "reading";
  if (content.startsWith("You answer a question")) return "quick";
  return content.startsWith("You correct sentences") ? "repair" : "synthesis";
}

/** The words of a streamed piece of a reply. */
const streamedWords = (piece) =>
  piece.startsWith("data: {") ? (JSON.parse(piece.slice(6)).choices[0]?.delta?.content ?? "") : "";

async function serve(world, request, response) {
  if (request.method === "OPTIONS") return response.writeHead(204, CORS).end();
  let body = "";
  for await (const piece of request) body += piece;
  const { status, headers, pieces, body: words } = await world.answer(request.method, request.url, body);
  response.writeHead(status, { ...CORS, ...headers });
  let written = "";
  for (const piece of pieces ?? []) {
    response.write(piece);
    written += streamedWords(piece);
    if (world.pausedAt?.(written)) await world.gate;
  }
  response.end(words);
}
