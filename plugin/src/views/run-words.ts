/** How far a run is and what it sent, in words. Shows nothing itself. */
import type { Report, Timestamp, TopicProgress, TopicState } from "../../../pkg/ibid";
import { costWords } from "../money-words";
import { number } from "./library-words";

/** What is done for a topic: an icon and words. */
export const topicIcons: Record<TopicState, string> = {
  waiting: "clock",
  searching: "search",
  reading: "book-open",
  gathered: "layers",
  writing: "pencil",
  done: "check",
  nothing: "minus",
};

export function topicWords({ state, evidence }: TopicProgress): string {
  switch (state) {
    case "waiting":
      return "Waiting";
    case "searching":
      return "Searching";
    case "reading":
      return "Reading pages";
    case "gathered":
      return `${count(evidence, "passage")} gathered`;
    case "writing":
      return "Writing";
    case "done":
      return "Done";
    case "nothing":
      return "Nothing found";
  }
}

/** Minutes and seconds, as a stopwatch shows them. */
export function stopwatch(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What a finished run did, in a sentence or two. */
export function summary(report: Report): string {
  const seconds = (report.elapsedMillis / 1000).toFixed(1);
  const done = `Researched ${count(report.topicsResearched, "topic")} from ${count(report.sources, "source")} in ${seconds} s, ${costWords(report.spent)}.`;
  return report.unverified === 0 ? done : `${done} ${unsupported(report.unverified)}`;
}

function unsupported(sentences: number): string {
  return sentences === 1 ? "1 sentence wasn't supported by its source." : `${number(sentences)} sentences weren't supported by their source.`;
}

/** How much was sent. */
export function size(bytes: number): string {
  return bytes < 1000 ? count(bytes, "byte") : `${(bytes / 1000).toFixed(1)} kB`;
}

export function dayAndTime({ millis }: Timestamp): string {
  return new Date(millis).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

export function timeOfDay({ millis }: Timestamp): string {
  return new Date(millis).toLocaleTimeString();
}

/** A note's name as people say it. */
export function noteName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.(md|markdown|txt)$/i, "");
}

export function count(amount: number, noun: string): string {
  return `${number(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}
