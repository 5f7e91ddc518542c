/** The phone layout: when it applies, and the bar at the bottom that replaces tab bar and ribbon. */
import { setIcon } from "./icons";
import { emulateDesktop, emulateMobile } from "./platform";
import type { ShownApp } from "./window-parts";

/** Below this width the app is a phone. */
const phoneWidth = 600;

export function followWidth(app: ShownApp): () => void {
  const query = window.matchMedia(`(max-width: ${phoneWidth - 1}px)`);
  const apply = (): void => {
    if (query.matches) emulateMobile();
    else emulateDesktop();
    if (query.matches) app.workspace.leftSplit.collapse();
    else app.workspace.leftSplit.expand();
    app.workspace.trigger("resize");
  };
  query.addEventListener("change", apply);
  apply();
  return () => query.removeEventListener("change", apply);
}

export function mobileNavbar(app: ShownApp): HTMLElement {
  const bar = createDiv({ cls: "mobile-navbar" });
  const actions = bar.createDiv({ cls: "mobile-navbar-actions" });
  addAction(actions, "folder", "Files", () => app.workspace.leftSplit.toggle());
  addAction(actions, "search", "Quick switcher", () => app.commands.executeCommandById("switcher:open"));
  addAction(actions, "square-pen", "New note", () => app.commands.executeCommandById("file-explorer:new-file"));
  addAction(actions, "list", "Command palette", () => app.commands.executeCommandById("command-palette:open"));
  addAction(actions, "menu", "Ribbon", (event) => app.workspace.leftRibbon.showMenu(event));
  addAction(actions, "settings", "Settings", () => app.setting.open());
  return bar;
}

function addAction(parent: HTMLElement, icon: string, label: string, callback: (event: MouseEvent) => unknown): void {
  const button = parent.createEl("button", {
    cls: "mobile-navbar-action clickable-icon",
    attr: { "aria-label": label, type: "button" },
  });
  setIcon(button, icon);
  button.addEventListener("click", callback);
}
