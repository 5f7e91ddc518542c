// The driver for the real app, by wdio-obsidian-service. It has never been run where this project is developed, which
// has no Obsidian: README.md says how to run it. Every `open` restarts the app on a new vault. That takes seconds where
// `obsidianPage.resetVault` would not, but the latter keeps what plugins saved, and whatever is open on the screen.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { browser } from "@wdio/globals";
import { Key } from "webdriverio";
import { PATIENCE_MILLIS } from "./driver.mjs";

/** `Key.Ctrl` is the service's own name for Cmd on a Mac and Ctrl elsewhere. */
const KEYS = { Mod: Key.Ctrl, Shift: Key.Shift, Enter: Key.Enter, Escape: Key.Escape };

/** A driver does not see the menus of the system, which are the app's choice on a Mac. */
const APPEARANCE = { ".obsidian/appearance.json": '{"nativeMenus":false}' };

export class WdioDriver {
  async open(files) {
    const vault = await mkdtemp(join(tmpdir(), "ibid-contract-"));
    try {
      for (const [path, content] of Object.entries({ ...APPEARANCE, ...files }))
        await write(join(vault, path), content);
      await browser.reloadObsidian({ vault });
    } finally {
      // The service has its own copy.
      await rm(vault, { recursive: true, force: true });
    }
  }

  run(commandId) {
    return browser.executeObsidianCommand(commandId);
  }

  exec(inside, ...args) {
    return browser.executeObsidian(inside, ...args);
  }

  async find(selector, label) {
    return until(() => shown(selector, label), `${selector} ${label ?? ""} did not appear`);
  }

  async gone(selector, label) {
    await until(async () => (await shown(selector, label)) === undefined, `${selector} ${label ?? ""} did not go away`);
  }

  async text(selector) {
    return (await this.find(selector)).getText();
  }

  async click(selector, label) {
    await (await this.find(selector, label)).click();
  }

  async rightClick(selector) {
    await (await this.find(selector)).click({ button: "right" });
  }

  press(keys) {
    return browser.keys(keys.split("+").map((key) => KEYS[key] ?? key.toLowerCase()));
  }

  /** One by one: keys handed over together are held down together. */
  async type(text) {
    for (const character of text) await browser.keys(character === "\n" ? Key.Enter : character);
  }

  /** The service ends the app itself. */
  async close() {}
}

async function write(file, content) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === "string" ? content : Buffer.from(content.base64, "base64"));
}

function until(condition, timeoutMsg) {
  return browser.waitUntil(condition, { timeout: PATIENCE_MILLIS, interval: 50, timeoutMsg });
}

/** The first such element on show, or undefined. */
async function shown(selector, label) {
  for (const element of await browser.$$(selector).getElements()) {
    if (!(await element.isDisplayed())) continue;
    if (label === undefined || (await element.getText()).trim() === label) return element;
  }
  return undefined;
}
