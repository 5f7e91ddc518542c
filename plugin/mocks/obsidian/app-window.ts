/**
 * AppWindow: the App that a plugin gets once there is a window, with its keys and visible parts. Exported to plugins as
 * `App`. It draws nothing itself; shell.ts puts the parts on the page.
 */
import { App, type UiParts } from "./app";
import { Keymap, Scope } from "./scope";
import type { SettingsWindow } from "./settings-window";
import type { StatusBarItems } from "./status-bar";
import { Tasks } from "./tasks";
import type { Views } from "./view-registry";
import type { Workspace } from "./workspace";

export interface WindowParts extends UiParts {
  workspace: Workspace;
  statusBar: StatusBarItems;
  setting: SettingsWindow;
  viewRegistry: Views;
}

export class AppWindow extends App<WindowParts> {
  readonly scope = new Scope();
  readonly keymap = new Keymap(this.scope);
  private readonly stops: (() => void)[] = [];

  onStop(stop: () => void): void {
    this.stops.push(stop);
  }

  /** Tells plugins that the app quits, and returns the work they still want to finish. */
  quit(): Tasks {
    const tasks = new Tasks();
    this.workspace.trigger("quit", tasks);
    return tasks;
  }

  /** Releases the page: unloads plugins and removes listeners, so that the page can start another app. */
  async stop(): Promise<void> {
    await this.quit().promise();
    for (const id of Object.keys(this.plugins.plugins)) await this.plugins.disablePlugin(id);
    for (const stop of this.stops.splice(0)) stop();
  }
}
