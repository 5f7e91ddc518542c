/**
 * The block of properties at the top of a note: where it is, and the tags and aliases in it. Reads only.
 */
import type { CachedMetadata, FrontMatterInfo } from "obsidian";

const BLOCK = /^\ufeff?---[ \t]*\r?\n((?:[\s\S]*?\r?\n)??)---[ \t]*(?:\r?\n|$)/;

export function getFrontMatterInfo(content: string): FrontMatterInfo {
  const match = BLOCK.exec(content);
  if (!match) return { exists: false, frontmatter: "", from: 0, to: 0, contentStart: 0 };
  const frontmatter = match[1] ?? "";
  const from = match[0].indexOf("\n") + 1;
  return { exists: true, frontmatter, from, to: from + frontmatter.length, contentStart: match[0].length };
}

type Properties = Record<string, unknown> | null | undefined;

export function parseFrontMatterEntry(frontmatter: Properties, key: string | RegExp): unknown {
  const found = Object.entries(frontmatter ?? {}).find(([name]) => (typeof key === "string" ? name === key : key.test(name)));
  return found?.[1] ?? null;
}

/** A list, or one string with commas. */
export function parseFrontMatterStringArray(frontmatter: Properties, key: string | RegExp): string[] | null {
  const value = parseFrontMatterEntry(frontmatter, key);
  if (value === null) return null;
  const items = Array.isArray(value) ? value : String(value).split(",");
  return items.filter((item) => item !== null).map((item) => String(item).trim()).filter((item) => item !== "");
}

export function parseFrontMatterAliases(frontmatter: Properties): string[] | null {
  return parseFrontMatterStringArray(frontmatter, /^alias(es)?$/i);
}

export function parseFrontMatterTags(frontmatter: Properties): string[] | null {
  const tags = parseFrontMatterStringArray(frontmatter, /^tags?$/i)?.flatMap((tag) => tag.split(/\s+/));
  return tags?.map((tag) => (tag.startsWith("#") ? tag : `#${tag}`)) ?? null;
}

/** Those of the properties first, then those of the text. */
export function getAllTags(cache: CachedMetadata): string[] | null {
  const tags = [...(parseFrontMatterTags(cache.frontmatter) ?? []), ...(cache.tags ?? []).map((tag) => tag.tag)];
  return tags.length > 0 ? tags : null;
}
