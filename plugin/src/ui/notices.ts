/** Notices: progress and result of a run, failures, and interrupted runs. */
import { Notice } from "obsidian";
import type { Report } from "../core/exports";
import { type Failure, failureText, toFailure } from "../core/failure";
import type { TaskView } from "./task";
import { countText, reportSummary } from "./run-text";

/** How long a result is shown: enough to read two sentences and press a button. */
const NOTICE_DURATION_MILLIS = 12_000;

/** Maximum number of warnings in a notice; the details window shows all. */
const MAX_SHOWN_WARNINGS = 3;

export const PROGRESS_TITLE = "Show research progress";

/** What the user can do in a progress notice: stop the run, or open the progress window. */
export interface ProgressNoticeActions {
  cancel: () => void;
  showMore: () => void;
}

/** Shows a notice with the progress of a run and a button to stop it; the status bar shows the same progress. */
export function showProgressNotice(statusBar: HTMLElement, { cancel, showMore }: ProgressNoticeActions): TaskView {
  const textEl = createDiv({
    cls: ["ibid-notice-text", "ibid-notice-more"],
    text: "Starting research…",
    attr: { role: "button", tabindex: 0 },
  });
  textEl.addEventListener("click", showMore);
  textEl.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") showMore();
  });
  const noticeEl = withButtons(textEl, { Cancel: cancel });
  const openNotice = () =>
    new Notice(
      createFragment((fragment) => fragment.appendChild(noticeEl)),
      0,
    );
  let notice = openNotice();
  let showsAgain = false;
  // Number of open windows that show the progress in place of this notice.
  let hideRequests = 0;
  // One status bar entry per task: several notes may be researched in parallel.
  const statusEl = statusBar.createSpan({ text: "Ibid: starting…" });
  statusBar.addClass("mod-clickable");
  return {
    show(message) {
      textEl.setText(`${message}…`);
      statusEl.setText(`Ibid: ${message}…`);
    },
    hide() {
      // Remembers whether the notice is visible: if the user dismissed it, `unhide` must not show it again.
      if (hideRequests === 0) showsAgain = noticeEl.isConnected;
      hideRequests += 1;
      notice.hide();
    },
    unhide() {
      if (hideRequests === 1 && showsAgain) notice = openNotice();
      hideRequests = Math.max(0, hideRequests - 1);
    },
    close() {
      showsAgain = false;
      notice.hide();
      statusEl.remove();
      statusBar.toggleClass("mod-clickable", statusBar.childElementCount > 0);
    },
  };
}

/** Buttons of a notice: for each label, the function that a click calls. */
export type NoticeActions = Record<string, () => void>;

/** The last notice about each note's research, by path: a newer one takes its place. */
const runNotices = new Map<string, Notice>();

/** Closes the notice about the last research of a note, because a newer run makes it out of date. */
export function closeRunNotice(path: string): void {
  runNotices.get(path)?.hide();
  runNotices.delete(path);
}

function replaceRunNotice(path: string, notice: Notice): void {
  closeRunNotice(path);
  runNotices.set(path, notice);
}

export function showResultNotice(report: Report, actions: NoticeActions): void {
  const textEl = createDiv({ cls: "ibid-notice-text" });
  textEl.createDiv({ text: reportSummary(report) });
  // Shows the last warnings of the list, because these are about the note that was written.
  const shownWarnings = report.warnings.slice(-MAX_SHOWN_WARNINGS);
  for (const warning of shownWarnings) textEl.createDiv({ cls: "ibid-notice-warning", text: `${warning}.` });
  const hiddenWarningCount = report.warnings.length - shownWarnings.length;
  if (hiddenWarningCount > 0)
    textEl.createDiv({
      cls: "ibid-notice-warning",
      text: `${countText(hiddenWarningCount, "more warning")} in the details.`,
    });
  replaceRunNotice(report.note ?? report.path, showActionNotice(textEl, actions, NOTICE_DURATION_MILLIS));
}

/** Shows why the research of a note failed. The notice stays until the user answers if there are `actions`. */
export function showRunFailureNotice(path: string, text: string, actions: NoticeActions = {}): void {
  const duration = Object.keys(actions).length === 0 ? NOTICE_DURATION_MILLIS : 0;
  replaceRunNotice(path, showActionNotice(createDiv({ cls: "ibid-notice-text", text }), actions, duration));
}

/** Shows a question that stays until the user answers it. */
export function showQuestionNotice(text: string, actions: NoticeActions): void {
  showActionNotice(createDiv({ cls: "ibid-notice-text", text }), actions, 0);
}

/** Shows a message that disappears by itself. */
export function showMessageNotice(text: string, actions: NoticeActions = {}): void {
  showActionNotice(createDiv({ cls: "ibid-notice-text", text }), actions, NOTICE_DURATION_MILLIS);
}

export function showFailureNotice(failure: Failure): void {
  new Notice(failureText(failure), NOTICE_DURATION_MILLIS);
}

/** Does something; a failure ends in a notice that says what happened and what to do. */
export async function withFailureNotice(act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    showFailureNotice(toFailure(thrown));
  }
}

/** Shows a notice that closes when one of its buttons is pressed. */
function showActionNotice(textEl: HTMLElement, actions: NoticeActions, durationMillis: number): Notice {
  const closingActions = Object.entries(actions).map(([label, act]): [string, () => void] => [
    label,
    () => {
      notice.hide();
      act();
    },
  ]);
  const noticeEl = withButtons(textEl, Object.fromEntries(closingActions));
  const notice = new Notice(
    createFragment((fragment) => fragment.appendChild(noticeEl)),
    durationMillis,
  );
  return notice;
}

/** Adds buttons below a text. A click on a button must not reach the notice, because that would close it. */
function withButtons(textEl: HTMLElement, buttons: NoticeActions): HTMLElement {
  const noticeEl = createDiv({ cls: "ibid-notice" });
  noticeEl.appendChild(textEl);
  if (Object.keys(buttons).length === 0) return noticeEl;
  const buttonRow = noticeEl.createDiv({ cls: "ibid-notice-buttons" });
  for (const [label, act] of Object.entries(buttons)) {
    const button = buttonRow.createEl("button", { cls: "ibid-notice-button", text: label });
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      act();
    });
  }
  return noticeEl;
}
