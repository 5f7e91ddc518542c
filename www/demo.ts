/** The demo: the built plugin in its stand-in for the app, over the sample vault. Talks to no other site. */
import { loadPluginPackage, loadVault } from "../plugin/mocks/obsidian/load";
import { startApp } from "../plugin/mocks/obsidian/shell";

async function start(container: HTMLElement): Promise<void> {
  const [files, plugin] = await Promise.all([loadVault("vault.json"), loadPluginPackage("plugin")]);
  const app = await startApp({ container, vaultName: "Sample vault", files, plugin, open: "Welcome.md" });
  Object.assign(window, { app });
}

const container = document.querySelector<HTMLElement>("#app");
if (container !== null) void start(container);
