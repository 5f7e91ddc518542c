/** The rows of a check as groups that can be folded, each row with its actions. */
import { Keymap, setIcon, setTooltip } from "obsidian";
import type { Health, HealthKind } from "../core/exports";
import {
  canFixLink,
  canResearch,
  createNote,
  fixLink,
  type HealthServices,
  ignoreRow,
  openRow,
  researchRow,
  runAction,
} from "./health-actions";
import { HEALTH_KINDS, type HealthRowOfKind, totalOf } from "./health-store";
import { createYieldToApp } from "../core/yield-to-app";
import { HEALTH_GROUPS, rowPlace, rowTitle, shownText } from "./health-text";
import { formatNumber } from "../vault/library-text";

/** Number of rows of a group that are drawn at first, and with each “Show more”. */
const ROWS_PER_PAGE = 30;

/** Groups with more rows than this are folded at first, so that the user sees which groups there are. */
const MAX_OPEN_ROWS = 12;

export interface HealthListOptions extends HealthServices {
  /** Called when the user wants more rows than the check returned. */
  loadMore: () => void;
}

export class HealthList {
  private readonly isOpen = new Map<HealthKind, boolean>();
  private readonly shownRows = new Map<HealthKind, number>();
  private drawCount = 0;

  constructor(
    private readonly containerEl: HTMLElement,
    private readonly options: HealthListOptions,
  ) {}

  /** Draws the groups that have rows. What is folded stays, and so does the focus. */
  async draw(health: Health): Promise<void> {
    const number = ++this.drawCount;
    const yieldToApp = createYieldToApp();
    const groups: HTMLElement[] = [];
    const kinds = HEALTH_KINDS.filter((kind) => totalOf(health, kind) > 0);
    for (const kind of kinds) {
      groups.push(this.drawGroup(health, kind, kind === kinds[0] ? "open" : "by-size"));
      await yieldToApp();
      if (number !== this.drawCount) return;
    }
    const focused = this.focusedRow();
    this.containerEl.replaceChildren(...groups);
    if (focused !== undefined) this.focusRow(focused);
  }

  clear(): void {
    this.drawCount++;
    this.containerEl.empty();
  }

  /** The place of the row that has the focus, for example because the user ignored it. */
  private focusedRow(): { kind: string; number: number } | undefined {
    const row = this.containerEl.doc.activeElement?.closest(".ibid-health-row");
    const kind = row?.closest(".ibid-health-group")?.getAttribute("data-kind");
    if (!row || !kind || !this.containerEl.contains(row)) return undefined;
    return { kind, number: [...(row.parentElement?.children ?? [])].indexOf(row) };
  }

  /** Gives the focus to the row at this place, or to the last of its group. */
  private focusRow({ kind, number }: { kind: string; number: number }): void {
    const texts = this.containerEl.querySelectorAll<HTMLElement>(
      `.ibid-health-group[data-kind="${kind}"] .ibid-health-text`,
    );
    texts[Math.min(number, texts.length - 1)]?.focus({ preventScroll: true });
  }

  private drawGroup(health: Health, kind: HealthKind, atFirst: "open" | "by-size"): HTMLElement {
    const { title, icon, help } = HEALTH_GROUPS[kind];
    const total = totalOf(health, kind);
    const group = createEl("details", { cls: "ibid-health-group", attr: { "data-kind": kind } });
    group.open = this.isOpen.get(kind) ?? (atFirst === "open" || total <= MAX_OPEN_ROWS);
    const head = group.createEl("summary", { cls: "ibid-collapsible-line" });
    setIcon(head.createSpan({ cls: "ibid-health-icon", attr: { "aria-hidden": "true" } }), icon);
    head.createSpan({ cls: "ibid-health-group-title", text: title });
    head.createSpan({ cls: "ibid-health-count", text: formatNumber(total) });
    const body = group.createDiv();
    const drawBody = () => {
      if (!group.open || body.childElementCount > 0) return;
      body.createDiv({ cls: "ibid-health-help", text: help });
      this.drawRows(body, health, kind);
    };
    group.addEventListener("toggle", () => {
      this.isOpen.set(kind, group.open);
      drawBody();
    });
    drawBody();
    return group;
  }

  private drawRows(body: HTMLElement, health: Health, kind: HealthKind): void {
    const list = body.createEl("ul", { cls: "ibid-health-rows" });
    const footer = body.createDiv({ cls: "ibid-health-more" });
    const rows = health[kind];
    const total = totalOf(health, kind);
    const showUpTo = (count: number) => {
      for (const row of rows.slice(list.childElementCount, count))
        drawRow(list.createEl("li", { cls: "ibid-health-row" }), { kind, row }, this.options);
      const shown = list.childElementCount;
      footer.empty();
      if (shown >= total) return;
      footer.createSpan({ text: shownText(shown, total) });
      const button = footer.createEl("button", {
        text: "Show more",
        attr: { type: "button", "aria-label": `Show more: ${HEALTH_GROUPS[kind].title}` },
      });
      button.addEventListener("click", () => {
        this.shownRows.set(kind, shown + ROWS_PER_PAGE);
        if (shown < rows.length) showUpTo(shown + ROWS_PER_PAGE);
        else this.options.loadMore();
      });
    };
    showUpTo(this.shownRows.get(kind) ?? ROWS_PER_PAGE);
  }
}

/** Draws a row: what it is about, where, why, and what can be done. */
export function drawRow(parent: HTMLElement, row: HealthRowOfKind, services: HealthServices): void {
  const title = rowTitle(row.kind, row.row);
  const textEl = parent.createDiv({ cls: "ibid-health-text", attr: { role: "link", tabindex: 0 } });
  const head = textEl.createDiv({ cls: "ibid-result-head" });
  head.createDiv({ cls: "ibid-result-title", text: title });
  const place = rowPlace(row.kind, row.row);
  if (place !== "") head.createDiv({ cls: "ibid-result-folder", text: place });
  if (row.row.private === true) head.createDiv({ cls: "ibid-health-private", text: "Private" });
  textEl.createDiv({ cls: "ibid-health-why", text: row.row.why });
  const open = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    runAction(openRow(services, row, Keymap.isModEvent(event)));
  };
  textEl.addEventListener("click", open);
  textEl.addEventListener("auxclick", (event) => event.button === 1 && open(event));
  textEl.addEventListener("keydown", (event) => event.key === "Enter" && open(event));
  drawActions(parent.createDiv({ cls: "ibid-health-actions" }), row, services);
  parent.toggleClass("has-wide-actions", canFixLink(row) || row.kind === "missing-note");
}

function drawActions(parent: HTMLElement, row: HealthRowOfKind, services: HealthServices): void {
  const title = rowTitle(row.kind, row.row);
  if (canFixLink(row)) addTextButton(parent, "Fix link…", title, () => fixLink(services, row));
  if (row.kind === "missing-note") addTextButton(parent, "Create note", title, () => createNote(services, row));
  if (canResearch(row))
    addIconButton(parent, "book-marked", `Research this: ${title}`, () => Promise.resolve(researchRow(services, row)));
  addIconButton(parent, "eye-off", `Ignore: ${title}`, () => ignoreRow(services, row));
}

function addTextButton(parent: HTMLElement, text: string, title: string, act: () => Promise<void>): void {
  const button = parent.createEl("button", { text, attr: { type: "button", "aria-label": `${text} ${title}` } });
  runOnClick(button, act);
}

function addIconButton(parent: HTMLElement, icon: string, label: string, act: () => Promise<void>): void {
  const button = parent.createEl("button", { cls: "clickable-icon", attr: { type: "button" } });
  setIcon(button, icon);
  setTooltip(button, label);
  runOnClick(button, act);
}

/** Runs an action, not twice at a time. The button is not disabled meanwhile, because it would lose the focus. */
function runOnClick(button: HTMLButtonElement, act: () => Promise<void>): void {
  let isRunning = false;
  button.addEventListener("click", () => {
    if (isRunning) return;
    isRunning = true;
    runAction(act().finally(() => (isRunning = false)));
  });
}
