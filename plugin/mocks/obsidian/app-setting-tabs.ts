/** The stand-in app's own two settings tabs: appearance and plugins. */
import { Notice } from "./notice";
import { Setting, SettingGroup } from "./setting";
import { SettingTab } from "./setting-tab";
import { currentTheme, useTheme, type ThemeName } from "./theme";

export class AppearanceTab extends SettingTab {
  override id = "appearance";
  override name = "Appearance";

  override display(): void {
    const group = new SettingGroup(this.containerEl);
    group.addSetting((setting) =>
      setting
        .setName("Base colour scheme")
        .setDesc("Choose the default colour scheme.")
        .addDropdown((dropdown) =>
          dropdown
            .addOptions({ system: "Adapt to system", light: "Light", dark: "Dark" })
            .setValue(currentTheme(this.app))
            .onChange((value) => useTheme(this.app, value as ThemeName)),
        ),
    );
  }
}

export class CommunityPluginsTab extends SettingTab {
  override id = "community-plugins";
  override name = "Community plugins";

  override display(): void {
    const group = new SettingGroup(this.containerEl).setHeading("Installed plugins");
    for (const manifest of Object.values(this.app.plugins.manifests)) {
      group.addSetting((setting) =>
        this.drawPlugin(setting.setName(manifest.name).setDesc(manifest.description), manifest.id),
      );
    }
  }

  private drawPlugin(setting: Setting, id: string): void {
    const tab = this.app.setting.pluginTabs.find((one) => one.id === id);
    if (tab)
      setting.addExtraButton((button) => button.setTooltip("Options").onClick(() => this.app.setting.openTab(tab)));
    setting.addToggle((toggle) =>
      toggle.setValue(this.app.plugins.enabledPlugins.has(id)).onChange((on) => this.turn(id, on ? "on" : "off")),
    );
  }

  private async turn(id: string, state: "on" | "off"): Promise<void> {
    try {
      if (state === "on") await this.app.plugins.enablePlugin(id);
      else await this.app.plugins.disablePlugin(id);
    } catch (error) {
      new Notice(`Failed to load plugin ${id}: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.hide();
    this.display();
  }
}
