/**
 * AppWindow: the App that a plugin gets once there is a window, with its keys and visible parts. Exported to plugins as
 * `App`. It draws nothing itself; shell.ts puts the parts on the page.
 */
import { App } from "./app";
import { Keymap, Scope } from "./scope";
import { Tasks } from "./tasks";
import type { WindowUi } from "./ui-parts";

export class AppWindow<Ui extends WindowUi = WindowUi> extends App<Ui> {
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
