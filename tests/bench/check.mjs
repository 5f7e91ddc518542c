// The check of a report's sentences: how many true sentences it keeps and false ones it stops, and how long it takes for
// 60 sentences over 40 pieces of evidence, compared with `verify` on the same texts.
// `node tests/bench/check.mjs [sentences.jsonl]`: default tests/bench/support/sentences.jsonl, which the weights were
// fitted with (folds: tests/bench/support/fit-check.py). Needs a built pkg (npm run build).
import { readFileSync } from "node:fs";
import { check, initSync, verify } from "../../pkg/ibid.js";

const ROUNDS = 7;
const file = process.argv[2] ?? new URL("support/sentences.jsonl", import.meta.url);
const cases = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
const rates = new Map();
for (const { claim, evidence, kind, language } of cases) {
  const isTrue = kind.startsWith("honest");
  const key = `${language} ${isTrue ? "true kept" : "false stopped"}`;
  const [good, all] = rates.get(key) ?? [0, 0];
  rates.set(key, [good + (check(claim, evidence).kept === isTrue), all + 1]);
}
for (const [key, [good, all]] of [...rates].sort())
  console.log(`${key}: ${((100 * good) / all).toFixed(1)}% (${good}/${all})`);

const pieces = [
  ...new Map(cases.flatMap(({ evidence }) => evidence).map((piece) => [piece.text, piece])).values(),
].slice(0, 40);
const claims = cases
  .slice(0, 60)
  .map(({ claim }, at) => ({ claim, evidence: [0, 1, 2, 3].map((next) => pieces[(at + next) % pieces.length]) }));
const time = (run) => {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    for (const { claim, evidence } of claims) run(claim, evidence);
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
};
const ours = time((claim, evidence) => check(claim, evidence));
const peer = time((claim, evidence) => evidence.forEach(({ text }) => verify(claim, text)));
console.log(
  `${claims.length} sentences over ${pieces.length} pieces, four cited by each: check ${ours.toFixed(0)} ms, verify ${peer.toFixed(0)} ms (ratio ${(ours / peer).toFixed(2)})`,
);
