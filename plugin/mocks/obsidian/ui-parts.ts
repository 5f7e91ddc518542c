/** What the app requires of the visible parts of its window, and what these parts require of each other. */
import type { Extension } from "@codemirror/state";
import type { HoverLinkSource, OpenViewState, PaneType } from "obsidian";
import type { EventCallback, EventRef } from "./events";
import type { TFile } from "./files";

export interface Ribbon {
  addRibbonItemButton(id: string, icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement;
}

export interface StatusBar {
  registerStatusBarItem(): HTMLElement;
}

export interface SettingHost {
  addSettingTab(tab: object): void;
  removeSettingTab(tab: object): void;
}

/** Derived from a method, whose parameters TypeScript compares both ways: the leaf is the workspace's own class. */
export type ViewFactory = { create(leaf: object): object }["create"];

export interface ViewRegistry {
  registerView(type: string, creator: ViewFactory): void;
  unregisterView(type: string): void;
  registerExtensions(extensions: string[], viewType: string): void;
  unregisterExtensions(extensions: string[]): void;
}

/** The part of the focused view that editor commands need. */
export interface ActiveEditor {
  editor?: object;
  getMode?(): string;
}

export interface WorkspaceLike {
  leftRibbon: Ribbon;
  activeEditor: ActiveEditor | null;
  registerHoverLinkSource(id: string, info: HoverLinkSource): void;
  unregisterHoverLinkSource(id: string): void;
  registerEditorExtension(extension: Extension): void;
  unregisterEditorExtension(extension: Extension): void;
}

export interface UiParts {
  workspace: WorkspaceLike;
  statusBar: StatusBar;
  setting: SettingHost;
  viewRegistry: ViewRegistry;
}

/** The workspace, as the views, the leaves and the windows over it use it. */
export interface WindowWorkspace extends WorkspaceLike {
  readonly leftSplit: { toggle(): void; collapse(): void };
  readonly editorExtensions: Extension[];
  on(name: string, callback: EventCallback): EventRef;
  trigger(name: string, ...data: unknown[]): void;
  onLayoutReady(callback: () => unknown): void;
  requestLayoutChange(): void;
  requestActiveLeafEvents(): void;
  setActiveLeaf(leaf: object, params?: { focus?: boolean }): void;
  onDetach(leaf: object): void;
  getActiveFile(): TFile | null;
  getLeaf(newLeaf?: PaneType | boolean): { openFile(file: TFile): Promise<void> };
  getLastOpenFiles(): string[];
  openLinkText(
    linktext: string,
    sourcePath: string,
    newLeaf?: PaneType | boolean,
    openViewState?: OpenViewState,
  ): Promise<void>;
}

/** The window with the settings, as its own tabs use it. */
export interface WindowSettings extends SettingHost {
  readonly pluginTabs: readonly { id: string }[];
  openTab(tab: object): void;
}

/** Which view draws what, as the leaves ask. */
export interface WindowViews extends ViewRegistry {
  getTypeByExtension(extension: string): string | undefined;
  getViewCreatorByType(type: string): ViewFactory | undefined;
}

/** The parts of an app that has a window. */
export interface WindowUi extends UiParts {
  workspace: WindowWorkspace;
  setting: WindowSettings;
  viewRegistry: WindowViews;
}
