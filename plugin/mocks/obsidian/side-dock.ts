/**
 * WorkspaceSidedock: the panel left or right of the notes; on a phone the same element slides over them as a drawer,
 * which is the style sheet's doing. It is closed by its own backdrop there.
 */
import type { WorkspaceTabs } from "./tabs";

export class WorkspaceSidedock {
  collapsed = true;
  readonly containerEl: HTMLElement;

  constructor(
    readonly side: "left" | "right",
    readonly tabs: WorkspaceTabs,
    private readonly onToggle: () => void,
  ) {
    this.containerEl = createDiv({ cls: `workspace-split mod-horizontal mod-sidedock mod-${side}-split is-sidedock-collapsed` });
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
