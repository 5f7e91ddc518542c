// How much ordinary text `sanitize` leaves as it is: texts drawn from real vaults, with the addresses and notes they
// link to allowed. `node tests/bench/benign.mjs [--vaults ../shared/data/vaults] [--seed 1] [--seeds 1] [--count 100]`
// prints the share that is unchanged and every text that is not; with --seeds 10 for the next ten seeds, with --quiet
// the figures only. Needs a built pkg (npm run build).
//
// A text is one to three neighbouring blocks of a note (paragraph, list, code, formula, table, quote), at most 1,500
// characters. Links within the vault's own site are made absolute, since only addresses of the web can be allowed.
// Texts with what a report never holds are not drawn; NOT_IN_A_REPORT below is the whole list.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
  options: {
    vaults: { type: "string", default: "../shared/data/vaults" },
    seed: { type: "string", default: "1" },
    seeds: { type: "string", default: "1" },
    count: { type: "string", default: "100" },
    quiet: { type: "boolean", default: false },
  },
});
const MAX_LENGTH = 1500;
const NOTES_PER_VAULT = 3000;
const SITE = "https://site.example/";

/** What a report never holds by design: in the words outside code, unless said otherwise. */
const NOT_IN_A_REPORT = [
  ["images and embeds", /!\[/],
  ["HTML and Templater", /<[a-z!/?%]/i],
  ["tags", /(?:^|[^\w/&-])#[^\s#\d.,;:!?()[\]'"*]/m],
  ["tasks", /^[\s>]*(?:[-*+]|\d+[.)])\s+\[.\]/m],
  ["comments", /%%/],
  ["inline fields", /::/],
  ["template braces and attributes", /\{\{|\{\s*[:.]|\{[^}\n]*=|\{%/],
  ["frontmatter and rules of dashes", /^[\s>]*-{3,}\s*$/m],
  ["headings of level 1 and 2", /^[\s>]*#{1,2}\s|^[\s>]*=+\s*$/m],
  ["headings by an underline", /^[^\n|]*[^\s|>][^\n|]*\n[\s>]*-+\s*$/m],
  ["block ids", /(?:^|\s)\^[\w-]+\s*$/m],
  ["link definitions", /^\s*\[[^\]^]+\]:\s/m],
  ["links by reference", /\]\[/],
  ["links that are no web address", /\]\(\s*<?(?!https?:)[a-z][\w+.-]*:|\]\(\s*\)|\]\([^)\s]*\s+[^)"\s]/i],
  ["addresses of other schemes", /\b(?!https?:)[a-z][a-z+.-]*:\/\//i],
  ["names of places as links", /(?<![/\w.])www\./i],
  [
    "callouts that Obsidian does not know",
    /^[\s>]*\[!(?!note|abstract|summary|tldr|info|todo|tip|hint|important|success|check|done|question|help|faq|warning|caution|attention|failure|fail|missing|danger|error|bug|example|quote|cite)/im,
  ],
  ["characters that are not seen", /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u0000-\u0008\u000b-\u001f]/],
  [
    "TeX that hides or redefines",
    /\\(?:color|textcolor|phantom|[hv]phantom|smash|[lr]lap|rule|def|newcommand|href|require|style|class)\b/,
  ],
  // A format of MkDocs: for Obsidian what is indented below it is no code.
  ["admonitions of MkDocs", /^[\s>]*(?:!!!|\?\?\?)\+?\s/m],
  ["formulas left open", { test: (words) => (words.match(/\$\$/g) ?? []).length % 2 === 1 }],
];
/** The same in the code of a text. */
const NOT_IN_CODE = [
  ["code that plugins run", /^\s*(?:\$?=.|dice[^\s:]*:|button-)/],
  ["Templater", /<%/],
];
const PLUGIN_LANGUAGE =
  /^(?:dataview|mermaid|query|tasks|ad-|yaml:dbfolder|compressed-json|expander|slide|markmap|run-|button|chart|base\b)/i;

if (!existsSync(options.vaults)) {
  console.log(`no vaults in ${options.vaults}: nothing measured`);
  process.exit(0);
}
if (!existsSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url))) {
  console.log("no pkg/ with the built core: run `npm run build` first; nothing measured");
  process.exit(1);
}
const { initSync, sanitize } = await import("../../pkg/ibid.js");
initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });

const left = new Map();
const vaults = readdirSync(options.vaults)
  .filter((name) => /\.jsonl(\.gz)?$/.test(name))
  .sort();
const drawn = vaults.map((file) => ({ file, kinds: byKind(texts(join(options.vaults, file))) }));
for (const { file, kinds } of drawn) {
  console.log(`${file}: ${[...kinds].map(([kind, all]) => `${kind} ${all.length}`).join(", ")}`);
}
console.log(`not drawn: ${[...left].map(([what, count]) => `${what} ${count}`).join(", ")}`);
const first = Number(options.seed);
for (let seed = first; seed < first + Number(options.seeds); seed++) measure(seed);

function measure(seed) {
  const random = generator(seed);
  const count = Number(options.count);
  const kept = new Map();
  const changed = [];
  const before = new Set();
  for (let number = 0; number < count; number++) {
    const { file, text } = draw(drawn[number % drawn.length], before, random) ?? draw(drawn[0], before, random);
    const { markdown, removed } = sanitize(text, addresses(text), notes(text));
    const [all, same] = kept.get(file) ?? [0, 0];
    kept.set(file, [all + 1, same + (markdown === text)]);
    if (markdown !== text) changed.push({ file, text, markdown, removed });
  }
  const share = [...kept].map(([file, [all, same]]) => `${file.split(".")[0]} ${same}/${all}`).join(", ");
  console.log(`seed ${seed}: ${count - changed.length}/${count} unchanged (${share})`);
  if (!options.quiet) changed.forEach(show);
}

/** A text that was not drawn before, of a kind that is as likely as every other; none where a vault is used up. */
function draw({ file, kinds }, before, random) {
  const open = [...kinds.values()].filter((pool) => pool.some((text) => !before.has(text)));
  if (open.length === 0) return undefined;
  const text = pick(
    pick(open, random).filter((some) => !before.has(some)),
    random,
  );
  before.add(text);
  return { file, text };
}

function show({ file, text, markdown, removed }) {
  const [before, after] = [text.split("\n"), markdown.split("\n")];
  const at = before.findIndex((line, number) => line !== after[number]);
  console.log(`  ${file}: ${removed.join(", ")}\n    - ${before[at]}\n    + ${after[at] ?? ""}`);
}

/** Texts of a vault that a report could hold. */
function* texts(path) {
  const bytes = readFileSync(path);
  const lines = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").split("\n").filter(Boolean);
  const step = Math.max(1, Math.floor(lines.length / NOTES_PER_VAULT));
  for (let number = 0; number < lines.length; number += step) {
    const all = blocks(JSON.parse(lines[number]).text);
    for (let at = 0; at < all.length; at += 3) {
      const some = all.slice(at, at + 1 + ((at / 3 + number) % 3));
      const text = absolute(`${some.map((block) => block.text).join("\n\n")}\n`);
      if (text.length <= MAX_LENGTH && text.trim() !== "" && belongs(text)) yield { kind: some[0].kind, text };
    }
  }
}

function byKind(all) {
  const kinds = new Map();
  for (const { kind, text } of all) {
    if (!kinds.has(kind)) kinds.set(kind, []);
    kinds.get(kind).push(text);
  }
  return kinds;
}

/** The blocks of a note behind its frontmatter: fences and formulas whole, everything else up to an empty line. */
function blocks(note) {
  const body = note.replace(/\r\n/g, "\n").replace(/^---\n[\s\S]*?\n---\n/, "");
  const found = [];
  let lines = [];
  let fence;
  for (const line of body.split("\n")) {
    const mark = /^[\s>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence === "$$" ? line.trim() === "$$" : mark?.startsWith(fence) && line.trim().endsWith(mark))
      fence = undefined;
    else if (fence === undefined && line.trim() === "$$") fence = "$$";
    if (line.trim() !== "" || fence !== undefined) lines.push(line);
    else if (lines.length > 0) (found.push(lines.join("\n")), (lines = []));
  }
  if (lines.length > 0 && fence === undefined) found.push(lines.join("\n"));
  // A heading of level 1 or 2 parts the texts; what follows it may be drawn.
  const within = found
    .flatMap((text) => (kindOf(text) === "code" ? [text] : text.split(/^#{1,2}\s[^\n]*$/m)))
    .map((text) => text.replace(/^\n+|\s+$/g, ""));
  return joined(within.filter(Boolean)).map((text) => ({ kind: kindOf(text), text }));
}

/** An indented block belongs to what stands before it. */
function joined(found) {
  const whole = [];
  for (const text of found) {
    if (/^(?: {2,}|\t)/.test(text) && whole.length > 0) whole[whole.length - 1] += `\n\n${text}`;
    else whole.push(text);
  }
  return whole;
}

function kindOf(text) {
  if (/^[\s>]*(```|~~~)/m.test(text)) return "code";
  if (/\$\$|\$[^$\s][^$]*\$/.test(text.replace(/`[^`]*`/g, ""))) return "formula";
  if (/^\s*\|?[\s:|-]*-[\s:|-]*\|/m.test(text)) return "table";
  if (/^\s*(?:[-*+]|\d+[.)])\s/.test(text)) return "list";
  if (/^\s*>/.test(text)) return "quote";
  if (/\]\(|\[\[/.test(text)) return "links";
  return "paragraph";
}

/** Links within a site as links to it. */
function absolute(text) {
  return text.replace(
    /(\]\()(?![a-z][\w+.-]*:|<|\))\/?([^)\s]+)/gi,
    (_, open, rest) => `${open}${SITE}${rest.replace(/^[./]+/, "")}`,
  );
}

function belongs(text) {
  const fences = [...text.matchAll(/^([\s>]*)(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)^[\s>]*\2[`~]*[ \t]*$/gm)];
  const prose = text.replace(/^([\s>]*)(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)^[\s>]*\2[`~]*[ \t]*$/gm, "");
  const inline = [...prose.matchAll(/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/g)].map((match) => match[2]);
  const words = prose.replace(/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/g, "x");
  const code = [...inline, ...fences.map((match) => match[4])];
  const reasons = [
    ...NOT_IN_A_REPORT.filter(([, mark]) => mark.test(words)),
    ...NOT_IN_CODE.filter(([, mark]) => code.some((some) => mark.test(some))),
    ...(fences.some((match) => PLUGIN_LANGUAGE.test(match[3].trim())) ? [["blocks of plugins"]] : []),
    ...(oddFences(text) || /`/.test(words) || text.split(/\n[ \t]*\n/).some(leavesQuoteOpen)
      ? [["code left open"]]
      : []),
    ...(/^(?: {4}|\t)/.test(text) ? [["continuations without the item they belong to"]] : []),
  ];
  for (const [what] of reasons.slice(0, 1)) left.set(what, (left.get(what) ?? 0) + 1);
  return reasons.length === 0;
}

/** Whether a fence is opened and never closed, which nobody writes on purpose: the sanitiser has to mend it. */
function oddFences(text) {
  return (text.match(/^[\s>]*(?:`{3,}|~{3,})/gm) ?? []).length % 2 === 1;
}

/** Whether a quote opens a fence and ends before it is closed. */
function leavesQuoteOpen(part) {
  return /^\s*>/.test(part) && oddFences(part);
}

function addresses(text) {
  const targets = [...text.matchAll(/\]\(<?((?:[^()\s<>]|\([^()\s]*\))+)/g)].map((match) => match[1]);
  const bare = [...text.matchAll(/https?:\/\/[^\s<>"`|[\]{}]+/g)].map((match) => match[0]);
  const trimmed = bare.map((address) => address.replace(/[.,;:!?'*_~。，、）」』]+$/, ""));
  const closed = trimmed.map((address) => (address.includes("(") ? address : address.replace(/\).*$/, "")));
  return [...targets, ...closed].filter((address) => /^https?:/.test(address));
}

function notes(text) {
  return [...text.matchAll(/\[\[([^\]|#]*)/g)].map((match) => match[1].replace(/\\$/, ""));
}

function pick(all, random) {
  return all[Math.floor(random() * all.length)];
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
