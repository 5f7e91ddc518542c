/** Texts of the view of the vault's health. */
import type { Health, HealthKind, HealthRow, NoteCluster } from "../core/exports";
import { totalRows } from "./health-store";
import { formatNumber } from "../vault/library-text";
import { countText, noteName } from "../ui/run-text";

export const CHECK_HEALTH_TITLE = "Check the health of the vault";
export const HEALTH_TITLE = "Health of the vault";
export const NOTHING_TO_MEND_TEXT = "Nothing to mend.";

/** Title of each group, its icon, and what one row is called in the list of ignored rows. */
export const HEALTH_GROUPS: Record<HealthKind, { title: string; icon: string; single: string; help: string }> = {
  orphan: {
    title: "Orphans",
    icon: "circle-dot",
    single: "Orphan",
    help: "Notes without links to or from other notes.",
  },
  "broken-link": {
    title: "Broken links",
    icon: "unlink",
    single: "Broken link",
    help: "Links that lead to no file, or to no heading or block of a note.",
  },
  "missing-note": {
    title: "Missing notes",
    icon: "file-question",
    single: "Missing note",
    help: "Notes that don't exist, although several notes link to them or mention them.",
  },
  "near-duplicate": {
    title: "Near-duplicates",
    icon: "copy",
    single: "Near-duplicates",
    help: "Pairs of notes with mostly the same text.",
  },
  stale: {
    title: "Stale notes",
    icon: "history",
    single: "Stale note",
    help: "Old notes that recently changed notes link to.",
  },
  stub: { title: "Stubs", icon: "file-minus", single: "Stub", help: "Notes with little or no text." },
  "open-question": {
    title: "Open questions and tasks",
    icon: "help-circle",
    single: "Open question or task",
    help: "Questions without an answer, and tasks that are not done.",
  },
  tag: { title: "Tags", icon: "tag", single: "Tag", help: "Tags that are used once or misspelt." },
  alias: {
    title: "Aliases",
    icon: "at-sign",
    single: "Alias",
    help: "Aliases that several notes have, or that a note lacks.",
  },
};

/** Summary of a check in one sentence. */
export function healthSummary(health: Health): string {
  const notes = `${countText(health.notes, "note")} checked`;
  const rows = totalRows(health);
  return rows === 0 ? `${notes}.` : `${notes}, ${formatNumber(rows)} ${rows === 1 ? "thing" : "things"} to look at.`;
}

/** What a row is about, in a few words. */
export function rowTitle(kind: HealthKind, { path, target = "" }: HealthRow): string {
  switch (kind) {
    case "broken-link":
      return `[[${target}]]`;
    case "missing-note":
    case "open-question":
      return target;
    case "tag":
      return target.startsWith("#") ? target : `#${target}`;
    case "near-duplicate":
      return `${noteName(path)} and ${noteName(target)}`;
    case "alias":
      return target === "" ? noteName(path) : target;
    case "orphan":
    case "stale":
    case "stub":
      return noteName(path);
  }
}

/** The note in which the row's title is found; empty if the title names the note. */
export function rowPlace(kind: HealthKind, { path, line }: HealthRow): string {
  const isNamed = kind === "orphan" || kind === "stale" || kind === "stub" || kind === "near-duplicate";
  if (isNamed) return path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return line === undefined ? noteName(path) : `${noteName(path)}, line ${formatNumber(line)}`;
}

/** An ignored row in words. Its id is the kind, the path and a detail, with bars between. */
export function ignoredRowText(id: string): { kind: string; text: string } {
  const [kind = "", path = "", ...rest] = id.split("|");
  const detail = rest.join("|");
  const name = path === "" ? "" : noteName(path);
  const group = kind in HEALTH_GROUPS ? HEALTH_GROUPS[kind as HealthKind] : undefined;
  const details = kind === "near-duplicate" ? noteName(detail) : detail;
  return { kind: group?.single ?? kind, text: [name, details].filter((part) => part !== "").join(" · ") };
}

/** How many of the rows are shown. */
export function shownText(shown: number, total: number): string {
  return `${formatNumber(shown)} of ${formatNumber(total)} shown`;
}

/** A cluster in words: its notes and its connections. */
export function clusterText({ name, notes, links }: NoteCluster): string {
  const connections =
    links.length === 0 ? "not linked with other clusters" : `linked with ${countText(links.length, "other cluster")}`;
  return `${name}: ${countText(notes.length, "note")}, ${connections}`;
}
