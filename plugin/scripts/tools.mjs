// Finds the tools of the build and installs missing ones: npm packages, Rust, wasm-bindgen, wasm-pack, wasm-opt. Uses
// only Node's own modules, because node_modules may be missing. The browser is in browser.mjs.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { Failure, output, run, runLong, say, seconds } from "./command.mjs";
import { crateVersion, inProject, readJson, rustChannel } from "./project.mjs";

const WASM_PACK = "0.15.1";
const WASM_TARGET = "wasm32-unknown-unknown";

/** Folder of the tools that we build ourselves, outside the project so that all checkouts share them. */
export const toolCache = process.env.IBID_TOOLS ?? join(cacheFolder(), "ibid-tools");

function cacheFolder() {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches");
  if (process.platform === "win32") return process.env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local");
  return join(homedir(), ".cache");
}

/** The environment of all programs of the build: our tools first, then the user's PATH, then rustup's. */
export function toolEnvironment(extra = {}) {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const path = [join(toolCache, "bin"), process.env.PATH ?? process.env.Path, join(cargoHome, "bin")];
  return { ...process.env, PATH: path.join(delimiter), ...extra };
}

/**
 * Installs everything that `wasm-pack build` and esbuild need: packages are downloaded while tools are compiled. `beside`
 * is work that needs only Rust.
 */
export async function setUp({ beside = async () => {} } = {}) {
  const needRust = async () => {
    await rust();
    const missing = missingTools();
    if (missing.length > 0) await Promise.all([install(missing), beside()]);
  };
  await Promise.all([nodePackages(), needRust()]);
}

export async function nodePackages() {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new Failure(`Ibid is built with Node 20 or newer; this is ${process.version}. See nodejs.org.`);
  }
  if (packagesAreInstalled()) return;
  say("Installing the npm packages of package-lock.json (about half a minute).");
  const [command, ...first] = npm();
  await runLong(command, [...first, "ci", "--include=dev"], { env: toolEnvironment() });
}

/** npm writes the hidden lock file last, so that an interrupted install does not count. */
function packagesAreInstalled() {
  const record = inProject("node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = readJson("node_modules", ".package-lock.json").packages;
  const wanted = Object.entries(readJson("package-lock.json").packages).filter(([path]) => path !== "");
  return wanted.every(([path, { version, optional }]) => optional || installed[path]?.version === version);
}

/** npm's own script if npm started us: on Windows `npm` is a batch file, which Node does not start directly. */
function npm() {
  return process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
}

export async function rust() {
  if (hasWasmTarget()) return;
  const env = toolEnvironment();
  if (output("rustup", ["--version"], { env })) {
    const channel = rustChannel();
    say(`Installing Rust ${channel} with the ${WASM_TARGET} target (a download of about 200 MB).`);
    const parts = ["--profile", "minimal", "--component", "clippy", "--component", "rustfmt", "--target", WASM_TARGET];
    await run("rustup", ["toolchain", "install", channel, ...parts], { env });
    if (hasWasmTarget()) return;
  }
  throw new Failure(
    output("rustc", ["--version"], { env })
      ? `This Rust cannot build for ${WASM_TARGET}. Install rustup from https://rustup.rs, or that target's library.`
      : "Rust is missing. Install rustup from https://rustup.rs, then run this command again.",
  );
}

function hasWasmTarget() {
  // Without this rustup would download a missing toolchain here, silently.
  const env = toolEnvironment({ RUSTUP_AUTO_INSTALL: "0" });
  const folder = output("rustc", ["--print", "target-libdir", "--target", WASM_TARGET], { env });
  return folder !== undefined && existsSync(folder);
}

/** The command-line tool must have exactly the library's version: their formats change between versions. */
function bindgenTool() {
  const version = crateVersion("wasm-bindgen");
  const fits = (found) => found === version;
  return { program: "wasm-bindgen", crate: "wasm-bindgen-cli", version, fits };
}

function packTool() {
  const fits = (found) => found.localeCompare(WASM_PACK, "en", { numeric: true }) >= 0;
  return { program: "wasm-pack", crate: "wasm-pack", version: WASM_PACK, fits };
}

function missingTools() {
  const env = toolEnvironment();
  return [bindgenTool(), packTool()].filter(({ program, fits }) => {
    const found = /\d+\.\d+\.\d+/.exec(output(program, ["--version"], { env }) ?? "")?.[0];
    return found === undefined || !fits(found);
  });
}

/** Installs them together: they share many crates, which are then compiled once. */
async function install(tools) {
  const names = tools.map(({ crate, version }) => `${crate}@${version}`);
  say(`Compiling ${names.join(" and ")} into ${toolCache}, once for this machine (about two minutes on two cores).`);
  // Kept if the installation is interrupted, so that the next attempt continues from there.
  const build = join(toolCache, "build");
  mkdirSync(toolCache, { recursive: true });
  const started = performance.now();
  // Not --locked: wasm-bindgen-cli is published without a usable lock file.
  await runLong("cargo", ["install", "--force", "--root", toolCache, ...names], { env: installEnvironment(build) });
  rmSync(build, { recursive: true, force: true });
  say(`Compiled in ${seconds(started)} s.`);
}

/** Compiles fast instead of optimising, and ignores the user's own build flags. */
function installEnvironment(build) {
  const env = toolEnvironment({
    CARGO_TARGET_DIR: build,
    CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
    CARGO_PROFILE_RELEASE_LTO: "off",
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
    CARGO_PROFILE_RELEASE_DEBUG: "0",
    CARGO_PROFILE_RELEASE_STRIP: "true",
  });
  for (const name of ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "CARGO_BUILD_RUSTFLAGS"]) {
    delete env[name];
  }
  return env;
}

/**
 * Returns wasm-opt as a command and its first arguments: always npm's. An installed one would be faster, but a release
 * must be the same bytes on every machine, and old ones reject features that today's Rust uses.
 */
export function wasmOpt() {
  return [process.execPath, inProject("node_modules", "binaryen", "bin", "wasm-opt")];
}
