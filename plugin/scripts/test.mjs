// `npm test [-- --only rust,e2e]`: sets everything up, then runs the steps below beside each other, each after those that
// it waits for. A step's output is shown when it has ended, or at once if there is only one. After a failure no further
// step begins.
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Failure, main, run, runBeside, say } from "./command.mjs";
import { compileCrates } from "./core.mjs";
import { development, dist, inProject } from "./project.mjs";
import { setUp, toolEnvironment } from "./tools.mjs";

const node = (script, ...args) => [process.execPath, inProject(script), ...args];
const build = (...args) => node("plugin/scripts/build.mjs", ...args);

/**
 * A step pulls in the one it `needs`; it only waits for those it comes `after`. Rust is compiled and the plugin is tested
 * beside each other, since a compiler and a browser both leave a core idle now and then. `extra` steps must be named.
 */
const STEPS = {
  rust: { title: "the core", command: () => ["cargo", "test"] },
  build: { title: "the plugin and its page, for development", command: () => build("--development") },
  shim: {
    title: "the plugin's own code",
    after: ["build"],
    command: () => node("node_modules/vitest/vitest.mjs", "run", "--config", "plugin/vitest.config.mjs"),
  },
  contract: {
    title: "what we rely on in the app, against its stand-in",
    needs: "build",
    after: ["shim"],
    inBrowser: true,
    command: () => testing(testsIn("tests/contract")),
  },
  border: {
    title: "the core's border in a browser",
    after: ["rust"],
    inBrowser: true,
    command: () => node("plugin/scripts/border.mjs"),
  },
  lint: {
    title: "formatting, lints and types",
    needs: "build",
    after: ["border"],
    command: () => node("plugin/scripts/lint.mjs"),
  },
  e2e: {
    title: "the plugin in a browser",
    needs: "build",
    after: ["contract"],
    inBrowser: true,
    command: () => testing(plugin().filter((file) => !measures(file))),
  },
  thread: {
    title: "the app's thread is never blocked",
    needs: "build",
    after: ["lint", "e2e"],
    inBrowser: true,
    command: () => testing(plugin().filter(measures), 1),
  },
  release: { title: "the release build and its size", extra: true, after: ["thread"], command: () => build() },
  shipped: {
    title: "the files of the release",
    extra: true,
    needs: "release",
    inBrowser: true,
    command: () => testing([RELEASE], 1),
    built: dist,
  },
  "shipped-e2e": {
    title: "all tests of the plugin, on the release",
    extra: true,
    needs: "release",
    after: ["shipped"],
    inBrowser: true,
    command: () => testing(plugin(), 1),
    built: dist,
  },
};

/** What a test file imports that measures the tasks of the app's thread. Beside others it would measure them too. */
const LONG_TASKS = "long-tasks.mjs";
/** What can be seen in the shipped files only. */
const RELEASE = "tests/e2e/release.test.mjs";

const failed = new Set();

await main(async () => {
  const names = wantedSteps();
  await setUp({ beside: compileCrates });
  const chromium = names.some((name) => STEPS[name].inBrowser) ? await startChromium() : undefined;
  try {
    await runSteps(names, toolEnvironment(chromium?.env));
  } finally {
    await chromium?.close();
  }
});

function wantedSteps() {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  const all = Object.keys(STEPS);
  if (values.only === undefined) return all.filter((name) => !STEPS[name].extra);
  const wanted = values.only.split(",").map((name) => name.trim());
  const unknown = wanted.find((name) => !(name in STEPS));
  if (unknown !== undefined) throw new Failure(`There is no step ${unknown}; there are ${all.join(", ")}.`);
  return all.filter((name) => wanted.some((other) => other === name || STEPS[other].needs === name));
}

/** Imported late: the set-up may have to install Playwright first. */
async function startChromium() {
  const chromium = await import("./chromium.mjs");
  return chromium.startChromium();
}

async function runSteps(names, env) {
  const ended = new Map();
  const times = new Map();
  for (const name of names) {
    const { needs = [], after = [] } = STEPS[name];
    const before = Promise.all([needs, after].flat().map((other) => ended.get(other)));
    ended.set(
      name,
      before.then(() => failed.size === 0 && timed(name, { env, alone: names.length === 1, times })),
    );
  }
  await Promise.all(ended.values());
  summarise(names, times);
  if (failed.size > 0) throw new Failure(`Failed: ${[...failed].join(", ")}.`);
  say("All steps passed.");
}

async function timed(name, { env, alone, times }) {
  const { title, command, built = development } = STEPS[name];
  const [program, ...args] = command();
  const options = { env: { ...env, IBID_DIST: built } };
  const started = performance.now();
  say(alone ? heading(name, title) : `${name} begins: ${title}`);
  try {
    await (alone
      ? run(program, args, options)
      : runBeside(program, args, { ...options, heading: heading(name, title) }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(`✗ ${error.message}`);
    failed.add(name);
  }
  times.set(name, (performance.now() - started) / 1000);
}

function heading(name, title) {
  return `\n── ${name}: ${title} ${"─".repeat(Math.max(3, 60 - name.length - title.length))}`;
}

function summarise(names, times) {
  say("");
  for (const name of names) {
    const seconds = (times.get(name) ?? 0).toFixed(1).padStart(7);
    say(`${name.padEnd(11)} ${seconds} s  ${failed.has(name) ? "failed" : times.has(name) ? "passed" : "not run"}`);
  }
}

function plugin() {
  return testsIn("tests/e2e").filter((file) => file !== RELEASE);
}

function measures(file) {
  return readFileSync(inProject(file), "utf8").includes(LONG_TASKS);
}

/** Listed one by one: Node 20 does not expand patterns. */
function testsIn(folder) {
  const names = readdirSync(inProject(folder)).filter((name) => name.endsWith(".test.mjs"));
  if (names.length === 0) throw new Failure(`There is no ${folder}/*.test.mjs.`);
  return names.sort().map((name) => `${folder}/${name}`);
}

function testing(files, atOnce = 2) {
  return [process.execPath, "--test", `--test-concurrency=${atOnce}`, "--test-reporter=spec", ...files];
}
