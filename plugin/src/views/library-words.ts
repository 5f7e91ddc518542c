/** How far the library is, in the words of the views that search it. Shows nothing itself. */
import type { LibraryNews } from "../vault-watcher";

/** What to say while notes are being read or cannot be; nothing once all are. */
export function readingWords(state: LibraryNews | undefined): string {
  if (state?.trouble !== undefined) return state.trouble.replace(/\.$/, "");
  if (state?.reading !== true) return "";
  if (state.total === 0) return "Your notes are being read";
  return `${number(state.notes + state.skipped)} of ${number(state.total)} notes read so far`;
}

/** What to say about notes that cannot be found; nothing if there are none. */
export function skippedWords(state: LibraryNews | undefined): string {
  if (state === undefined || state.skipped === 0) return "";
  return state.skipped === 1 ? "One note could not be read and is not searched" : `${number(state.skipped)} notes could not be read and are not searched`;
}

/** A count as the person's language writes it. */
export function number(count: number): string {
  return count.toLocaleString();
}
