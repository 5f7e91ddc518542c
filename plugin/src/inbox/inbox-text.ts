/** Texts about findings and agendas of gaps. Does not depend on Obsidian. */
import type { Finding, GapAgenda, GapTask } from "../core/exports";
import { countText } from "../ui/run-text";

/** Which findings are shown. */
export type InboxFilter = "new" | "accepted" | "dismissed" | "all";

export const INBOX_FILTERS: Record<InboxFilter, string> = {
  new: "New",
  accepted: "Accepted",
  dismissed: "Dismissed",
  all: "All",
};

/** The filter that shows a finding, besides “All”. */
export function filterOf({ state }: Finding): InboxFilter {
  switch (state.kind) {
    case "new":
    case "accepting":
      return "new";
    case "accepted":
    case "appended":
      return "accepted";
    case "dismissed":
      return "dismissed";
  }
}

/** The topic, the site and the date of a finding, and how similar it is to what the vault has. */
export function findingFacts({ topic, source, similarity, reportPath = "" }: Finding): string {
  if (reportPath !== "") return "Report without a note";
  const known = similarity < 0.005 ? "new to your vault" : `${String(Math.round(similarity * 100))}% in your vault`;
  return [topic, siteName(source.url), source.date, known]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
}

function siteName(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, "");
  } catch {
    return "";
  }
}

/** What an agenda brought, in one sentence. */
export function agendaSummary({ state, tasks }: GapAgenda): string {
  const found = sum(tasks, ({ outcome }) => outcome?.newFindings ?? 0);
  const known = sum(tasks, ({ outcome }) => outcome?.knownFindings ?? 0);
  const failed = tasks.filter((task) => task.state === "failed").length;
  const parts = [foundText(found, known)];
  if (failed > 0) parts.push(`${countText(failed, "topic")} failed.`);
  if (state === "cancelled") parts.push("Stopped before the end.");
  return parts.join(" ");
}

function foundText(found: number, known: number): string {
  if (found > 0)
    return known === 0
      ? `${countText(found, "new finding")}.`
      : `${countText(found, "new finding")}; ${countText(known, "page")} said what you have already.`;
  return known > 0 ? "0 new findings: your vault already covers this." : "Nothing was found.";
}

/** What a task brought, how long it took and what it cost. */
export function taskOutcomeText({ state, outcome }: GapTask): string {
  if (state === "blocked") return "Left out";
  if (state === "failed") return (outcome?.messages ?? []).join(" ");
  if (state !== "done" || outcome === undefined) return "";
  const { newFindings = 0, knownFindings = 0, elapsedText = "", costText = "" } = outcome;
  return [`${countText(newFindings, "finding")}, ${String(knownFindings)} known`, elapsedText, costText]
    .filter((part) => part !== "")
    .join(" · ");
}

function sum<T>(items: T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}
