/** Replays an exported question: answers it again from its run log, and compares the report with the exported one. */
import type { App, TFile } from "obsidian";
import type { Timestamp } from "../core/exports";
import { type Failure, IbidError } from "../core/failure";
import type { CoreProxy } from "../core/core";
import { ChooseQuestionLogModal } from "./choose-question-log-modal";
import { showFailureNotice, withFailureNotice } from "../ui/notices";
import { ReplayModal } from "../research/replay-modal";
import { dateTimeText } from "../ui/run-text";

const QUESTION_LOG_NAME = "trace.json";
const REPORT_NAME = "report.md";

/** Lets the user choose the run log of a question, replays it and shows the report. Sends nothing and changes no note. */
export function chooseQuestionToReplay({ app, core }: { app: App; core: CoreProxy }): void {
  const logs = app.vault.getFiles().filter(({ name }) => name === QUESTION_LOG_NAME);
  if (logs.length === 0) return showFailureNotice(NO_QUESTION_LOG_FAILURE);
  new ChooseQuestionLogModal(app, logs, (log) => void showReplay(app, core, log)).open();
}

function showReplay(app: App, core: CoreProxy, log: TFile): Promise<void> {
  return withFailureNotice(async () => {
    const trace = await app.vault.read(log);
    const asked = parseQuestionLog(trace);
    if (asked === undefined)
      throw new IbidError({
        code: "no-such-run",
        message: `“${log.path}” isn't the run log of a question`,
        hint: "Choose a file that “Export…” in the Ask pane has saved.",
      });
    const { report } = await core.call("replayAsk", trace);
    const facts = [`Question of ${dateTimeText(asked.started)}.`, await comparisonText(app, log, report)];
    new ReplayModal(app, { title: asked.question, facts, report }).open();
  });
}

/** Reads the question and its time from a run log; `undefined` if the text is none. */
export function parseQuestionLog(text: string): { question: string; started: Timestamp } | undefined {
  try {
    const { request, started } = JSON.parse(text) as { request?: { question?: unknown }; started?: Timestamp };
    const question = request?.question;
    return typeof question === "string" && typeof started?.millis === "number" ? { question, started } : undefined;
  } catch {
    return undefined;
  }
}

/** Says whether the report has the same bytes as the exported one beside the run log. */
async function comparisonText(app: App, log: TFile, report: string): Promise<string> {
  const exported = log.parent?.children.find(({ name }) => name === REPORT_NAME);
  const file = exported === undefined ? null : app.vault.getFileByPath(exported.path);
  if (file === null) return `There is no ${REPORT_NAME} beside the run log to compare with.`;
  const isSame = haveSameBytes(new Uint8Array(await app.vault.readBinary(file)), new TextEncoder().encode(report));
  return isSame
    ? `The report equals ${REPORT_NAME} byte for byte.`
    : `The report differs from ${REPORT_NAME}, which may have been edited.`;
}

export function haveSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

const NO_QUESTION_LOG_FAILURE: Failure = {
  code: "no-such-run",
  message: "This vault has no run log of a question",
  hint: "Ask a question and export it first.",
};
