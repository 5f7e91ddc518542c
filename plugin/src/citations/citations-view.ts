/**
 * A pane with the citations of a note: which sentences their sources support, and which not. Asks before it opens pages,
 * shows the progress and a button to stop, and keeps its list until the user checks again. Marks the sentences in the
 * note only if the user presses the button for it.
 */
import { type App, ButtonComponent, debounce, ItemView, Keymap, Platform, type WorkspaceLeaf } from "obsidian";
import type { CheckedCitation, CitationsCheck, NoteEdit } from "../core/exports";
import { type CitationCheckServices, checkNote } from "./citation-check";
import { failureText, toFailure } from "../core/failure";
import { isNote } from "../vault/note-file";
import { openNoteAt } from "../vault/note-link";
import type { ObsidianHost } from "../vault/obsidian-host";
import { pathAfterRename } from "../vault/renamed-path";
import { Tasks, type TaskView } from "../ui/task";
import { renderCitations } from "./citation-list";
import { citationsSummary, marksText } from "./citation-text";
import { showFailureNotice } from "../ui/notices";

export const CITATIONS_VIEW_TYPE = "ibid-citations";
export const CITATIONS_ICON = "quote";
export const CHECK_CITATIONS_TITLE = "Check the citations of this note";
const CITATIONS_TITLE = "Citations";

const NO_CITATIONS_TEXT =
  "This note has no citations to check. Ibid checks sentences with a link to a note or a web page, and sentences with a footnote that has such a link.";
const NOTHING_CHECKED_TEXT = "Open a note and check whether its sources say what it says.";

const STALE_TEXT = "The note has changed since this check.";

/** Milliseconds after an edit of the note until the pane looks whether the note still is the one that was checked. */
const STATUS_DELAY_MILLIS = 200;

const REMOVE_MARKS: NoteEdit = { kind: "remove-problem-marks" };

/** Shows the pane in the right sidebar and checks the citations of a note. */
export async function checkCitations(app: App, path: string): Promise<void> {
  const leaf = await app.workspace.ensureSideLeaf(CITATIONS_VIEW_TYPE, "right", { active: false, reveal: true });
  if (leaf.view instanceof CitationsView) await leaf.view.check(path);
}

/** The check that the pane shows. */
interface ShownCheck {
  check: CitationsCheck;
  statusEl: HTMLElement;
  removeButton: ButtonComponent;
  /** The texts of the note that the check is right for: as checked, with marks and without. */
  knownTexts: Map<string, MarksStatus>;
}

/** The marks in a text of the note. */
interface MarksStatus {
  markCount: number;
  /** What the pane says about them. */
  message: string;
}

export class CitationsView extends ItemView {
  override icon = CITATIONS_ICON;
  override navigation = false;
  private readonly headEl: HTMLElement;
  private readonly listEl: HTMLElement;
  private readonly tasks = new Tasks((cancel) => this.showProgress(cancel));
  /** Path of the note whose citations are shown or being checked. */
  private path: string | undefined;
  private shown: ShownCheck | undefined;
  private readonly updateStatusSoon = debounce(() => void this.updateStatus(), STATUS_DELAY_MILLIS);

  constructor(
    leaf: WorkspaceLeaf,
    private readonly services: CitationCheckServices & { host: ObsidianHost },
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
    this.registerEvent(vault.on("modify", ({ path }) => this.noteEdited(path)));
    this.registerEvent(workspace.on("editor-change", (_editor, { file }) => this.noteEdited(file?.path)));
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
      const check = await this.tasks.run(path, (task) => checkNote(this.services, path, task));
      await this.showCheck(check);
    } catch (thrown) {
      const failure = toFailure(thrown);
      this.showText(failure.code === "cancelled" ? "The check was stopped." : failureText(failure), "Check again", () =>
        this.checkAgain(),
      );
    }
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

  private async showCheck(check: CitationsCheck): Promise<void> {
    const { path } = this;
    if (path === undefined) return;
    const { citations } = check;
    this.showSummary(citations.length === 0 ? NO_CITATIONS_TEXT : citationsSummary(citations));
    const actionsEl = this.headEl.createDiv({ cls: "ibid-citations-actions" });
    const statusEl = this.headEl.createDiv({ cls: "ibid-citations-status", attr: { role: "status" } });
    const name = createDiv({ cls: "ibid-citations-note", text: this.app.vault.getFileByPath(path)?.basename ?? path });
    this.headEl.prepend(name);
    renderCitations(this.listEl, citations, {
      app: this.app,
      path,
      openSentence: (citation, event) => this.openSentence(citation, event),
    });
    const shown = {
      check,
      statusEl,
      removeButton: new ButtonComponent(actionsEl),
      knownTexts: new Map<string, MarksStatus>(),
    };
    this.shown = shown;
    this.addActions(actionsEl, shown);
    await this.rememberText(shown, { markCount: check.marks, message: "" });
  }

  /** Adds the buttons that mark sentences in the note and remove the marks, if there is something to do for them. */
  private addActions(actionsEl: HTMLElement, shown: ShownCheck): void {
    const { check, removeButton } = shown;
    new ButtonComponent(actionsEl).setButtonText("Check again").onClick(() => this.checkAgain());
    if (check.markable > 0)
      new ButtonComponent(actionsEl)
        .setButtonText("Mark in the note")
        .onClick(() => void this.edit(shown, check.markEdit, { markCount: check.markable, message: marksText(check) }));
    removeButton
      .setButtonText("Remove marks")
      .onClick(() => void this.edit(shown, REMOVE_MARKS, { markCount: 0, message: "The marks were removed." }));
    removeButton.buttonEl.toggle(check.marks > 0);
    actionsEl.append(removeButton.buttonEl);
  }

  /** Marks the sentences in the note or removes the marks. */
  private async edit(shown: ShownCheck, edit: NoteEdit, status: MarksStatus): Promise<void> {
    const { path } = this;
    if (path === undefined) return;
    const { core, host } = this.services;
    const wasKnown = shown.knownTexts.has((await this.noteText()) ?? "");
    try {
      await host.editWithUndo(path, edit, {
        apply: (text, change) => core.call("applyEdit", { text, edit: change }),
        ensureActive: () => undefined,
      });
      if (wasKnown) await this.rememberText(shown, status);
      await this.updateStatus();
      shown.removeButton.buttonEl.toggle(status.markCount > 0);
    } catch (thrown) {
      const failure = toFailure(thrown);
      // Said in the pane, because a notice would cover the button to check again.
      if (failure.code === "changed-since") shown.statusEl.setText(failureText(failure));
      else showFailureNotice(failure);
    }
  }

  /** Remembers the text of the note, so that neither marks nor an undo count as a change since the check. */
  private async rememberText({ knownTexts }: ShownCheck, status: MarksStatus): Promise<void> {
    const text = await this.noteText();
    if (text !== undefined) knownTexts.set(text, status);
  }

  private async noteText(): Promise<string | undefined> {
    const text = this.path === undefined ? undefined : await this.services.host.read(this.path).catch(() => undefined);
    return text?.replace(/\r\n?/g, "\n");
  }

  /** Shows a text and a button instead of the list. */
  private showText(text: string, buttonText: string, act: () => void): void {
    this.showSummary(text);
    new ButtonComponent(this.headEl).setButtonText(buttonText).onClick(act);
  }

  /** Shows a text instead of the list. */
  private showSummary(text: string): void {
    this.shown = undefined;
    this.headEl.empty();
    this.listEl.empty();
    this.headEl.createDiv({ cls: "ibid-citations-summary", text, attr: { role: "status" } });
  }

  private noteEdited(path: string | undefined): void {
    if (path === this.path && this.shown !== undefined) this.updateStatusSoon();
  }

  /** Tells the user if the note was edited after the check, so that lines may have moved. Marks don't count. */
  private async updateStatus(): Promise<void> {
    const { shown } = this;
    const text = await this.noteText();
    if (shown === undefined || shown !== this.shown || text === undefined) return;
    const status = shown.knownTexts.get(text);
    shown.statusEl.setText(status?.message ?? STALE_TEXT);
    if (status !== undefined) shown.removeButton.buttonEl.toggle(status.markCount > 0);
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
    openNoteAt(this.app, { path, firstLine: line, lastLine }, Keymap.isModEvent(event)).catch((thrown: unknown) =>
      showFailureNotice(toFailure(thrown)),
    );
  }
}
