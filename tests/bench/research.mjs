// How long research itself takes, without waiting for anybody: from the press of the button to the agenda, a question
// to the vault, and a deep run of ten topics and twenty pages. `node tests/bench/research.mjs [vault] [pages]`: the vault (default
// ../shared/data/vaults/mdn.jsonl.gz beside the project) is a *.jsonl.gz file, one {"path", "text"} a line; pages
// (default ../shared/data/pages/raw.jsonl.gz) the same with {"html"}. Needs a built pkg. There is no peer that does
// this: the figures stand against the goals: 300 ms, 150 ms and one second.
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { Engine, initSync } from "../../pkg/ibid.js";

const beside = (path) => fileURLToPath(new URL(`../../../shared/data/${path}`, import.meta.url));
const [vaultFile = beside("vaults/mdn.jsonl.gz"), pagesFile = beside("pages/raw.jsonl.gz")] = process.argv.slice(2);
const MOST_NOTES = 10_000;
const AGENDAS = 40;
const RUNS = 10;
const PAGES_A_TOPIC = 2;

for (const file of [vaultFile, pagesFile]) {
  if (!existsSync(file)) {
    console.log(`nothing at ${file}: nothing measured`);
    process.exit(0);
  }
}
initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
const lines = (file) =>
  gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const notes = new Map(
  lines(vaultFile)
    .slice(0, MOST_NOTES)
    .map(({ path, text }) => [path, text]),
);
const pages = lines(pagesFile)
  .map(({ html }) => new TextEncoder().encode(html).slice(0, 512 << 10))
  .slice(0, 200);

const task = { report: () => undefined, cancelled: () => false, stopped: new Promise(() => undefined) };
const engine = new Engine(host());
engine.configure({ webSearch: "searxng", searxngUrl: "http://localhost:8", papers: "off", topics: 10 });
console.log(`${basename(vaultFile)}: ${notes.size} notes`);
console.log(`reading the vault: ${(await timed(() => engine.sync(task))).toFixed(0)} ms`);

const subjects = [...notes.keys()].filter((path) => path.endsWith(".md") && notes.get(path).length > 2_000);
const step = Math.max(1, Math.floor(subjects.length / AGENDAS));
const chosen = subjects.filter((_, number) => number % step === 0).slice(0, AGENDAS);

const agendas = [];
const planning = [];
for (const path of chosen) {
  planning.push(
    await timed(async () => {
      await engine.survey(path, task);
      agendas.push(await engine.plan({ path, depth: "deep" }, task));
    }),
  );
}
tell("press to agenda", planning, 300);
// V8 compiles what the first press needs on four threads, however many cores there are. On two cores they take most of
// the time of the working thread; `node --v8-pool-size=1` leaves it a core.
console.log(`  the first press after the start: ${planning[0].toFixed(0)} ms`);

// Questions about the notes' own headings, as a person would ask them.
const questions = chosen.map((path) => `What does ${notes.get(path).match(/^#+ (.+)$/m)?.[1] ?? path} mean?`);
const asking = [];
for (const question of questions) asking.push(await timed(() => engine.ask({ question }, task)));
tell("a question to the vault", asking, 150);

const full = agendas.filter(({ topics }) => topics.length === 10).slice(0, RUNS);
const running = [];
for (const agenda of full)
  running.push(await timed(() => engine.run({ agenda, web: "allowed", existing: "replace" }, task)));
tell(`deep run of 10 topics, ${10 * PAGES_A_TOPIC} pages`, running, 1000);

function tell(name, times, goal) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  console.log(
    `${name}: median ${at(0.5).toFixed(0)} ms, 95% ${at(0.95).toFixed(0)} ms, worst ${at(1).toFixed(0)} ms (${times.length}; goal ${goal} ms)`,
  );
}

/** Nothing is waited for, so this is what the working thread takes; the engine compiles better code on other threads meanwhile. */
async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The list of files as the plugin sends it: one text and buffers, with `\0` between the paths. */
function noteList() {
  const texts = [...notes.values()];
  return {
    paths: [...notes.keys()].join("\0"),
    modified: new Float64Array(texts.length).fill(1),
    sizes: Float64Array.from(texts, (text) => text.length),
  };
}

/** A host that answers at once: every search finds pages of its own, and every page is one of those given. */
function host() {
  const kept = new Map();
  let asked = 0;
  const search = () => {
    const hit = () => {
      asked += 1;
      return { url: `https://p${asked}.example.org/`, title: `Page ${asked}`, content: "A page that was found." };
    };
    return { results: Array.from({ length: 5 }, hit) };
  };
  const answer = (request) => {
    if (request.url.includes("/search?"))
      return { status: 200, headers: [], text: JSON.stringify(search()), bytes: new Uint8Array() };
    const number = /p(\d+)\.example/.exec(request.url)?.[1];
    if (number === undefined) return { status: 404, headers: [], text: "", bytes: new Uint8Array() };
    return {
      status: 200,
      headers: [["content-type", "text/html; charset=utf-8"]],
      text: "",
      bytes: pages[Number(number) % pages.length],
    };
  };
  return {
    http: async (request) => answer(request),
    notes: async () => noteList(),
    read: async (path) => notes.get(path),
    edit: async (path) => path,
    create: async (path) => path,
    load: async (name) => kept.get(name),
    save: async (name, bytes) => void kept.set(name, bytes),
    forget: async () => kept.clear(),
    sleep: () => new Promise((resolve) => setTimeout(resolve, 0)),
    now: () => Date.now(),
    offsetMinutes: () => 0,
    random: () => Math.random(),
    decode: (bytes, charset) => new TextDecoder(charset).decode(bytes),
    secret: async () => "",
  };
}
