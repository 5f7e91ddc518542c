/**
 * The agenda window: the topics of a run, the services it uses and its expected cost. Nothing is sent before the user
 * presses Start.
 */
import { type App, ButtonComponent, DropdownComponent, Platform, setIcon, setTooltip } from "obsidian";
import type { Agenda, AgendaTopic, Depth } from "../core/exports";
import {
  budgetText,
  isSameTopicName,
  newTopic,
  overBudgetText,
  servicesText,
  spentOnTopicsText,
  agendaTotalText,
} from "../ui/agenda-text";
import { toFailure } from "../core/failure";
import { AnswerModal } from "../ui/answer-modal";
import { LatestOnly } from "../ui/latest-only";
import { AgendaList } from "./agenda-list";
import { showFailureNotice } from "../ui/notices";
import { noteName } from "../ui/run-text";

const DEPTH_LABELS: Record<Depth, string> = { shallow: "Shallow", deep: "Deep" };

/** The agenda that the window shows, and the functions that it needs. */
export interface AgendaReviewOptions {
  agenda: Agenda;
  /** Name of the folder if the agenda has the topics of several notes. No topics can be added then. */
  folder: string | undefined;
  /** Has the core apply the edited topic names and compute the cost of the ticked topics. */
  update: (edited: Agenda) => Promise<Agenda>;
  /** The window closes when this signal stops the run. */
  signal: AbortSignal;
}

/**
 * Shows the agenda and returns it with the user's edits; `undefined` if the user closes the window
 * or stops the run.
 */
export function askToReviewAgenda(app: App, review: AgendaReviewOptions): Promise<Agenda | undefined> {
  return new AgendaModal(app, review).ask(review.signal);
}

class AgendaModal extends AnswerModal<Agenda> {
  private readonly list: AgendaList;
  private readonly fieldEl: HTMLInputElement;
  private readonly addEl: HTMLButtonElement;
  private readonly duplicateEl: HTMLElement;
  private readonly totalEl: HTMLElement;
  private readonly warningEl: HTMLElement;
  private readonly factsEl: HTMLElement;
  private readonly start: ButtonComponent;
  private readonly agenda: Agenda;
  private readonly updates = new LatestOnly();
  private depth: Depth;

  constructor(
    app: App,
    private readonly review: AgendaReviewOptions,
  ) {
    super(app);
    const { agenda } = review;
    this.agenda = agenda;
    this.depth = agenda.depth;
    this.modalEl.addClass("ibid-agenda");
    this.setTitle(`Research “${review.folder ?? noteName(agenda.path)}”`);
    for (const warning of agenda.warnings)
      this.contentEl.createDiv({ cls: "ibid-agenda-warning", text: `${warning}.` });
    this.list = new AgendaList(this, this.contentEl, () => this.update());
    const newTopicRowEl = this.contentEl.createDiv({ cls: "ibid-agenda-new" });
    // A new topic would not say which of the notes it belongs to.
    newTopicRowEl.toggle(review.folder === undefined);
    this.fieldEl = this.addField(newTopicRowEl);
    this.addEl = this.addButton(newTopicRowEl);
    this.duplicateEl = this.contentEl.createDiv({ cls: "ibid-agenda-note", attr: { role: "status" } });
    const footer = this.contentEl.createDiv({ cls: "ibid-agenda-footer" });
    this.totalEl = footer.createDiv({ cls: "ibid-agenda-total", attr: { role: "status" } });
    this.warningEl = footer.createDiv({ cls: "ibid-agenda-warning", attr: { role: "status" } });
    this.factsEl = footer.createDiv({ cls: "ibid-agenda-facts" });
    this.start = this.addControls(footer.createDiv({ cls: "ibid-agenda-controls" }));
    this.scope.register(["Mod"], "Enter", () => this.approve());
  }

  override onOpen(): void {
    this.list.show(this.agenda.topics);
    this.showButtons();
    this.showCosts(this.agenda);
    this.list.focus();
  }

  override onClose(): void {
    this.list.commit();
    this.updates.cancel();
    super.onClose();
  }

  /** The topics of the list, and the one in the input field that the user has not added yet. */
  private get topics(): AgendaTopic[] {
    const newTopicText = this.fieldEl.value.trim();
    const isListed = this.list.rows.some((row) => isSameTopicName(row.name, newTopicText));
    return newTopicText === "" || isListed ? this.list.topics : [...this.list.topics, newTopic(newTopicText)];
  }

  private addField(parent: HTMLElement): HTMLInputElement {
    const newTopicField = parent.createEl("input", {
      cls: "ibid-agenda-add",
      type: "text",
      placeholder: "Add a topic…",
      attr: { "aria-label": "Add a topic", enterkeyhint: "done" },
    });
    newTopicField.addEventListener("keydown", (event) => {
      if (
        event.key !== "Enter" ||
        event.isComposing ||
        event.ctrlKey ||
        event.metaKey ||
        newTopicField.value.trim() === ""
      )
        return;
      event.preventDefault();
      this.addTopic();
    });
    newTopicField.addEventListener("input", () => {
      this.duplicateEl.empty();
      this.update();
    });
    return newTopicField;
  }

  private addButton(parent: HTMLElement): HTMLButtonElement {
    const addTopicButton = parent.createEl("button", { cls: "clickable-icon", attr: { type: "button" } });
    setIcon(addTopicButton, "plus");
    setTooltip(addTopicButton, "Add topic");
    addTopicButton.addEventListener("click", () => {
      this.addTopic();
      this.fieldEl.focus();
    });
    return addTopicButton;
  }

  private addTopic(): void {
    const newTopicName = this.fieldEl.value;
    if (this.showDuplicate(newTopicName)) return;
    this.fieldEl.value = "";
    this.list.add(newTopicName);
  }

  /** Says that a typed topic is in the list already, and shows its row. */
  private showDuplicate(name: string): boolean {
    const isDuplicate = this.list.revealDuplicate(name);
    this.duplicateEl.setText(isDuplicate ? "This topic is already in the list." : "");
    return isDuplicate;
  }

  private addControls(parent: HTMLElement): ButtonComponent {
    // Only a run that reads web pages is shallow or deep.
    if (this.agenda.asks.length > 0) this.addDepth(parent);
    const startButton = new ButtonComponent(parent)
      .setButtonText("Start")
      .setCta()
      .onClick(() => this.approve());
    // A tooltip would become the name of the button for a screen reader.
    if (!Platform.isMobile) startButton.buttonEl.title = Platform.isMacOS ? "Cmd+Enter" : "Ctrl+Enter";
    new ButtonComponent(parent).setButtonText("Cancel").onClick(() => this.close());
    return startButton;
  }

  private addDepth(parent: HTMLElement): void {
    const depthLabel = parent.createEl("label", { cls: "ibid-agenda-depth", text: "Depth" });
    new DropdownComponent(depthLabel)
      .addOptions(DEPTH_LABELS)
      .setValue(this.depth)
      .onChange((value) => {
        this.depth = value === "deep" ? "deep" : "shallow";
        this.update();
      });
  }

  /** Updates the buttons at once, and the costs when the core has computed them. */
  private update(): void {
    this.showButtons();
    this.updates
      .run(async () => {
        // Keeps the rows that belong to the sent agenda: the user may move rows while the core computes.
        const { rows } = this.list;
        return { rows, updated: await this.review.update(this.edited) };
      })
      .then((result) => {
        if (result === undefined) return;
        result.rows.forEach((row, at) => row.refresh(result.updated.topics[at]));
        this.showCosts(result.updated);
      })
      .catch((thrown: unknown) => showFailureNotice(toFailure(thrown)));
  }

  private showButtons(): void {
    this.start.setDisabled(!this.topics.some((item) => item.ticked));
    this.addEl.disabled = this.fieldEl.value.trim() === "";
  }

  private showCosts(agenda: Agenda): void {
    const { total } = agenda;
    if (total === undefined) return;
    this.totalEl.setText(agendaTotalText(total));
    this.warningEl.setText(overBudgetText(total));
    const costFacts = [budgetText(total), spentOnTopicsText(agenda), servicesText(agenda)].filter(
      (text) => text !== "",
    );
    this.factsEl.setText(costFacts.map((text) => `${text}.`).join(" "));
  }

  /** The agenda with the user's changes so far. */
  private get edited(): Agenda {
    return { ...this.agenda, topics: this.topics, depth: this.depth };
  }

  private approve(): false {
    this.list.commit();
    const { edited } = this;
    if (edited.topics.some((item) => item.ticked)) this.choose(edited);
    return false;
  }
}
