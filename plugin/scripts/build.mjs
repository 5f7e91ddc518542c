// `npm run build`: the release. Builds the optimised core, checks types, and writes the three files of a release into
// dist/ with the licences of their parts, and the demo page into dist/www. Prints the size of the plugin, and fails
// above the limit. With `--development` builds what `npm start` serves instead, quickly and without these checks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { Failure, main, run, say } from "./command.mjs";
import { buildCore } from "./core.mjs";
import { buildAll } from "./demo.mjs";
import { writeNotices } from "./notices.mjs";
import { dist, inProject, wasmFile } from "./project.mjs";
import { setUp } from "./tools.mjs";

/** The app reads the whole file at every start, and Obsidian Sync takes files up to 5 MB. */
const LIMIT = 3_000_000;
/** The core in Z85. Nothing else in the file is so long without a quote or a space. */
const LONG_Z85 = /[\w.\-:+=^!/*?&<>()[\]{}@%$#\\]{100000,}/g;

await main(async () => {
  const { values } = parseArgs({ options: { development: { type: "boolean" } } });
  await setUp();
  await (values.development ? buildAll() : buildRelease());
});

async function buildRelease() {
  await buildCore({ kind: "optimised" });
  await run(process.execPath, [inProject("node_modules/typescript/bin/tsc"), "-p", "plugin"]);
  const { buildDemo, buildPlugin } = await import("../esbuild.config.mjs");
  const inputs = await buildPlugin({ outdir: dist, production: true });
  writeNotices({ folder: dist, inputs });
  await buildDemo({ outdir: join(dist, "www"), plugin: dist });
  weigh();
}

function weigh() {
  const script = readFileSync(join(dist, "main.js"));
  const wasm = readFileSync(wasmFile);
  const copies = script.toString("latin1").match(LONG_Z85)?.length;
  for (const [name, bytes] of Object.entries({ "dist/main.js": script, "pkg/ibid_bg.wasm": wasm })) {
    say(`${name}: ${kilobytes(bytes)}, gzip ${kilobytes(gzipSync(bytes))}`);
  }
  say(`wasm copies in main.js: ${copies}`);
  if (copies !== 1) throw new Failure("main.js must hold the wasm exactly once.");
  if (script.length > LIMIT) throw new Failure(`main.js is above its limit of ${LIMIT / 1_000_000} MB.`);
}

function kilobytes(bytes) {
  return `${Math.ceil(bytes.length / 1000)} kB`;
}
