// What meaning adds to words: the collections of search-quality.mjs, asked by words, by both and by meaning alone.
// `node tests/bench/search-meaning.mjs <url> <model> [folder]`: the url of an embedding service that speaks like OpenAI's
// (up to and with the version). Every passage and query is sent there. Needs a built pkg (npm run build).
import { readFileSync } from "node:fs";
import { Engine, initSync } from "../../pkg/ibid.js";
import { collections, FOUND, measures, notePath, score } from "./collections.mjs";

const [url, model, folder] = process.argv.slice(2);
if (url === undefined || model === undefined) {
  console.log(
    "no embedding service named: nothing measured (node tests/bench/search-meaning.mjs <url> <model> [folder])",
  );
  process.exit(0);
}
const all = collections(folder);
initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
const task = { report: () => undefined, cancelled: () => false };

for (const { name, docs, queries } of all) {
  const notes = new Map(docs.map((doc) => [notePath(doc), doc]));
  const engine = new Engine(host(notes));
  engine.configure({ embeddings: "openai", embeddingUrl: url, embeddingModel: model });
  await engine.sync(task);
  await engine.learn(task);
  for (const mode of ["keyword", "hybrid", "semantic"]) {
    const scores = [];
    for (const { text, rel } of queries) {
      const found = await engine.search({ text, mode, limit: FOUND }, task);
      scores.push(
        score(
          found.notes.map(({ path }) => notes.get(path).id),
          rel,
        ),
      );
    }
    console.log(`${name}, ${mode}: ${measures(scores)}`);
  }
}

/** A vault in memory; the network is fetch. */
function host(notes) {
  const kept = new Map();
  return {
    async http({ url, method, headers, body }) {
      const response = await fetch(url, { method, headers: Object.fromEntries(headers), body });
      return { status: response.status, headers: [...response.headers], text: await response.text() };
    },
    notes: async () => [...notes].map(([path, { text }]) => ({ path, modified: 1, size: text.length })),
    read: async (path) => notes.get(path).text,
    load: async (name) => kept.get(name) ?? null,
    save: async (name, bytes) => void kept.set(name, bytes),
    sleep: (millis) => new Promise((resolve) => setTimeout(resolve, millis)),
    now: () => Date.now(),
    offsetMinutes: () => 0,
    random: () => Math.random(),
  };
}
