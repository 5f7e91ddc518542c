// How well the index finds, on collections whose right answers are known: nDCG@10 (the right notes come first),
// Recall@100 (they are there at all), MRR (how far down the first of them is).
// `node tests/bench/search-quality.mjs [folder]`: the folder (default ../shared/data/search beside the project) holds
// *.json or *.json.gz files, each {name, docs: [{id, title, text}], queries: [{text, rel: {id: grade}}]}. Needs a built
// pkg (npm run build).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { Index, initSync } from "../../pkg/ibid.js";

const folder = process.argv[2] ?? fileURLToPath(new URL("../../../shared/data/search", import.meta.url));
const FOUND = 100;
const FIRST = 10;

const files = existsSync(folder) ? readdirSync(folder).filter((name) => /\.json(\.gz)?$/.test(name)).sort() : [];
if (files.length === 0) {
  console.log(`no collections (*.json, *.json.gz) in ${folder}: nothing measured`);
  process.exit(0);
}
initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });

for (const file of files) {
  const { name, docs, queries } = collection(join(folder, file));
  const find = finder(docs);
  const scores = queries.map(({ text, rel }) => score(find(text), rel));
  const mean = (measure) => (scores.reduce((sum, one) => sum + one[measure], 0) / scores.length).toFixed(4);
  const measures = `nDCG@${FIRST} ${mean("ndcg")}, Recall@${FOUND} ${mean("recall")}, MRR ${mean("mrr")}`;
  console.log(`${name}: ${docs.length} notes, ${queries.length} queries; ${measures}`);
}

function collection(path) {
  const bytes = readFileSync(path);
  return JSON.parse((path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"));
}

/** Answers with the ids of the notes found, best first. */
function finder(docs) {
  const index = new Index();
  const ids = new Map(docs.map((doc) => [notePath(doc), doc.id]));
  for (const doc of docs) index.upsert(notePath(doc), doc.text, 0);
  return (text) => index.search({ text, mode: "keyword", limit: FOUND }).map(({ path }) => ids.get(path));
}

/** A folder for the id, so that notes of one title stay apart and the id's words are not the title's. */
function notePath({ id, title }) {
  if (id.endsWith(".md")) return id;
  const name = (title ?? "").replace(/[\\/:*?"<>|#^[\]\s]+/g, " ").trim().slice(0, 150).trim();
  return title ? `${id}/${name || "untitled"}.md` : `${id}.md`;
}

function score(found, grades) {
  const right = Object.values(grades).filter((grade) => grade > 0);
  const gains = found.map((id) => grades[id] ?? 0);
  const first = gains.findIndex((gain) => gain > 0);
  return {
    ndcg: discounted(gains) / (discounted(right.sort((a, b) => b - a)) || 1),
    recall: gains.filter((gain) => gain > 0).length / Math.max(1, right.length),
    mrr: first < 0 ? 0 : 1 / (first + 1),
  };
}

function discounted(gains) {
  return gains.slice(0, FIRST).reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
}
