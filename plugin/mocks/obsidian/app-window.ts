/**
 * AppWindow: the App a plugin is given once there is a window: its keys and the parts it shows, by their real classes.
 * Exported to plugins as `App`. It draws nothing itself; shell.ts puts the parts on the page.
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

  /** Tells plugins that the app goes, and answers with what they still want to do. */
  quit(): Tasks {
    const tasks = new Tasks();
    this.workspace.trigger("quit", tasks);
    return tasks;
  }

  /** Lets go of the page: plugins unload, listeners go. For a page that starts another app in its place. */
  async stop(): Promise<void> {
    await this.quit().promise();
    for (const id of Object.keys(this.plugins.plugins)) await this.plugins.disablePlugin(id);
    for (const stop of this.stops.splice(0)) stop();
  }
}
