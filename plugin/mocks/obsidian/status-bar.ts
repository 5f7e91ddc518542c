/**
 * StatusBarItems: the small texts at the bottom right of the desktop window. Hidden on a phone, as in the app.
 */
export class StatusBarItems {
  readonly containerEl = createDiv({ cls: "status-bar" });

  /** A new item is placed left of the older ones. */
  registerStatusBarItem(): HTMLElement {
    const item = createDiv({ cls: "status-bar-item" });
    this.containerEl.prepend(item);
    return item;
  }
}
