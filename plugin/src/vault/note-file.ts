/** Which files are notes. */
import type { TFile } from "obsidian";

/** Extensions of the files that are indexed and can be researched. */
const NOTE_EXTENSIONS = ["md", "markdown", "txt"];

export function isNote(file: TFile): boolean {
  return NOTE_EXTENSIONS.includes(file.extension.toLowerCase());
}
