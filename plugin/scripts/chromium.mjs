// The one Chromium of a test run. `npm test` starts it; each test file connects to it and opens contexts of its own, which
// share nothing. A test file that somebody runs alone starts its own.
import { chromium } from "playwright-core";
import { browser } from "./browser.mjs";

/** Names the Chromium that runs already, for the test files. */
const RUNNING = "IBID_CHROMIUM";

const ARGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/** Pages of Chromium's own window that nobody sees here: with each new context they would take a fifth of a test's time. */
const UNSEEN = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** Starts a Chromium that others connect to; `env` tells them which. */
export async function startChromium() {
  const executablePath = await browser();
  const server = await chromium.launchServer({ executablePath, args: [...ARGS, await featuresOff(executablePath)] });
  return { env: { [RUNNING]: server.wsEndpoint() }, close: () => server.close() };
}

/** Closing it closes the pages that were opened through it. */
export async function openChromium() {
  const running = process.env[RUNNING];
  if (running) return chromium.connect(running);
  const executablePath = await browser();
  return chromium.launch({ executablePath, args: [...ARGS, await featuresOff(executablePath)] });
}

/** Chromium takes only the last list of features, so Playwright's own must be in ours. It does not tell it before a start. */
async function featuresOff(executablePath) {
  const trial = await chromium.launchServer({ executablePath, args: ARGS });
  const [, playwrights] = /^--disable-features=(.*)$/m.exec(trial.process().spawnargs.join("\n")) ?? [];
  await trial.close();
  return `--disable-features=${[playwrights, ...UNSEEN].join()}`;
}
