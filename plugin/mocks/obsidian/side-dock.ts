/**
 * WorkspaceSidedock: the sidebar left or right of the notes; on a phone the style sheet turns it into a drawer that is
 * closed by its backdrop.
 */
import type { WorkspaceLeaf } from "./leaf";
import type { WorkspaceTabs } from "./tabs";

export class WorkspaceSidedock {
  collapsed = true;
  readonly containerEl: HTMLElement;

  constructor(
    readonly side: "left" | "right",
    readonly tabs: WorkspaceTabs<WorkspaceLeaf>,
    private readonly onToggle: () => void,
  ) {
    this.containerEl = createDiv({
      cls: `workspace-split mod-horizontal mod-sidedock mod-${side}-split is-sidedock-collapsed`,
    });
    this.containerEl.createDiv({ cls: "workspace-drawer-backdrop" }).addEventListener("click", () => this.collapse());
    this.containerEl.createDiv({ cls: "workspace-drawer-inner" }).append(tabs.containerEl);
  }

  toggle(): void {
    if (this.collapsed) this.expand();
    else this.collapse();
  }

  collapse(): void {
    this.change("collapsed");
  }

  expand(): void {
    this.change("expanded");
  }

  private change(to: "collapsed" | "expanded"): void {
    const collapsed = to === "collapsed";
    if (collapsed === this.collapsed) return;
    this.collapsed = collapsed;
    this.containerEl.classList.toggle("is-sidedock-collapsed", collapsed);
    this.onToggle();
  }
}
