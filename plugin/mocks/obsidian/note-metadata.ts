/**
 * The metadata of one note: properties, headings, links, embeds, tags and block ids, with positions. Uses regular
 * expressions over the text with code, comments and math blanked out, so there are no sections, list items or
 * underlined headings.
 */
import type {
  BlockCache,
  CachedMetadata,
  FrontMatterCache,
  FrontmatterLinkCache,
  HeadingCache,
  Loc,
  Pos,
  ReferenceCache,
  TagCache,
} from "obsidian";
import { getFrontMatterInfo } from "./frontmatter";
import { findLinks, type WrittenLink } from "./linktext";
import { parseYaml } from "./yaml";

const NOT_PROSE = [
  /^ {0,3}(`{3,}(?=[^`\n]*$)|~{3,})[^\n]*(?:\n(?! {0,3}\1[`~]*[ \t\r]*$)[^\n]*)*(?:\n {0,3}\1[`~]*[ \t\r]*$)?/gm,
  /%%[\s\S]*?(?:%%|$)/g,
  /<!--[\s\S]*?-->/g,
  /\$\$[\s\S]*?\$\$/g,
  /(`+)[^`\n](?:[^\n]*?[^`\n])??\1(?!`)/g,
];
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+([^\n]*?))?(?:[ \t]+#+)?[ \t]*\r?$/gm;
const TAG = /(?<=^|\s)#[^\u2000-\u206F\u2E00-\u2E7F'!"#$%&()*+,.:;<=>?@^`{|}~[\]\\\s]+/gm;
const BLOCK_ID = /(?<=^|\s)\^([a-zA-Z0-9-]+)[ \t]*\r?$/gm;

export function readMetadata(text: string): CachedMetadata {
  const locate = locator(text);
  const prose = proseOf(text);
  const links = findLinks(prose).map((link) => ({ ...link, original: text.slice(link.from, link.to) }));
  return {
    ...readProperties(text, locate),
    ...filled("headings", readHeadings(text, prose, locate)),
    ...filled(
      "links",
      links.filter((link) => !link.isEmbed).map((link) => reference(link, locate)),
    ),
    ...filled(
      "embeds",
      links.filter((link) => link.isEmbed).map((link) => reference(link, locate)),
    ),
    ...filled("tags", readTags(prose, locate)),
    ...readBlocks(prose, locate),
  };
}

/** Blanks out all text in which `#` or `[[` has no meaning; offsets stay the same. */
export function proseOf(text: string): string {
  const blank = (part: string): string => part.replace(/[^\n]/g, " ");
  const start = getFrontMatterInfo(text).contentStart;
  const body = NOT_PROSE.reduce((prose, pattern) => prose.replace(pattern, blank), text.slice(start));
  return blank(text.slice(0, start)) + body;
}

type Locate = (from: number, to: number) => Pos;

function locator(text: string): Locate {
  const starts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
  const loc = (offset: number): Loc => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line, col: offset - (starts[line] ?? 0), offset };
  };
  return (from, to) => ({ start: loc(from), end: loc(to) });
}

/** As in the app, an empty list is absent. */
function filled<K extends string, T>(name: K, items: T[]): { [key in K]?: T[] } {
  return items.length > 0 ? ({ [name]: items } as { [key in K]?: T[] }) : {};
}

function readProperties(
  text: string,
  locate: Locate,
): Pick<CachedMetadata, "frontmatter" | "frontmatterPosition" | "frontmatterLinks"> {
  const info = getFrontMatterInfo(text);
  if (!info.exists) return {};
  const frontmatter = parseProperties(info.frontmatter);
  if (!frontmatter) return {};
  const end = text.slice(0, info.contentStart).trimEnd().length;
  return {
    frontmatter,
    frontmatterPosition: locate(0, end),
    ...filled("frontmatterLinks", propertyLinks(frontmatter, "")),
  };
}

/** Invalid properties are ignored: the note is still indexed. */
function parseProperties(yaml: string): FrontMatterCache | null {
  try {
    const value = parseYaml(yaml);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function propertyLinks(value: unknown, key: string): FrontmatterLinkCache[] {
  if (typeof value === "string") {
    const link = findLinks(value).find(({ original }) => original === value.trim());
    return link ? [{ key, link: link.link, original: link.original, displayText: displayText(link) }] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => propertyLinks(item, key ? `${key}.${name}` : name));
}

function readHeadings(text: string, prose: string, locate: Locate): HeadingCache[] {
  return [...prose.matchAll(HEADING)].map((match) => {
    const end = match.index + match[0].trimEnd().length;
    const position = locate(match.index, end);
    // From the note, not from the blanked text: code in a heading belongs to it.
    const heading = text
      .slice(match.index, match.index + match[0].length)
      .replace(/^ *#+[ \t]*/, "")
      .replace(/(?:^|[ \t]+)#*\s*$/, "");
    return { heading, level: match[1]?.length ?? 1, position };
  });
}

function reference(link: WrittenLink, locate: Locate): ReferenceCache {
  return {
    link: link.link,
    original: link.original,
    displayText: displayText(link),
    position: locate(link.from, link.to),
  };
}

function displayText(link: WrittenLink): string {
  return link.label ?? link.link.replace(/^#/, "").replaceAll("#", " > ");
}

function readTags(prose: string, locate: Locate): TagCache[] {
  const found = [...prose.matchAll(TAG)].filter((match) => !/^#\d+$/.test(match[0]));
  return found.map((match) => ({ tag: match[0], position: locate(match.index, match.index + match[0].length) }));
}

function readBlocks(prose: string, locate: Locate): Pick<CachedMetadata, "blocks"> {
  const blocks: Record<string, BlockCache> = {};
  for (const match of prose.matchAll(BLOCK_ID)) {
    const id = match[1] ?? "";
    const lineStart = prose.lastIndexOf("\n", match.index) + 1;
    blocks[id.toLowerCase()] = { id, position: locate(lineStart, match.index + match[0].trimEnd().length) };
  }
  return Object.keys(blocks).length > 0 ? { blocks } : {};
}
