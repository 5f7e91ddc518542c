/**
 * How far the library is: a line in the status bar while notes are read or when some were left out, and a window with
 * the details, which is also there on a phone. Reads nothing itself.
 */
import { type App, ButtonComponent, Modal, setTooltip } from "obsidian";
import type { Learner, LearnerNews } from "../learner";
import type { LibraryNews, VaultWatcher } from "../vault-watcher";
import { number } from "./library-words";

type Learnt = Pick<Learner, "news" | "listen">;

/** Keeps the line in the status bar up to date; the answer ends that. */
export function libraryLine(item: HTMLElement, watcher: Pick<VaultWatcher, "state" | "listen">, learner: Learnt): () => void {
  item.addClass("mod-clickable");
  setTooltip(item, "Show index status", { placement: "top" });
  const show = () => {
    const text = lineOf(watcher.state) || learningLine(learner.news);
    item.setText(text);
    item.toggle(text !== "");
  };
  show();
  const endings = [watcher.listen(show), learner.listen(show)];
  return () => endings.forEach((end) => end());
}

/** The line's words; none when there is nothing to say. */
export function lineOf(news: LibraryNews | undefined): string {
  if (news === undefined) return "";
  if (news.trouble !== undefined) return "Ibid: can't read notes";
  if (news.reading && news.total === 0) return "Ibid: indexing…";
  const skipped = news.skipped === 0 ? "" : `${notes(news.skipped)} skipped`;
  if (!news.reading && news.emptyFolders.length > 0) return `Ibid: no files in “${news.emptyFolders[0] ?? ""}”`;
  if (!news.reading) return skipped === "" ? "" : `Ibid: ${skipped}`;
  return `Ibid: ${number(news.notes)} of ${notes(news.total)}${skipped === "" ? "" : `, ${number(news.skipped)} skipped`}`;
}

/** The line's words while meaning is learnt; none when there is nothing to say. */
function learningLine(news: LearnerNews | undefined): string {
  if (news === undefined) return "";
  if (news.trouble !== undefined) return "Ibid: search by meaning failed";
  return `Ibid: search by meaning, ${number(news.done)} of ${notes(news.total)}`;
}

/** Says how far the library is, for as long as it is open, and which notes were left out and why. */
export class LibraryModal extends Modal {
  private endings: (() => void)[] = [];

  constructor(
    app: App,
    private readonly watcher: Pick<VaultWatcher, "state" | "listen" | "refresh">,
    private readonly learner: Learnt,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle("Index");
    const draw = () => this.draw(this.watcher.state);
    this.endings = [this.watcher.listen(draw), this.learner.listen(draw)];
    draw();
  }

  override onClose(): void {
    this.endings.forEach((end) => end());
    this.contentEl.empty();
  }

  private draw(news: LibraryNews | undefined): void {
    this.contentEl.empty();
    this.contentEl.createEl("p", { cls: "ibid-library-state", text: stateOf(news) });
    if (news === undefined || news.reading) return;
    if (news.trouble !== undefined) this.contentEl.createEl("p", { cls: "mod-warning", text: `${news.trouble} Ibid retries automatically.` });
    if (news.skipped > 0) this.drawSkipped(news);
    for (const folder of news.emptyFolders) this.contentEl.createEl("p", { cls: "mod-warning", text: `The excluded or private folder “${folder}” has no files. Check its spelling in settings.` });
    this.drawLearning();
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    new ButtonComponent(buttons).setButtonText("Rebuild index").onClick(() => this.watcher.refresh());
  }

  private drawLearning(): void {
    const { news } = this.learner;
    if (news?.trouble !== undefined) this.contentEl.createEl("p", { cls: "mod-warning", text: `Search by meaning couldn't be updated. ${news.trouble}` });
    else if (news !== undefined) this.contentEl.createEl("p", { text: `Search by meaning covers ${number(news.done)} of ${notes(news.total)}.` });
  }

  private drawSkipped({ skipped, whySkipped }: LibraryNews): void {
    this.contentEl.createEl("p", { text: skipped === 1 ? "1 note was skipped:" : `${notes(skipped)} were skipped:` });
    const list = this.contentEl.createEl("ul", { cls: "ibid-library-skipped" });
    for (const { path, why } of whySkipped) {
      const item = list.createEl("li");
      const link = item.createEl("a", { text: path, href: "#" });
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.openNote(path);
      });
      item.createSpan({ cls: "ibid-library-why", text: why });
    }
    const unnamed = skipped - whySkipped.length;
    if (unnamed > 0) this.contentEl.createEl("p", { text: `And ${number(unnamed)} more.` });
  }

  private openNote(path: string): void {
    const file = this.app.vault.getFileByPath(path);
    // It may be gone since; the list then is that of before.
    if (file === null) return this.watcher.refresh();
    this.close();
    void this.app.workspace.getLeaf(false).openFile(file);
  }
}

function stateOf(news: LibraryNews | undefined): string {
  if (news === undefined) return "No notes indexed yet.";
  if (!news.reading) return news.notes === 1 ? "1 note indexed." : `${notes(news.notes)} indexed.`;
  return news.total === 0 ? "Indexing…" : `${number(news.notes)} of ${notes(news.total)} indexed.`;
}

function notes(count: number): string {
  return `${number(count)} ${count === 1 ? "note" : "notes"}`;
}
