// Scores what `page-folds` wrote: each page read with trees that were trained without its site.
// `node score.mjs <folder of the unpacked pages> <work folder> [names]`. Counts as score-pages does: Markdown as text,
// word F1, F1 of sequences of four words, wanted and unwanted segments. Short articles have fewer than 300 words; listed
// are those of which more than four times is kept, and pages of which almost nothing is.
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [folder, work, ...chosen] = process.argv.slice(2);
const NAMES = chosen.length ? chosen : ["mixed", "mixed-more", "readability", "raw", "raw-more"];
const SHORT = 300;

const plain = (markdown) =>
  markdown
    .replace(/!\[[^\]\n]*\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)/g, "")
    .replace(/\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)/g, " ")
    .replace(/(^|\W)_+|_+(?=\W|$)/g, "$1 ")
    .replace(/\*+/g, "")
    .replace(/\\([\\`*_{}[\]()#+.!|>~-])/g, "$1")
    .replace(/^[ \t]*\d+\.[ \t]/gm, "");
const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
const count = (items) => items.reduce((map, item) => map.set(item, (map.get(item) ?? 0) + 1), new Map());
const sequences = (list) =>
  list.length < 4 ? [list.join(" ")] : list.slice(3).map((_, at) => list.slice(at, at + 4).join(" "));
const squash = (text) => text.replace(/\s+/g, " ").trim();
const mean = (list) => (list.length ? list.reduce((sum, one) => sum + one, 0) / list.length : 0);
const f1 = (p, r) => (p + r ? (2 * p * r) / (p + r) : 0);

/** Precision and recall of the found items. */
function overlap(found, expected) {
  const [a, b] = [count(found), count(expected)];
  let both = 0;
  for (const [item, times] of a) both += Math.min(times, b.get(item) ?? 0);
  return {
    p: found.length ? both / found.length : Number(!expected.length),
    r: expected.length ? both / expected.length : Number(!found.length),
  };
}

function scoreText(row, markdown) {
  const [found, expected] = [words(plain(markdown)), words(row.expected)];
  const [word, four] = [overlap(found, expected), overlap(sequences(found), sequences(expected))];
  return {
    id: row.id,
    type: row.type,
    word: f1(word.p, word.r),
    p: four.p,
    r: four.r,
    recall: word.r,
    expected: expected.length,
    kept: found.length,
  };
}

function scoreSegments(row, markdown) {
  const text = squash(plain(markdown)),
    has = (segment) => text.includes(squash(segment));
  const [right, wrong] = [row.wanted.filter(has).length, row.unwanted.filter(has).length];
  return { right, wrong, lost: row.wanted.length - right };
}

function report(name, rows) {
  const types = [...new Set(rows.map((row) => row.type))].sort();
  const byType = types.map((type) => [type, mean(rows.filter((row) => row.type === type).map((row) => row.word))]);
  console.log(
    `${name}: pages ${rows.length}, word ${mean(rows.map((row) => row.word)).toFixed(4)}, macro ${mean(byType.map(([, value]) => value)).toFixed(4)}  ${byType.map(([type, value]) => `${type} ${value.toFixed(3)}`).join(" ")}`,
  );
  const articles = rows.filter((row) => row.type === "article" && row.expected);
  for (const [kind, list] of [
    ["articles", articles],
    ["short articles", articles.filter((row) => row.expected < SHORT)],
  ]) {
    const [p, r] = [mean(list.map((row) => row.p)), mean(list.map((row) => row.r))];
    console.log(
      `  ${kind} ${list.length}: word ${mean(list.map((row) => row.word)).toFixed(4)}, sequences ${f1(p, r).toFixed(4)} (P ${p.toFixed(3)} R ${r.toFixed(3)})`,
    );
  }
  const whole = rows.filter((row) => row.expected && row.expected < SHORT && row.kept > 4 * row.expected);
  const lost = rows.filter((row) => row.expected && row.recall < 0.2);
  console.log(
    `  kept more than four times: ${whole.map((row) => row.id).join(" ")}\n  almost nothing kept: ${lost.map((row) => row.id).join(" ")}`,
  );
}

const texts = [],
  segments = [];
for (const name of NAMES) {
  const read = new Map(
    readFileSync(`${work}/${name}.read`, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map((row) => [row.id, row.markdown]),
  );
  const rows = [];
  for await (const line of createInterface({ input: createReadStream(`${folder}/${name}.jsonl`) })) {
    const row = JSON.parse(line);
    rows.push((row.wanted ? scoreSegments : scoreText)(row, read.get(row.id)));
  }
  if (rows[0].right === undefined) (report(name, rows), texts.push(...rows));
  else (segmentScore(name, rows), segments.push(...rows));
}
if (texts.length) report("all texts", texts);
if (segments.length) segmentScore("all segments", segments);

function segmentScore(name, rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const [p, r] = [sum("right") / (sum("right") + sum("wrong")), sum("right") / (sum("right") + sum("lost"))];
  console.log(`${name}: pages ${rows.length}, segments ${f1(p, r).toFixed(4)} (P ${p.toFixed(3)} R ${r.toFixed(3)})`);
}
