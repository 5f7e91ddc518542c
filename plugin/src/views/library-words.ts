/** How far the library is, in the words of the views that search it. Shows nothing itself. */
import type { LibraryNews } from "../vault-watcher";

/** What to say while notes are being read or cannot be; nothing once all are. */
export function readingWords(state: LibraryNews | undefined): string {
  if (state?.trouble !== undefined) return state.trouble.replace(/\.$/, "");
  if (state?.reading !== true) return "";
  if (state.total === 0) return "Indexing your notes";
  return `${number(state.notes + state.skipped)} of ${number(state.total)} notes indexed`;
}

/** What to say about notes that cannot be found; nothing if there are none. */
export function skippedWords(state: LibraryNews | undefined): string {
  if (state === undefined || state.skipped === 0) return "";
  return state.skipped === 1 ? "1 note couldn't be read and isn't searched" : `${number(state.skipped)} notes couldn't be read and aren't searched`;
}

/** A count as the person's language writes it. */
export function number(count: number): string {
  return count.toLocaleString();
}
