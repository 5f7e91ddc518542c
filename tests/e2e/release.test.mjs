// The files of a release: everything in main.js is listed with its licence in the notices file.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { buildPlugin } from "../../plugin/esbuild.config.mjs";
import { NOTICES, packagesOf } from "../../plugin/scripts/notices.mjs";
import { dist, root, shipped } from "../../plugin/scripts/project.mjs";
import { toolEnvironment } from "../../plugin/scripts/tools.mjs";

const folder = process.env.IBID_DIST ?? dist;

/** As cargo prints them, `name version` each. */
function crates() {
  const args = ["tree", "--locked", "--target", "wasm32-unknown-unknown", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"];
  const lines = execFileSync("cargo", args, { cwd: root, env: toolEnvironment(), encoding: "utf8" }).split("\n");
  const names = lines.map((line) => /^(\S+) v(\S+)/.exec(line)).filter((found) => found !== null && found[1] !== "ibid");
  return [...new Set(names.map(([, name, version]) => `${name} ${version}`))];
}

async function npmPackages() {
  const outdir = mkdtempSync(join(tmpdir(), "ibid-release-"));
  try {
    return packagesOf(await buildPlugin({ outdir, production: true }));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

test("the notices beside main.js name everything that is in it", async () => {
  for (const file of [...shipped, NOTICES]) assert.ok(existsSync(join(folder, file)), file);
  const notices = readFileSync(join(folder, NOTICES), "utf8");
  const [compiled, bundled] = [crates(), await npmPackages()];
  assert.ok(compiled.length > 20 && bundled.includes("xz-decompress"), "the packages are known");
  const isNamed = (name) => notices.includes(`\n${name} `);
  assert.deepEqual([...compiled, ...bundled].filter((name) => !isNamed(name)), []);
  for (const text of ["Permission is hereby granted", "UNICODE LICENSE V3"]) assert.ok(notices.includes(text), text);
});
