/**
 * WorkspaceLeaf: one tab and its view. It can replace its view by one of another type; its tab group decides its
 * position. No leaf is deferred here.
 */
import type { OpenViewState, ViewState } from "obsidian";
import type { AppWindow } from "./app-window";
import { Events } from "./events";
import type { TFile } from "./files";
import { setIcon } from "./icons";
import { Notice } from "./notice";
import type { WorkspaceTabs } from "./tabs";
import { EmptyView, type View } from "./view";

let count = 0;

export class WorkspaceLeaf extends Events {
  readonly id = `leaf-${(count += 1)}`;
  readonly containerEl = createDiv({ cls: "workspace-leaf" });
  readonly tabHeaderEl = createDiv({ cls: "workspace-tab-header tappable", attr: { role: "tab", draggable: "false" } });
  readonly hoverPopover = null;
  view: View;
  pinned = false;
  activeTime = 0;
  private readonly iconEl: HTMLElement;
  private readonly titleEl: HTMLElement;

  constructor(
    readonly app: AppWindow,
    readonly parent: WorkspaceTabs<WorkspaceLeaf>,
  ) {
    super();
    const inner = this.tabHeaderEl.createDiv({ cls: "workspace-tab-header-inner" });
    this.iconEl = inner.createDiv({ cls: "workspace-tab-header-inner-icon" });
    this.titleEl = inner.createDiv({ cls: "workspace-tab-header-inner-title" });
    this.addCloseButton(inner);
    this.view = new EmptyView(this);
    void this.view.open(this.containerEl);
    this.updateHeader();
  }

  get workspace(): AppWindow["workspace"] {
    return this.app.workspace;
  }

  get isDeferred(): boolean {
    return false;
  }

  async loadIfDeferred(): Promise<void> {}

  getRoot(): WorkspaceTabs<WorkspaceLeaf> {
    return this.parent;
  }

  async openFile(file: TFile, openState?: OpenViewState): Promise<void> {
    const type = this.app.viewRegistry.getTypeByExtension(file.extension);
    if (type === undefined) {
      new Notice(`${file.name} cannot be shown here.`);
      return;
    }
    const state = { ...openState?.state, file: file.path };
    await this.setViewState({ type, state, active: openState?.active ?? true }, openState?.eState);
  }

  async open(view: View): Promise<View> {
    await this.view.close();
    this.view = view;
    await view.open(this.containerEl);
    this.updateHeader();
    this.app.workspace.requestLayoutChange();
    return view;
  }

  getViewState(): ViewState {
    return { type: this.view.getViewType(), state: this.view.getState(), ...(this.pinned ? { pinned: true } : {}) };
  }

  async setViewState(viewState: ViewState, eState?: unknown): Promise<void> {
    if (viewState.type !== this.view.getViewType()) {
      const create = this.app.viewRegistry.getViewCreatorByType(viewState.type);
      await this.open(create ? (create(this) as View) : new EmptyView(this));
    }
    await this.view.setState(viewState.state ?? {}, { history: false });
    if (eState !== undefined) this.view.setEphemeralState(eState);
    this.updateHeader();
    if (viewState.active) this.app.workspace.setActiveLeaf(this, { focus: true });
    this.app.workspace.requestActiveLeafEvents();
  }

  getEphemeralState(): unknown {
    return this.view.getEphemeralState();
  }

  setEphemeralState(state: unknown): void {
    this.view.setEphemeralState(state);
  }

  setPinned(pinned: boolean): void {
    this.pinned = pinned;
    this.trigger("pinned-change", pinned);
  }

  togglePinned(): void {
    this.setPinned(!this.pinned);
  }

  detach(): void {
    this.parent.remove(this);
    void this.view.close();
    this.app.workspace.onDetach(this);
  }

  getIcon(): string {
    return this.view.getIcon();
  }

  getDisplayText(): string {
    return this.view.getDisplayText();
  }

  onResize(): void {
    this.view.onResize();
  }

  updateHeader(): void {
    // A view calls this in its constructor, before it is assigned to the leaf.
    if (!this.view) return;
    setIcon(this.iconEl, this.getIcon());
    this.titleEl.textContent = this.getDisplayText();
    this.tabHeaderEl.dataset["type"] = this.view.getViewType();
    this.tabHeaderEl.setAttribute("aria-label", this.getDisplayText());
  }

  private addCloseButton(inner: HTMLElement): void {
    const close = inner.createDiv({ cls: "workspace-tab-header-inner-close-button", attr: { role: "button" } });
    setIcon(close, "x");
    close.addEventListener("click", (event) => {
      event.stopPropagation();
      this.detach();
    });
  }
}
