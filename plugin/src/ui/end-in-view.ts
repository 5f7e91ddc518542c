/** Keeps the end of a growing list in view, until the user scrolls or clicks in it. */
import { Component } from "obsidian";

export class EndInView extends Component {
  private isOn = true;

  constructor(
    private readonly scrollEl: HTMLElement,
    private readonly listEl: HTMLElement,
  ) {
    super();
  }

  override onload(): void {
    const observer = new ResizeObserver(() => this.scroll());
    observer.observe(this.listEl);
    this.register(() => observer.disconnect());
    const stop = () => {
      this.isOn = false;
    };
    for (const event of ["wheel", "pointerdown", "keydown"] as const)
      this.registerDomEvent(this.scrollEl, event, stop, { passive: true });
  }

  /** Shows the end from now on. */
  start(): void {
    this.isOn = true;
    this.scroll();
  }

  private scroll(): void {
    if (this.isOn) this.scrollEl.scrollTop = this.scrollEl.scrollHeight;
  }
}
