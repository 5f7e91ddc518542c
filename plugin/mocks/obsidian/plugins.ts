/**
 * Plugins: installs, loads, enables and disables community plugins from the files that Obsidian would have downloaded:
 * main.js (one CommonJS script), manifest.json and perhaps styles.css, in the vault's configuration folder.
 */
import type { PluginManifest } from "obsidian";
import type { AppCore } from "./app-core";
import { Plugin } from "./plugin";

export interface PluginPackage {
  manifest: PluginManifest;
  main: string;
  styles?: string;
}

type PluginClass = new (app: AppCore, manifest: PluginManifest) => Plugin;
type ModuleFunction = (require: (name: string) => unknown, module: { exports: unknown }, exports: unknown) => void;

export class Plugins {
  readonly plugins: Record<string, Plugin> = {};
  readonly manifests: Record<string, PluginManifest> = {};
  readonly enabledPlugins = new Set<string>();
  readonly #app: AppCore;
  readonly #modules: Record<string, unknown>;

  constructor(app: AppCore, modules: Record<string, unknown>) {
    this.#app = app;
    this.#modules = modules;
  }

  getPlugin(id: string): Plugin | null {
    return this.plugins[id] ?? null;
  }

  /** Like the Install button of the plugin directory: puts the files in place and runs nothing. */
  async installPlugin({ manifest, main, styles }: PluginPackage): Promise<void> {
    const { adapter, configDir } = this.#app.vault;
    const dir = `${configDir}/plugins/${manifest.id}`;
    await adapter.mkdir(dir);
    await adapter.write(`${dir}/manifest.json`, JSON.stringify(manifest, null, 2));
    await adapter.write(`${dir}/main.js`, main);
    if (styles !== undefined) await adapter.write(`${dir}/styles.css`, styles);
    this.manifests[manifest.id] = { ...manifest, dir };
  }

  /** The app does this at its start for each enabled plugin. An error in the plugin's own onload is thrown. */
  async loadPlugin(id: string): Promise<Plugin> {
    const loaded = this.plugins[id];
    if (loaded) return loaded;
    const manifest = this.manifests[id];
    if (!manifest) throw new Error(`Plugin ${id} is not installed`);
    const PluginClass = this.#evaluate(id, await this.#app.vault.adapter.read(`${manifest.dir}/main.js`));
    const plugin = new PluginClass(this.#app, manifest);
    this.plugins[id] = plugin;
    this.enabledPlugins.add(id);
    try {
      await this.#addStyles(plugin);
      await plugin.load();
    } catch (error) {
      await this.disablePlugin(id);
      throw error;
    }
    return plugin;
  }

  /** The switch in the settings: after loading, the plugin may show a welcome. */
  async enablePlugin(id: string): Promise<Plugin> {
    const plugin = await this.loadPlugin(id);
    plugin.onUserEnable();
    return plugin;
  }

  async disablePlugin(id: string): Promise<void> {
    const plugin = this.plugins[id];
    if (!plugin) return;
    plugin.unload();
    delete this.plugins[id];
    this.enabledPlugins.delete(id);
  }

  /** As in the app: indirect eval of a function, named in stack traces by sourceURL. */
  #evaluate(id: string, main: string): PluginClass {
    const source = `(function anonymous(require,module,exports){${main}\n})\n//# sourceURL=plugin:${encodeURIComponent(id)}\n`;
    const run = (0, eval)(source) as ModuleFunction;
    const module: { exports: unknown } = { exports: {} };
    run((name) => this.#require(name), module, module.exports);
    const exported = (module.exports as { default?: unknown } | null)?.default ?? module.exports;
    if (!isPluginClass(exported)) throw new Error(`Plugin ${id} does not export a class that extends Plugin`);
    return exported;
  }

  #require(name: string): unknown {
    if (!Object.hasOwn(this.#modules, name)) throw new Error(`Cannot find module '${name}'`);
    return this.#modules[name];
  }

  async #addStyles(plugin: Plugin): Promise<void> {
    const { adapter } = this.#app.vault;
    const path = `${plugin.manifest.dir}/styles.css`;
    if (!(await adapter.exists(path))) return;
    const style = document.createElement("style");
    style.textContent = await adapter.read(path);
    document.head.append(style);
    plugin.register(() => style.remove());
  }
}

function isPluginClass(value: unknown): value is PluginClass {
  return typeof value === "function" && value.prototype instanceof Plugin;
}
