/** What Ibid says at the edge of the window: how far a run is, how it ended, what went wrong. */
import { Notice } from "obsidian";
import type { Report } from "../../../pkg/ibid";
import { type Failure, sentences } from "../failure";
import type { TaskView } from "../task";

/** Long enough to read two sentences and reach for the button. */
const RESULT_MILLIS = 12_000;

/** A notice with the news of a run and a button to stop it; the same news stands in the status bar. */
export function progressNotice(statusBar: HTMLElement, cancel: () => void): TaskView {
  const news = createDiv({ cls: "ibid-notice-text", text: "Starting research…" });
  const notice = new Notice(withButtons(news, { Cancel: cancel }), 0);
  // One entry a task: several notes may be researched at once.
  const status = statusBar.createSpan({ text: "Ibid: starting…" });
  return {
    show(message) {
      news.setText(`${message}…`);
      status.setText(`Ibid: ${message}…`);
    },
    close() {
      notice.hide();
      status.remove();
    },
  };
}

/** What can be done with a finished report: the words on the buttons and what they do. */
export type ResultActions = Record<string, () => void>;

export function resultNotice(report: Report, actions: ResultActions): void {
  const news = createDiv({ cls: "ibid-notice-text" });
  news.createDiv({ text: summary(report) });
  for (const warning of report.warnings) news.createDiv({ cls: "ibid-notice-warning", text: `${warning}.` });
  const closing = Object.entries(actions).map(([label, act]): [string, () => void] => [
    label,
    () => {
      notice.hide();
      act();
    },
  ]);
  const notice = new Notice(withButtons(news, Object.fromEntries(closing)), RESULT_MILLIS);
}

export function failureNotice(failure: Failure): void {
  new Notice(sentences(failure), RESULT_MILLIS);
}

function summary(report: Report): string {
  const seconds = (report.elapsedMillis / 1000).toFixed(1);
  const cost = report.cost === 0 ? "free" : `$${report.cost.toFixed(2)}`;
  return `Researched ${count(report.topicsResearched, "topic")} from ${count(report.sources, "source")} in ${seconds} s, ${cost}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The news with buttons beside it. A click on a button is not a click on the notice, which would close it. */
function withButtons(news: HTMLElement, buttons: Record<string, () => void>): DocumentFragment {
  return createFragment((fragment) => {
    const row = fragment.createDiv({ cls: "ibid-notice" });
    row.appendChild(news);
    for (const [label, act] of Object.entries(buttons)) {
      const button = row.createEl("button", { cls: "ibid-notice-button", text: label });
      button.addEventListener("click", (event) => {
        event.stopPropagation();
        act();
      });
    }
  });
}
