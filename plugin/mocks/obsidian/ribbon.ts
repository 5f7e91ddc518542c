/** RibbonActions: the buttons at the left edge. On a phone they are shown as a menu instead. */
import { setIcon } from "./icons";
import { Menu } from "./menu";

interface RibbonAction {
  id: string;
  icon: string;
  title: string;
  callback: (event: MouseEvent) => unknown;
  buttonEl: HTMLElement;
}

export class RibbonActions {
  readonly containerEl = createDiv({ cls: "workspace-ribbon side-dock-ribbon mod-left" });
  readonly actionsEl: HTMLElement;
  readonly settingsEl: HTMLElement;
  private readonly actions: RibbonAction[] = [];

  constructor() {
    this.actionsEl = this.containerEl.createDiv({ cls: "side-dock-actions" });
    this.settingsEl = this.containerEl.createDiv({ cls: "side-dock-settings" });
  }

  addRibbonItemButton(id: string, icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const buttonEl = ribbonButton(this.actionsEl, icon, title, callback);
    this.actions.push({ id, icon, title, callback, buttonEl });
    return buttonEl;
  }

  /** The menu with the same actions on a phone. A removed button, for example of an unloaded plugin, is left out. */
  showMenu(event: MouseEvent): void {
    const menu = new Menu();
    for (const { icon, title, callback, buttonEl } of this.actions) {
      if (!buttonEl.isConnected) continue;
      menu.addItem((item) =>
        item
          .setTitle(title)
          .setIcon(icon)
          .onClick((click) => callback(click as MouseEvent)),
      );
    }
    menu.showAtMouseEvent(event);
  }
}

export function ribbonButton(
  parent: HTMLElement,
  icon: string,
  title: string,
  callback: (event: MouseEvent) => unknown,
): HTMLElement {
  const button = parent.createEl("button", {
    cls: "clickable-icon side-dock-ribbon-action",
    attr: { "aria-label": title, "data-tooltip-position": "right", type: "button" },
  });
  setIcon(button, icon);
  button.addEventListener("click", callback);
  return button;
}
