// Builds the Rust core into pkg/ with wasm-pack, and with wasm-opt for a release. Does nothing if the sources have not
// changed since the last build.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, runLong, say, seconds } from "./command.mjs";
import { inProject, pkg, wasmFile } from "./project.mjs";
import { toolEnvironment, wasmOpt } from "./tools.mjs";

const STAMP = join(pkg, ".ibid-build.json");
const SOURCES = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "src"];

/** "quick" compiles without link-time optimisation, for development; "optimised" is the release, and serves for both. */
const KINDS = ["quick", "optimised"];

/** Builds pkg/ as one of the kinds. */
export async function buildCore({ kind }) {
  const sources = fingerprint();
  if (isBuilt(kind, sources)) return;
  await compile(kind);
  if (kind === "optimised") await optimise();
  writeFileSync(STAMP, JSON.stringify({ kind, sources }));
}

/**
 * Compiles the crates of the quick build, which needs none of the tools that may have to be installed first. wasm-pack then
 * finds them compiled.
 */
export async function compileCrates() {
  if (isBuilt("quick", fingerprint())) return;
  await runLong("cargo", ["build", "--lib", "--profile", "quick", "--target", "wasm32-unknown-unknown"], {
    env: toolEnvironment(),
  });
}

function isBuilt(kind, sources) {
  const last = lastBuild();
  return last?.sources === sources && KINDS.indexOf(last.kind) >= KINDS.indexOf(kind);
}

function lastBuild() {
  if (!existsSync(STAMP) || !existsSync(wasmFile)) return undefined;
  return JSON.parse(readFileSync(STAMP, "utf8"));
}

/** Compares content instead of dates: a checkout changes the dates, and a deleted file has none. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap(filesUnder).sort()) hash.update(`${file}\0`).update(readFileSync(inProject(file)));
  return hash.digest("hex");
}

function filesUnder(path) {
  if (!existsSync(inProject(path))) return [];
  if (!statSync(inProject(path)).isDirectory()) return [path];
  return readdirSync(inProject(path)).flatMap((name) => filesUnder(`${path}/${name}`));
}

async function compile(kind) {
  const quick = kind === "quick";
  say(
    `Compiling the Rust core to WebAssembly (${quick ? "a quick build for development, " : ""}a minute or two the first time).`,
  );
  const started = performance.now();
  rmSync(STAMP, { force: true });
  // --no-opt: wasm-pack would download its own wasm-opt. --mode no-install: tools.mjs has installed what is needed.
  const args = [
    "build",
    ...(quick ? ["--profile", "quick"] : ["--release"]),
    "--target",
    "web",
    "--no-opt",
    "--mode",
    "no-install",
  ];
  await run("wasm-pack", [...args, "--out-dir", "pkg"], { env: toolEnvironment() });
  say(`Compiled the core in ${seconds(started)} s.`);
}

async function optimise() {
  say("Optimising the WebAssembly with wasm-opt (up to half a minute).");
  const started = performance.now();
  const optimised = `${wasmFile}.optimised`;
  const [command, ...first] = wasmOpt();
  // Never --all-features: it writes type encodings that Node 20 and older phones reject.
  await runLong(command, [...first, wasmFile, "-Oz", "-o", optimised], { env: toolEnvironment() });
  renameSync(optimised, wasmFile);
  say(`Optimised in ${seconds(started)} s.`);
}
