// How fast pages are read in WebAssembly, against dom_smoothie built to WebAssembly in the same process, and whether
// hostile pages cost time in proportion to their length. `node tests/bench/pages.mjs [folder]`: the folder (default
// ../shared/data/pages beside the project) holds *.jsonl or *.jsonl.gz files, one {"html", "url"} a line. Needs a built
// pkg (npm run build) and builds the peer on its first run.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { toolCache } from "../../plugin/scripts/tools.mjs";
import { extractPage, initSync } from "../../pkg/ibid.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const folder = process.argv[2] ?? join(here, "../../../shared/data/pages");
const SLOW_MS = 500;

initSync({ module: readFileSync(join(here, "../../pkg/ibid_bg.wasm")) });
linearity();
if (existsSync(folder)) await speed();
else console.log(`no pages at ${folder}: nothing compared`);

async function speed() {
  const extract = await peer();
  console.log("ms of CPU time a page; ours, dom_smoothie's, and the ratio (below 1 is better)");
  const total = { ours: 0, peers: 0 };
  for (const file of readdirSync(folder).filter((name) => /\.jsonl(\.gz)?$/.test(name))) {
    const pages = read(join(folder, file));
    const ours = pages.map(({ html, url }) => spent(() => extractPage(html, url)));
    const peers = pages.map(({ html, url }) => spent(() => extract(html, url)));
    const [a, b] = [ours, peers].map(sum);
    total.ours += a;
    total.peers += b;
    const slow = ours.filter((millis) => millis > SLOW_MS).length;
    console.log(
      `${file.padEnd(24)} ${(a / pages.length).toFixed(2).padStart(7)} ${(b / pages.length).toFixed(2).padStart(7)}  ${(a / b).toFixed(2)}x  slowest ${Math.max(...ours).toFixed(0)} ms, over ${SLOW_MS}: ${slow}`,
    );
  }
  console.log(`${"all".padEnd(24)} ${(total.ours / total.peers).toFixed(2)}x`);
}

/** Ten times the input should take about ten times as long. */
function linearity() {
  const shapes = {
    paragraphs: (n) => "<p>Some words of a text, and <a href=/x>a link</a>.</p>".repeat(n),
    "open divs": (n) => "<div>".repeat(n),
    "open formatting": (n) => "<b id=1><p>".repeat(n),
    "open tables": (n) => "<table><tr><td>".repeat(n),
    footnotes: (n) => "<sup><a href='#fn1'>1</a></sup>".repeat(n),
    attributes: (n) => `<p${Array.from({ length: n }, (_, i) => ` a${i}=1`).join("")}>text</p>`,
    "nested lists": (n) => "<ul><li>x".repeat(n),
    entities: (n) => "&amp;&lt;".repeat(n),
  };
  console.log("time for ten times the input, from 20,000 to 200,000 pieces");
  for (const [name, shape] of Object.entries(shapes)) {
    const [small, large] = [shape(20_000), shape(200_000)].map((html) =>
      Math.min(...[1, 2, 3].map(() => spent(() => extractPage(html, "https://example.org/")))),
    );
    console.log(
      `${name.padEnd(24)} ${small.toFixed(0).padStart(6)} ms ${large.toFixed(0).padStart(6)} ms  ${(large / small).toFixed(1)}x`,
    );
  }
}

/** dom_smoothie as a function, built with the same tools as our core. */
async function peer() {
  const crate = join(here, "dom-smoothie");
  const built = join(crate, "target/pkg");
  if (!existsSync(built)) {
    const target = "wasm32-unknown-unknown";
    execFileSync("cargo", ["build", "--release", "--target", target, "--target-dir", "target"], {
      cwd: crate,
      stdio: "inherit",
    });
    execFileSync(
      join(toolCache, "bin/wasm-bindgen"),
      ["--target", "web", "--out-dir", built, `target/${target}/release/dom_smoothie_peer.wasm`],
      { cwd: crate },
    );
  }
  const module = await import(join(built, "dom_smoothie_peer.js"));
  module.initSync({ module: readFileSync(join(built, "dom_smoothie_peer_bg.wasm")) });
  return module.extract;
}

function read(file) {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function spent(run) {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
