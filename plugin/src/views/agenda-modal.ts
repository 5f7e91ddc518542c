/**
 * The agenda: what a run would look up, who would be asked, and about what it takes. Nothing of it happens before the
 * person presses Start.
 */
import { type App, ButtonComponent, DropdownComponent, Modal, Platform, setIcon, setTooltip } from "obsidian";
import type { Agenda, AgendaTopic, Depth } from "../../../pkg/ibid";
import { added, audienceWords, budgetWords, overBudgetWords, spentWords, sumOf, sumWords, topicCostWords } from "../agenda";
import { AgendaList } from "./agenda-list";

const DEPTHS: Record<Depth, string> = { shallow: "Shallow", deep: "Deep" };

/** The agenda as the person wants it, or nothing when they close the window or stop the run. */
export function askAgenda(app: App, agenda: Agenda, signal: AbortSignal): Promise<Agenda | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const modal = new AgendaModal(app, agenda, resolve);
    signal.addEventListener("abort", () => modal.close(), { once: true });
    modal.open();
  });
}

class AgendaModal extends Modal {
  private readonly list: AgendaList;
  private readonly fieldEl: HTMLInputElement;
  private readonly addEl: HTMLButtonElement;
  private readonly sumEl: HTMLElement;
  private readonly warningEl: HTMLElement;
  private readonly factsEl: HTMLElement;
  private readonly start: ButtonComponent;
  private depth: Depth;
  private approved: Agenda | undefined;

  constructor(
    app: App,
    private readonly agenda: Agenda,
    private readonly done: (approved: Agenda | undefined) => void,
  ) {
    super(app);
    this.depth = agenda.depth;
    this.modalEl.addClass("ibid-agenda");
    this.setTitle(`Research “${titleOf(agenda.path)}”`);
    for (const warning of agenda.warnings) this.contentEl.createDiv({ cls: "ibid-agenda-warning", text: `${warning}.` });
    this.list = new AgendaList(this, this.contentEl, { changed: () => this.update(), costOf: (item) => topicCostWords(agenda, item, this.depth) });
    const fresh = this.contentEl.createDiv({ cls: "ibid-agenda-new" });
    this.fieldEl = this.addField(fresh);
    this.addEl = this.addButton(fresh);
    const footer = this.contentEl.createDiv({ cls: "ibid-agenda-footer" });
    this.sumEl = footer.createDiv({ cls: "ibid-agenda-sum", attr: { role: "status" } });
    this.warningEl = footer.createDiv({ cls: "ibid-agenda-warning", attr: { role: "status" } });
    this.factsEl = footer.createDiv({ cls: "ibid-agenda-facts" });
    this.start = this.addControls(footer.createDiv({ cls: "ibid-agenda-controls" }));
    this.scope.register(["Mod"], "Enter", () => this.approve());
  }

  override onOpen(): void {
    this.list.show(this.agenda.topics);
    this.update();
    this.list.focus();
  }

  override onClose(): void {
    this.list.commit();
    this.contentEl.empty();
    this.done(this.approved);
  }

  /** Words that were not added yet are meant all the same. */
  private get topics(): AgendaTopic[] {
    const words = this.fieldEl.value.trim();
    return words === "" ? this.list.topics : [...this.list.topics, added(words)];
  }

  private addField(parent: HTMLElement): HTMLInputElement {
    const field = parent.createEl("input", { cls: "ibid-agenda-add", type: "text", placeholder: "Add a topic…", attr: { "aria-label": "Add a topic", enterkeyhint: "done" } });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey || field.value.trim() === "") return;
      event.preventDefault();
      this.addTopic();
    });
    field.addEventListener("input", () => this.update());
    return field;
  }

  private addButton(parent: HTMLElement): HTMLButtonElement {
    const button = parent.createEl("button", { cls: "clickable-icon", attr: { type: "button" } });
    setIcon(button, "plus");
    setTooltip(button, "Add topic");
    button.addEventListener("click", () => {
      this.addTopic();
      this.fieldEl.focus();
    });
    return button;
  }

  private addTopic(): void {
    const words = this.fieldEl.value;
    this.fieldEl.value = "";
    this.list.add(words);
  }

  private addControls(parent: HTMLElement): ButtonComponent {
    const label = parent.createEl("label", { cls: "ibid-agenda-depth", text: "Depth" });
    new DropdownComponent(label)
      .addOptions(DEPTHS)
      .setValue(this.depth)
      .onChange((value) => {
        this.depth = value === "deep" ? "deep" : "shallow";
        this.list.showCosts();
        this.update();
      });
    const start = new ButtonComponent(parent).setButtonText("Start").setCta().onClick(() => this.approve());
    if (!Platform.isMobile) start.setTooltip(Platform.isMacOS ? "Cmd+Enter" : "Ctrl+Enter");
    new ButtonComponent(parent).setButtonText("Cancel").onClick(() => this.close());
    return start;
  }

  private update(): void {
    const { agenda, depth } = this;
    const sum = sumOf(agenda, this.topics, depth);
    this.sumEl.setText(sumWords(sum));
    const warning = overBudgetWords(agenda, sum);
    this.warningEl.setText(warning);
    const facts = [budgetWords(agenda, sum), spentWords(agenda), audienceWords(agenda)].filter((words) => words !== "");
    this.factsEl.setText(facts.map((words) => `${words}.`).join(" "));
    this.start.setDisabled(sum.topics === 0);
    this.addEl.disabled = this.fieldEl.value.trim() === "";
  }

  private approve(): false {
    this.list.commit();
    const { topics } = this;
    if (topics.some((item) => item.ticked)) {
      this.approved = { ...this.agenda, topics, depth: this.depth };
      this.close();
    }
    return false;
  }
}

function titleOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
}
