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
compared("whatwg-url/urltestdata.json", ({ input }) => [input]);
compared("whatwg-url/toascii.json", ({ input }) => [`https://${input}/`]);
compared("whatwg-url/IdnaTestV2.json", ({ input }) => [`https://${input}/`, `https://a.${input}.org/`]);

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
    const failed = [...wrong].filter(([kind]) => kind.startsWith(label)).reduce((sum, [, urls]) => sum + urls.length, 0);
    return `${all.length - failed}/${all.length}`;
  };
  console.log(`${file}: blocked ${right("block")}, public allowed ${right("allow")}`);
  show(wrong);
}

/** Addresses that Node reads as well: none may be allowed that it rejects, or with another host. */
function compared(file, spellings) {
  const cases = read(file);
  if (cases === undefined) return;
  const urls = cases.filter((entry) => typeof entry === "object").flatMap(spellings);
  const wrong = new Map();
  let allowed = 0;
  for (const url of urls) {
    const ours = verdict(url);
    if (ours.allowed === undefined) note(wrong, "threw", url);
    if (ours.allowed !== true) continue;
    allowed++;
    const nodes = URL.canParse(url) ? new URL(url) : undefined;
    if (nodes === undefined) note(wrong, "allowed, but Node rejects it", url);
    else if (new URL(ours.url).host !== nodes.host) note(wrong, "allowed with another host than Node's", url);
  }
  console.log(`${file}: ${urls.length} addresses, ${allowed} allowed, ${[...wrong.values()].flat().length} wrong`);
  show(wrong);
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
    const some = urls.slice(0, SHOWN).map((url) => JSON.stringify(url)).join("  ");
    console.log(`  ${kind}: ${some}${urls.length > SHOWN ? ` … ${urls.length}` : ""}`);
  }
}
