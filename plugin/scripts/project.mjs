// Where the parts of the project lie, and the few facts scripts read from its files.
// Runs nothing and writes nothing.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const inProject = (...parts) => join(root, ...parts);

export const dist = inProject("dist");
export const site = join(dist, "www");
export const pkg = inProject("pkg");
export const wasmFile = join(pkg, "ibid_bg.wasm");

/** The files Obsidian installs; it downloads no others. */
export const shipped = ["main.js", "manifest.json", "styles.css"];

export const readText = (...parts) => readFileSync(inProject(...parts), "utf8");
export const readJson = (...parts) => JSON.parse(readText(...parts));

/** The version of a crate as Cargo.lock has it, or as Cargo.toml pins it before there is a lock. */
export function crateVersion(name) {
  const locked = find("Cargo.lock", new RegExp(`name = "${name}"\\r?\\nversion = "([^"]+)"`));
  return locked ?? find("Cargo.toml", new RegExp(`^${name} = "=?([^"]+)"`, "m"));
}

/** The toolchain that rust-toolchain.toml asks for. */
export function rustChannel() {
  return find("rust-toolchain.toml", /^channel = "([^"]+)"/m);
}

function find(file, pattern) {
  try {
    return pattern.exec(readText(file))?.[1];
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
