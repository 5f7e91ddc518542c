/**
 * SettingTab and PluginSettingTab: a plugin's page in the settings window. A tab with definitions is drawn from them
 * (since 1.13), any other by its own display().
 */
import type { SettingDefinitionItem } from "obsidian";
import type { AppWindow } from "./app-window";
import { DefinitionRenderer } from "./definition-render";
import type { Plugin } from "./plugin";

export abstract class SettingTab {
  icon = "";
  id = "";
  name = "";
  settingItems: SettingDefinitionItem[] = [];
  readonly containerEl = createDiv({ cls: "vertical-tab-content" });
  readonly #renderer: DefinitionRenderer = new DefinitionRenderer(this, this.containerEl);

  constructor(readonly app: AppWindow) {}

  getSettingDefinitions(): SettingDefinitionItem[] {
    return [];
  }

  /** Reads the definitions again and draws them if the tab is open. */
  update(): void {
    this.settingItems = this.getSettingDefinitions();
    if (this.containerEl.isConnected && this.settingItems.length > 0) this.#renderer.render(this.settingItems);
  }

  getControlValue(key: string): unknown {
    return this.app.loadLocalStorage(`setting-${key}`) ?? undefined;
  }

  setControlValue(key: string, value: unknown): void | Promise<void> {
    this.app.saveLocalStorage(`setting-${key}`, value);
  }

  refreshDomState(): void {
    this.#renderer.refresh();
  }

  display(): void {}

  hide(): void {
    this.containerEl.replaceChildren();
  }

  /** Called by the settings window: draws the tab by its definitions or by display(). */
  showInWindow(): void {
    this.update();
    if (this.settingItems.length === 0) this.display();
  }

  /** Called by the settings window when the tab is closed. */
  leaveWindow(): void {
    if (this.settingItems.length > 0) this.#renderer.clear();
    this.hide();
  }
}

export abstract class PluginSettingTab extends SettingTab {
  constructor(
    app: AppWindow,
    readonly plugin: Plugin & { settings?: unknown },
  ) {
    super(app);
    this.id = plugin.manifest.id;
    this.name = plugin.manifest.name;
  }

  override getControlValue(key: string): unknown {
    return (this.plugin.settings as Record<string, unknown> | undefined)?.[key];
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const settings = (this.plugin.settings ??= {}) as Record<string, unknown>;
    settings[key] = value;
    await this.plugin.saveData(settings);
  }
}
