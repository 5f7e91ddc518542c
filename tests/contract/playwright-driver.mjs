// The driver for our stand-in: the demo page in a headless browser, with the contract's plugin in the place of Ibid and
// the spec's files in the place of the sample vault. Builds the page anew, so that it is never an old one.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildDemo } from "../../plugin/esbuild.config.mjs";
import { openChromium } from "../../plugin/scripts/chromium.mjs";
import { serve } from "../../plugin/scripts/serve.mjs";
import { PATIENCE_MILLIS, PLUGIN_FOLDER } from "./driver.mjs";

export async function startPlaywrightDriver() {
  const undo = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const address = await servePage(undo);
    return new PlaywrightDriver(await openPage(undo), address, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function servePage(undo) {
  const folder = await mkdtemp(join(tmpdir(), "ibid-contract-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  await buildDemo({ outdir: folder, plugin: fileURLToPath(PLUGIN_FOLDER) });
  const server = await serve({ folder, port: 0 });
  undo.push(() => server.close());
  return server.address;
}

async function openPage(undo) {
  const browser = await openChromium();
  undo.push(() => browser.close());
  // That the page talks to nobody is a promise of the demo; the app has no such rule.
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, bypassCSP: true });
  page.setDefaultTimeout(PATIENCE_MILLIS);
  return page;
}

class PlaywrightDriver {
  #page;
  #address;
  #stop;

  constructor(page, address, stop) {
    this.#page = page;
    this.#address = address;
    this.#stop = stop;
  }

  /** One page for all specs, since a new one takes three times as long; nothing stored by one is there for the next. */
  async open(files) {
    await this.#page.goto("about:blank");
    await this.#forget();
    await this.#page.unrouteAll();
    await this.#page.route("**/vault.json", (route) => route.fulfill({ json: files }));
    await this.#page.goto(this.#address);
    await this.#page.waitForFunction("window.ibidContract?.app.workspace.layoutReady");
  }

  async run(commandId) {
    const ran = await this.exec(({ app }, id) => app.commands.executeCommandById(id), commandId);
    if (!ran) throw new Error(`The command ${commandId} is not there or could not run.`);
  }

  exec(inside, ...args) {
    const call = `(${inside})(window.ibidContract, ...${JSON.stringify(args)})`;
    return this.#page.evaluate(`Promise.resolve(${call}).then((found) => JSON.parse(JSON.stringify(found ?? null)))`);
  }

  find(selector, label) {
    return this.#shown(selector, label).waitFor({ state: "visible" });
  }

  gone(selector, label) {
    return this.#shown(selector, label).waitFor({ state: "hidden" });
  }

  text(selector) {
    return this.#shown(selector).innerText();
  }

  click(selector, label) {
    return this.#shown(selector, label).click();
  }

  rightClick(selector) {
    return this.#shown(selector).click({ button: "right" });
  }

  press(keys) {
    return this.#page.keyboard.press(keys.replace("Mod", "ControlOrMeta"));
  }

  type(text) {
    return this.#page.keyboard.type(text);
  }

  close() {
    return this.#stop();
  }

  async #forget() {
    const session = await this.#page.context().newCDPSession(this.#page);
    await session.send("Storage.clearDataForOrigin", { origin: this.#address, storageTypes: "all" });
    await session.detach();
  }

  #shown(selector, label) {
    const found = this.#page.locator(selector).filter({ visible: true });
    return (label === undefined ? found : found.filter({ hasText: exactly(label) })).first();
  }
}

function exactly(label) {
  return new RegExp(`^\\s*${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`);
}
