/**
 * Shows the status of the index: in the status bar while notes are being read or if some were
 * skipped, and in a window with details, because phones have no status bar.
 */
import { type App, ButtonComponent, Modal, setTooltip } from "obsidian";
import type { EmbeddingStatus, EmbeddingUpdater } from "./embedding-updater";
import type { VaultStatus, VaultWatcher } from "./vault-watcher";
import { formatNumber } from "./library-text";

type EmbeddingStatusSource = Pick<EmbeddingUpdater, "status" | "listen">;

/** Keeps an item of the status bar up to date until the returned function is called. */
export function showIndexStatus(
  statusBarItem: HTMLElement,
  watcher: Pick<VaultWatcher, "status" | "listen">,
  embeddingUpdater: EmbeddingStatusSource,
): () => void {
  statusBarItem.addClass("mod-clickable");
  setTooltip(statusBarItem, "Show index status", { placement: "top" });
  const updateText = () => {
    const text = statusBarText(watcher.status) || embeddingStatusText(embeddingUpdater.status);
    statusBarItem.setText(text);
    statusBarItem.toggle(text !== "");
  };
  updateText();
  const listenerRemovers = [watcher.listen(updateText), embeddingUpdater.listen(updateText)];
  return () => listenerRemovers.forEach((remove) => remove());
}

/** Text of the status bar; empty if there is nothing to show. */
export function statusBarText(status: VaultStatus | undefined): string {
  if (status === undefined) return "";
  if (status.problem !== undefined) return "Ibid: can't read notes";
  if (status.reading && status.total === 0) return "Ibid: indexing…";
  const skippedNotesText = status.skipped === 0 ? "" : `${noteCountText(status.skipped)} skipped`;
  if (!status.reading && status.emptyFolders.length > 0) return `Ibid: no files in “${status.emptyFolders[0] ?? ""}”`;
  if (!status.reading) return skippedNotesText === "" ? "" : `Ibid: ${skippedNotesText}`;
  return `Ibid: ${formatNumber(status.notes)} of ${noteCountText(status.total)}${skippedNotesText === "" ? "" : `, ${formatNumber(status.skipped)} skipped`}`;
}

/** Text of the status bar while embeddings are computed; empty if there is nothing to show. */
function embeddingStatusText(status: EmbeddingStatus | undefined): string {
  if (status === undefined) return "";
  if (status.problem !== undefined) return "Ibid: search by meaning failed";
  return `Ibid: search by meaning, ${formatNumber(status.done)} of ${noteCountText(status.total)}`;
}

/** A window that shows the status of the index, the skipped notes and why they were skipped. */
export class IndexStatusModal extends Modal {
  private removers: (() => void)[] = [];

  constructor(
    app: App,
    private readonly watcher: Pick<VaultWatcher, "status" | "listen" | "refresh">,
    private readonly embeddingUpdater: EmbeddingStatusSource,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle("Index");
    const redraw = () => this.draw(this.watcher.status);
    this.removers = [this.watcher.listen(redraw), this.embeddingUpdater.listen(redraw)];
    redraw();
  }

  override onClose(): void {
    this.removers.forEach((remove) => remove());
    this.contentEl.empty();
  }

  private draw(status: VaultStatus | undefined): void {
    this.contentEl.empty();
    this.contentEl.createEl("p", { cls: "ibid-library-state", text: indexStatusText(status) });
    if (status === undefined || status.reading) return;
    if (status.problem !== undefined)
      this.contentEl.createEl("p", { cls: "mod-warning", text: `${status.problem} Ibid retries automatically.` });
    if (status.skipped > 0) this.drawSkipped(status);
    for (const folder of status.emptyFolders)
      this.contentEl.createEl("p", {
        cls: "mod-warning",
        text: `The excluded or private folder “${folder}” has no files. Check its spelling in settings.`,
      });
    this.drawLearning();
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    new ButtonComponent(buttons).setButtonText("Rebuild index").onClick(() => this.watcher.refresh());
  }

  private drawLearning(): void {
    const { status } = this.embeddingUpdater;
    if (status?.problem !== undefined)
      this.contentEl.createEl("p", {
        cls: "mod-warning",
        text: `Search by meaning couldn't be updated. ${status.problem}`,
      });
    else if (status !== undefined)
      this.contentEl.createEl("p", {
        text: `Search by meaning covers ${formatNumber(status.done)} of ${noteCountText(status.total)}.`,
      });
  }

  private drawSkipped({ skipped, whySkipped }: VaultStatus): void {
    this.contentEl.createEl("p", {
      text: skipped === 1 ? "1 note was skipped:" : `${noteCountText(skipped)} were skipped:`,
    });
    const skippedNoteList = this.contentEl.createEl("ul", { cls: "ibid-library-skipped" });
    for (const { path, why } of whySkipped) {
      const item = skippedNoteList.createEl("li");
      const link = item.createEl("a", { text: path, href: "#" });
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.openNote(path);
      });
      item.createSpan({ cls: "ibid-library-why", text: why });
    }
    const unlistedNoteCount = skipped - whySkipped.length;
    if (unlistedNoteCount > 0) this.contentEl.createEl("p", { text: `And ${formatNumber(unlistedNoteCount)} more.` });
  }

  private openNote(path: string): void {
    const file = this.app.vault.getFileByPath(path);
    // The file may have been deleted since the list was shown; refreshing updates the list.
    if (file === null) return this.watcher.refresh();
    this.close();
    void this.app.workspace.getLeaf(false).openFile(file);
  }
}

function indexStatusText(status: VaultStatus | undefined): string {
  if (status === undefined) return "No notes indexed yet.";
  if (!status.reading) return status.notes === 1 ? "1 note indexed." : `${noteCountText(status.notes)} indexed.`;
  return status.total === 0 ? "Indexing…" : `${formatNumber(status.notes)} of ${noteCountText(status.total)} indexed.`;
}

function noteCountText(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? "note" : "notes"}`;
}
