// Collections with known answers, and the measures of a search on them: nDCG@10 (the right notes come first), Recall@100
// (they are there at all), MRR (how far down the first of them is).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

/** How many notes a search is asked for. */
export const FOUND = 100;
const FIRST = 10;

/** The collections of a folder; ends the program, saying so, when there are none. */
export function collections(folder = fileURLToPath(new URL("../../../shared/data/search", import.meta.url))) {
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /\.json(\.gz)?$/.test(name))
        .sort()
    : [];
  if (files.length === 0) {
    console.log(`no collections (*.json, *.json.gz) in ${folder}: nothing measured`);
    process.exit(0);
  }
  return files.map((file) => collection(join(folder, file)));
}

/** The measures of some searches in words. */
export function measures(scores) {
  const mean = (measure) => (scores.reduce((sum, one) => sum + one[measure], 0) / scores.length).toFixed(4);
  return `nDCG@${FIRST} ${mean("ndcg")}, Recall@${FOUND} ${mean("recall")}, MRR ${mean("mrr")}`;
}

function collection(path) {
  const bytes = readFileSync(path);
  return JSON.parse((path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"));
}

/** A folder for the id, so that notes of one title stay apart and the id's words are not the title's. */
export function notePath({ id, title }) {
  if (id.endsWith(".md")) return id;
  const name = (title ?? "")
    .replace(/[\\/:*?"<>|#^[\]\s]+/g, " ")
    .trim()
    .slice(0, 150)
    .trim();
  return title ? `${id}/${name || "untitled"}.md` : `${id}.md`;
}

export function score(found, grades) {
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
