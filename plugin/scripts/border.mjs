// Runs the Rust tests of tests/border*.rs inside a real browser. wasm-bindgen's test runner serves the page; we open it
// with the browser the other tests use, so that no driver of a matching version has to be installed.
import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { basename } from "node:path";
import { Failure, main, say } from "./command.mjs";
import { inProject, root } from "./project.mjs";
import { setUp, toolEnvironment } from "./tools.mjs";

const TARGET = "wasm32-unknown-unknown";
const SERVER_STARTS_MS = 300_000;
const TESTS_END_MS = 300_000;

await main(async () => {
  await setUp();
  const programs = compile();
  const { openChromium } = await import("./chromium.mjs");
  const window = await openChromium();
  try {
    for (const program of programs) await runIn(window, program);
  } finally {
    await window.close();
  }
});

/** The compiled test programs, in the order of their names. */
function compile() {
  const names = readdirSync(inProject("tests")).filter((name) => /^border.*\.rs$/.test(name));
  if (names.length === 0) throw new Failure("There is no tests/border*.rs.");
  const chosen = names.sort().flatMap((name) => ["--test", basename(name, ".rs")]);
  const args = ["test", "--no-run", "--target", TARGET, "--message-format", "json-render-diagnostics", ...chosen];
  const stdio = ["ignore", "pipe", "inherit"];
  // Few tests run here, so that optimising the whole core for them would only take time.
  const env = toolEnvironment({ CARGO_PROFILE_TEST_OPT_LEVEL: "0" });
  const cargo = spawnSync("cargo", args, { cwd: root, env, stdio, maxBuffer: 2 ** 28 });
  if (cargo.status !== 0) throw new Failure("The border tests do not compile.");
  const messages = cargo.stdout
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return messages.flatMap(({ executable }) => executable ?? []).sort();
}

async function runIn(window, program) {
  say(`Running ${basename(program)} in ${window.version()}`);
  const address = `127.0.0.1:${await freePort()}`;
  const env = toolEnvironment({ NO_HEADLESS: "1", WASM_BINDGEN_TEST_ADDRESS: address });
  const runner = spawn("wasm-bindgen-test-runner", [program], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    await serving(runner);
    const text = await results(window, `http://${address}`);
    say(text);
    if (!/^test result: ok\./m.test(text)) throw new Failure("Border tests failed.");
  } finally {
    runner.kill();
  }
}

/** Waits until the runner reports that its page can be opened. */
function serving(runner) {
  return new Promise((resolve, reject) => {
    let heard = "";
    const give = (reason) => reject(new Failure(`wasm-bindgen-test-runner ${reason}\n${heard}`));
    const timer = setTimeout(() => give("did not serve its page in time."), SERVER_STARTS_MS);
    runner.on("error", (error) => give(`cannot be started: ${error.message}`));
    runner.on("exit", (code) => give(`ended with exit code ${code}.`));
    runner.stdout.setEncoding("utf8").on("data", (text) => {
      heard += text;
      if (!heard.includes("available at http")) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Returns what the tests print into the page when they are finished. */
async function results(window, address) {
  const page = await window.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  try {
    await page.goto(address);
    const output = page.locator("#output");
    await output.filter({ hasText: "test result:" }).waitFor({ timeout: TESTS_END_MS });
    return await output.innerText();
  } catch {
    const shown = await page
      .locator("#output")
      .innerText({ timeout: 1000 })
      .catch(() => "");
    throw new Failure(["The border tests did not finish.", shown, ...errors].join("\n"));
  } finally {
    await page.close();
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
