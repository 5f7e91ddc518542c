/** The research inbox: the agenda of gaps, and the findings that wait for the user. */
import {
  ButtonComponent,
  DropdownComponent,
  ExtraButtonComponent,
  ItemView,
  Keymap,
  Platform,
  type App,
  type WorkspaceLeaf,
} from "obsidian";
import type { Finding, GapSources } from "../core/exports";
import type { CoreProxy } from "../core/core";
import { failureText, toFailure } from "../core/failure";
import type { GapResearch } from "./gap-research";
import { ChooseNoteModal } from "../ui/choose-note-modal";
import { FindingCard, type FindingActions } from "./finding-card";
import { type GapAgendaActions, RESEARCH_GAPS_TITLE, renderGapAgenda } from "./gap-agenda";
import { filterOf, INBOX_FILTERS, type InboxFilter } from "./inbox-text";
import { showFailureNotice, showMessageNotice } from "../ui/notices";
import { PastRunsModal } from "./past-runs-modal";
import { countText, noteName } from "../ui/run-text";
import { SuppressedTopicsModal } from "./suppressed-topics-modal";

export const INBOX_VIEW_TYPE = "ibid-inbox";
export const INBOX_ICON = "inbox";
export const INBOX_TITLE = "Research inbox";

const EMPTY_TEXTS: Record<InboxFilter, string> = {
  new: "No findings are waiting for you.",
  accepted: "You have accepted no findings yet.",
  dismissed: "You have dismissed no findings.",
  all: "No findings yet.",
};

/** What the keys do while a finding has the focus. */
const KEYS = { "↑ ↓": "move", A: "accept", D: "dismiss", U: "undo", O: "open the source" };

export interface InboxServices {
  core: CoreProxy;
  gaps: GapResearch;
}

/** Shows the view, in the right sidebar if it is not open yet. */
export async function showInbox(app: App): Promise<void> {
  const leaf = await app.workspace.ensureSideLeaf(INBOX_VIEW_TYPE, "right", { active: true, reveal: true });
  if (leaf.view instanceof InboxView) await leaf.view.refresh();
}

export class InboxView extends ItemView {
  override icon = INBOX_ICON;
  override navigation = false;
  private readonly filterControl: DropdownComponent;
  private readonly acceptAllButton: ButtonComponent;
  private readonly statusEl: HTMLElement;
  private readonly agendaEl: HTMLElement;
  private readonly listEl: HTMLElement;
  private filter: InboxFilter = "new";
  private cards: FindingCard[] = [];
  /** The finding that had the focus, or the place where it was. */
  private focusedAt: number | undefined;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly services: InboxServices,
  ) {
    super(leaf);
    this.contentEl.addClass("ibid-inbox");
    const head = this.contentEl.createDiv({ cls: "ibid-inbox-head" });
    this.filterControl = new DropdownComponent(head).onChange((value) => this.setFilter(value as InboxFilter));
    this.filterControl.selectEl.ariaLabel = "Show findings";
    this.acceptAllButton = new ButtonComponent(head).setButtonText("Accept all").onClick(() => void this.acceptAll());
    const app = this.app;
    const { core } = services;
    new ExtraButtonComponent(head)
      .setIcon("ban")
      .setTooltip("Topics you never want to see")
      .onClick(() => new SuppressedTopicsModal(app, core).open());
    new ExtraButtonComponent(head)
      .setIcon("history")
      .setTooltip("What past runs did")
      .onClick(() => new PastRunsModal(app, core, this.agendaActions.openNote).open());
    this.statusEl = this.contentEl.createDiv({ cls: "ibid-inbox-status", attr: { role: "status" } });
    this.agendaEl = this.contentEl.createDiv();
    this.listEl = this.contentEl.createEl("ul", { cls: "ibid-inbox-list", attr: { "aria-label": INBOX_TITLE } });
    this.listEl.addEventListener("keydown", (event) => this.moveFocus(event));
  }

  override getViewType(): string {
    return INBOX_VIEW_TYPE;
  }

  override getDisplayText(): string {
    return INBOX_TITLE;
  }

  protected override onOpen(): Promise<void> {
    this.register(this.services.gaps.listen(() => this.draw()));
    this.draw();
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.removeCards();
    return Promise.resolve();
  }

  /** Reads the inbox, which another device may have changed. */
  async refresh(): Promise<void> {
    await this.act(() => this.services.gaps.load());
  }

  private setFilter(filter: InboxFilter): void {
    this.filter = filter;
    this.draw();
  }

  private draw(): void {
    const { gaps } = this.services;
    this.drawFilter();
    this.agendaEl.empty();
    if (gaps.agenda !== undefined)
      renderGapAgenda(this.agendaEl, gaps.agenda, gaps.running ? "running" : "idle", this.agendaActions);
    this.drawList(gaps.findings.filter((finding) => this.filter === "all" || filterOf(finding) === this.filter));
  }

  private drawFilter(): void {
    const { findings } = this.services.gaps;
    this.filterControl.selectEl.empty();
    for (const [filter, name] of Object.entries(INBOX_FILTERS)) {
      const count = findings.filter((finding) => filter === "all" || filterOf(finding) === filter).length;
      this.filterControl.addOption(filter, `${name} (${String(count)})`);
    }
    this.filterControl.setValue(this.filter);
    this.acceptAllButton.buttonEl.toggle(
      this.filter === "new" && findings.filter((finding) => filterOf(finding) === "new").length > 1,
    );
  }

  private drawList(findings: Finding[]): void {
    this.rememberFocus();
    this.removeCards();
    this.listEl.empty();
    this.cards = findings.map((finding) =>
      this.addChild(new FindingCard(this.listEl, this.app, finding, this.findingActions)),
    );
    if (findings.length === 0) this.drawEmpty();
    else if (!Platform.isMobile) this.drawKeys();
    this.restoreFocus();
  }

  private drawKeys(): void {
    const hint = this.listEl.createEl("li", { cls: "ibid-inbox-hint" });
    for (const [key, effect] of Object.entries(KEYS)) {
      const pair = hint.createSpan();
      pair.createEl("kbd", { text: key });
      pair.appendText(` ${effect}`);
    }
  }

  private drawEmpty(): void {
    const empty = this.listEl.createEl("li", { cls: "ibid-inbox-empty" });
    empty.createDiv({ text: EMPTY_TEXTS[this.filter] });
    const { agenda, running } = this.services.gaps;
    if (this.filter !== "new" || running || agenda?.state === "draft") return;
    new ButtonComponent(empty)
      .setButtonText(RESEARCH_GAPS_TITLE)
      .onClick(() => this.agendaActions.draft(agenda?.sources ?? "both"));
  }

  private removeCards(): void {
    for (const card of this.cards) this.removeChild(card);
    this.cards = [];
  }

  private rememberFocus(): void {
    const at = this.cards.findIndex(({ root }) => root.contains(root.doc.activeElement));
    if (at >= 0) this.focusedAt = at;
  }

  /** Focuses the finding that is now where the focused one was, so that a user of the keyboard can go on. */
  private restoreFocus(): void {
    if (this.focusedAt === undefined) return;
    this.cards[Math.min(this.focusedAt, this.cards.length - 1)]?.root.focus();
    this.focusedAt = undefined;
  }

  private moveFocus(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = this.cards.findIndex(({ root }) => root === event.target);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    this.cards[at + step]?.root.focus();
  }

  private async acceptAll(): Promise<void> {
    const { gaps } = this.services;
    const findings = gaps.findings.filter((finding) => filterOf(finding) === "new");
    let accepted = 0;
    await this.act(async () => {
      for (const { id } of findings) {
        await gaps.accept({ id, link: "no" });
        accepted += 1;
      }
    });
    if (accepted > 0)
      showMessageNotice(`${countText(accepted, "finding")} accepted.`, {
        Undo: () => void this.restoreAll(findings.slice(0, accepted)),
      });
  }

  private restoreAll(findings: Finding[]): Promise<void> {
    return this.act(async () => {
      for (const { id } of findings) await this.services.gaps.restore(id);
    });
  }

  private readonly findingActions: FindingActions = {
    accept: (finding, link) => {
      const { gaps } = this.services;
      void this.act(async () => {
        const path = await gaps.accept({ id: finding.id, link });
        showMessageNotice(`Created “${noteName(path)}”.`, {
          Open: () => this.openNote(path),
          Undo: () => this.findingActions.restore(finding),
        });
      });
    },
    append: (finding) => new ChooseNoteModal(this.app, ({ path }) => void this.append(finding, path)).open(),
    dismiss: (finding, suppress) => {
      const request = suppress === undefined ? { id: finding.id } : { id: finding.id, suppress };
      void this.act(async () => {
        await this.services.gaps.dismiss(request);
        const text = suppress === undefined ? "Dismissed." : `“${finding.topic}” won't be researched again.`;
        showMessageNotice(text, { Undo: () => this.findingActions.restore(finding) });
      });
    },
    restore: (finding) => void this.act(() => this.services.gaps.restore(finding.id)),
    openNote: (path, event) => this.openNote(path, event),
  };

  private append(finding: Finding, path: string): Promise<void> {
    return this.act(async () => {
      await this.services.gaps.append({ id: finding.id, path });
      showMessageNotice(`Added to “${noteName(path)}”.`, {
        Open: () => this.openNote(path),
        Undo: () => this.findingActions.restore(finding),
      });
    });
  }

  private readonly agendaActions: GapAgendaActions = {
    change: (request) => void this.act(() => this.services.gaps.change(request)),
    draft: (sources: GapSources) => void this.act(() => this.services.gaps.draft(sources)),
    approve: () => void this.act(() => this.services.gaps.approve()),
    resume: () => void this.act(() => this.services.gaps.resume()),
    discard: () => void this.act(() => this.services.gaps.discard()),
    openNote: (path, event) => this.openNote(path, event),
  };

  private openNote(path: string, event?: MouseEvent): void {
    event?.preventDefault();
    // On a phone, closes the pane, because it covers the note.
    if (Platform.isPhone) this.app.workspace.rightSplit.collapse();
    void this.app.workspace.openLinkText(path, "", event === undefined ? "tab" : Keymap.isModEvent(event));
  }

  /** Does something, and says in the view why it failed. */
  private async act(action: () => Promise<unknown>): Promise<void> {
    this.statusEl.setText("");
    try {
      await action();
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.code === "cancelled") return;
      this.statusEl.setText(failureText(failure));
      if (!this.contentEl.isShown()) showFailureNotice(failure);
    }
  }
}
