// The contract's own plugin, written as the app loads it. It registers one of everything and notes in `log` what the
// app then calls. It asserts nothing: the specs read the log.
const obsidian = require("obsidian");

const TITLE = "Contract";

class ContractTab extends obsidian.PluginSettingTab {
  display() {
    this.containerEl.empty();
    new obsidian.Setting(this.containerEl).setName("Drawn by display");
  }

  getSettingDefinitions() {
    const render = (setting) => setting.addText((text) => text.setValue("from render"));
    return [{ name: "Drawn by definitions", desc: "A row of the tab.", render }];
  }
}

class ContractView extends obsidian.ItemView {
  getViewType() {
    return "ibid-contract-view";
  }

  getDisplayText() {
    return "Contract view";
  }

  async onOpen() {
    this.contentEl.createDiv({ cls: "contract-view", text: "Contract view" });
  }
}

class ContractPlugin extends obsidian.Plugin {
  log = [];

  async onload() {
    // What the service for the real app hands to a function that runs inside; our driver takes it from here.
    window.ibidContract = { app: this.app, obsidian, plugins: { ibidContract: this } };
    this.savedAtStart = await this.loadData();
    this.watchStart();
    this.addCommands();
    this.addMenus();
    this.addRibbonIcon("dice", "Contract ribbon", () => this.log.push("ribbon"));
    this.addStatusBarItem().setText("Contract status");
    this.registerView("ibid-contract-view", (leaf) => new ContractView(leaf));
    this.addSettingTab(new ContractTab(this.app, this));
  }

  onExternalSettingsChange() {
    this.log.push("settings changed outside");
  }

  watchStart() {
    const { vault, workspace } = this.app;
    this.registerEvent(vault.on("create", (file) => this.log.push(`create ${file.path}`)));
    workspace.onLayoutReady(() => this.log.push("layout ready"));
  }

  addCommands() {
    const note = (line) => () => this.log.push(line);
    this.added = this.addCommand({ id: "mark", name: "Leave a mark", callback: note("mark") });
    this.addCommand({
      id: "never",
      name: "Leave nothing",
      checkCallback: (checking) => {
        if (!checking) this.log.push("never");
        return false;
      },
    });
  }

  addMenus() {
    const { workspace } = this.app;
    const offer = (menu, line) =>
      menu.addItem((item) => item.setTitle(`${TITLE}: ${line}`).setIcon("dice").onClick(() => this.log.push(line)));
    this.registerEvent(workspace.on("file-menu", (menu, file) => offer(menu, `file ${file.path}`)));
    this.registerEvent(workspace.on("editor-menu", (menu, _editor, info) => offer(menu, `editor ${info.file.path}`)));
  }
}

module.exports = ContractPlugin;
