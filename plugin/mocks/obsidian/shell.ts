/**
 * The stand-in app on a page: creates the app for a vault, puts its parts into the window, loads the plugin and reports
 * when the layout is ready, in the app's order. It loads nothing: it gets the vault and the plugin from its caller.
 */
import type { AppOptions } from "./app";
import { AppWindow } from "./app-window";
import { addCoreCommands } from "./core-commands";
import { installDom } from "./dom";
import { FileExplorer } from "./explorer";
import { offerFileItems } from "./file-menu";
import { ImageView } from "./file-view";
import * as modules from "./modules";
import { MarkdownView } from "./markdown-view";
import { Notice } from "./notice";
import { followWidth, mobileNavbar } from "./phone";
import type { PluginPackage } from "./plugins";
import { ribbonButton, RibbonActions } from "./ribbon";
import { SettingsWindow } from "./settings-window";
import { StatusBarItems } from "./status-bar";
import { followSystemTheme, useTheme } from "./theme";
import { watchTooltips } from "./tooltip";
import { Views } from "./view-registry";
import type { ShownApp, WindowParts } from "./window-parts";
import { addWordCount } from "./word-count";
import { Workspace } from "./workspace";

export interface ShellOptions extends Pick<AppOptions, "vaultName" | "files" | "storage" | "persist"> {
  container: HTMLElement;
  plugin?: PluginPackage;
  /** Path of the note to open first. */
  open?: string;
}

export async function startApp(options: ShellOptions): Promise<ShownApp> {
  installDom();
  const { vaultName, files, storage, persist } = options;
  const app = new AppWindow({ vaultName, files, storage, persist, modules: modules.forPlugins, ui: windowParts });
  app.keymap.listen();
  registerViews(app);
  addCoreCommands(app);
  offerFileItems(app);
  draw(app, options.container);
  await app.workspace.ensureSideLeaf("file-explorer", "left", { active: false, reveal: false });
  if (options.plugin) await loadPlugin(app, options.plugin);
  app.announceVault();
  await openFirst(app, options.open);
  app.workspace.becomeReady();
  return app;
}

/** The visible parts of an empty window. */
export function windowParts(app: unknown): WindowParts {
  const window = app as ShownApp;
  const workspace: Workspace = new Workspace(window, new RibbonActions());
  return {
    workspace,
    statusBar: new StatusBarItems(),
    setting: new SettingsWindow(window),
    viewRegistry: new Views((type) => workspace.detachLeavesOfType(type)),
  };
}

function registerViews({ viewRegistry }: ShownApp): void {
  viewRegistry.registerView("markdown", (leaf) => new MarkdownView(leaf));
  viewRegistry.registerView("image", (leaf) => new ImageView(leaf));
  viewRegistry.registerView("file-explorer", (leaf) => new FileExplorer(leaf));
  viewRegistry.registerExtensions(["md"], "markdown");
  viewRegistry.registerExtensions(ImageView.extensions, "image");
}

function draw(app: ShownApp, container: HTMLElement): void {
  const { workspace, statusBar } = app;
  const { leftRibbon, leftSplit, rightSplit, rootSplit } = workspace;
  fillRibbon(app);
  const root = createDiv({ cls: "workspace-split mod-vertical mod-root" });
  root.append(rootSplit.containerEl);
  workspace.containerEl.append(leftRibbon.containerEl, leftSplit.containerEl, root, rightSplit.containerEl);
  container.classList.add("app-container");
  container.append(workspace.containerEl, statusBar.containerEl, mobileNavbar(app));
  addWordCount(app);
  const stops = [
    quitWithPage(app),
    followSystemTheme(app),
    followWidth(app),
    watchTooltips(document.body),
    () => app.keymap.stop(),
  ];
  app.onStop(() => stops.forEach((stop) => stop()));
}

function quitWithPage(app: ShownApp): () => void {
  const quit = (): void => void app.quit();
  window.addEventListener("pagehide", quit);
  return () => window.removeEventListener("pagehide", quit);
}

function fillRibbon(app: ShownApp): void {
  const { leftRibbon, leftSplit } = app.workspace;
  leftRibbon.addRibbonItemButton("files", "panel-left", "Toggle files", () => leftSplit.toggle());
  leftRibbon.addRibbonItemButton("switcher:open", "file-search", "Open quick switcher", () =>
    app.commands.executeCommandById("switcher:open"),
  );
  leftRibbon.addRibbonItemButton("command-palette:open", "list", "Open command palette", () =>
    app.commands.executeCommandById("command-palette:open"),
  );
  ribbonButton(leftRibbon.settingsEl, "sun", "Light or dark", () => useTheme(app, app.isDarkMode() ? "light" : "dark"));
  ribbonButton(leftRibbon.settingsEl, "settings", "Settings", () => app.setting.open());
}

/** A plugin that fails must not stop the app. */
async function loadPlugin(app: ShownApp, plugin: PluginPackage): Promise<void> {
  try {
    await app.plugins.installPlugin(plugin);
    await app.plugins.loadPlugin(plugin.manifest.id);
  } catch (error) {
    console.error(error);
    new Notice(
      `Failed to load plugin ${plugin.manifest.id}: ${error instanceof Error ? error.message : String(error)}`,
      0,
    );
  }
}

async function openFirst(app: ShownApp, path: string | undefined): Promise<void> {
  const leaf = app.workspace.getLeaf(false);
  const file = path === undefined ? null : app.vault.getFileByPath(path);
  if (file) await leaf.openFile(file);
  else app.workspace.setActiveLeaf(leaf);
}
