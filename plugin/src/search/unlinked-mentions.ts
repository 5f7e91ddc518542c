/**
 * The list of unlinked mentions below the related notes: places where other notes name the open note without a link to
 * it, each with a button that adds the link.
 */
import { type App, type TFile } from "obsidian";
import type { UnlinkedMention, UnlinkedMentions } from "../core/exports";
import type { CoreProxy } from "../core/core";
import { type Failure, toFailure } from "../core/failure";
import { LatestOnly } from "../ui/latest-only";
import type { NoteEditSession } from "../core/messages";
import type { NotePosition } from "../vault/note-link";
import type { ObsidianHost } from "../vault/obsidian-host";
import { showFailureNotice, showMessageNotice } from "../ui/notices";
import { noteName } from "../ui/run-text";
import { renderHighlightedText, renderNotePath } from "./search-result";

const UNLINKED_MENTIONS_TITLE = "Unlinked mentions";

export interface UnlinkedMentionsServices {
  app: App;
  core: CoreProxy;
  host: ObsidianHost;
  /** Makes an element open a note, show its preview on hover and show its menu. */
  addNoteActions(row: HTMLElement, position: NotePosition, source: TFile): void;
}

export class UnlinkedMentionsList {
  readonly containerEl = createDiv({ cls: "ibid-mentions" });
  private readonly latestRequest = new LatestOnly();
  private shown = "";

  constructor(private readonly services: UnlinkedMentionsServices) {}

  /** Removes the list, because another note or none is open. */
  clear(): void {
    this.latestRequest.cancel();
    this.shown = "";
    this.containerEl.empty();
  }

  /** Shows the unlinked mentions of a note. If they cannot be found, the list is empty. */
  async update(file: TFile): Promise<void> {
    const { core } = this.services;
    try {
      const found = await this.latestRequest.run(() => core.call("mentions", { path: file.path }));
      if (found !== undefined) this.show(file, found);
    } catch {
      // The list of related notes shows the failure.
      this.clear();
    }
  }

  private show(file: TFile, found: UnlinkedMentions): void {
    const foundJson = JSON.stringify([file.path, found]);
    if (foundJson === this.shown) return;
    this.shown = foundJson;
    this.containerEl.empty();
    const { mentions, more } = found;
    if (mentions.length === 0) return;
    const head = this.containerEl.createDiv({ cls: "ibid-mentions-head", attr: { role: "heading", "aria-level": 3 } });
    head.createSpan({ text: UNLINKED_MENTIONS_TITLE });
    head.createSpan({ cls: "ibid-mentions-count", text: more ? `${mentions.length}+` : String(mentions.length) });
    for (const mention of mentions) this.containerEl.append(this.drawRow(mention, file));
  }

  private drawRow(mention: UnlinkedMention, file: TFile): HTMLElement {
    const row = createDiv({ cls: "ibid-mention", attr: { tabindex: 0, role: "link" } });
    const textEl = row.createDiv({ cls: "ibid-related-text" });
    renderNotePath(textEl, mention.path);
    renderHighlightedText(textEl.createDiv({ cls: "ibid-result-snippet" }), mention.sentence);
    const label = `Link “${mention.words}” in ${noteName(mention.path)}`;
    const button = row.createEl("button", {
      cls: "ibid-mention-link",
      text: "Link",
      attr: { type: "button", "aria-label": label },
    });
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      button.disabled = true;
      void this.addLink(mention, file);
    });
    this.services.addNoteActions(row, { path: mention.path, firstLine: mention.line }, file);
    return row;
  }

  private async addLink(mention: UnlinkedMention, file: TFile): Promise<void> {
    const { host } = this.services;
    try {
      const undo = await host.editWithUndo(mention.path, mention.edit, this.editSession());
      showMessageNotice(`Linked “${mention.words}” in ${noteName(mention.path)}.`, {
        Undo: () => void this.undoLink(undo, file),
      });
    } catch (thrown) {
      showFailureNotice(toFailure(thrown));
    }
    await this.refresh(file);
  }

  private async undoLink(undo: () => Promise<boolean>, file: TFile): Promise<void> {
    // If the note can't be read, the link can't be removed either.
    const isUndone = await undo().catch(() => false);
    if (!isUndone) showFailureNotice(LINK_EDITED_FAILURE);
    await this.refresh(file);
  }

  /** Updates the list after an edit, unless another note was opened meanwhile. */
  private async refresh(file: TFile): Promise<void> {
    this.shown = "";
    if (this.services.app.workspace.getActiveFile()?.path === file.path) await this.update(file);
  }

  private editSession(): NoteEditSession {
    return {
      apply: (text, edit) => this.services.core.call("applyEdit", { text, edit }),
      ensureActive: () => undefined,
    };
  }
}

const LINK_EDITED_FAILURE: Failure = {
  code: "changed-since",
  message: "The text was edited after the link was added, so Ibid didn't change it",
  hint: "Remove the link in the note.",
};
