/**
 * A view with the health of the vault: what the user may want to link, mend, fill in or answer, and beside it a picture
 * of the clusters. Checks when it is opened, shows the progress and a button to stop.
 */
import { type App, ButtonComponent, ItemView, Keymap, type WorkspaceLeaf } from "obsidian";
import type { Health } from "../core/exports";
import { type Failure, failureText, toFailure } from "../core/failure";
import { type HealthServices, runAction } from "./health-actions";
import { totalRows } from "./health-store";
import { openNoteAt } from "../vault/note-link";
import { ClusterPanel } from "./cluster-panel";
import { HealthList } from "./health-list";
import { HEALTH_TITLE, healthSummary, NOTHING_TO_MEND_TEXT } from "./health-text";
import { IgnoredRows } from "./ignored-rows";

export const HEALTH_VIEW_TYPE = "ibid-health";
export const HEALTH_ICON = "heart-pulse";

/** Width of the view below which list and picture are shown one at a time. */
const MIN_TWO_COLUMNS_WIDTH = 720;

const STALE_TEXT = "The vault has changed since this check.";

type Part = "list" | "clusters";

/** Shows the view in a tab and checks the vault. */
export async function showHealthView(app: App): Promise<void> {
  const { workspace } = app;
  const [open] = workspace.getLeavesOfType(HEALTH_VIEW_TYPE);
  const leaf = open ?? workspace.getLeaf("tab");
  if (open === undefined) await leaf.setViewState({ type: HEALTH_VIEW_TYPE, active: true });
  await workspace.revealLeaf(leaf);
  if (leaf.view instanceof HealthView) await leaf.view.check();
}

export class HealthView extends ItemView {
  override icon = HEALTH_ICON;
  override navigation = false;
  private readonly headEl: HTMLElement;
  private readonly partsEl: HTMLElement;
  private readonly emptyEl: HTMLElement;
  private readonly list: HealthList;
  private readonly ignored: IgnoredRows;
  private readonly clusters: ClusterPanel;
  private readonly partButtons: Record<Part, HTMLElement>;
  private running: AbortController | undefined;
  private staleEl: HTMLElement | undefined;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly services: HealthServices,
  ) {
    super(leaf);
    this.contentEl.addClass("ibid-health");
    this.headEl = this.contentEl.createDiv({ cls: "ibid-health-head" });
    this.partsEl = this.contentEl.createDiv({ cls: "ibid-health-parts" });
    const switchEl = this.partsEl.createDiv({
      cls: "ibid-health-switch",
      attr: { role: "group", "aria-label": "Show" },
    });
    this.partButtons = {
      list: this.addPartButton(switchEl, "list", "List"),
      clusters: this.addPartButton(switchEl, "clusters", "Clusters"),
    };
    const listColumn = this.partsEl.createDiv({ cls: "ibid-health-list" });
    this.emptyEl = listColumn.createDiv({ cls: "pane-empty ibid-health-empty", attr: { role: "status" } });
    this.list = new HealthList(listColumn.createDiv(), {
      ...services,
      loadMore: () => void this.run((hooks) => services.health.checkForMore(hooks)),
    });
    this.ignored = new IgnoredRows(listColumn.createDiv(), services.health);
    this.clusters = this.addChild(
      new ClusterPanel({
        openNote: (path, event) => runAction(openNoteAt(this.app, { path }, Keymap.isModEvent(event))),
      }),
    );
    this.partsEl.append(this.clusters.containerEl);
    this.partsEl.hide();
    this.showPart("list");
  }

  override getViewType(): string {
    return HEALTH_VIEW_TYPE;
  }

  override getDisplayText(): string {
    return HEALTH_TITLE;
  }

  protected override onOpen(): Promise<void> {
    const { vault, workspace } = this.app;
    const observer = new ResizeObserver(() =>
      this.contentEl.toggleClass("is-narrow", this.contentEl.clientWidth < MIN_TWO_COLUMNS_WIDTH),
    );
    observer.observe(this.contentEl);
    this.register(() => observer.disconnect());
    this.register(this.services.health.listen(() => void this.showLast()));
    this.registerEvent(workspace.on("css-change", () => this.clusters.themeChanged()));
    this.registerEvent(vault.on("modify", () => this.showStale()));
    this.registerEvent(vault.on("create", () => this.showStale()));
    this.registerEvent(vault.on("delete", () => this.showStale()));
    this.registerEvent(vault.on("rename", () => this.showStale()));
    this.showHead("Look for notes to link, mend, fill in or answer. Nothing leaves this device.", "Check");
    void this.showLast();
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.running?.abort();
    return Promise.resolve();
  }

  /** Checks the vault and shows the result. Does nothing while a check is running. */
  check(): Promise<void> {
    return this.run((hooks) => this.services.health.check(hooks));
  }

  private async run(
    check: (hooks: Parameters<HealthServices["health"]["check"]>[0]) => Promise<Health>,
  ): Promise<void> {
    if (this.running !== undefined) return;
    const running = new AbortController();
    this.running = running;
    const textEl = this.showProgress(() => running.abort());
    try {
      await check({ signal: running.signal, onProgress: ({ message }) => textEl.setText(`${message}…`) });
      this.running = undefined;
      await this.showLast();
    } catch (thrown) {
      this.running = undefined;
      this.showFailure(toFailure(thrown));
    }
  }

  private showProgress(cancel: () => void): HTMLElement {
    this.headEl.empty();
    this.staleEl = undefined;
    const textEl = this.headEl.createDiv({
      cls: "ibid-health-summary",
      text: "Checking the vault…",
      attr: { role: "status" },
    });
    new ButtonComponent(this.headEl).setButtonText("Stop").onClick(cancel);
    return textEl;
  }

  private showFailure(failure: Failure): void {
    this.showHead(failure.code === "cancelled" ? "The check was stopped." : failureText(failure), "Check again");
  }

  /** Shows a text and a button that checks the vault. */
  private showHead(text: string, buttonText: string): void {
    this.headEl.empty();
    this.headEl.createDiv({ cls: "ibid-health-summary", text, attr: { role: "status" } });
    this.staleEl = this.headEl.createDiv({ cls: "ibid-health-stale", attr: { role: "status" } });
    new ButtonComponent(this.headEl).setButtonText(buttonText).onClick(() => void this.check());
  }

  private showStale(): void {
    if (this.services.health.last !== undefined) this.staleEl?.setText(STALE_TEXT);
  }

  /** Shows the last result, wherever it comes from: this view, or an action that checked again. */
  private async showLast(): Promise<void> {
    const { last } = this.services.health;
    if (this.running !== undefined) return;
    if (last === undefined) return this.partsEl.hide();
    this.showHead(healthSummary(last), "Check again");
    this.partsEl.show();
    this.emptyEl.setText(totalRows(last) === 0 ? NOTHING_TO_MEND_TEXT : "");
    await Promise.all([
      this.list.draw(last),
      this.clusters.show(last.clusters),
      this.ignored.update().catch(() => undefined),
    ]);
  }

  private addPartButton(parent: HTMLElement, part: Part, text: string): HTMLElement {
    const button = parent.createEl("button", { text, attr: { type: "button" } });
    button.addEventListener("click", () => this.showPart(part));
    return button;
  }

  /** In a narrow view, shows the list or the picture. */
  private showPart(part: Part): void {
    this.partsEl.setAttr("data-part", part);
    for (const [each, button] of Object.entries(this.partButtons))
      button.setAttr("aria-pressed", String(each === part));
  }
}
