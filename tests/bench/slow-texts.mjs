// Texts made to waste time: each is read by the function that once took longest for it, in the size that was found and
// in a quarter of it. Each should take less than two seconds, and at most about four times what a quarter takes.
// `node tests/bench/slow-texts.mjs [--pkg pkg] [--only plan]`. Needs a built pkg (npm run build).
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const root = new URL("../..", import.meta.url).pathname;
const { values: options } = parseArgs({
  options: { pkg: { type: "string", default: join(root, "pkg") }, only: { type: "string", default: "" } },
});
const GOAL_MILLIS = 2_000;
const MEGABYTE = 1_000_000;
const PATH = "Note.md";
/** Notes of more than 5 MB are not indexed, so a text that is searched is divided among several. */
const MAX_INDEXED_CHARACTERS = 1.5 * MEGABYTE;

const folder = resolve(options.pkg);
if (!existsSync(join(folder, "ibid_bg.wasm"))) {
  console.log(`no built core in ${folder}: run \`npm run build\` first; nothing measured`);
  process.exit(1);
}
const { Engine, extractPage, initSync, sanitize } = await import(pathToFileURL(join(folder, "ibid.js")).href);
initSync({ module: readFileSync(join(folder, "ibid_bg.wasm")) });
const task = { report: () => undefined, cancelled: () => false, stopped: new Promise(() => undefined) };

const repeated = (piece) => (bytes) => piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece)));
const numbered = (piece) => (bytes) => {
  const count = Math.ceil(bytes / piece(10_000).length);
  return Array.from({ length: count }, (_, at) => piece(at)).join("");
};
const between = (before, text, after) => (bytes) => before + text(bytes) + after;
const characters = Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x4e00 + at * 37)).join("");

/** What is measured: a name, the size in bytes, the text, and what reads it. */
const CASES = [
  ["read_note of [[", 1 * MEGABYTE, repeated("[["), tool("read_note", { path: PATH, length: MEGABYTE })],
  ["read_note of ](", 1 * MEGABYTE, repeated("]("), tool("read_note", { path: PATH, length: MEGABYTE })],
  ["plan of questions", 2 * MEGABYTE, repeated("What is alpha beta? "), plan],
  ["plan of different questions", 2 * MEGABYTE, numbered((at) => `What is word${at}?\n`), plan],
  ["plan of one Chinese character", 10 * MEGABYTE, repeated("茶"), plan],
  ["checkCitations of addresses", 9.5 * MEGABYTE, repeated("https://a.example/b\n"), checkCitations],
  ["checkCitations of one address in words", 9.5 * MEGABYTE, repeated("https://a.example/b "), checkCitations],
  [
    "checkCitations of cited sentences",
    4 * MEGABYTE,
    numbered((at) => `Tea ${at} is hot and good ([a](https://a.example/${at})). `),
    checkCitations,
  ],
  [
    "health of a list of tags",
    3 * MEGABYTE,
    between(
      "---\ntags:\n",
      numbered((at) => `- tag${at}\n`),
      "---\n",
    ),
    health,
  ],
  ["health of tags", 3 * MEGABYTE, numbered((at) => `#tag${at} `), health],
  ["reply of [", 2 * MEGABYTE, repeated("["), (text) => timed(() => sanitize(text, [], undefined))],
  ["search of 300 times one character", 10 * MEGABYTE, repeated("茶"), search("茶".repeat(300))],
  ["search of 300 characters", 10 * MEGABYTE, repeated(characters), search(characters)],
  ["search of a phrase of one character", 10 * MEGABYTE, repeated("茶"), search(`"${"茶".repeat(300)}"`)],
  ["page with a wide table", 2.4 * MEGABYTE, between("<table><tr>", repeated("<td>a</td>"), "</table>"), page],
  [
    "page with wide rows",
    2.4 * MEGABYTE,
    between("<table>", repeated(`<tr>${"<td>a</td>".repeat(1_000)}</tr>`), "</table>"),
    page,
  ],
  ["create_note with properties", 50_000, (count) => count, createNote],
];

for (const [name, size, text, measure] of CASES) {
  if (!name.includes(options.only)) continue;
  const [quarter, whole] = [await measure(text(size / 4)), await measure(text(size))];
  const shown = `${whole.toFixed(0)} ms, ${(whole / quarter).toFixed(1)} times a quarter of it`;
  console.log(`${whole < GOAL_MILLIS ? "      " : "SLOW: "}${name} (${size}): ${shown}`);
}

function tool(name, args) {
  return async (text) => {
    const { engine } = opened(text);
    return timed(() => engine.callTool({ name, arguments: args }, task), engine);
  };
}

async function plan(text) {
  const { engine } = opened(text);
  return timed(() => engine.plan({ path: PATH }, task), engine);
}

async function checkCitations(text) {
  const { engine } = opened(text);
  return timed(() => engine.checkCitations({ path: PATH }, task), engine);
}

async function health(text) {
  const { engine } = opened(text);
  await engine.sync(task);
  return timed(() => engine.health({}, task), engine);
}

function search(query) {
  return async (text) => {
    const { engine } = opened(...parts(text));
    await engine.sync(task);
    return timed(() => engine.search({ text: query }, task), engine);
  };
}

function page(html) {
  return timed(() => extractPage(html, "https://a.example/"));
}

async function createNote(count) {
  const { engine } = opened("");
  const properties = Object.fromEntries(Array.from({ length: count }, (_, at) => [`property ${at}`, "value"]));
  const request = { name: "create_note", arguments: { path: "New.md", text: "Words.", properties } };
  return timed(() => engine.callTool(request, task), engine);
}

function parts(text) {
  const count = Math.ceil(text.length / MAX_INDEXED_CHARACTERS);
  return Array.from({ length: count }, (_, at) =>
    text.slice(at * MAX_INDEXED_CHARACTERS, (at + 1) * MAX_INDEXED_CHARACTERS),
  );
}

/** An engine over a vault with these notes. */
function opened(...texts) {
  const notes = new Map(texts.map((text, at) => [at === 0 ? PATH : `Note ${at}.md`, text]));
  const kept = new Map();
  const host = {
    notes: async () => [...notes].map(([path, text]) => ({ path, modified: 1, size: Buffer.byteLength(text) })),
    read: async (path) => notes.get(path),
    load: async (name) => kept.get(name),
    save: async (name, bytes) => void kept.set(name, bytes),
    sleep: () => new Promise((done) => setImmediate(done)),
    now: () => Date.now(),
    offsetMinutes: () => 0,
    random: () => 4,
    secret: async () => "",
    report: () => undefined,
  };
  const engine = new Engine(host);
  engine.configure({ webSearch: "off", papers: "off" });
  return { engine };
}

/** The time that some work takes, in milliseconds; frees the engine afterwards. */
async function timed(work, engine) {
  const started = performance.now();
  try {
    await work();
  } catch (error) {
    console.log(`  failed: ${error.message ?? error}`);
  }
  const took = performance.now() - started;
  engine?.free();
  return took;
}
