// What a start of the app costs in a large vault: loading what is kept on the device and comparing it with the vault, when
// nothing has changed. `node tests/bench/restart.mjs [notes]` (50,000). The vault is made here: folders, headings, five
// links a note, words drawn as a language draws them. Needs a built pkg (npm run build). There is no peer that does
// this: the figure stands against the goal. The processor time is that of all threads, and does not count the time in
// which other programs had the processor.
import { readFileSync } from "node:fs";
import { Engine, initSync } from "../../pkg/ibid.js";

const NOTES = Number(process.argv[2] ?? 50_000);
const GOAL_MILLIS = 600;
const STARTS = 7;
const LINKS = 5;
const WORDS = 120;

initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
const task = { report: () => undefined, cancelled: () => false, stopped: new Promise(() => undefined) };
const notes = vault(NOTES);
const kept = new Map();

const first = await timed(() => opened().sync(task));
console.log(
  `${NOTES} notes, first read: ${(first / 1000).toFixed(1)} s, ${(kept.get("library").length / 1e6).toFixed(1)} MB kept`,
);

for (const [form, list] of Object.entries({
  "one packed list, as in the app": packed(),
  "one object for each": objects(),
})) {
  const starts = [];
  for (let start = 0; start < STARTS; start += 1) starts.push(await started(list));
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(STARTS / 2)].toFixed(0);
  const all = starts.map(({ millis }) => millis);
  console.log(
    `load and sync of ${NOTES} notes (${form}): median ${median(all)} ms, ${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)}, processor time ${median(starts.map(({ worked }) => worked))} ms (${STARTS} starts; goal ${GOAL_MILLIS} ms)`,
  );
}
const engine = opened();
await engine.sync(task);
console.log(
  `first search after it: ${(await timed(() => engine.search({ text: "unique7word" }, task))).toFixed(0)} ms`,
);
console.log(
  `first related notes after it: ${(await timed(() => engine.related({ path: path(7), limit: 10 }, task))).toFixed(0)} ms`,
);

async function started(list) {
  const engine = opened(list);
  const before = process.cpuUsage();
  const millis = await timed(async () => {
    const state = await engine.sync(task);
    if (state.notes !== NOTES) throw new Error(`${state.notes} notes of ${NOTES}`);
  });
  const { user, system } = process.cpuUsage(before);
  engine.free();
  return { millis, worked: (user + system) / 1000 };
}

function opened(list = objects()) {
  const engine = new Engine(host(list));
  engine.configure({});
  return engine;
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function objects() {
  return [...notes].map(([name, text], at) => ({ path: name, modified: 1_700_000_000_000 + at, size: text.length }));
}

function packed() {
  const files = objects();
  return {
    paths: files.map((file) => file.path).join("\0"),
    modified: Float64Array.from(files, (file) => file.modified),
    sizes: Float64Array.from(files, (file) => file.size),
  };
}

function path(number) {
  return `Folder ${number % 100}/Notes of it/Note ${number}.md`;
}

function vault(count) {
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const word = (number) => `w${number.toString(36)}`;
  const drawn = () => word(Math.floor(60_000 ** random()) - 1);
  const words = (length) => Array.from({ length }, drawn).join(" ");
  const link = () => `[[Note ${Math.floor(random() * count * 1.2)}]]`;
  const links = () => Array.from({ length: LINKS }, link).join(" and ");
  const note = (number) =>
    `# ${words(2)}\n\n${words(WORDS / 2)} unique${number}word.\n\n## ${words(3)}\n\n${words(WORDS / 2)}. See ${links()}.\n`;
  return new Map(Array.from({ length: count }, (_, number) => [path(number), note(number)]));
}

/** A device that answers at once. */
function host(list) {
  return {
    http: async () => ({ status: 404, headers: [], text: "", bytes: new Uint8Array() }),
    notes: async () => list,
    read: async (name) => notes.get(name),
    edit: async (name) => name,
    create: async (name) => name,
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
