/** Texts about the status of the index, for the search window and the pane with related notes. */
import type { VaultStatus } from "./vault-watcher";

/** Returns a text while notes are being read or cannot be read; empty once all notes are read. */
export function indexingText(status: VaultStatus | undefined): string {
  if (status?.problem !== undefined) return status.problem.replace(/\.$/, "");
  if (status?.reading !== true) return "";
  if (status.total === 0) return "Indexing your notes";
  return `${formatNumber(status.notes + status.skipped)} of ${formatNumber(status.total)} notes indexed`;
}

/** Returns a text about notes that could not be read; empty if there are none. */
export function skippedNotesText(status: VaultStatus | undefined): string {
  if (status === undefined || status.skipped === 0) return "";
  return status.skipped === 1
    ? "1 note couldn't be read and isn't searched"
    : `${formatNumber(status.skipped)} notes couldn't be read and aren't searched`;
}

/** Formats a number as is usual in the user's language, for example `12,345`. */
export function formatNumber(count: number): string {
  return count.toLocaleString();
}
