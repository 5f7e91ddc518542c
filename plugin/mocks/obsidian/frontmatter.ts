/**
 * The block of properties at the top of a note: where it starts and ends.
 */
import type { FrontMatterInfo } from "obsidian";

const BLOCK = /^\ufeff?---[ \t]*\r?\n((?:[\s\S]*?\r?\n)??)---[ \t]*(?:\r?\n|$)/;

export function getFrontMatterInfo(content: string): FrontMatterInfo {
  const match = BLOCK.exec(content);
  if (!match) return { exists: false, frontmatter: "", from: 0, to: 0, contentStart: 0 };
  const frontmatter = match[1] ?? "";
  const from = match[0].indexOf("\n") + 1;
  return { exists: true, frontmatter, from, to: from + frontmatter.length, contentStart: match[0].length };
}
