/** Texts about the progress and the result of a run. */
import type { Report, Timestamp, TopicProgress, TopicState } from "../core/exports";
import { formatNumber } from "../vault/library-text";

/** Name of the Obsidian icon that is shown for each state of a topic. */
export const topicIcons: Record<TopicState, string> = {
  waiting: "clock",
  searching: "search",
  reading: "book-open",
  gathered: "layers",
  writing: "pencil",
  checking: "list-checks",
  done: "check",
  nothing: "minus",
};

export function topicStateText({ state, evidence }: TopicProgress): string {
  switch (state) {
    case "waiting":
      return "Waiting";
    case "searching":
      return "Searching";
    case "reading":
      return "Reading pages";
    case "gathered":
      return `${countText(evidence, "passage")} gathered`;
    case "writing":
      return "Writing";
    case "checking":
      return "Checking against sources";
    case "done":
      return "Done";
    case "nothing":
      return "Nothing found";
  }
}

/** Formats milliseconds as minutes and seconds, for example `1:05`. */
export function stopwatchText(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Summary of a finished run in one or two sentences, with the name of the note. */
export function reportSummary(report: Report): string {
  const summary = `Researched “${noteName(report.note ?? report.path)}”: ${reportFacts(report)}`;
  return report.unverified === 0 ? summary : `${summary} ${unsupportedSentencesText(report.unverified)}`;
}

/** How much was found, how long it took, and what it cost. */
export function reportFacts(report: Report): string {
  return `${countText(report.topicsResearched, "topic")} from ${countText(report.sources, "source")} in ${report.elapsedText ?? ""}, ${report.costText ?? ""}.`;
}

function unsupportedSentencesText(sentenceCount: number): string {
  return sentenceCount === 1
    ? "1 sentence wasn't supported by its source."
    : `${formatNumber(sentenceCount)} sentences weren't supported by their source.`;
}

/** Formats a number of bytes, for example `812 bytes` or `1.2 kB`. */
export function sizeText(bytes: number): string {
  return bytes < 1000 ? countText(bytes, "byte") : `${(bytes / 1000).toFixed(1)} kB`;
}

export function dateTimeText({ millis }: Timestamp): string {
  return new Date(millis).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

export function timeOfDayText({ millis }: Timestamp): string {
  return new Date(millis).toLocaleTimeString();
}

/** Name of a note without folder and extension. */
export function noteName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.(md|markdown|txt)$/i, "");
}

export function countText(amount: number, noun: string): string {
  return `${formatNumber(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}
