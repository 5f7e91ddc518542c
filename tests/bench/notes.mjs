// Outline and passages of real notes in WebAssembly, as a page or Node calls them, against markdown-it's parse of the
// same notes in the same run. `node tests/bench/notes.mjs [folder]`: the folder (default ../shared/data/vaults) holds
// *.jsonl or *.jsonl.gz files, one {"path", "text"} a line. Needs a built pkg (npm run build).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import MarkdownIt from "markdown-it";
import { initSync, outline, passages } from "../../pkg/ibid.js";

const folder = process.argv[2] ?? "../shared/data/vaults";
const REPEATS = 3;

if (!existsSync(folder)) {
  console.log(`no vaults in ${folder}: nothing measured`);
  process.exit(0);
}
initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
const peer = new MarkdownIt();

for (const file of readdirSync(folder)
  .filter((name) => /\.jsonl(\.gz)?$/.test(name))
  .sort()) {
  const texts = notes(join(folder, file));
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const speed = (work) => bytes / 1e6 / fastest(() => texts.forEach((text) => work(text)));
  const parse = speed((text) => peer.parse(text, {}));
  const headings = speed(outline);
  const pieces = speed(passages);
  const ratio = (value) => `${value.toFixed(1)} MB/s (${(value / parse).toFixed(1)}x)`;
  console.log(
    `${file}: ${(bytes / 1e6).toFixed(1)} MB; markdown-it ${parse.toFixed(1)} MB/s, outline ${ratio(headings)}, passages ${ratio(pieces)}`,
  );
}

function notes(path) {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line).text);
}

function fastest(work) {
  let best = Infinity;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const started = performance.now();
    work();
    best = Math.min(best, (performance.now() - started) / 1000);
  }
  return best;
}
