/** The agenda of gaps in the research inbox: the tasks, where to search, and what they brought. */
import { ButtonComponent, DropdownComponent, setIcon } from "obsidian";
import type { ChangeGapTaskRequest, GapAgenda, GapSources, GapTask, GapTaskState } from "../core/exports";
import { agendaSummary, taskOutcomeText } from "./inbox-text";
import { countText, noteName } from "../ui/run-text";

export const RESEARCH_GAPS_TITLE = "Research the gaps in my vault";

const SOURCES: Record<GapSources, string> = { both: "Web and papers", web: "Web", papers: "Papers (arXiv, Crossref)" };

const STATE_ICONS: Record<GapTaskState, string> = {
  proposed: "clock",
  blocked: "ban",
  running: "loader",
  done: "check",
  failed: "alert-triangle",
};

const STATE_TEXTS: Record<GapTaskState, string> = {
  proposed: "Waiting",
  blocked: "Left out",
  running: "Running",
  done: "Done",
  failed: "Failed",
};

export interface GapAgendaActions {
  change: (request: ChangeGapTaskRequest) => void;
  /** Proposes an agenda that searches these sources. */
  draft: (sources: GapSources) => void;
  approve: () => void;
  /** Goes on with an agenda that was approved before the app was closed. */
  resume: () => void;
  discard: () => void;
  openNote: (path: string, event: MouseEvent) => void;
}

/** Renders the agenda: a draft with choices, or what became of it. */
export function renderGapAgenda(
  parent: HTMLElement,
  agenda: GapAgenda,
  running: "running" | "idle",
  actions: GapAgendaActions,
): void {
  if (agenda.state === "draft") return renderDraft(parent, agenda, actions);
  const isOpen =
    agenda.tasks.some(({ state }) => state === "proposed" || state === "running") && agenda.state === "approved";
  if (isOpen) renderOpen(parent, agenda, running, actions);
  else renderEnded(parent, agenda, actions);
}

function renderDraft(parent: HTMLElement, agenda: GapAgenda, actions: GapAgendaActions): void {
  const panel = createPanel(parent, "Gaps to research");
  const list = panel.createEl("ul", { cls: "ibid-gap-list" });
  agenda.tasks.forEach((task, number) =>
    renderDraftTask(list.createEl("li", { cls: "ibid-gap" }), task, number, actions),
  );
  const wanted = agenda.tasks.filter(({ state }) => state === "proposed");
  const [first] = wanted;
  if (first !== undefined) panel.createDiv({ cls: "ibid-gap-services", text: servicesText(first) });
  const row = panel.createDiv({ cls: "ibid-gap-buttons" });
  const sources = new DropdownComponent(row).addOptions(SOURCES).setValue(agenda.sources ?? "both");
  sources.onChange((value) => actions.draft(value as GapSources));
  sources.selectEl.ariaLabel = "Where to search";
  new ButtonComponent(row).setButtonText("Not now").onClick(actions.discard);
  new ButtonComponent(row)
    .setButtonText(`Research ${countText(wanted.length, "topic")}`)
    .setCta()
    .setDisabled(wanted.length === 0)
    .onClick(actions.approve);
}

function renderDraftTask(
  row: HTMLElement,
  { gap, state, plan }: GapTask,
  task: number,
  actions: GapAgendaActions,
): void {
  const box = row.createEl("input", {
    type: "checkbox",
    cls: "ibid-gap-box",
    attr: { "aria-label": `Research “${gap.topic}”` },
  });
  box.checked = state === "proposed";
  box.addEventListener("change", () => actions.change({ task, state: box.checked ? "proposed" : "blocked" }));
  const body = row.createDiv({ cls: "ibid-gap-body" });
  const field = body.createEl("input", {
    type: "text",
    cls: "ibid-gap-topic",
    value: gap.topic,
    attr: { "aria-label": "Topic", spellcheck: "false" },
  });
  field.addEventListener("change", () => actions.change({ task, topic: field.value }));
  const why = body.createDiv({ cls: "ibid-gap-why" });
  why.createSpan({ text: `${gap.motivation} ` });
  renderNoteLink(why, gap.note, actions);
  const price = plan.topics[0]?.costText ?? "";
  if (price !== "") body.createDiv({ cls: "ibid-gap-why", text: price });
}

function servicesText({ plan: { asks, model } }: GapTask): string {
  const searched = asks.length === 0 ? "No source is chosen in settings." : `Searches ${asks.join(", ")}.`;
  return model === undefined ? `${searched} Free.` : `${searched} ${model.name} writes.`;
}

function renderOpen(
  parent: HTMLElement,
  agenda: GapAgenda,
  running: "running" | "idle",
  actions: GapAgendaActions,
): void {
  const panel = createPanel(parent, running === "running" ? "Researching gaps" : "Research of gaps was interrupted");
  renderTasks(panel, agenda, actions);
  if (running === "running") return;
  const row = panel.createDiv({ cls: "ibid-gap-buttons" });
  new ButtonComponent(row).setButtonText("Stop").onClick(actions.discard);
  new ButtonComponent(row).setButtonText("Continue").setCta().onClick(actions.resume);
}

function renderEnded(parent: HTMLElement, agenda: GapAgenda, actions: GapAgendaActions): void {
  if (agenda.tasks.every(({ state }) => state === "proposed" || state === "blocked")) return;
  renderPastAgenda(parent, agenda, actions, `Last run: ${agendaSummary(agenda)}`);
}

/** Renders an agenda that has ended, folded. */
export function renderPastAgenda(
  parent: HTMLElement,
  agenda: GapAgenda,
  actions: Pick<GapAgendaActions, "openNote">,
  summary = `${agenda.approvedOn ?? ""}: ${agendaSummary(agenda)}`,
): void {
  const details = parent.createEl("details", { cls: "ibid-gap-past" });
  details.createEl("summary", { cls: "ibid-collapsible-line", text: summary });
  renderTasks(details, agenda, actions);
}

function renderTasks(parent: HTMLElement, agenda: GapAgenda, actions: Pick<GapAgendaActions, "openNote">): void {
  const list = parent.createEl("ul", { cls: "ibid-gap-list" });
  for (const task of agenda.tasks)
    renderTask(list.createEl("li", { cls: "ibid-gap", attr: { "data-state": task.state } }), task, actions);
}

function renderTask(row: HTMLElement, task: GapTask, actions: Pick<GapAgendaActions, "openNote">): void {
  const { gap, state, outcome } = task;
  setIcon(
    row.createSpan({ cls: "ibid-gap-state", attr: { role: "img", "aria-label": STATE_TEXTS[state] } }),
    STATE_ICONS[state],
  );
  const body = row.createDiv({ cls: "ibid-gap-body" });
  body.createDiv({ cls: "ibid-gap-name", text: gap.topic });
  const facts = taskOutcomeText(task);
  const line = body.createDiv({ cls: "ibid-gap-why" });
  if (facts !== "") line.createSpan({ text: `${facts} · ` });
  renderNoteLink(line, gap.note, actions);
  if (state !== "failed")
    for (const message of outcome?.messages ?? []) body.createDiv({ cls: "ibid-gap-why", text: `${message}.` });
}

function renderNoteLink(parent: HTMLElement, path: string, { openNote }: Pick<GapAgendaActions, "openNote">): void {
  const link = parent.createEl("a", { cls: "internal-link ibid-inbox-link", text: noteName(path), href: path });
  link.addEventListener("click", (event) => openNote(path, event));
}

function createPanel(parent: HTMLElement, title: string): HTMLElement {
  const panel = parent.createEl("section", { cls: "ibid-gap-panel", attr: { "aria-label": title } });
  panel.createDiv({ cls: "ibid-gap-title", text: title, attr: { role: "heading", "aria-level": "2" } });
  return panel;
}
