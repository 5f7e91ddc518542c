// How fast the index is and what it takes, on a real vault in WebAssembly, against MiniSearch in the same process.
// `node tests/bench/search-speed.mjs [vault]`: the vault (default ../shared/data/vaults/mdn.jsonl.gz beside the
// project) is a *.jsonl or *.jsonl.gz file, one {"path", "text"} a line. Needs a built pkg (npm run build).
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import MiniSearch from "minisearch";
import { Index, initSync } from "../../pkg/ibid.js";

const file = process.argv[2] ?? fileURLToPath(new URL("../../../shared/data/vaults/mdn.jsonl.gz", import.meta.url));
const QUERIES = 200;
const UPDATES = 200;
const LIMIT = 20;
/** The fastest of so many counts: the rest is the machine's noise. */
const REPEATS = 3;

if (!existsSync(file)) {
  console.log(`no vault at ${file}: nothing measured`);
  process.exit(0);
}
const { memory } = initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
const notes = vault(file);
const megabytes = notes.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1e6;
const random = randomNumbers();
const queries = Array.from({ length: QUERIES }, wordsOfSomeNote);
const asked = { plain: queries, typing: queries.map(unfinished), mistyped: queries.map(mistyped) };
const edited = Array.from({ length: UPDATES }, () => random(notes.length));

const { wasm, ...ours } = measure(ibid());
const peers = measure(miniSearch());

console.log(
  `${basename(file)}: ${notes.length} notes, ${megabytes.toFixed(1)} MB; ours, MiniSearch's, and the ratio (below 1 is better)`,
);
for (const [name, value] of Object.entries(ours)) {
  const [mine, other] = [value, peers[name]].map((number) => number.toFixed(2).padStart(9));
  console.log(`${name.padEnd(24)} ${mine} ${other}  ${(value / peers[name]).toFixed(3)}x`);
}
console.log(`stored: ${((ours["stored MB"] / megabytes) * 100).toFixed(0)}% of the text`);
console.log(`wasm memory: ${wasm.toFixed(0)} MB, ${(wasm / megabytes).toFixed(1)}x the text`);

/** One engine, measured step by step; each of its functions is given what the one before made. */
function measure(engine) {
  const [build, index] = timed(engine.build);
  const [save, bytes] = timed(() => engine.save(index));
  // Before the index is loaded a second time: a vault has one.
  const wasm = memory.buffer.byteLength / 1e6;
  const plain = asked.plain.map((text) => fastest(() => engine.search(index, text)));
  const typing = asked.typing.map((text) => fastest(() => engine.searchTyping(index, text)));
  const wrong = asked.mistyped.map((text) => fastest(() => engine.searchMistyped(index, text)));
  const updates = edited.map((number) => timed(() => engine.update(index, number))[0]);
  const [load] = timed(() => engine.search(engine.load(bytes), queries[0]));
  return {
    wasm,
    "build ms": build,
    "stored MB": bytes.length / 1e6,
    "save ms": save,
    "load ms": load,
    "query p50 ms": share(plain, 0.5),
    "query p95 ms": share(plain, 0.95),
    "while typing p95 ms": share(typing, 0.95),
    "all mistyped p95 ms": share(wrong, 0.95),
    "update p95 ms": share(updates, 0.95),
  };
}

function ibid() {
  const search = (index, query) => index.search({ mode: "keyword", limit: LIMIT, ...query });
  const build = () => {
    const index = new Index();
    for (const { path, text } of notes) index.upsert(path, text, 0);
    return index;
  };
  return {
    build,
    save: (index) => index.encode(),
    load: (bytes) => Index.decode(bytes),
    search: (index, text) => search(index, { text }),
    searchTyping: (index, text) => search(index, { text, typing: true }),
    // Words that stand nowhere are taken for mistyped ones without being asked.
    searchMistyped: (index, text) => search(index, { text }),
    update: (index, number) => index.upsert(notes[number].path, `${notes[number].text}\nedited`, 1),
  };
}

function miniSearch() {
  const options = { fields: ["title", "body"], searchOptions: { boost: { title: 3 } } };
  const asDocument = ({ path, text }, id) => ({ id, title: basename(path, ".md"), body: text });
  const documents = notes.map(asDocument);
  const search = (index, text, how) => index.search(text, how).slice(0, LIMIT);
  const build = () => {
    const index = new MiniSearch(options);
    index.addAll(documents);
    return index;
  };
  return {
    build,
    save: (index) => Buffer.from(JSON.stringify(index)),
    load: (bytes) => MiniSearch.loadJSON(bytes.toString(), options),
    search: (index, text) => search(index, text),
    searchTyping: (index, text) => search(index, text, { prefix: (term, place, all) => place === all.length - 1 }),
    searchMistyped: (index, text) => search(index, text, { fuzzy: 0.2 }),
    update: (index, number) => index.replace({ ...documents[number], body: `${documents[number].body}\nedited` }),
  };
}

/** One to four words that stand side by side in a note. */
function wordsOfSomeNote() {
  const words = notes[random(notes.length)].text.match(/\p{L}{4,}/gu) ?? ["note"];
  const from = random(Math.max(1, words.length - 4));
  return words.slice(from, from + 1 + random(4)).join(" ");
}

/** As typed so far: of the last word only its beginning. */
function unfinished(text) {
  const word = text.split(" ").at(-1);
  return text.slice(0, text.length - word.length + 1 + random(word.length - 1));
}

/** One letter behind the first exchanged in every word. */
function mistyped(text) {
  const exchange = (word) => {
    const at = 1 + random(word.length - 1);
    return `${word.slice(0, at)}${word[at] === "x" ? "q" : "x"}${word.slice(at + 1)}`;
  };
  return text.split(" ").map(exchange).join(" ");
}

function vault(path) {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The same numbers in every run, each below the limit it is asked with. */
function randomNumbers() {
  let state = 7;
  return (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % limit;
  };
}

function timed(work) {
  const started = performance.now();
  const result = work();
  return [performance.now() - started, result];
}

function fastest(work) {
  return Math.min(...Array.from({ length: REPEATS }, () => timed(work)[0]));
}

function share(times, part) {
  return [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))];
}
