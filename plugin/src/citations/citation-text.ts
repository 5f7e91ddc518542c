/** Texts about checked citations: the summary, the groups and the names of sources. */
import type { CheckedCitation, CitationsCheck, CitationVerdict } from "../core/exports";
import { countText } from "../ui/run-text";

/** A group of citations with the same verdict. */
export interface CitationGroup {
  verdict: CitationVerdict;
  icon: string;
  title: string;
  /** The verdict in the summary, after the number of citations. */
  summary: string;
}

/** The groups in the order in which they are shown: first what the user may want to change. */
export const CITATION_GROUPS: CitationGroup[] = [
  { verdict: "contradicted", icon: "circle-x", title: "Contradicted", summary: "contradicted" },
  { verdict: "not-found", icon: "circle-help", title: "Not found in the source", summary: "not found in the source" },
  { verdict: "gone", icon: "unlink", title: "Source missing", summary: "with a missing source" },
  { verdict: "not-read", icon: "eye-off", title: "Not read", summary: "not read" },
  { verdict: "supported", icon: "circle-check", title: "Supported", summary: "supported" },
];

/** Returns the number of citations with each verdict, for example `3 citations: 2 supported, 1 not read.` */
export function citationsSummary(citations: CheckedCitation[]): string {
  const supportedFirst = [...CITATION_GROUPS.slice(-1), ...CITATION_GROUPS.slice(0, -1)];
  const counts = supportedFirst.map(({ verdict, summary }) => ({
    summary,
    count: citations.filter((one) => one.verdict === verdict).length,
  }));
  const parts = counts.filter(({ count }) => count > 0).map(({ summary, count }) => `${String(count)} ${summary}`);
  return `${countText(citations.length, "citation")}: ${parts.join(", ")}.`;
}

/** Returns how many sentences are marked, and how many of the others can't be. */
export function marksText({ problems, markable }: CitationsCheck): string {
  const marked = `${countText(markable, "sentence")} ${markable === 1 ? "is" : "are"} marked in the note.`;
  const rest = problems - markable;
  return rest === 0 ? marked : `${marked} ${countText(rest, "other")} can't be marked without breaking the formatting.`;
}

/** Whether a source is a page and not a note. */
export function isPage(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

/** Whether a source is a footnote without a definition, which leads nowhere. */
export function isFootnote(target: string): boolean {
  return target.startsWith("[^");
}

/** Returns the address of a page without its scheme, or a link to a note as Obsidian shows it: `Note > Heading`. */
export function sourceName(target: string): string {
  if (isPage(target)) return target.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
  if (isFootnote(target)) return `Footnote ${target}`;
  const [path = "", ...subpath] = target.split("#");
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
  return [name, ...subpath].join(" > ");
}
