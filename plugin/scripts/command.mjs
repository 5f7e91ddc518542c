// Starts other programs and reports to the user. A `Failure` is something the user can fix: only its message is shown;
// any other error is a bug and keeps its stack. Independent of this project's tools.
import { spawn, spawnSync } from "node:child_process";
import { basename } from "node:path";
import { root } from "./project.mjs";

export class Failure extends Error {}

export const say = (line) => console.log(line);

/** Runs a script and turns a failure into one line and an exit code. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(isClear(error) ? `\n✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}

/** A wrong command line option and a source that cannot be bundled are failures of the user too. */
function isClear(error) {
  return error instanceof Failure || error.code?.startsWith("ERR_PARSE_ARGS") || "errors" in error;
}

/** Runs a program and shows its output. */
export function run(command, args, { env = process.env, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, cwd, stdio: ["ignore", "inherit", "inherit"] });
    settle(child, { command, args, resolve, reject });
  });
}

/** Prints a line now and then instead of a program's output, and its last lines if it fails: others may run beside it. */
export function runLong(command, args, { env = process.env, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const lines = [];
    const started = performance.now();
    const child = spawn(command, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => lines.push(...text.split("\n").filter((line) => line.trim())));
    }
    const timer = setInterval(() => say(`  … ${seconds(started)} s: ${(lines.at(-1) ?? "").trim()}`), 20_000);
    child.on("close", (code) => {
      clearInterval(timer);
      if (code !== 0) say(lines.slice(-40).join("\n"));
    });
    settle(child, { command, args, resolve, reject });
  });
}

/** Runs a program beside others: shows its output, below a heading, when it has ended, so that two are not mixed. */
export function runBeside(command, args, { env = process.env, cwd = root, heading }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output.push(text));
    child.on("close", () => process.stdout.write(Buffer.concat([Buffer.from(`${heading}\n`), ...output])));
    settle(child, { command, args, resolve, reject });
  });
}

function settle(child, { command, args, resolve, reject }) {
  const shown = [basename(command), ...args].join(" ").replaceAll(root, "");
  child.on("error", (error) => reject(new Failure(`Cannot start ${shown}: ${error.message}`)));
  child.on("close", (code, signal) => {
    if (code === 0) resolve();
    else reject(new Failure(`${shown}\n  ended with ${signal ?? `exit code ${code}`}.`));
  });
}

/** Returns the output of a program, or undefined if it is missing or fails. */
export function output(command, args, { env = process.env } = {}) {
  const result = spawnSync(command, args, { env, cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/** Whole seconds since a moment of `performance.now()`. */
export const seconds = (started) => Math.round((performance.now() - started) / 1000);
