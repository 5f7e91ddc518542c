// Finds a Chrome or Chromium for the tests, and installs one if there is none. Starts no browser.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Failure, output, run, say } from "./command.mjs";
import { inProject } from "./project.mjs";

// The headless shell comes first: without the windows of a browser, a test takes about a quarter less processor time.
const NAMES = [
  "chromium-headless-shell",
  "google-chrome",
  "google-chrome-stable",
  "chromium",
  "chromium-browser",
  "chrome",
  "msedge",
];

/** Packages of Debian and its relatives, the wanted one first; not all of them have the headless shell. */
const PACKAGES = ["chromium-headless-shell", "chromium"];

const MAC_PLACES = ["Google Chrome", "Chromium", "Microsoft Edge"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const WINDOWS_PLACES = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((variable) =>
  ["Google\\Chrome\\Application\\chrome.exe", "Microsoft\\Edge\\Application\\msedge.exe"].map((rest) =>
    join(process.env[variable] ?? "", rest),
  ),
);

/** Returns the path of a browser's program. */
export async function browser() {
  const found = (await installed()) ?? (await fromPackages()) ?? (await fromPlaywright());
  if (found) return found;
  throw new Failure("The tests need Chrome or Chromium. Install one, or set CHROME_PATH to its program.");
}

async function installed() {
  if (process.env.CHROME_PATH) {
    if (existsSync(process.env.CHROME_PATH)) return process.env.CHROME_PATH;
    throw new Failure(`CHROME_PATH names a file that does not exist: ${process.env.CHROME_PATH}`);
  }
  return [...onPath(), ...usualPlaces()].find(starts) ?? [await playwrightPath()].find(starts);
}

function onPath() {
  const ending = process.platform === "win32" ? ".exe" : "";
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name + ending)));
}

function usualPlaces() {
  return { darwin: MAC_PLACES, win32: WINDOWS_PLACES }[process.platform] ?? [];
}

/** On Ubuntu `chromium-browser` may be a script that only recommends a snap, so it must be tried. */
function starts(program) {
  if (!existsSync(program)) return false;
  return process.platform !== "linux" || output(program, ["--version"]) !== undefined;
}

async function playwrightPath() {
  const { chromium } = await import("playwright-core");
  return chromium.executablePath();
}

async function fromPackages() {
  if (process.getuid?.() !== 0 || output("apt-get", ["--version"]) === undefined) return undefined;
  say("Installing Chromium for the tests with apt-get (a download of about 100 MB).");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  let found = await attempt(() => run("apt-get", ["update", "-q"], { env }));
  for (const name of PACKAGES) {
    found ??= await attempt(() => run("apt-get", ["install", "-q", "-y", "--no-install-recommends", name], { env }));
  }
  return found;
}

async function fromPlaywright() {
  say("Downloading Chromium for the tests with Playwright (about 150 MB).");
  const installer = inProject("node_modules", "playwright-core", "cli.js");
  return attempt(() => run(process.execPath, [installer, "install", "--no-shell", "chromium"]));
}

/** If one way of installing fails, the next one is tried. */
async function attempt(install) {
  try {
    await install();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(error.message);
  }
  return installed();
}
