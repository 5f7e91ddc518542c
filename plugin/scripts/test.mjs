// `npm test [-- --only rust,e2e]`: sets everything up, then runs the steps below in order, and stops at the first
// failure. The release build mostly uses one core, so it runs beside the steps before it.
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { browser } from "./browser.mjs";
import { Failure, main, run, say, start } from "./command.mjs";
import { dist, inProject } from "./project.mjs";
import { setUp, toolEnvironment } from "./tools.mjs";

/** What a test file imports that measures the tasks of the app's thread. */
const LONG_TASKS = "long-tasks.mjs";
const VITEST = "node_modules/vitest/vitest.mjs";
const node = (script, ...args) => run(process.execPath, [inProject(script), ...args]);

const STEPS = {
  rust: { title: "the core", run: () => run("cargo", ["test"], { env: toolEnvironment() }) },
  border: { title: "the core's border in a browser", run: () => node("plugin/scripts/border.mjs") },
  build: { title: "the release build", run: (build) => build.finished() },
  lint: { title: "formatting, lints and types", run: () => node("plugin/scripts/lint.mjs") },
  shim: { title: "the plugin's own code", run: () => node(VITEST, "run", "--config", "plugin/vitest.config.mjs") },
  contract: { title: "what we rely on in the app, against its stand-in", run: () => inBrowser("tests/contract") },
  e2e: { title: "the shipped plugin in a browser", run: () => inBrowser("tests/e2e") },
};

await main(async () => {
  const steps = wantedSteps();
  await setUp();
  const build = steps.includes("build") ? start(process.execPath, [inProject("plugin/scripts/build.mjs")]) : undefined;
  const times = [];
  try {
    for (const name of steps) times.push(await timed(name, build, times));
  } finally {
    build?.stop();
  }
  summarise(times);
  say("All steps passed.");
});

function wantedSteps() {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  if (values.only === undefined) return Object.keys(STEPS);
  const wanted = values.only.split(",").map((name) => name.trim());
  const unknown = wanted.find((name) => !(name in STEPS));
  if (unknown !== undefined) {
    throw new Failure(`There is no step ${unknown}; there are ${Object.keys(STEPS).join(", ")}.`);
  }
  // The end-to-end tests run the release build, so it must be up to date.
  return Object.keys(STEPS).filter((name) => wanted.includes(name) || (name === "build" && wanted.includes("e2e")));
}

async function timed(name, build, earlier) {
  const { title, run: work } = STEPS[name];
  say(`\n── ${name}: ${title} ${"─".repeat(Math.max(3, 60 - name.length - title.length))}`);
  const started = performance.now();
  const outcome = (result) => ({ step: name, seconds: Math.round((performance.now() - started) / 100) / 10, result });
  try {
    await work(build);
  } catch (error) {
    summarise([...earlier, outcome("failed")]);
    throw error;
  }
  return outcome("passed");
}

function summarise(times) {
  say("");
  for (const { step, seconds, result } of times) {
    say(`${step.padEnd(8)} ${seconds.toFixed(1).padStart(7)} s  ${result}`);
  }
}

/** Runs two files at once, each with its own browser; then, alone, those that measure whether the app was blocked. */
async function inBrowser(folder) {
  // Listed one by one: Node 20 does not expand patterns.
  const names = readdirSync(inProject(folder)).filter((name) => name.endsWith(".test.mjs"));
  if (names.length === 0) throw new Failure(`There is no ${folder}/*.test.mjs.`);
  const files = names.sort().map((name) => `${folder}/${name}`);
  const measures = (file) => readFileSync(inProject(file), "utf8").includes(LONG_TASKS);
  const env = { ...process.env, IBID_BROWSER: await browser(), IBID_DIST: dist };
  const runTests = async (chosen, atOnce) => {
    if (chosen.length === 0) return;
    await run(process.execPath, ["--test", `--test-concurrency=${atOnce}`, "--test-reporter=spec", ...chosen], { env });
  };
  await runTests(files.filter((file) => !measures(file)), 2);
  await runTests(files.filter(measures), 1);
}
