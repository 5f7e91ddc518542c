/**
 * WorkspaceTabs: a group of tabs and the leaf of the selected one. The middle of the window and each sidebar have one;
 * the workspace decides which leaf of the window is active.
 */
import { setIcon } from "./icons";

export type TabsPlace = "root" | "left" | "right";

/** The leaf of a tab, as the group uses it. */
export interface TabLeaf {
  readonly containerEl: HTMLElement;
  readonly tabHeaderEl: HTMLElement;
  onResize(): void;
}

export class WorkspaceTabs<Leaf extends TabLeaf> {
  readonly containerEl: HTMLElement;
  readonly tabHeaderContainerEl: HTMLElement;
  readonly children: Leaf[] = [];
  currentLeaf: Leaf | null = null;
  private readonly leavesEl: HTMLElement;

  constructor(
    readonly place: TabsPlace,
    private readonly onSelect: (leaf: Leaf) => void,
    onNewTab: () => void,
  ) {
    this.containerEl = createDiv({ cls: "workspace-tabs" });
    const bar = this.containerEl.createDiv({ cls: "workspace-tab-header-container" });
    this.tabHeaderContainerEl = bar.createDiv({
      cls: "workspace-tab-header-container-inner",
      attr: { role: "tablist" },
    });
    if (place === "root") this.addNewTabButton(bar, onNewTab);
    this.leavesEl = this.containerEl.createDiv({ cls: "workspace-tab-container" });
  }

  add(leaf: Leaf): void {
    this.children.push(leaf);
    this.tabHeaderContainerEl.append(leaf.tabHeaderEl);
    leaf.tabHeaderEl.addEventListener("click", () => this.onSelect(leaf));
    leaf.containerEl.addEventListener("pointerdown", () => this.onSelect(leaf), { capture: true });
    this.leavesEl.append(leaf.containerEl);
    this.show(this.currentLeaf ?? leaf);
  }

  /** The neighbour replaces a closed tab. */
  remove(leaf: Leaf): void {
    const index = this.children.indexOf(leaf);
    if (index < 0) return;
    this.children.splice(index, 1);
    leaf.tabHeaderEl.remove();
    leaf.containerEl.remove();
    if (this.currentLeaf === leaf) this.show(this.children[Math.min(index, this.children.length - 1)] ?? null);
  }

  show(leaf: Leaf | null): void {
    this.currentLeaf = leaf;
    for (const child of this.children) {
      child.containerEl.classList.toggle("is-hidden", child !== leaf);
      child.tabHeaderEl.classList.toggle("is-active", child === leaf);
      child.tabHeaderEl.setAttribute("aria-selected", String(child === leaf));
    }
    leaf?.onResize();
  }

  private addNewTabButton(bar: HTMLElement, onNewTab: () => void): void {
    const button = bar.createEl("button", {
      cls: "clickable-icon workspace-tab-header-new-tab",
      attr: { "aria-label": "New tab", type: "button" },
    });
    setIcon(button, "plus");
    button.addEventListener("click", onNewTab);
  }
}
