/** The visible parts of the window, as shell.ts puts them on the page. */
import type { AppWindow } from "./app-window";
import type { SettingsWindow } from "./settings-window";
import type { StatusBarItems } from "./status-bar";
import type { WindowUi } from "./ui-parts";
import type { Views } from "./view-registry";
import type { Workspace } from "./workspace";

export interface WindowParts extends WindowUi {
  workspace: Workspace;
  statusBar: StatusBarItems;
  setting: SettingsWindow;
  viewRegistry: Views;
}

/** The app with all its parts, for what stands on the page beside them. */
export type ShownApp = AppWindow<WindowParts>;
