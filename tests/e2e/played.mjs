// A model and a web that are played for the end-to-end tests: an OpenAI-compatible server and a SearXNG on loopback, as
// people run them, and pages of the public web inside the browser. What they say is written down by each test; all that
// they are asked is in a log.
import { createServer } from "node:http";

export const NOTE = "Sydney.md";
export const TEXT = "# Sydney\n\nThe Sydney Harbour Bridge was opened in 1935.\n\nHow is the bridge painted?\n\nMy key is sk-proj-4f9aK2mX8qLw7TzR1vBn3YcD.\n";
export const VAULT = {
  [NOTE]: TEXT,
  "Bridges.md": "# Arches\n\nThe Sydney Harbour Bridge is a steel through arch bridge painted grey.\n",
  "Diary.md": "---\nprivate: true\n---\nHow the bridge is painted I told Ana when the bridge opened.\n",
};
export const PAINT_PAGE = "https://paint.example.org/bridge";
export const HISTORY_PAGE = "https://history.example.org/bridge";

const PAINT = "Painting the bridge takes 30,000 litres of paint for a single coat, and the work never ends.";
const HISTORY = "The Sydney Harbour Bridge was opened on 19 March 1932 by Premier Jack Lang. It carries rail, road and foot traffic.";
const ROBOTS = "Two robots have cleaned the steel of the Sydney Harbour Bridge since 2013, before painters in harnesses paint the bridge by hand.";
const SHOP = "The visitors' centre opens at ten and closes at four, and there is a shop beside it that sells postcards.";
const HTML = `<html><head><title>Painting the bridge</title></head><body><article><h1>Painting the bridge</h1><p>${ROBOTS}</p><p>${SHOP}</p></article></body></html>`;

/** What a search shows: address, title, snippet. The last is no address that anybody may open. */
export const HITS = [
  [PAINT_PAGE, "Painting the bridge", PAINT],
  [HISTORY_PAGE, "History of the bridge", HISTORY],
  ["http://127.0.0.1/admin", "Bridge admin", "The bridge was opened by an admin on this page."],
];

/** The id of the piece of evidence under which some words stand, as the model was told it. */
export const idOf = (told, words) => told.slice(0, told.indexOf(words)).split(" begin ").at(-1).split(">>>")[0];

export const said = (text, ...cites) => ({ text, cites });
export const synthesis = (sentences, contradiction = said("")) => JSON.stringify({ sentences, contradiction });
export const asksPainting = (told) => told.includes("How is the bridge");

/** A model that does as it is told. */
export function good(step, told) {
  if (step === "topics") return JSON.stringify({ topics: TOPICS });
  if (step === "extract") return JSON.stringify({ passages: told.includes("painters in harnesses") ? [ROBOTS] : [] });
  const painting = { "30,000 litres": "A single coat takes 30,000 litres of paint.", "Two robots": "Two robots have cleaned the steel since 2013." };
  const opening = { "Jack Lang": "Premier Jack Lang opened the bridge." };
  const known = Object.entries(asksPainting(told) ? painting : opening).filter(([words]) => told.includes(words));
  const against = told.includes("19 March 1932") && told.includes("opened in 1935");
  return synthesis(
    known.map(([words, text]) => said(text, idOf(told, words))),
    against ? said("The Sydney Harbour Bridge was opened on 19 March 1932.", idOf(told, "19 March 1932")) : undefined,
  );
}

const TOPICS = [
  { topic: "Sydney Harbour Bridge opening", context: "The Sydney Harbour Bridge was opened in 1935.", type: "claim", reason: "A date that can be checked", queries: ["Sydney Harbour Bridge opening date"] },
  { topic: "Painting the bridge", context: "How is the bridge painted?", type: "question", reason: "The note asks it", queries: [] },
];

/** Starts the servers. They listen until `close`. Each has a port of its own: whoever waits for one does not keep others from the other. */
export async function play() {
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

const closed = (server) => new Promise((done) => {
  server.close(done);
  server.closeAllConnections();
});

class World {
  constructor() {
    this.reset();
  }

  /** As at the beginning: a good model, nothing asked, nothing held, nothing failing. */
  reset(changes = {}) {
    this.letGo?.();
    Object.assign(this, { mind: good, hits: HITS, pages: { [PAINT_PAGE]: HTML }, failing: undefined, held: undefined }, changes);
    /** Every request that came: step, method, address and body. */
    this.log = [];
    this.waiting = [];
  }

  /** Waits until something came that is wanted so, unless it has come already. */
  came(wanted) {
    if (this.log.some(wanted)) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push((asked) => wanted(asked) && resolve()));
  }

  /** Holds back the first answer that is wanted so, and all after it, until `letGo`; the answer tells when one is held. */
  hold(wanted) {
    let tell;
    this.gate = new Promise((resolve) => (this.letGo = () => ((this.held = undefined), resolve())));
    const reached = new Promise((resolve) => (tell = resolve));
    this.held = (asked) => wanted(asked) && (tell(), true);
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
    return [...new Set(this.log.map(nameOf))];
  }

  /** What the service says that was asked. */
  async answer(method, url, body) {
    const asked = { step: stepOf(url, body), method, url, body };
    this.log.push(asked);
    for (const look of this.waiting) look(asked);
    if (this.held?.(asked)) await this.gate;
    // What fails, fails however often it is asked; nobody need wait long to see that.
    if (this.failing !== undefined && this.questions.indexOf(nameOf(asked)) === this.failing) return { status: 500, headers: { "retry-after-ms": "5" }, body: "out of order" };
    if (asked.step === "search") return json({ results: this.hits.map(([url, title, content]) => ({ url, title, content })) });
    if (asked.step === "page" || asked.step === "wikipedia") return url in this.pages ? { status: 200, headers: { "content-type": "text/html" }, body: this.pages[url] } : { status: 404, body: "" };
    return this.reply(asked.step, JSON.parse(body));
  }

  /** In OpenAI's shape, whole or in pieces. */
  reply(step, { messages, stream }) {
    const text = this.mind(step, messages.map(({ content }) => content).join("\n"));
    const usage = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 };
    if (stream !== true) return json({ choices: [{ message: { role: "assistant", content: text }, finish_reason: "stop" }], usage });
    const pieces = (text.match(/[\s\S]{1,40}/gu) ?? []).map((content) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }));
    const events = [...pieces, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }, { choices: [], usage }];
    return { status: 200, headers: { "content-type": "text/event-stream" }, pieces: [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), "data: [DONE]\n\n"] };
  }

  /** Plays the public web inside a page; what else there is of it answers that there is nothing. */
  async playIn(page) {
    await page.route(/^https:\/\//, async (route) => {
      const request = route.request();
      if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers: CORS });
      const { status, headers, body } = await this.answer(request.method(), request.url(), request.postData() ?? "");
      // Whoever asked may be gone by now.
      return route.fulfill({ status, headers: { ...CORS, ...headers }, body }).catch(() => undefined);
    });
  }
}

const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*", "access-control-expose-headers": "*" };
const json = (value) => ({ status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(value) });

/** What makes two requests the same: not the marks of their fences. */
export const nameOf = ({ url, body }) => `${url} ${body.replace(/DATA-[0-9a-f]{16}/g, "")}`;

/** At which step of a run a request is made; a model is known by the first words that it is told. */
function stepOf(url, body) {
  if (url.includes("wikipedia.org")) return "wikipedia";
  if (!url.includes("/chat/completions")) return url.startsWith("/search?") ? "search" : "page";
  const { content } = JSON.parse(body).messages[0];
  if (content.startsWith("You plan the research")) return "topics";
  return content.startsWith("You read a web page") ? "extract" : "synthesis";
}

async function serve(world, request, response) {
  if (request.method === "OPTIONS") return response.writeHead(204, CORS).end();
  let body = "";
  for await (const piece of request) body += piece;
  const { status, headers, pieces, body: words } = await world.answer(request.method, request.url, body);
  response.writeHead(status, { ...CORS, ...headers });
  for (const piece of pieces ?? []) response.write(piece);
  response.end(words);
}
