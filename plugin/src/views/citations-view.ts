/**
 * A pane with the citations of a note: which sentences their sources support, and which not. Asks before it opens pages,
 * shows the progress and a button to stop, and keeps its list until the user checks again.
 */
import { type App, ButtonComponent, ItemView, Keymap, Platform, type WorkspaceLeaf } from "obsidian";
import type { CheckedCitation } from "../../../pkg/ibid";
import type { Consent } from "../consent";
import type { CoreProxy } from "../core";
import { failureText, toFailure } from "../failure";
import { isNote } from "../note-file";
import { openNoteAt } from "../note-link";
import { pathAfterRename } from "../renamed-path";
import { type RunningTask, Tasks, type TaskView } from "../task";
import { renderCitations } from "./citation-list";
import { citationsSummary } from "./citation-text";
import { showFailureNotice } from "./notices";

export const CITATIONS_VIEW_TYPE = "ibid-citations";
export const CITATIONS_ICON = "quote";
export const CHECK_CITATIONS_TITLE = "Check the citations of this note";
const CITATIONS_TITLE = "Citations";

const NO_CITATIONS_TEXT = "This note has no citations to check. Ibid checks sentences with a link to a note or a web page, and sentences with a footnote that has such a link.";
const NOTHING_CHECKED_TEXT = "Open a note and check whether its sources say what it says.";

/** Shows the pane in the right sidebar and checks the citations of a note. */
export async function checkCitations(app: App, path: string): Promise<void> {
  const leaf = await app.workspace.ensureSideLeaf(CITATIONS_VIEW_TYPE, "right", { active: false, reveal: true });
  if (leaf.view instanceof CitationsView) await leaf.view.check(path);
}

export class CitationsView extends ItemView {
  override icon = CITATIONS_ICON;
  override navigation = false;
  private readonly headEl: HTMLElement;
  private readonly listEl: HTMLElement;
  private readonly tasks = new Tasks((cancel) => this.showProgress(cancel));
  /** Path of the note whose citations are shown or being checked. */
  private path: string | undefined;
  private staleEl: HTMLElement | undefined;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly services: { core: CoreProxy; consent: Consent },
  ) {
    super(leaf);
    this.contentEl.addClass("ibid-citations");
    this.headEl = this.contentEl.createDiv({ cls: "ibid-citations-head" });
    this.listEl = this.contentEl.createDiv({ cls: "ibid-citations-list" });
  }

  override getViewType(): string {
    return CITATIONS_VIEW_TYPE;
  }

  override getDisplayText(): string {
    return CITATIONS_TITLE;
  }

  protected override onOpen(): Promise<void> {
    const { vault, workspace } = this.app;
    this.registerEvent(vault.on("modify", ({ path }) => this.showStale(path)));
    this.registerEvent(workspace.on("editor-change", (_editor, { file }) => this.showStale(file?.path)));
    this.registerEvent(
      vault.on("rename", (file, oldPath) => {
        this.tasks.renamed(oldPath, file.path);
        if (this.path !== undefined) this.path = pathAfterRename(this.path, oldPath, file.path);
      }),
    );
    this.showText(NOTHING_CHECKED_TEXT, "Check the open note", () => this.checkOpenNote());
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.tasks.cancelAll();
    return Promise.resolve();
  }

  /** Checks the citations of a note and shows them. Does nothing while a check is running. */
  async check(path: string): Promise<void> {
    if (this.tasks.busy) return;
    this.path = path;
    this.listEl.empty();
    try {
      const citations = await this.tasks.run(path, (task) => this.findCitations(path, task));
      this.showCitations(citations);
    } catch (thrown) {
      const failure = toFailure(thrown);
      this.showText(failure.code === "cancelled" ? "The check was stopped." : failureText(failure), "Check again", () => this.checkAgain());
    }
  }

  private async findCitations(path: string, task: RunningTask): Promise<CheckedCitation[]> {
    task.report("Checking citations");
    const { core, consent } = this.services;
    const hooks = { signal: task.signal, onProgress: ({ message }: { message: string }) => task.report(message) };
    const pages = await core.call("citedPages", path, hooks);
    const isAllowed = pages.pages > 0 && (await consent.toOpenPages(pages, task));
    task.report("Checking citations");
    return core.call("checkCitations", { path, web: isAllowed ? "allowed" : "off" }, hooks);
  }

  /** Shows the progress of a check above the list, with a button to stop it. */
  private showProgress(cancel: () => void): TaskView {
    this.headEl.empty();
    const textEl = this.headEl.createDiv({ cls: "ibid-citations-summary", attr: { role: "status" } });
    new ButtonComponent(this.headEl).setButtonText("Stop").onClick(cancel);
    return {
      show: (message) => textEl.setText(`${message}…`),
      hide: () => undefined,
      unhide: () => undefined,
      close: () => this.headEl.empty(),
    };
  }

  private showCitations(citations: CheckedCitation[]): void {
    const { path } = this;
    if (path === undefined) return;
    this.showText(citations.length === 0 ? NO_CITATIONS_TEXT : citationsSummary(citations), "Check again", () => this.checkAgain());
    this.staleEl = this.headEl.createDiv({ cls: "ibid-citations-stale", attr: { role: "status" } });
    const name = createDiv({ cls: "ibid-citations-note", text: this.app.vault.getFileByPath(path)?.basename ?? path });
    this.headEl.prepend(name);
    renderCitations(this.listEl, citations, { app: this.app, path, openSentence: (citation, event) => this.openSentence(citation, event) });
  }

  /** Shows a text and a button instead of the list. */
  private showText(text: string, buttonText: string, act: () => void): void {
    this.staleEl = undefined;
    this.headEl.empty();
    this.listEl.empty();
    this.headEl.createDiv({ cls: "ibid-citations-summary", text, attr: { role: "status" } });
    new ButtonComponent(this.headEl).setButtonText(buttonText).onClick(act);
  }

  /** Tells the user that the note was edited after the check, so that lines may have moved. */
  private showStale(path: string | undefined): void {
    if (path === this.path) this.staleEl?.setText("The note has changed since this check.");
  }

  private checkAgain(): void {
    if (this.path !== undefined) void this.check(this.path);
  }

  private checkOpenNote(): void {
    const file = this.app.workspace.getActiveFile();
    if (file !== null && isNote(file)) void this.check(file.path);
  }

  private openSentence({ line, lastLine }: CheckedCitation, event: MouseEvent | KeyboardEvent): void {
    const { path } = this;
    if (path === undefined) return;
    event.preventDefault();
    // On a phone, closes the pane, because it covers the note.
    if (Platform.isPhone) this.app.workspace.rightSplit.collapse();
    openNoteAt(this.app, { path, firstLine: line, lastLine }, Keymap.isModEvent(event)).catch((thrown: unknown) => showFailureNotice(toFailure(thrown)));
  }
}
