// Paths of the project, and facts that scripts read from its files. Runs nothing and writes nothing.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const inProject = (...parts) => join(root, ...parts);

/** The release, with the demo page in its folder www. */
export const dist = inProject("dist");
/** The same for development and most tests. */
export const development = join(dist, "development");
export const pkg = inProject("pkg");
export const wasmFile = join(pkg, "ibid_bg.wasm");

/** The files that Obsidian installs; it downloads no others. */
export const shipped = ["main.js", "manifest.json", "styles.css"];

export const readText = (...parts) => readFileSync(inProject(...parts), "utf8");
export const readJson = (...parts) => JSON.parse(readText(...parts));

/** Returns the version of a crate from Cargo.lock, or from Cargo.toml if there is no lock file. */
export function crateVersion(name) {
  const locked = find("Cargo.lock", new RegExp(`name = "${name}"\\r?\\nversion = "([^"]+)"`));
  return locked ?? find("Cargo.toml", new RegExp(`^${name} = "=?([^"]+)"`, "m"));
}

/** Returns the toolchain of rust-toolchain.toml. */
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
