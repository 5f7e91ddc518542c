// How well the index finds, on collections whose right answers are known.
// `node tests/bench/search-quality.mjs [folder]`: the folder (default ../shared/data/search beside the project) holds
// *.json or *.json.gz files, each {name, docs: [{id, title, text}], queries: [{text, rel: {id: grade}}]}. Needs a built
// pkg (npm run build).
import { readFileSync } from "node:fs";
import { Index, initSync } from "../../pkg/ibid.js";
import { collections, FOUND, measures, notePath, score } from "./collections.mjs";

const all = collections(process.argv[2]);
initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });

for (const { name, docs, queries } of all) {
  const find = finder(docs);
  const scores = queries.map(({ text, rel }) => score(find(text), rel));
  console.log(`${name}: ${docs.length} notes, ${queries.length} queries; ${measures(scores)}`);
}

/** Answers with the ids of the notes found, best first. */
function finder(docs) {
  const index = new Index();
  const ids = new Map(docs.map((doc) => [notePath(doc), doc.id]));
  for (const doc of docs) index.upsert(notePath(doc), doc.text, 0);
  return (text) => index.search({ text, mode: "keyword", limit: FOUND }).map(({ path }) => ids.get(path));
}
