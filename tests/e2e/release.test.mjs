// The files of a release: everything in main.js is listed with its licence in the notices file, and the core is unpacked
// from main.js. The other tests run the build for development, which has the core beside it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { buildPlugin } from "../../plugin/esbuild.config.mjs";
import { NOTICES, packagesOf } from "../../plugin/scripts/notices.mjs";
import { dist, root, shipped } from "../../plugin/scripts/project.mjs";
import { toolEnvironment } from "../../plugin/scripts/tools.mjs";
import { demo } from "./demo-page.mjs";
import { assertNoLongTasks, waitUntilIdle, watchLongTasks } from "./long-tasks.mjs";

const NOTE = "Coffee/Afternoon coffee.md";

let site;
before(async () => {
  site = await demo({ built: dist });
});
after(() => site.close());

/** As cargo prints them, `name version` each. */
function crates() {
  const args = [
    "tree",
    "--locked",
    "--target",
    "wasm32-unknown-unknown",
    "--edges",
    "normal,no-proc-macro",
    "--prefix",
    "none",
    "--format",
    "{p}",
  ];
  const lines = execFileSync("cargo", args, { cwd: root, env: toolEnvironment(), encoding: "utf8" }).split("\n");
  const names = lines
    .map((line) => /^(\S+) v(\S+)/.exec(line))
    .filter((found) => found !== null && found[1] !== "ibid");
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
  for (const file of [...shipped, NOTICES]) assert.ok(existsSync(join(dist, file)), file);
  const notices = readFileSync(join(dist, NOTICES), "utf8");
  const [compiled, bundled] = [crates(), await npmPackages()];
  assert.ok(compiled.length > 20 && bundled.includes("xz-decompress"), "the packages are known");
  const isNamed = (name) => notices.includes(`\n${name} `);
  assert.deepEqual(
    [...compiled, ...bundled].filter((name) => !isNamed(name)),
    [],
  );
  for (const text of ["Permission is hereby granted", "UNICODE LICENSE V3"]) assert.ok(notices.includes(text), text);
});

test("the core is unpacked from main.js at the first command, and no task of the app's thread is over 50 ms", async () => {
  await assertNoLongTasks(async () => {
    const page = await site.page();
    const fetched = [];
    page.page.on("request", (request) => fetched.push(request.url()));
    await page.open(NOTE);
    await waitUntilIdle(page);
    const seen = await watchLongTasks(page);
    await page.ribbon("Research this note");
    await page.approve();
    await page.notice("Researched");
    const { stalls } = await seen();
    assert.match(await page.text(NOTE), /^## Research$/m);
    assert.deepEqual(
      fetched.filter((url) => !url.startsWith("blob:")),
      [],
      "the plugin brings its core",
    );
    assert.deepEqual([page.errors, page.outside], [[], []]);
    await page.close();
    return stalls;
  });
});
