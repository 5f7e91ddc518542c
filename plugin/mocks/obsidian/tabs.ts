/**
 * WorkspaceTabs: a group of tabs and the leaf of the selected one. The middle of the window and each sidebar have one;
 * the workspace decides which leaf of the window is active.
 */
import { setIcon } from "./icons";
import type { WorkspaceLeaf } from "./leaf";

export type TabsPlace = "root" | "left" | "right";

export class WorkspaceTabs {
  readonly containerEl: HTMLElement;
  readonly tabHeaderContainerEl: HTMLElement;
  readonly children: WorkspaceLeaf[] = [];
  currentLeaf: WorkspaceLeaf | null = null;
  private readonly leavesEl: HTMLElement;

  constructor(
    readonly place: TabsPlace,
    private readonly onSelect: (leaf: WorkspaceLeaf) => void,
    onNewTab: () => void,
  ) {
    this.containerEl = createDiv({ cls: "workspace-tabs" });
    const bar = this.containerEl.createDiv({ cls: "workspace-tab-header-container" });
    this.tabHeaderContainerEl = bar.createDiv({ cls: "workspace-tab-header-container-inner", attr: { role: "tablist" } });
    if (place === "root") this.addNewTabButton(bar, onNewTab);
    this.leavesEl = this.containerEl.createDiv({ cls: "workspace-tab-container" });
  }

  add(leaf: WorkspaceLeaf): void {
    this.children.push(leaf);
    this.tabHeaderContainerEl.append(leaf.tabHeaderEl);
    leaf.tabHeaderEl.addEventListener("click", () => this.onSelect(leaf));
    leaf.containerEl.addEventListener("pointerdown", () => this.onSelect(leaf), { capture: true });
    this.leavesEl.append(leaf.containerEl);
    this.show(this.currentLeaf ?? leaf);
  }

  /** The neighbour replaces a closed tab. */
  remove(leaf: WorkspaceLeaf): void {
    const index = this.children.indexOf(leaf);
    if (index < 0) return;
    this.children.splice(index, 1);
    leaf.tabHeaderEl.remove();
    leaf.containerEl.remove();
    if (this.currentLeaf === leaf) this.show(this.children[Math.min(index, this.children.length - 1)] ?? null);
  }

  show(leaf: WorkspaceLeaf | null): void {
    this.currentLeaf = leaf;
    for (const child of this.children) {
      child.containerEl.classList.toggle("is-hidden", child !== leaf);
      child.tabHeaderEl.classList.toggle("is-active", child === leaf);
      child.tabHeaderEl.setAttribute("aria-selected", String(child === leaf));
    }
    leaf?.onResize();
  }

  private addNewTabButton(bar: HTMLElement, onNewTab: () => void): void {
    const button = bar.createEl("button", { cls: "clickable-icon workspace-tab-header-new-tab", attr: { "aria-label": "New tab", type: "button" } });
    setIcon(button, "plus");
    button.addEventListener("click", onNewTab);
  }
}
