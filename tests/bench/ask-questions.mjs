// How often the right passage is among the first three that *Ask the vault* cites without a model: forty questions on
// the sample vault, written from its notes before any of them was asked.
// `node tests/bench/ask-questions.mjs [questions.json] [vault]`: default tests/fixtures/ask-questions.json, a list of
// {question, path, line, also: [{path, line}]}, where `line` is a part of the line that answers; and www/vault. The list
// ask-questions-2.json beside it is by somebody else, who knew only the notes. A question counts if one of the first three citations is in the right note and its lines contain that line. If the
// vault has no answer, the closest passages count instead. The second figure counts every passage that was read for the
// question: what it has more than the first one was found and not chosen. Needs a built pkg (npm run build).
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Engine, initSync } from "../../pkg/ibid.js";

const [questionsFile = file("../fixtures/ask-questions.json"), vault = file("../../www/vault")] = process.argv.slice(2);
const CITATIONS = 3;
const GOAL = 36;

initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
const paths = readdirSync(vault, { recursive: true })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".md"))
  .sort();
const notes = new Map(paths.map((path) => [path, readFileSync(`${vault}/${path}`, "utf8")]));
const questions = JSON.parse(readFileSync(questionsFile, "utf8"));

const task = { report: () => undefined, cancelled: () => false, stopped: new Promise(() => undefined) };
const engine = new Engine(host());
engine.configure({});
await engine.sync(task);

let found = 0;
let listed = 0;
let answered = 0;
const misses = [];
for (const { question, also = [], ...place } of questions) {
  const places = [place, ...also].map(({ path, line }) => ({ path, number: lineNumber(path, line), line }));
  const result = await engine.ask({ question }, task);
  const cited = passages(result).slice(0, CITATIONS);
  const isRightPassage = (passage) =>
    places.some(
      ({ path, number }) => passage.path === path && passage.firstLine <= number && number <= passage.lastLine,
    );
  const isRight = cited.some(isRightPassage);
  found += isRight;
  listed += isRight || result.evidence.some(isRightPassage);
  answered += result.found;
  if (!isRight) misses.push({ question, places, cited, isAnswered: result.found });
}

console.log(
  `${notes.size} notes, ${questions.length} questions, by keywords: right passage among the first ${CITATIONS} for ${found} (goal ${GOAL} of 40); among all passages read for ${listed}; answered ${answered}, closest passages only ${questions.length - answered}`,
);
for (const { question, places, cited, isAnswered } of misses) {
  console.log(`missed: ${question}`);
  for (const { path, number, line } of places) console.log(`  expected ${path}:${number} ${line}`);
  for (const { path, firstLine, lastLine } of cited)
    console.log(`  ${isAnswered ? "cited" : "closest"} ${path}:${firstLine}-${lastLine}`);
  if (cited.length === 0) console.log("  nothing found");
}

/** The passages that the answer cites, each once, in the order of its sentences; without an answer the closest ones. */
function passages({ found: isAnswered, cites, evidence, closest }) {
  return isAnswered ? [...new Set(cites)].map((id) => evidence.find((passage) => passage.id === id)) : closest;
}

/** The number of the only line of a note that contains a text. */
function lineNumber(path, text) {
  const numbers = (notes.get(path) ?? "").split("\n").flatMap((line, at) => (line.includes(text) ? [at + 1] : []));
  if (numbers.length !== 1) throw new Error(`${path} has ${numbers.length} lines with “${text}”`);
  return numbers[0];
}

function file(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** A host with the notes of the vault and without a network. */
function host() {
  const kept = new Map();
  return {
    http: () => Promise.reject(new Error("no network")),
    notes: async () => [...notes].map(([path, text]) => ({ path, modified: 1, size: text.length })),
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
