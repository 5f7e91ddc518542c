/** App: the app with the plugins that are installed in it. */
import { AppCore, type AppCoreOptions } from "./app-core";
import { Plugins } from "./plugins";
import type { UiParts } from "./ui-parts";

export interface AppOptions<Ui extends UiParts = UiParts> extends AppCoreOptions<Ui> {
  /** The modules that `require(name)` returns to a plugin; at least "obsidian". */
  modules?: Record<string, unknown>;
}

export class App<Ui extends UiParts = UiParts> extends AppCore<Ui> {
  readonly plugins: Plugins;

  constructor(options: AppOptions<Ui>) {
    super(options);
    this.plugins = new Plugins(this, options.modules ?? {});
  }
}
