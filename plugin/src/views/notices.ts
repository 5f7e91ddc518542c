/** What Ibid says at the edge of the window: how far a run is, how it ended, what went wrong, what was interrupted. */
import { Notice } from "obsidian";
import type { Report } from "../../../pkg/ibid";
import { type Failure, sentences } from "../failure";
import type { TaskView } from "../task";
import { count, summary } from "./run-words";

/** Long enough to read two sentences and reach for the button. */
const RESULT_MILLIS = 12_000;

/** More than a notice has room for is in the details. */
const MOST_WARNINGS = 3;

export const PROGRESS_TITLE = "Show research progress";

/** What a progress notice leads to. */
export interface ProgressActions {
  cancel: () => void;
  showMore: () => void;
}

/** A notice with the news of a run and a button to stop it; the same news stands in the status bar. */
export function progressNotice(statusBar: HTMLElement, { cancel, showMore }: ProgressActions): TaskView {
  const news = createDiv({ cls: ["ibid-notice-text", "ibid-notice-more"], text: "Starting research…", attr: { role: "button", tabindex: 0 } });
  news.addEventListener("click", showMore);
  news.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") showMore();
  });
  const row = withButtons(news, { Cancel: cancel });
  const open = () => new Notice(createFragment((fragment) => fragment.appendChild(row)), 0);
  let notice = open();
  let returns = false;
  // Several may want the room at once.
  let larger = 0;
  // One entry a task: several notes may be researched at once.
  const status = statusBar.createSpan({ text: "Ibid: starting…" });
  statusBar.addClass("mod-clickable");
  return {
    show(message) {
      news.setText(`${message}…`);
      status.setText(`Ibid: ${message}…`);
    },
    stepAside(aside) {
      const before = larger;
      larger = Math.max(0, larger + (aside ? 1 : -1));
      // What the person clicked away does not come back.
      if (before === 0 && aside) returns = row.isConnected;
      if (aside) notice.hide();
      else if (before === 1 && returns) notice = open();
    },
    close() {
      returns = false;
      notice.hide();
      status.remove();
      statusBar.toggleClass("mod-clickable", statusBar.childElementCount > 0);
    },
  };
}

/** What can be done from a notice: the words on the buttons and what they do. */
export type NoticeActions = Record<string, () => void>;

export function resultNotice(report: Report, actions: NoticeActions): void {
  const news = createDiv({ cls: "ibid-notice-text" });
  news.createDiv({ text: summary(report) });
  // The last ones are about the note itself.
  const shown = report.warnings.slice(-MOST_WARNINGS);
  for (const warning of shown) news.createDiv({ cls: "ibid-notice-warning", text: `${warning}.` });
  const more = report.warnings.length - shown.length;
  if (more > 0) news.createDiv({ cls: "ibid-notice-warning", text: `${count(more, "more warning")} in the details.` });
  actionNotice(news, actions, RESULT_MILLIS);
}

/** Says something that can be answered; it stays until it is. */
export function questionNotice(words: string, actions: NoticeActions): void {
  actionNotice(createDiv({ cls: "ibid-notice-text", text: words }), actions, 0);
}

/** Says that something was done; it goes by itself. */
export function doneNotice(words: string, actions: NoticeActions = {}): void {
  actionNotice(createDiv({ cls: "ibid-notice-text", text: words }), actions, RESULT_MILLIS);
}

export function failureNotice(failure: Failure): void {
  new Notice(sentences(failure), RESULT_MILLIS);
}

/** A notice that goes when one of its buttons is pressed. */
function actionNotice(news: HTMLElement, actions: NoticeActions, millis: number): void {
  const closing = Object.entries(actions).map(([label, act]): [string, () => void] => [
    label,
    () => {
      notice.hide();
      act();
    },
  ]);
  const row = withButtons(news, Object.fromEntries(closing));
  const notice = new Notice(createFragment((fragment) => fragment.appendChild(row)), millis);
}

/** The news with buttons beside or below it. A click on a button is not a click on the notice, which would close it. */
function withButtons(news: HTMLElement, buttons: NoticeActions): HTMLElement {
  const row = createDiv({ cls: "ibid-notice" });
  row.appendChild(news);
  const line = row.createDiv({ cls: "ibid-notice-buttons" });
  for (const [label, act] of Object.entries(buttons)) {
    const button = line.createEl("button", { cls: "ibid-notice-button", text: label });
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      act();
    });
  }
  return row;
}
