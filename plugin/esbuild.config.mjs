// Bundles the plugin (main.js, manifest and styles) and the demo page. Requires a built pkg/. Checks no
// types and compiles no Rust: the calling scripts do.
import { isUtf8 } from "node:buffer";
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import lzma from "lzma-native";
import { inProject, pkg, shipped, wasmFile } from "./scripts/project.mjs";
import { encodeZ85 } from "./scripts/z85.mjs";

/** Modules that the app provides to plugins everywhere. Those of Node exist on the desktop only: importing one fails the build. */
const PROVIDED = [
  "obsidian",
  "electron",
  ...["autocomplete", "collab", "commands", "language"].map((name) => `@codemirror/${name}`),
  ...["lint", "search", "state", "view"].map((name) => `@codemirror/${name}`),
  ...["common", "highlight", "lr"].map((name) => `@lezer/${name}`),
];

/** The preset of xz: 9 with a search for the best matches. */
const SMALLEST = 9 | lzma.PRESET_EXTREME;

const SHARED = {
  absWorkingDir: inProject(),
  bundle: true,
  target: "es2022",
  logLevel: "warning",
  // Only read if the core is started without its bytes, which never happens.
  define: { "import.meta.url": '""' },
};

/**
 * Writes the three files that Obsidian installs into `outdir`; returns the paths of all files that are in main.js. Without
 * `production` main.js runs in the demo page only, which has the core beside it.
 */
export async function buildPlugin({ outdir, production }) {
  const variant = production ? { minify: true } : { sourcemap: "inline" };
  const inputs = new Set();
  const { metafile } = await build({
    ...SHARED,
    ...variant,
    metafile: true,
    entryPoints: ["plugin/src/main.ts"],
    outfile: join(outdir, "main.js"),
    format: "cjs",
    external: PROVIDED,
    plugins: [production ? wasmAsText() : wasmFromPage(), workerAsText(variant, inputs), settingsForm()],
  });
  await cp(inProject("manifest.json"), join(outdir, "manifest.json"));
  await cp(inProject("plugin", "styles.css"), join(outdir, "styles.css"));
  Object.keys(metafile.inputs).forEach((input) => inputs.add(input));
  return [...inputs];
}

/** Writes the demo pages into `outdir`, with the plugin in the folder `plugin`. */
export async function buildDemo({ outdir, plugin }) {
  await rm(outdir, { recursive: true, force: true });
  await mkdir(join(outdir, "plugin"), { recursive: true });
  await build({
    ...SHARED,
    sourcemap: "linked",
    entryPoints: ["www/demo.ts", "www/page.ts"],
    outdir,
    format: "iife",
    loader: { ".svg": "text" },
  });
  for (const file of ["index.html", "page.html"]) await cp(inProject("www", file), join(outdir, file));
  await writeFile(join(outdir, "services.html"), withServices(await readFile(inProject("www", "index.html"), "utf8")));
  for (const folder of ["vault", "samples"]) {
    await writeFile(join(outdir, `${folder}.json`), JSON.stringify(await readVault(inProject("www", folder))));
  }
  await cp(wasmFile, join(outdir, basename(wasmFile)));
  for (const file of shipped) await cp(join(plugin, file), join(outdir, "plugin", file));
}

/** What the demo page allows, and what it allows with services on; and the class by which it shows which it is. */
const SERVICES_ON = [
  ["connect-src 'self' blob: data:;", "connect-src 'self' blob: data: https: http://localhost:* http://127.0.0.1:*;"],
  ['<body class="', '<body class="demo-services-on '],
];

/** The demo page with services on: a page cannot widen its own policy, so this is a second page. */
function withServices(html) {
  return SERVICES_ON.reduce((page, [off, on]) => {
    if (!page.includes(off)) throw new Error(`www/index.html has no ${off}`);
    return page.replace(off, on);
  }, html);
}

/**
 * `ibid:wasm`: the core, compressed and encoded as Z85, decompressed at first use: the app reads the whole main.js
 * at every start. Importing the file directly would use wasm-pack's typings of it.
 */
function wasmAsText() {
  return virtual("ibid:wasm", async () => ({
    contents: encodeZ85(await lzma.compress(await readFile(wasmFile), { preset: SMALLEST })),
    loader: "text",
  }));
}

/** In place of packed-wasm.ts: in parts, since reading 15 MB at once blocks the page. */
const FETCHED_WASM = `export async function unpackWasm() {
  const parts = [];
  for await (const part of (await fetch("${basename(wasmFile)}")).body) parts.push(part);
  return new Blob(parts).arrayBuffer();
}`;

/** The page's own copy of the core instead of a packed one, whose unpacking takes a fifth of the time of a test. */
function wasmFromPage() {
  return {
    name: "wasm-from-page",
    setup: (bundler) =>
      bundler.onLoad({ filter: /[\\/]core[\\/]packed-wasm\.ts$/ }, () => ({ contents: FETCHED_WASM, loader: "js" })),
  };
}

/**
 * `ibid:worker`: the worker as text. It gets the compiled module in a message; including the wasm would be a second
 * copy. The files of the worker are added to `inputs`.
 */
function workerAsText(variant, inputs) {
  return virtual("ibid:worker", async () => {
    const { outputFiles, metafile } = await build({
      ...SHARED,
      ...variant,
      metafile: true,
      entryPoints: ["plugin/src/core/worker.ts"],
      format: "iife",
      write: false,
    });
    Object.keys(metafile.inputs).forEach((input) => inputs.add(input));
    return { contents: outputFiles[0].text, loader: "text" };
  });
}

/** `ibid:settings-form`: computed by the core at build time, so that the settings tab need not wait for the core. */
function settingsForm() {
  return virtual("ibid:settings-form", async () => {
    const wasm = await readFile(wasmFile);
    // A changing address, because Node caches imports.
    const glue = pathToFileURL(join(pkg, "ibid.js"));
    glue.search = String(Date.now());
    const core = await import(glue.href);
    core.initSync({ module: wasm });
    return { contents: JSON.stringify(core.settingsForm()), loader: "json" };
  });
}

function virtual(name, load) {
  return {
    name,
    setup(bundler) {
      bundler.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: "ibid" }));
      bundler.onLoad({ filter: new RegExp(`^${name}$`), namespace: "ibid" }, load);
    },
  };
}

/** A folder as one object: text files as they are, other files as base64. */
async function readVault(folder) {
  const names = (await readdir(folder, { recursive: true })).sort();
  const entry = async (name) => [name.split(sep).join("/"), await content(join(folder, name))];
  const entries = await Promise.all(names.map(entry));
  return Object.fromEntries(entries.filter(([, found]) => found !== undefined));
}

async function content(path) {
  if ((await stat(path)).isDirectory()) return undefined;
  const bytes = await readFile(path);
  return isUtf8(bytes) ? bytes.toString("utf8") : { base64: bytes.toString("base64") };
}
