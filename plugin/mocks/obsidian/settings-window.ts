/**
 * SettingsWindow: the app's settings as a modal, with a list of tabs on the left and the open tab on the right; on a
 * phone one after the other. It has two tabs of its own and one for each plugin that has one.
 */
import type { AppWindow } from "./app-window";
import { AppearanceTab, CommunityPluginsTab } from "./app-setting-tabs";
import { setIcon } from "./icons";
import { Modal } from "./modal";
import { Platform } from "./platform";
import type { SettingTab } from "./setting-tab";

export class SettingsWindow extends Modal {
  activeTab: SettingTab | null = null;
  lastTabId = "appearance";
  readonly pluginTabs: SettingTab[] = [];
  readonly settingTabs: SettingTab[];
  private readonly navEl: HTMLElement;
  private readonly tabEl: HTMLElement;
  private readonly backButton: HTMLElement;

  constructor(app: AppWindow) {
    super(app);
    this.settingTabs = [new AppearanceTab(app), new CommunityPluginsTab(app)];
    this.modalEl.classList.add("mod-settings", "mod-sidebar-layout");
    this.contentEl.classList.add("vertical-tabs-container");
    this.setTitle("Settings");
    this.navEl = this.contentEl.createDiv({ cls: "vertical-tab-header" });
    this.tabEl = this.contentEl.createDiv({ cls: "vertical-tab-content-container" });
    this.backButton = this.headerEl.createEl("button", {
      cls: "clickable-icon modal-setting-back-button",
      attr: { "aria-label": "All settings", type: "button" },
    });
    setIcon(this.backButton, "chevron-left");
    this.backButton.addEventListener("click", () => this.closeActiveTab());
  }

  override onOpen(): void {
    this.drawNav();
    if (!Platform.isPhone) this.openTabById(this.lastTabId);
  }

  override onClose(): void {
    this.closeActiveTab();
  }

  addSettingTab(tab: SettingTab): void {
    this.pluginTabs.push(tab);
    tab.update();
    if (this.containerEl.isConnected) this.drawNav();
  }

  removeSettingTab(tab: SettingTab): void {
    const index = this.pluginTabs.indexOf(tab);
    if (index >= 0) this.pluginTabs.splice(index, 1);
    if (this.activeTab === tab) this.closeActiveTab();
    if (this.containerEl.isConnected) this.drawNav();
  }

  openTabById(id: string): SettingTab | null {
    const tab = [...this.settingTabs, ...this.pluginTabs].find((one) => one.id === id) ?? this.settingTabs[0]!;
    this.openTab(tab);
    return tab;
  }

  openTab(tab: SettingTab): void {
    this.closeActiveTab();
    this.activeTab = tab;
    this.lastTabId = tab.id;
    this.tabEl.append(tab.containerEl);
    tab.showInWindow();
    this.markActive();
  }

  closeActiveTab(): void {
    const tab = this.activeTab;
    if (!tab) return;
    this.activeTab = null;
    tab.leaveWindow();
    tab.containerEl.remove();
    this.markActive();
  }

  private drawNav(): void {
    this.navEl.replaceChildren();
    this.drawNavGroup("Options", this.settingTabs);
    if (this.pluginTabs.length > 0) this.drawNavGroup("Community plugins", this.pluginTabs);
    this.markActive();
  }

  private drawNavGroup(title: string, tabs: SettingTab[]): void {
    const group = this.navEl.createDiv({ cls: "vertical-tab-header-group" });
    group.createDiv({ cls: "vertical-tab-header-group-title", text: title });
    const items = group.createDiv({ cls: "vertical-tab-header-group-items" });
    for (const tab of tabs) {
      const item = items.createDiv({
        cls: "vertical-tab-nav-item tappable",
        text: tab.name,
        attr: { role: "button", tabindex: 0, "data-setting-id": tab.id },
      });
      item.addEventListener("click", () => this.openTab(tab));
      item.addEventListener("keydown", (event) => event.key === "Enter" && this.openTab(tab));
    }
  }

  private markActive(): void {
    this.modalEl.classList.toggle("has-open-tab", this.activeTab !== null);
    this.titleEl.textContent = Platform.isPhone && this.activeTab ? this.activeTab.name : "Settings";
    for (const item of this.navEl.querySelectorAll<HTMLElement>(".vertical-tab-nav-item")) {
      item.classList.toggle("is-active", item.dataset["settingId"] === this.activeTab?.id);
    }
  }
}
