// The demo page in a headless browser, with helper methods for the end-to-end tests: open a note, press a button, read
// the text of a note. Serves the page as it was built last.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openChromium } from "../../plugin/scripts/chromium.mjs";
import { development } from "../../plugin/scripts/project.mjs";
import { serve } from "../../plugin/scripts/serve.mjs";

/** Timeout of a step. A step that works takes a second or two; a busy machine may take twenty times as long. */
const PATIENCE_MS = 90_000;

/** What the index status says once all notes are read. */
export const INDEXED = /^[\d,]+ notes? indexed\.$/;

/** The build that is tested: `npm test` names it. */
const BUILT = process.env.IBID_DIST ?? development;

/**
 * One server per test file; `page` opens a fresh demo each time, in a context of its own. With `services: "on"` it is the
 * page that may send requests.
 */
export async function demo({ built = BUILT } = {}) {
  const server = await serve({ folder: join(built, "www"), port: 0 });
  const window = await openChromium();
  return {
    async page(options = {}) {
      const context = await window.newContext({ viewport: { width: 1280, height: 800 }, ...options.context });
      const page = await context.newPage();
      page.setDefaultTimeout(options.patience ?? PATIENCE_MS);
      const tab = new DemoPage(page, server.address, options.services === "on" ? "services.html" : "");
      await page.addInitScript(rememberWorkers);
      if (options.before) await page.addInitScript(options.before);
      await tab.load();
      return tab;
    },
    async close() {
      await window.close();
      await server.close();
    },
  };
}

/** Records the workers that the page starts and the methods they are called with: a test can make one crash. */
function rememberWorkers() {
  const { Worker } = globalThis;
  globalThis.startedWorkers = [];
  globalThis.calledMethods = [];
  globalThis.Worker = class extends Worker {
    constructor(...parts) {
      super(...parts);
      globalThis.startedWorkers.push(this);
    }

    postMessage(message, ...rest) {
      if (message.kind === "call") globalThis.calledMethods.push(message.method);
      super.postMessage(message, ...rest);
    }
  };
}

/** Defines a test on a fresh page that must end without an error or a request to another site. */
export function onPageOf(site) {
  return (name, run, options) =>
    test(name, async () => {
      const page = await site().page(options);
      try {
        await run(page, page.page);
        assert.deepEqual(page.errors, []);
        assert.deepEqual(page.outside, [], "nothing may leave the page");
      } finally {
        await page.close();
      }
    });
}

export class DemoPage {
  /** Requested addresses outside the page's own site. */
  outside = [];
  errors = [];

  constructor(page, address, file = "") {
    this.page = page;
    this.address = address;
    this.file = file;
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(address) && !url.startsWith("blob:") && !url.startsWith("data:")) this.outside.push(url);
    });
    page.on("pageerror", (error) => this.errors.push(String(error)));
  }

  async load() {
    await this.page.goto(`${this.address}/${this.file}`);
    await this.ready();
  }

  /** Waits until the app is ready, as after a reload. */
  async ready() {
    await this.page.waitForFunction(() => globalThis.app?.workspace?.layoutReady === true);
  }

  /** Runs a function in the page with the app. */
  inApp(run, argument) {
    return this.page.evaluate(
      ([source, value]) => {
        const work = new Function(`return (${source})`)();
        return work(globalThis.app, value);
      },
      [run.toString(), argument],
    );
  }

  write(path, text) {
    return this.inApp(
      async (app, [path, text]) => {
        const file = app.vault.getFileByPath(path);
        if (file) await app.vault.modify(file, text);
        else await app.vault.create(path, text);
      },
      [path, text],
    );
  }

  open(path) {
    return this.inApp(async (app, path) => {
      await app.workspace.getLeaf(false).openFile(app.vault.getFileByPath(path));
    }, path);
  }

  /** Returns the note's text from its editor or, if it is not open, from its file. */
  text(path) {
    return this.inApp(async (app, path) => {
      const file = app.vault.getFileByPath(path);
      if (!file) return null;
      const leaf = app.workspace
        .getLeavesOfType("markdown")
        .find((leaf) => leaf.view.file === file && leaf.view.getMode() === "source");
      return leaf ? leaf.view.editor.getValue() : app.vault.read(file);
    }, path);
  }

  /** Delays every read of a file whose path starts with the prefix, until `letRead`. */
  holdReads(under = "") {
    return this.inApp((app, under) => {
      const { vault } = app;
      const read = vault.cachedRead;
      const gate = new Promise((resolve) => (globalThis.letRead = resolve));
      globalThis.heldReads = 0;
      vault.cachedRead = async (file) => {
        if (file.path.startsWith(under)) {
          globalThis.heldReads += 1;
          await gate;
        }
        return read.call(vault, file);
      };
    }, under);
  }

  /** Waits until a read is delayed. */
  async readHeld() {
    await this.page.waitForFunction(() => globalThis.heldReads > 0);
  }

  async letRead() {
    await this.page.evaluate(() => globalThis.letRead());
  }

  /** Waits until the whole vault is indexed, so that results do not change any more. */
  async readVault() {
    await this.inApp((app) => app.commands.executeCommandById("ibid:library-status"));
    await this.page.getByText(INDEXED).waitFor();
    await this.page.keyboard.press("Escape");
    await this.page.getByText(INDEXED).waitFor({ state: "detached" });
  }

  /** Changes settings as if the settings file was synced from another device. */
  set(values) {
    return this.inApp(async (app, values) => {
      const plugin = app.plugins.getPlugin("ibid");
      await plugin.saveData({ ...(await plugin.loadData()), ...values });
      await plugin.onExternalSettingsChange();
    }, values);
  }

  /** Returns a saved setting; undefined while it has its default. */
  saved(key) {
    return this.inApp(async (app, key) => (await app.plugins.getPlugin("ibid").loadData())?.[key], key);
  }

  /** Presses “Clear local data” in the settings and confirms it. */
  async clearLocalData() {
    await this.inApp((app) => {
      app.setting.open();
      app.setting.openTabById("ibid");
    });
    const row = this.page.locator(".setting-item", { hasText: "Clear local data" });
    await row.getByRole("button", { name: "Clear" }).click();
    await this.page.getByRole("button", { name: "Clear local data" }).click();
    await row.getByText("Local data cleared").waitFor();
    await this.inApp((app) => app.setting.close());
  }

  /** Makes the newest worker report a crash, as after a panic. */
  crashWorker() {
    return this.page.evaluate(() =>
      globalThis.startedWorkers.at(-1).onmessage({ data: { kind: "crashed", message: "unreachable" } }),
    );
  }

  async palette(name) {
    await this.page.keyboard.press("Control+p");
    await this.page.locator(".prompt-input").fill(name);
    await this.page.keyboard.press("Enter");
  }

  async ribbon(title) {
    await this.page.locator(`.side-dock-ribbon-action[aria-label="${title}"]`).click();
  }

  /** Waits for a notice that contains the text and returns its whole text at that moment: notices change. */
  async notice(words) {
    const found = await this.page.waitForFunction((words) => {
      const texts = [...document.querySelectorAll(".notice")].map((notice) => notice.innerText);
      return texts.findLast((text) => text.replace(/\s+/g, " ").includes(words));
    }, words);
    return found.jsonValue();
  }

  async pressInNotice(label) {
    await this.page.locator(".notice button", { hasText: label }).last().click();
  }

  /** Closes all notices, so that the next one is new. */
  async dismissNotices() {
    await this.page.evaluate(() => document.querySelectorAll(".notice").forEach((notice) => notice.click()));
  }

  /** The agenda window. */
  get agenda() {
    return this.page.locator(".modal.ibid-agenda");
  }

  /** Presses Start in the agenda window. */
  async approve() {
    await this.agenda.locator("button", { hasText: "Start" }).click();
  }

  /** Presses the ribbon button on a note, approves the agenda and waits for the end. */
  async research(path) {
    await this.open(path);
    await this.ribbon("Research this note");
    await this.approve();
    await this.notice("Researched");
  }

  async close() {
    await this.page.context().close();
  }
}
