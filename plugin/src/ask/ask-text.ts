/** Texts about a question to the vault: the engine that answers it, its steps and its evidence. */
import type { AskEvidence, AskResult, AskServices } from "../core/exports";
import { countText } from "../ui/run-text";

export const CONFIDENCE_TEXTS: Record<AskResult["confidence"], string> = {
  high: "High confidence",
  medium: "Medium confidence",
  low: "Low confidence",
};

const FOUND_TEXTS: Record<AskEvidence["found"], string> = {
  keyword: "found by keyword",
  semantic: "found by meaning",
  hybrid: "found by keyword and meaning",
  manual: "opened directly",
  web: "found on the web",
};

/** Names the engine that will answer. */
export function engineText({ model }: AskServices): string {
  if (model === undefined) return "Answered by the built-in engine on this device.";
  return `Answered by ${model.name} at ${model.host}.`;
}

/** Summary of the steps of a model, for example `5 steps · $0.03`. */
export function stepsSummary(steps: number, spent: string): string {
  return joinFacts([countText(steps, "step"), spent]);
}

/** Summary of the sentences that are not in the answer. */
export function leftOutSummary(sentences: number): string {
  return `${countText(sentences, "sentence")} left out`;
}

/** The id and place of a passage, how it was found, and its score. */
export function passageFacts({ id, firstLine, lastLine, found, score }: AskEvidence): string {
  return joinFacts([id, linesText(firstLine, lastLine), FOUND_TEXTS[found], `score ${score.toFixed(2)}`]);
}

function linesText(first: number | undefined, last: number | undefined): string {
  if (first === undefined) return "";
  return last === undefined || first === last ? `line ${String(first)}` : `lines ${String(first)}–${String(last)}`;
}

/**
 * Why a passage was read, for the user. The core names the call that returned it. The reason of a passage that was opened
 * directly is its place, which is shown anyway.
 */
export function passageReason(reason: string): string {
  const [, tool = "", query = ""] = /^(\w+) ([^]*)$/.exec(reason) ?? [];
  switch (tool) {
    case "search_vault":
      return `Search for “${query}”`;
    case "search_web":
      return `Web search for “${query}”`;
    case "open_lines":
    case "read_note":
    case "open_page":
      return "";
    default:
      return reason;
  }
}

/** The text of a passage without its headings, which are shown above it, and without the ids of blocks. */
export function passageQuote(text: string): string {
  const lines = text.split("\n").filter((line) => !/^#{1,6} /.test(line));
  const quote = lines
    .map((line) => line.replace(/ \^[\w-]+$/, ""))
    .join("\n")
    .trim();
  return quote === "" ? text : quote;
}

/** Makes a message a sentence: adds a capital letter and a full stop where they are missing. */
export function asSentence(message: string): string {
  const capitalised = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}

function joinFacts(facts: string[]): string {
  return facts.filter((fact) => fact !== "").join(" · ");
}
