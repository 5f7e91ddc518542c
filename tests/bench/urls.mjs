// What checkUrl decides on labelled addresses, and that it agrees with Node's reading of addresses where it allows them.
// `node tests/bench/urls.mjs [folder]`: the folder (default ../shared/data/security beside the project) holds urls.json,
// [{"url", "expect": "block" | "allow", "class"}], and whatwg-url/ with urltestdata.json, toascii.json and
// IdnaTestV2.json of the web platform tests; what is absent is left out. Needs a built pkg (npm run build).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkUrl, initSync } from "../../pkg/ibid.js";

const folder = process.argv[2] ?? fileURLToPath(new URL("../../../shared/data/security", import.meta.url));
const SHOWN = 5;

initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
labelled("urls.json");
compared("whatwg-url/urltestdata.json", ({ input, base, failure }) => [
  { url: input, host: base === null && failure ? null : undefined },
]);
compared("whatwg-url/toascii.json", hosts);
compared("whatwg-url/IdnaTestV2.json", hosts);

/** A host alone and inside a longer one, as most are a single label and refused for that. */
function hosts({ input, output }) {
  return [
    { url: `https://${input}/`, host: output },
    { url: `https://a.${input}.org/`, host: output && `a.${output}.org` },
  ];
}

/** Addresses of which it is known whether they are public. */
function labelled(file) {
  const cases = read(file);
  if (cases === undefined) return;
  const wrong = new Map();
  for (const { url, expect, class: kind } of cases) {
    if (verdict(url).allowed !== (expect === "allow")) note(wrong, `${expect} ${kind}`, url);
  }
  const right = (label) => {
    const all = cases.filter(({ expect }) => expect === label);
    const failed = [...wrong]
      .filter(([kind]) => kind.startsWith(label))
      .reduce((sum, [, urls]) => sum + urls.length, 0);
    return `${all.length - failed}/${all.length}`;
  };
  console.log(`${file}: blocked ${right("block")}, public allowed ${right("allow")}`);
  show(wrong);
}

/**
 * Addresses of which the host is known (null: there is none), or else is what Node reads: none may be allowed with another.
 * What is allowed must be read by Node as it is. Where Node reads a known host otherwise, its Unicode tables are of another
 * version; that is only told. Letters that Unicode took in after the data were made count as wrong: in those of Unicode 17
 * four addresses with the Seal script (U+3E8AC).
 */
function compared(file, spellings) {
  const cases = read(file);
  if (cases === undefined) return;
  const addresses = cases.filter((entry) => typeof entry === "object").flatMap(spellings);
  const wrong = new Map();
  let [allowed, otherwise] = [0, 0];
  for (const { url, host } of addresses) {
    const ours = verdict(url);
    if (ours.allowed === undefined) note(wrong, "threw", url);
    if (ours.allowed !== true) continue;
    allowed++;
    const nodes = nodeReads(url)?.host ?? null;
    const known = host === undefined ? nodes : host;
    const got = ours.url.split("/")[2];
    if (known !== nodes) otherwise++;
    if (known === null) note(wrong, "allowed, but is no address", url);
    else if (got !== known) note(wrong, "allowed with another host", url);
    if (nodes !== null && nodeReads(ours.url)?.href !== ours.url) note(wrong, "Node changes what is allowed", ours.url);
  }
  const wrongs = [...wrong.values()].flat().length;
  console.log(
    `${file}: ${addresses.length} addresses, ${allowed} allowed, ${wrongs} wrong (Unicode ${process.versions.unicode} of Node reads ${otherwise} otherwise)`,
  );
  show(wrong);
}

function nodeReads(url) {
  return URL.canParse(url) ? new URL(url) : undefined;
}

function verdict(url) {
  try {
    return checkUrl(url);
  } catch {
    return {};
  }
}

function read(file) {
  const path = join(folder, file);
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  console.log(`no ${path}: nothing measured`);
}

function note(wrong, kind, url) {
  wrong.set(kind, [...(wrong.get(kind) ?? []), url]);
}

function show(wrong) {
  for (const [kind, urls] of wrong) {
    const some = urls
      .slice(0, SHOWN)
      .map((url) => JSON.stringify(url))
      .join("  ");
    console.log(`  ${kind}: ${some}${urls.length > SHOWN ? ` … ${urls.length}` : ""}`);
  }
}
