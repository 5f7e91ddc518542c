/** Adds an entry to a menu of the app. */
import type { Menu } from "obsidian";

export function addMenuItem(menu: Menu, title: string, icon: string, act: () => void): void {
  menu.addItem((item) => item.setTitle(title).setIcon(icon).onClick(act));
}
