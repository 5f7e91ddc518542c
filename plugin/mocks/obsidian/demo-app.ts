/** Starts the stand-in app of a page from the files beside it: vault.json and the folder of the built plugin. */
import { loadPluginPackage, loadVault } from "./load";
import * as modules from "./modules";
import { startApp } from "./shell";
import type { ShownApp } from "./window-parts";

export async function startDemo(container: HTMLElement | null): Promise<ShownApp> {
  if (!container) throw new Error("There is no element to start the app in.");
  try {
    const [files, plugin] = await Promise.all([loadVault("vault.json"), loadPluginPackage("plugin")]);
    const app = await startApp({
      container,
      vaultName: "Sample vault",
      files,
      plugin,
      storage: window.localStorage,
      open: "Welcome.md",
    });
    // The app is a global, as in Obsidian; the module beside it is for tests that control the page.
    return Object.assign(window, { app, obsidian: modules.forPlugins["obsidian"] }).app;
  } catch (error) {
    container.textContent = `The sample vault could not be opened: ${error instanceof Error ? error.message : String(error)}`;
    throw error;
  }
}
