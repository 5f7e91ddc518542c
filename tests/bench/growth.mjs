// How the time for one note grows with its length, for texts that are odd on purpose: ended by lone carriage returns,
// full of links or marks, without a single blank. Twice the text should take about twice the time, as it does for
// markdown-it, whose parse of the same text stands beside each figure; four times would be a square.
// Then how long the agenda of a note with thousands of links takes.
// `node tests/bench/growth.mjs`. Needs a built pkg (npm run build) and no data.
import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";
import { Engine, Index, applyEdit, initSync, outline, passages, topics } from "../../pkg/ibid.js";

const BYTES = 200_000;
const REPEATS = 3;
const LINKS = 5_000;
/** Above this a text takes more than its share; what is fast enough is not looked at. */
const SQUARE = 3;
const NOTICED_MILLIS = 50;

initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
const peer = new MarkdownIt();
const task = { report: () => undefined, cancelled: () => false, stopped: new Promise(() => undefined) };
const section = { kind: "write-section", heading: "## Research", content: "found" };

const WORK = {
  "markdown-it": (text) => peer.parse(text, {}),
  outline,
  passages,
  index: (text) => indexed(text),
  topics: (text) => topics(text, 10),
  "write a section": (text) => attempt(() => applyEdit(text, section)),
};

const TEXTS = {
  "paragraphs, \\r": "Some words here.\r\r",
  "lines, \\r": "Some words here.\r",
  "one-letter paragraphs, \\r": "a\r\r",
  "headings, \\r": "# A heading\rwords below\r",
  "underlined headings, \\r": "Words\r===\r",
  "list, \\r": "- an item of it\r",
  "quote, \\r": "> quoted words\r",
  "comments, \\r": "a %% hidden %% b\r",
  "math, \\r": "$$x$$\r",
  "code fences, \\r": "```\rcode\r```\r",
  "tags, \\r": "#tag and #other\r",
  "links, \\r": "see [[Note]] here\r",
  "table rows, \\r": "| a | b |\r|---|---|\r",
  "blank lines, \\r": "\r",
  "blank lines, \\n": "\n",
  "paragraphs, \\n": "Some words here.\n\n",
  "links, \\n": "[[Note]] ",
  "fences and blank lines": "```\ncode\n```\n\n\n",
  "headings, \\n": "# A heading\nwords below\n",
  "one long word": "x",
  "full stops": "1. ",
  "letters beyond ASCII": "ä",
};

for (const [name, piece] of Object.entries(TEXTS)) {
  const text = piece.repeat(Math.ceil(BYTES / piece.length));
  const figures = Object.entries(WORK).map(([work, run]) => growth(work, run, text));
  console.log(`${name}: ${figures.join(", ")}`);
}

/** From the press of the button to the agenda, for a note of many links, half of them to notes that do not exist. */
for (const [name, link] of Object.entries({
  "links to many names": (number) => `[[Note ${number}]]`,
  "links to one name in many folders": (number) => `[[Folder ${number}/index]]`,
})) {
  const [one, two] = [await planned(link, LINKS), await planned(link, 2 * LINKS)];
  console.log(
    `agenda of a note with ${name}: ${LINKS} links ${one.toFixed(0)} ms, ${2 * LINKS} links ${two.toFixed(0)} ms (${(two / one).toFixed(1)}x)`,
  );
}

async function planned(link, count) {
  const linked = Array.from({ length: count }, (_, number) => link(number));
  const path = (text) => `${text.slice(2, -2)}.md`;
  const notes = new Map([["Links.md", `# Links\n\n${linked.map((text) => `- about ${text}`).join("\n")}\n`]]);
  for (const text of linked.slice(0, count / 2)) notes.set(path(text), "A note.");
  const engine = new Engine(hostOver(notes));
  engine.configure({});
  await engine.sync(task);
  const started = performance.now();
  await engine.survey("Links.md", task);
  await engine.plan({ path: "Links.md" }, task);
  return performance.now() - started;
}

function hostOver(notes) {
  return {
    http: async () => ({ status: 404, headers: [], text: "", bytes: new Uint8Array() }),
    notes: async () => [...notes].map(([path, text]) => ({ path, modified: 1, size: text.length })),
    read: async (path) => notes.get(path),
    edit: async (path) => path,
    create: async (path) => path,
    load: async () => undefined,
    save: async () => undefined,
    forget: async () => undefined,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 0)),
    now: () => Date.now(),
    offsetMinutes: () => 0,
    random: () => Math.random(),
    decode: (bytes, charset) => new TextDecoder(charset).decode(bytes),
    secret: async () => "",
  };
}

function growth(name, run, text) {
  const one = fastest(() => run(text));
  const two = fastest(() => run(text + text));
  const grown = two / Math.max(one, 0.1);
  const mark = grown > SQUARE && two > NOTICED_MILLIS ? " !" : "";
  return `${name} ${one.toFixed(0)} → ${two.toFixed(0)} ms (${grown.toFixed(1)}x)${mark}`;
}

function indexed(text) {
  const index = new Index();
  index.upsert("a.md", text, 1);
  index.free();
}

/** A text that an edit refuses was read all the same. */
function attempt(work) {
  try {
    work();
  } catch (error) {
    if (error.code === undefined) throw error;
  }
}

function fastest(work) {
  let best = Infinity;
  for (let repeat = 0; repeat < REPEATS && best > NOTICED_MILLIS / 100; repeat++) {
    const started = performance.now();
    work();
    best = Math.min(best, performance.now() - started);
    if (best > 1_000) break;
  }
  return best;
}
