/** Plugins, commands, settings data, secrets and local storage of the stand-in, against what the real app does. */
import type { Command, PluginManifest } from "obsidian";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Component } from "../mocks/obsidian/component";
import { Events } from "../mocks/obsidian/events";
import { emulateDesktop, emulateMobile, Platform, requireApiVersion } from "../mocks/obsidian/platform";
import { Plugin } from "../mocks/obsidian/plugin";
import { SecretStorage } from "../mocks/obsidian/secret-storage";
import { MemoryStorage } from "../mocks/obsidian/storage";
import { headlessApp } from "./headless-app";

const manifest: PluginManifest = {
  id: "sample",
  name: "Sample",
  author: "",
  version: "1.0.0",
  minAppVersion: "1.0.0",
  description: "",
};

class Sample extends Plugin {}

function sample(): ReturnType<typeof headlessApp> & { plugin: Plugin } {
  const host = headlessApp();
  return { ...host, plugin: new Sample(host.app, manifest) };
}

beforeEach(() => document.body.replaceChildren());

describe("events", () => {
  it("reach every listener with its context until it is taken off", () => {
    const events = new Events();
    const seen: unknown[] = [];
    const listener = (value: number): number => seen.push(value);
    events.on("x", listener);
    const ref = events.on(
      "x",
      function (this: string, value: number) {
        seen.push(this + String(value));
      },
      "ctx",
    );
    events.trigger("x", 1);
    events.off("x", listener);
    events.trigger("x", 2);
    events.offref(ref);
    events.trigger("x", 3);
    expect(seen).toEqual([1, "ctx1", "ctx2"]);
  });

  it("go on when a listener throws, whose error is thrown later", () => {
    vi.useFakeTimers();
    const events = new Events();
    const second = vi.fn();
    events.on("x", () => {
      throw new Error("first");
    });
    events.on("x", second);
    events.trigger("x");
    expect(second).toHaveBeenCalledOnce();
    expect(() => vi.runAllTimers()).toThrow("first");
    vi.useRealTimers();
  });
});

describe("a component", () => {
  it("unloads children first, then what was registered, last in first out", () => {
    const log: string[] = [];
    const child = Object.assign(new Component(), {
      onload: () => log.push("child on"),
      onunload: () => log.push("child off"),
    });
    const parent = Object.assign(new Component(), { onunload: () => log.push("parent off") });
    parent.register(() => log.push("first"));
    parent.register(() => log.push("second"));
    parent.addChild(child);
    void parent.load();
    parent.unload();
    parent.unload();
    expect(log).toEqual(["child on", "child off", "second", "first", "parent off"]);
  });

  it("takes its listeners away", () => {
    const component = new Component();
    const events = new Events();
    const heard = vi.fn();
    void component.load();
    component.registerEvent(events.on("x", heard));
    component.registerDomEvent(window, "resize", heard);
    component.unload();
    events.trigger("x");
    window.dispatchEvent(new Event("resize"));
    expect(heard).not.toHaveBeenCalled();
  });
});

describe("commands", () => {
  it("carry the plugin's id and name", () => {
    const { app, plugin } = sample();
    const command = plugin.addCommand({ id: "go", name: "Go", callback: () => undefined });
    expect(command).toMatchObject({ id: "sample:go", name: "Sample: Go" });
    expect(app.commands.findCommand("sample:go")).toBe(command);
    plugin.removeCommand("go");
    expect(app.commands.listCommands()).toEqual([]);
  });

  it("with a check are listed and run only when it says yes", () => {
    const { app, plugin } = sample();
    let isAble = false;
    const check = vi.fn((_checking: boolean) => isAble);
    plugin.addCommand({ id: "go", name: "Go", checkCallback: check });
    expect(app.commands.listCommands()).toEqual([]);
    expect(app.commands.executeCommandById("sample:go")).toBe(false);
    expect(check.mock.calls.flat()).not.toContain(false);
    isAble = true;
    expect(app.commands.listCommands()).toHaveLength(1);
    expect(app.commands.executeCommandById("sample:go")).toBe(true);
    expect(check).toHaveBeenLastCalledWith(false);
    expect(app.commands.executeCommandById("unknown")).toBe(false);
  });

  it("for the editor need one, and not in reading view", () => {
    const { app, parts, plugin } = sample();
    const run = vi.fn();
    plugin.addCommand({ id: "a", name: "A", editorCallback: run });
    plugin.addCommand({ id: "b", name: "B", editorCheckCallback: (checking) => checking || void run() } as Command);
    expect(app.commands.listCommands()).toEqual([]);
    parts.workspace.activeEditor = { editor: {}, getMode: () => "preview" };
    expect(app.commands.executeCommandById("sample:a")).toBe(false);
    const editor = {};
    parts.workspace.activeEditor = { editor, getMode: () => "source" };
    expect(app.commands.listCommands()).toHaveLength(2);
    expect(app.commands.executeCommandById("sample:a")).toBe(true);
    expect(run).toHaveBeenCalledWith(editor, parts.workspace.activeEditor);
    expect(app.commands.executeCommandById("sample:b")).toBe(true);
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe("a plugin", () => {
  it("has a ribbon button that calls back", () => {
    const { plugin } = sample();
    const clicked = vi.fn();
    plugin.addRibbonIcon("dice", "Roll", clicked).click();
    expect(clicked).toHaveBeenCalledOnce();
  });

  it("takes everything it added away when it is unloaded", async () => {
    const { app, parts, plugin } = sample();
    await plugin.load();
    const tab = {};
    plugin.addRibbonIcon("dice", "Roll", () => undefined);
    plugin.addStatusBarItem();
    plugin.addSettingTab(tab);
    plugin.registerView("v", () => ({}));
    plugin.registerExtensions(["x"], "v");
    plugin.registerEditorExtension([]);
    plugin.addCommand({ id: "go", name: "Go", callback: () => undefined });
    expect(document.body.children).toHaveLength(2);
    plugin.unload();
    expect(document.body.children).toHaveLength(0);
    expect([parts.tabs.size, parts.views.size, parts.extensions.size, parts.editorExtensions.size]).toEqual([
      0, 0, 0, 0,
    ]);
    expect(app.commands.commands).toEqual({});
  });

  it("loads null the first time and afterwards what it saved, in the configuration folder", async () => {
    const { app, plugin } = sample();
    expect(await plugin.loadData()).toBeNull();
    await plugin.saveData({ a: [1] });
    expect(await plugin.loadData()).toEqual({ a: [1] });
    expect(await app.vault.adapter.read(".obsidian/plugins/sample/data.json")).toBe('{\n  "a": [\n    1\n  ]\n}');
  });

  it("hears of settings that somebody else wrote, not of its own", async () => {
    const { app, plugin } = sample();
    plugin.onExternalSettingsChange = vi.fn();
    await plugin.load();
    await plugin.saveData({ a: 1 });
    expect(plugin.onExternalSettingsChange).not.toHaveBeenCalled();
    await app.vault.adapter.write(".obsidian/plugins/sample/data.json", "{}");
    expect(plugin.onExternalSettingsChange).toHaveBeenCalledOnce();
  });

  it("draws code blocks of its language", async () => {
    const { app, plugin } = sample();
    plugin.registerMarkdownCodeBlockProcessor("sum", (source, el) => void (el.textContent = source.toUpperCase()));
    document.body.innerHTML = '<pre><code class="language-sum">ab</code></pre>';
    await app.markdownProcessors.run(document.body, {} as never);
    expect(document.body.innerHTML).toBe('<div class="block-language-sum">AB</div>');
  });
});

describe("main.js", () => {
  const main = `"use strict";
    const { Plugin } = require("obsidian");
    module.exports = { default: class extends Plugin {
      async onload() { await null; this.app.log.push("load " + this.manifest.dir); }
      onUserEnable() { this.app.log.push("enable"); }
      onunload() { this.app.log.push("unload"); }
    } };`;

  async function install(source: string): Promise<{ app: ReturnType<typeof headlessApp>["app"]; log: string[] }> {
    const { app } = headlessApp({ modules: { obsidian: { Plugin } } });
    const log: string[] = [];
    await app.plugins.installPlugin({ manifest, main: source, styles: ".sample {}" });
    return { app: Object.assign(app, { log }), log };
  }

  it("is evaluated as CommonJS and its default export loaded, with its styles, then unloaded", async () => {
    const { app, log } = await install(main);
    await app.plugins.enablePlugin("sample");
    expect(app.plugins.getPlugin("sample")).toBeInstanceOf(Plugin);
    expect(document.head.textContent).toContain(".sample {}");
    await app.plugins.disablePlugin("sample");
    expect(app.plugins.getPlugin("sample")).toBeNull();
    expect(document.head.textContent).not.toContain(".sample {}");
    expect(log).toEqual(["load .obsidian/plugins/sample", "enable", "unload"]);
  });

  it("loaded at the start of the app is not told that the user enabled it", async () => {
    const { app, log } = await install(main);
    await app.plugins.loadPlugin("sample");
    expect(log).toEqual(["load .obsidian/plugins/sample"]);
  });

  it("may export the class itself", async () => {
    const { app } = await install('module.exports = class extends require("obsidian").Plugin {};');
    expect(await app.plugins.loadPlugin("sample")).toBeInstanceOf(Plugin);
  });

  it("cannot require what is not there, nor be something else than a plugin, nor stay when onload fails", async () => {
    await expect((await install('require("fs")')).app.plugins.loadPlugin("sample")).rejects.toThrow(
      "Cannot find module 'fs'",
    );
    await expect((await install("exports.default = 1")).app.plugins.loadPlugin("sample")).rejects.toThrow(
      "does not export a class",
    );
    const { app } = await install(
      'exports.default = class extends require("obsidian").Plugin { onload() { throw new Error("boom"); } }',
    );
    await expect(app.plugins.loadPlugin("sample")).rejects.toThrow("boom");
    expect(app.plugins.getPlugin("sample")).toBeNull();
  });

  it("sees a create event for every file when it is loaded before the vault is announced", () => {
    const { app } = headlessApp({ files: { "a.md": "" } });
    const created = vi.fn();
    app.vault.on("create", created);
    app.announceVault();
    expect(created).toHaveBeenCalledOnce();
  });
});

describe("secrets and local storage", () => {
  it("refuse an id that is not lower case letters, digits and dashes", () => {
    const secrets = new SecretStorage(new MemoryStorage(), "v");
    for (const id of ["", "Upper", "with space", "a_b", "ä"]) expect(() => secrets.setSecret(id, "x")).toThrow();
    secrets.setSecret("open-ai-2", "key");
    expect(secrets.getSecret("open-ai-2")).toBe("key");
    expect(secrets.getSecret("other")).toBeNull();
    expect(secrets.listSecrets()).toEqual(["open-ai-2"]);
  });

  it("are kept per vault", () => {
    const storage = new MemoryStorage();
    const one = headlessApp({ storage, vaultName: "one" }).app;
    const two = headlessApp({ storage, vaultName: "two" }).app;
    one.secretStorage.setSecret("k", "1");
    one.saveLocalStorage("k", { n: 1 });
    expect([two.secretStorage.getSecret("k"), two.loadLocalStorage("k"), two.secretStorage.listSecrets()]).toEqual([
      null,
      null,
      [],
    ]);
    expect(one.loadLocalStorage("k")).toEqual({ n: 1 });
    one.saveLocalStorage("k", null);
    expect(one.loadLocalStorage("k")).toBeNull();
  });
});

describe("the platform", () => {
  it("is the desktop until a phone is emulated", () => {
    emulateMobile();
    expect([Platform.isMobile, Platform.isDesktop, document.body.classList.contains("is-mobile")]).toEqual([
      true,
      false,
      true,
    ]);
    emulateDesktop();
    expect([Platform.isMobile, Platform.isDesktop]).toEqual([false, true]);
  });

  it("tells theme and version", () => {
    document.body.classList.add("theme-dark");
    expect(headlessApp().app.isDarkMode()).toBe(true);
    expect([requireApiVersion("1.11.4"), requireApiVersion("1.13.1"), requireApiVersion("2.0.0")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
