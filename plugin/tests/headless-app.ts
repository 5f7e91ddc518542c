/** An app without a window, for tests of the data side: its visible parts are lists that a test can read. */
import type { Extension } from "@codemirror/state";
import { App, type AppOptions } from "../mocks/obsidian/app";
import type { ActiveEditor, UiParts, ViewFactory } from "../mocks/obsidian/ui-parts";

export class HeadlessParts implements UiParts {
  readonly tabs = new Set<object>();
  readonly views = new Map<string, ViewFactory>();
  readonly extensions = new Map<string, string>();
  readonly editorExtensions = new Set<Extension>();

  readonly workspace = {
    activeEditor: null as ActiveEditor | null,
    /** No window, so no note is open. */
    getLeavesOfType: (): object[] => [],
    leftRibbon: {
      addRibbonItemButton: (
        id: string,
        _icon: string,
        title: string,
        callback: (event: MouseEvent) => unknown,
      ): HTMLElement => {
        const button = document.createElement("button");
        button.id = id;
        button.title = title;
        button.addEventListener("click", callback);
        document.body.append(button);
        return button;
      },
    },
    registerHoverLinkSource: (): void => undefined,
    unregisterHoverLinkSource: (): void => undefined,
    registerEditorExtension: (extension: Extension): void => void this.editorExtensions.add(extension),
    unregisterEditorExtension: (extension: Extension): void => void this.editorExtensions.delete(extension),
  };

  readonly statusBar = {
    registerStatusBarItem: (): HTMLElement => document.body.appendChild(document.createElement("div")),
  };

  readonly setting = {
    addSettingTab: (tab: object): void => void this.tabs.add(tab),
    removeSettingTab: (tab: object): void => void this.tabs.delete(tab),
  };

  readonly viewRegistry = {
    registerView: (type: string, creator: ViewFactory): void => void this.views.set(type, creator),
    unregisterView: (type: string): void => void this.views.delete(type),
    registerExtensions: (extensions: string[], viewType: string): void => {
      for (const extension of extensions) this.extensions.set(extension, viewType);
    },
    unregisterExtensions: (extensions: string[]): void => {
      for (const extension of extensions) this.extensions.delete(extension);
    },
  };
}

export function headlessApp(options: Partial<AppOptions<HeadlessParts>> = {}): {
  app: App<HeadlessParts>;
  parts: HeadlessParts;
} {
  const parts = new HeadlessParts();
  return { app: new App({ vaultName: "Test vault", ui: () => parts, ...options }), parts };
}
