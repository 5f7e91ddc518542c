/**
 * Workspace: the leaves of the window, which of them is active, and the events that plugins listen to. There is one tab
 * group in the middle and one in each sidebar; "split" and "window" open a tab. shell.ts draws the rest.
 */
import type { Extension } from "@codemirror/state";
import type { HoverLinkSource, OpenViewState, PaneType } from "obsidian";
import type { AppWindow } from "./app-window";
import { debounce } from "./debounce";
import { Events } from "./events";
import type { TFile } from "./files";
import { FileView } from "./file-view";
import { WorkspaceLeaf } from "./leaf";
import { MarkdownView } from "./markdown-view";
import { openLink } from "./open-link";
import type { RibbonActions } from "./ribbon";
import { WorkspaceSidedock } from "./side-dock";
import { WorkspaceTabs, type TabsPlace } from "./tabs";
import type { View } from "./view";

type Side = "left" | "right";
type SideLeafOptions = { active?: boolean; split?: boolean; reveal?: boolean; state?: Record<string, unknown> };

export class Workspace extends Events {
  readonly containerEl = createDiv({ cls: "workspace" });
  readonly rootSplit: WorkspaceTabs<WorkspaceLeaf>;
  readonly leftSplit: WorkspaceSidedock;
  readonly rightSplit: WorkspaceSidedock;
  activeLeaf: WorkspaceLeaf | null = null;
  layoutReady = false;
  readonly editorExtensions: Extension[] = [];
  /** Sources of link previews. There are no previews here: the event is fired and nothing is drawn. */
  readonly hoverLinkSources: Record<string, HoverLinkSource> = {};
  readonly requestActiveLeafEvents = debounce(() => this.activeLeafEvents(), 0);
  readonly requestLayoutChange = debounce(() => this.trigger("layout-change"), 0);
  private readonly readyCallbacks: (() => unknown)[] = [];
  private readonly recentFiles: TFile[] = [];
  private announcedLeaf: WorkspaceLeaf | null = null;
  private announcedFile: TFile | null = null;

  constructor(
    readonly app: AppWindow,
    readonly leftRibbon: RibbonActions,
  ) {
    super();
    this.rootSplit = this.makeTabs("root");
    this.leftSplit = new WorkspaceSidedock("left", this.makeTabs("left"), this.requestLayoutChange);
    this.rightSplit = new WorkspaceSidedock("right", this.makeTabs("right"), this.requestLayoutChange);
  }

  get activeEditor(): MarkdownView | null {
    return this.getActiveViewOfType(MarkdownView);
  }

  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) callback();
    else this.readyCallbacks.push(callback);
  }

  /** Called by the shell when the layout is complete. */
  becomeReady(): void {
    this.layoutReady = true;
    for (const callback of this.readyCallbacks.splice(0)) callback();
    this.trigger("layout-ready");
  }

  /** Without a request for a new tab, the tab last used for a file is used again, unless it is pinned. */
  getLeaf(newLeaf?: PaneType | boolean): WorkspaceLeaf {
    if (newLeaf) return this.addLeaf(this.rootSplit);
    const recentFirst = [...this.rootSplit.children].sort((a, b) => b.activeTime - a.activeTime);
    // As in the app, a view that is not made for navigation stays, and another tab shows the file.
    return recentFirst.find((leaf) => !leaf.pinned && leaf.view.navigation) ?? this.addLeaf(this.rootSplit);
  }

  getUnpinnedLeaf(): WorkspaceLeaf {
    return this.getLeaf(false);
  }

  getMostRecentLeaf(root: WorkspaceTabs<WorkspaceLeaf> = this.rootSplit): WorkspaceLeaf | null {
    return [...root.children].sort((a, b) => b.activeTime - a.activeTime)[0] ?? null;
  }

  getLeafById(id: string): WorkspaceLeaf | null {
    return this.leaves().find((leaf) => leaf.id === id) ?? null;
  }

  getLeftLeaf(_split: boolean): WorkspaceLeaf | null {
    return this.addLeaf(this.leftSplit.tabs);
  }

  getRightLeaf(_split: boolean): WorkspaceLeaf | null {
    return this.addLeaf(this.rightSplit.tabs);
  }

  async ensureSideLeaf(type: string, side: Side, options: SideLeafOptions = {}): Promise<WorkspaceLeaf> {
    const { active = true, reveal = true, state } = options;
    const dock = side === "left" ? this.leftSplit : this.rightSplit;
    const found = dock.tabs.children.find((leaf) => leaf.view.getViewType() === type);
    const leaf = found ?? this.addLeaf(dock.tabs);
    if (!found || state) await leaf.setViewState({ type, state });
    if (reveal) await this.revealLeaf(leaf);
    if (active) this.setActiveLeaf(leaf, { focus: true });
    return leaf;
  }

  async revealLeaf(leaf: WorkspaceLeaf): Promise<void> {
    if (leaf.parent === this.leftSplit.tabs) this.leftSplit.expand();
    if (leaf.parent === this.rightSplit.tabs) this.rightSplit.expand();
    leaf.parent.show(leaf);
    await leaf.loadIfDeferred();
  }

  setActiveLeaf(leaf: WorkspaceLeaf, params?: { focus?: boolean } | boolean, focus?: boolean): void {
    const wantsFocus = typeof params === "object" ? params.focus : focus;
    leaf.parent.show(leaf);
    leaf.activeTime = performance.now();
    if (this.activeLeaf !== leaf) {
      this.activeLeaf?.containerEl.classList.remove("mod-active");
      this.activeLeaf?.tabHeaderEl.classList.remove("mod-active");
      this.activeLeaf = leaf;
      leaf.containerEl.classList.add("mod-active");
      leaf.tabHeaderEl.classList.add("mod-active");
    }
    if (wantsFocus) leaf.setEphemeralState({ focus: true });
    this.requestActiveLeafEvents();
  }

  getActiveViewOfType<T extends View>(type: abstract new (...args: never[]) => T): T | null {
    const view = this.activeLeaf?.view;
    return view instanceof type ? view : null;
  }

  /** If the active view has no file, such as one in a sidebar, the last open file counts. */
  getActiveFile(): TFile | null {
    const view = this.activeLeaf?.view;
    if (view instanceof FileView && view.file) return view.file;
    const recent = this.getMostRecentLeaf()?.view;
    return recent instanceof FileView ? recent.file : null;
  }

  getLastOpenFiles(): string[] {
    return this.recentFiles.map((file) => file.path);
  }

  iterateRootLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
    for (const leaf of [...this.rootSplit.children]) callback(leaf);
  }

  iterateAllLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
    for (const leaf of this.leaves()) callback(leaf);
  }

  getLeavesOfType(viewType: string): WorkspaceLeaf[] {
    return this.leaves().filter((leaf) => leaf.view.getViewType() === viewType);
  }

  detachLeavesOfType(viewType: string): void {
    for (const leaf of this.getLeavesOfType(viewType)) leaf.detach();
  }

  async openLinkText(
    linktext: string,
    sourcePath: string,
    newLeaf?: PaneType | boolean,
    openViewState?: OpenViewState,
  ): Promise<void> {
    await openLink(this, { linktext, sourcePath, newLeaf, openViewState });
  }

  registerHoverLinkSource(id: string, info: HoverLinkSource): void {
    this.hoverLinkSources[id] = info;
  }

  unregisterHoverLinkSource(id: string): void {
    delete this.hoverLinkSources[id];
  }

  registerEditorExtension(extension: Extension): void {
    this.editorExtensions.push(extension);
    this.updateOptions();
  }

  unregisterEditorExtension(extension: Extension): void {
    const index = this.editorExtensions.indexOf(extension);
    if (index >= 0) this.editorExtensions.splice(index, 1);
    this.updateOptions();
  }

  updateOptions(): void {
    this.iterateAllLeaves((leaf) => leaf.view instanceof MarkdownView && leaf.view.updateOptions());
  }

  /** Called by a closed leaf. The middle always keeps one tab. */
  onDetach(leaf: WorkspaceLeaf): void {
    if (leaf.parent.place === "root" && leaf.parent.children.length === 0) this.addLeaf(this.rootSplit);
    if (leaf.parent.place === "right" && leaf.parent.children.length === 0) this.rightSplit.collapse();
    const next = leaf.parent.place === "root" ? leaf.parent.currentLeaf : this.getMostRecentLeaf();
    if (this.activeLeaf === leaf) {
      this.activeLeaf = null;
      if (next) this.setActiveLeaf(next);
    }
    this.requestLayoutChange();
  }

  private addLeaf(tabs: WorkspaceTabs<WorkspaceLeaf>): WorkspaceLeaf {
    const leaf = new WorkspaceLeaf(this.app, tabs);
    tabs.add(leaf);
    this.requestLayoutChange();
    return leaf;
  }

  private makeTabs(place: TabsPlace): WorkspaceTabs<WorkspaceLeaf> {
    return new WorkspaceTabs(
      place,
      (leaf) => this.setActiveLeaf(leaf),
      () => this.setActiveLeaf(this.getLeaf(true)),
    );
  }

  private leaves(): WorkspaceLeaf[] {
    return [...this.leftSplit.tabs.children, ...this.rootSplit.children, ...this.rightSplit.tabs.children];
  }

  /** Fired at most once per turn and only for changes, as in the app. */
  private activeLeafEvents(): void {
    if (this.announcedLeaf !== this.activeLeaf) {
      this.announcedLeaf = this.activeLeaf;
      this.trigger("active-leaf-change", this.activeLeaf);
    }
    const file = this.getActiveFile();
    if (file === this.announcedFile) return;
    this.announcedFile = file;
    if (file) this.remember(file);
    this.trigger("file-open", file);
  }

  private remember(file: TFile): void {
    const index = this.recentFiles.indexOf(file);
    if (index >= 0) this.recentFiles.splice(index, 1);
    this.recentFiles.unshift(file);
    this.recentFiles.length = Math.min(this.recentFiles.length, 10);
  }
}
