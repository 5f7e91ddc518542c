// The health of real vaults and of a made one of 10,000 notes: how long the first check takes, one for all rows instead
// of those that are shown first, and a later one after a change; how many rows of each kind there are; and how
// near-duplicates are found.
// `node tests/bench/health.mjs [--vaults ../shared/data/vaults] [--only kepano] [--rows 20] [--kind stub] [--seed 1]`.
// `--rows` prints that many rows of each kind, drawn at random. Vaults are *.jsonl.gz files, one {"path", "text"} a line;
// attachments are no part of them, so that links to other files than notes are taken to lead somewhere. Needs a built
// pkg (npm run build).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { Engine, initSync } from "../../pkg/ibid.js";

const { values: options } = parseArgs({
  options: {
    vaults: { type: "string", default: "../shared/data/vaults" },
    only: { type: "string" },
    rows: { type: "string", default: "0" },
    kind: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const GOALS = { first: 2000, later: 200 };
const MADE_NOTES = 10_000;
const COPIED_PAIRS = 200;
const RANDOM_PAIRS = 2_000;
/** The share of a copy's text that stays as it is. */
const DEGREES = [1, 0.9, 0.75, 0.5, 0.25];
const ALL_ROWS = 1_000_000;

initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
const task = { report: () => undefined, cancelled: () => false, stopped: new Promise(() => undefined) };
const random = generator(Number(options.seed));

const found = existsSync(options.vaults)
  ? readdirSync(options.vaults)
      .filter((name) => name.endsWith(".jsonl.gz"))
      .sort()
  : [];
const wanted = (name) => !options.only || name === options.only;
if (found.length === 0) console.log(`no vaults (*.jsonl.gz) in ${options.vaults}: real vaults are not measured`);
const vaults = new Map(found.map((file) => [file.replace(/\.jsonl\.gz$/, ""), join(options.vaults, file)]));
for (const [name, path] of vaults) if (wanted(name)) await measure(name, read(path));
if (wanted("made")) await measure(`made, ${MADE_NOTES} notes`, made());
if (wanted("duplicates")) {
  const sources = [...vaults].filter(([name]) => name !== "mdn").flatMap(([, path]) => [...read(path)]);
  if (sources.length > 0) await duplicates(sources);
  else console.log("near-duplicates are not measured without real notes");
}

async function measure(name, notes) {
  const vault = opened(notes);
  await vault.engine.sync(task);
  const firstTime = await timed(() => vault.engine.health({}, task));
  const allRows = await timed(() => vault.engine.health({ limit: ALL_ROWS }, task));
  const usual = [];
  for (const change of [edited, edited, created, removed]) {
    await change(vault);
    usual.push(await timed(() => vault.engine.health({}, task)));
  }
  const shown = (measure) => [firstTime, allRows, ...usual].map((time) => time[measure].toFixed(0)).join(", ");
  console.log(
    `${name}: ${notes.size} notes; first check (goal ${GOALS.first} ms for 10,000 notes), then for all rows, after an edit, an edit, a new note, a removed note (goal ${GOALS.later} ms): ${shown("millis")} ms, processor time ${shown("worked")} ms`,
  );
  const { clusters, totals } = allRows.result;
  console.log(`  ${totals.map(({ kind, rows }) => `${kind} ${rows}`).join(", ")}, clusters ${clusters.length}`);
  show(allRows.result, Number(options.rows));
  vault.engine.free();
}

function show(health, count) {
  if (count === 0) return;
  for (const { kind } of health.totals) {
    if (options.kind && options.kind !== kind) continue;
    for (const row of drawn(health[kind], count)) {
      const place = row.line ? `${row.path}:${row.line}` : row.path;
      console.log(
        `  ${kind} | ${place} | ${row.target ?? ""} | ${row.guess ?? ""} | ${row.score?.toFixed?.(2) ?? ""} | ${row.why}`,
      );
    }
  }
  if (options.kind && options.kind !== "clusters") return;
  for (const cluster of health.clusters.slice(0, count)) {
    console.log(
      `  cluster | ${cluster.name} | ${cluster.notes.length} notes: ${cluster.notes.slice(0, 6).join(", ")} | bridges: ${cluster.bridges.join(", ")}`,
    );
  }
}

/** Copies of real notes in known degrees must be found, random pairs must not. */
async function duplicates(sources) {
  // Notes of prose: no drawings and tables of plugins, and no digests, which contain the text of other notes.
  const isProse = ([path, text]) =>
    !/newsletter|Draws|DB|Dataviews/.test(path) && !/```\w*(dataview|:)/.test(text) && sentences(text).length >= 8;
  const long = sources.filter(isProse);
  const chosen = drawn(long, COPIED_PAIRS + RANDOM_PAIRS / 10);
  const notes = new Map();
  const degrees = new Map();
  chosen.slice(0, COPIED_PAIRS).forEach(([, text], at) => {
    const degree = DEGREES[at % DEGREES.length];
    const donor = chosen[COPIED_PAIRS + (at % (chosen.length - COPIED_PAIRS))][1];
    notes.set(`source ${at}.md`, text);
    notes.set(`copy ${at}.md`, copied(text, donor, degree));
    degrees.set(at, degree);
  });
  const { engine } = opened(notes);
  await engine.sync(task);
  const rows = (await engine.health({ limit: ALL_ROWS }, task))["near-duplicate"];
  const pairs = new Set(rows.map(({ path, target }) => [path, target].sort().join("|")));
  const number = (path) => path.match(/\d+/)[0];
  for (const degree of DEGREES) {
    const all = [...degrees].filter(([, other]) => other === degree).map(([at]) => at);
    const hits = all.filter((at) => pairs.has(`copy ${at}.md|source ${at}.md`)).length;
    console.log(`near-duplicates, ${degree * 100}% of the text kept: ${hits} of ${all.length} found`);
  }
  const paths = [...notes.keys()];
  const others = new Set();
  while (others.size < RANDOM_PAIRS) {
    const pair = [pick(paths), pick(paths)].sort();
    if (number(pair[0]) !== number(pair[1])) others.add(pair.join("|"));
  }
  const wrong = [...others].filter((pair) => pairs.has(pair));
  console.log(`random pairs: ${wrong.length} of ${others.size} listed`);
  const unmade = rows.filter(({ path, target }) => number(path) !== number(target));
  console.log(`rows among all pairs of these notes that are no made pair: ${unmade.length}`);
  for (const { why } of unmade.slice(0, 5)) console.log(`  ${why}`);
  engine.free();
}

/** A copy in which sentences with a share of the text stay, and the others come from another note. */
function copied(text, donor, share) {
  const parts = sentences(text);
  const strange = sentences(donor);
  const kept = new Set();
  let left = share * parts.join("").length;
  for (const at of drawn([...parts.keys()], parts.length)) {
    if (left <= 0) break;
    kept.add(at);
    left -= parts[at].length;
  }
  return parts.map((part, at) => (kept.has(at) ? part : strange[at % strange.length])).join("");
}

function sentences(text) {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .split(/(?<=[.!?。！？\n])/)
    .reduce((all, part) => {
      const last = all.at(-1);
      if (last !== undefined && last.trim().length < 20) all[all.length - 1] = last + part;
      else all.push(part);
      return all;
    }, []);
}

async function edited({ engine, notes, change }) {
  const path = pick([...notes.keys()]);
  await change(path, `${notes.get(path)}\n\nOne more sentence with a [[Link to nothing]].\n`, engine);
}

async function created({ change, engine }) {
  await change(
    `New note ${Math.floor(random() * 1e6)}.md`,
    "A new note with a few words and a [[Link to nothing]].",
    engine,
  );
}

async function removed({ engine, notes }) {
  const path = pick([...notes.keys()]);
  notes.delete(path);
  await engine.follow([{ kind: "removed", path }], task);
}

/** An engine over a vault in memory. */
function opened(notes) {
  let clock = 0;
  const times = new Map([...notes.keys()].map((path) => [path, 1_700_000_000_000]));
  const info = (path) => ({ path, modified: times.get(path), size: Buffer.byteLength(notes.get(path) ?? "") });
  const attachments = otherFiles(notes).map((path) => ({ path, modified: 1, size: 1 }));
  const kept = new Map();
  const host = {
    notes: async () => [...[...notes.keys()].map(info), ...attachments],
    read: async (path) => notes.get(path),
    load: async (name) => kept.get(name),
    save: async (name, bytes) => void kept.set(name, bytes),
    sleep: () => new Promise((done) => setImmediate(done)),
    now: () => Date.now(),
    offsetMinutes: () => 0,
    random: () => 4,
    report: () => undefined,
  };
  const engine = new Engine(host);
  engine.configure({});
  const change = async (path, text) => {
    notes.set(path, text);
    times.set(path, 1_700_000_000_000 + (clock += 1));
    await engine.follow([{ kind: "changed", note: info(path) }], task);
  };
  return { engine, notes, change };
}

/** The files that links name and that are no notes. */
function otherFiles(notes) {
  const files = new Set();
  for (const [path, text] of notes) {
    for (const [, target] of text.matchAll(/(?:\[\[|\]\()([^\]|)#]+)/g)) {
      if (/\.[a-z][a-z0-9]{1,9}$/.test(target) && !/\.(md|markdown|txt)$/.test(target) && !/^[a-z]+:/.test(target)) {
        const name = decodeURIComponent(target.replace(/%(?![0-9a-f]{2})/gi, "%25"));
        files.add(name.startsWith(".") ? posix.join(posix.dirname(path), name) : name.replace(/^\/+/, ""));
      }
    }
  }
  return [...files].filter(Boolean);
}

function read(path) {
  const text = gunzipSync(readFileSync(path)).toString("utf8");
  return new Map(
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map(({ path, text }) => [path, text]),
  );
}

/** Notes as people have them: words drawn as a language draws them, links to notes near by, tags, tasks and questions. */
function made() {
  const words = Array.from(
    { length: 8_000 },
    (_, at) =>
      `${["ka", "lo", "mi", "ne", "ru", "sta", "tor", "vi"].map((s, i) => ((at >> i) & 1 ? s : "")).join("")}${at.toString(36)}`,
  );
  const word = () => words[Math.floor(words.length * random() ** 3)];
  const name = (at) => `${words[(at * 7919) % words.length]} ${at}`;
  const notes = new Map();
  for (let at = 0; at < MADE_NOTES; at += 1) {
    const sentence = () => Array.from({ length: 12 }, word).join(" ");
    const links = Array.from(
      { length: 6 },
      () => `[[${name(Math.min(MADE_NOTES - 1, Math.max(0, at + Math.floor((random() - 0.5) * 60))))}]]`,
    );
    const body = Array.from({ length: 16 }, (_, line) => `${sentence()}${line < 6 ? ` ${links[line]}` : ""}.`).join(
      "\n\n",
    );
    notes.set(
      `${Math.floor(at / 100)}/${name(at)}.md`,
      `---\ntags: [${word()}, note]\n---\n# ${name(at)}\n\n${body}\n\n- [ ] ${word()}\n`,
    );
  }
  return notes;
}

/** The processor time does not count the time in which other programs had the processor. */
async function timed(work) {
  const before = process.cpuUsage();
  const started = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, millis: performance.now() - started, worked: (user + system) / 1000 };
}

function pick(list) {
  return list[Math.floor(random() * list.length)];
}

function drawn(list, count) {
  const pool = [...list];
  for (let at = pool.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [pool[at], pool[other]] = [pool[other], pool[at]];
  }
  return pool.slice(0, count);
}

/** Random numbers that are the same for the same seed (mulberry32). */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
