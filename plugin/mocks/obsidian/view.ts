/**
 * View and ItemView: the content of a leaf. A view draws into its containerEl, which has a header and a content as in
 * the app (plugins rely on `containerEl.children[1]`). Views of files are in file-view.ts.
 */
import type { ViewStateResult } from "obsidian";
import type { AppWindow } from "./app-window";
import { Component } from "./component";
import { setIcon } from "./icons";
import { Menu } from "./menu";
import type { Scope } from "./scope";

/** The leaf of a view, as the view uses it. */
export interface ViewLeaf {
  readonly app: AppWindow;
  updateHeader(): void;
  detach(): void;
}

export abstract class View extends Component {
  readonly app: AppWindow;
  icon = "file-text";
  navigation = false;
  readonly containerEl: HTMLElement;
  scope: Scope | null = null;

  constructor(readonly leaf: ViewLeaf) {
    super();
    this.app = leaf.app;
    this.containerEl = createDiv({ cls: "workspace-leaf-content" });
  }

  /** Called by the leaf: puts the view on the page and starts it. */
  async open(parent: HTMLElement): Promise<void> {
    this.containerEl.dataset["type"] = this.getViewType();
    parent.replaceChildren(this.containerEl);
    await this.load();
    await this.onOpen();
  }

  /** Called by the leaf: stops the view and removes it. */
  async close(): Promise<void> {
    await this.onClose();
    this.unload();
    this.containerEl.remove();
  }

  protected async onOpen(): Promise<void> {}

  protected async onClose(): Promise<void> {}

  abstract getViewType(): string;
  abstract getDisplayText(): string;

  getState(): Record<string, unknown> {
    return {};
  }

  async setState(_state: unknown, _result: ViewStateResult): Promise<void> {}

  getEphemeralState(): Record<string, unknown> {
    return {};
  }

  setEphemeralState(_state: unknown): void {}

  getIcon(): string {
    return this.icon;
  }

  onResize(): void {}

  onPaneMenu(_menu: Menu, _source: string): void {}
}

export abstract class ItemView extends View {
  readonly contentEl: HTMLElement;
  readonly headerEl: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly actionsEl: HTMLElement;

  constructor(leaf: ViewLeaf) {
    super(leaf);
    this.headerEl = this.containerEl.createDiv({ cls: "view-header" });
    this.#addHeaderButton(this.headerEl.createDiv({ cls: "view-header-left" }), "panel-left", "Open files", () =>
      this.app.workspace.leftSplit.toggle(),
    );
    this.titleEl = this.headerEl
      .createDiv({ cls: "view-header-title-container" })
      .createDiv({ cls: "view-header-title" });
    this.actionsEl = this.headerEl.createDiv({ cls: "view-actions" });
    const more = this.#addHeaderButton(this.actionsEl, "more-vertical", "More options", () => this.#openMoreMenu(more));
    this.contentEl = this.containerEl.createDiv({ cls: "view-content" });
  }

  /** New actions are placed before older ones, "more options" last. */
  addAction(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const button = this.#addHeaderButton(this.actionsEl, icon, title, callback);
    this.actionsEl.prepend(button);
    return button;
  }

  override async open(parent: HTMLElement): Promise<void> {
    this.updateTitle();
    await super.open(parent);
  }

  updateTitle(): void {
    this.titleEl.textContent = this.getDisplayText();
    this.leaf.updateHeader();
  }

  #addHeaderButton(
    parent: HTMLElement,
    icon: string,
    label: string,
    callback: (event: MouseEvent) => unknown,
  ): HTMLElement {
    const button = parent.createEl("button", {
      cls: "clickable-icon view-action",
      attr: { "aria-label": label, type: "button" },
    });
    setIcon(button, icon);
    button.addEventListener("click", (event) => callback(event));
    return button;
  }

  #openMoreMenu(button: HTMLElement): void {
    const menu = new Menu();
    this.onPaneMenu(menu, "more-options");
    const at = button.getBoundingClientRect();
    menu.showAtPosition({ x: at.right, y: at.bottom, left: true });
  }
}

/** The view of a new tab. */
export class EmptyView extends ItemView {
  override icon = "file";
  override navigation = true;

  getViewType(): string {
    return "empty";
  }

  getDisplayText(): string {
    return "New tab";
  }

  protected override async onOpen(): Promise<void> {
    const box = this.contentEl.createDiv({ cls: "empty-state" }).createDiv({ cls: "empty-state-container" });
    box.createDiv({ cls: "empty-state-title", text: "No file is open" });
    const actions = box.createDiv({ cls: "empty-state-action-list" });
    for (const [label, command] of [
      ["Create new note", "file-explorer:new-file"],
      ["Go to file", "switcher:open"],
    ] as const) {
      const button = actions.createEl("button", { cls: "empty-state-action", text: label, attr: { type: "button" } });
      button.addEventListener("click", () => this.app.commands.executeCommandById(command));
    }
  }
}
