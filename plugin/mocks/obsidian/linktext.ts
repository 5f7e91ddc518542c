/** The text of links: finds `[[…]]` and `[…](…)` in a note, parses links and writes them. It resolves nothing. */
export interface WrittenLink {
  /** Offset of the `!` or the first bracket. */
  from: number;
  to: number;
  original: string;
  isEmbed: boolean;
  isWiki: boolean;
  /** Path and subpath, decoded: `Folder/Note#Heading`. */
  link: string;
  /** The text shown, if the link has one. */
  label?: string;
}

const WIKI = /(!?)\[\[([^[\]\n]+)\]\]/g;
const MARKDOWN = /(!?)\[([^[\]\n]*)\]\((<[^<>\n]+>|[^\s()]+)(?:[ \t]+"[^"\n]*")?\)/g;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Returns the links to notes and files of the vault in their order, without web addresses. */
export function findLinks(text: string): WrittenLink[] {
  const wiki = [...text.matchAll(WIKI)].map(readWiki);
  const markdown = [...text.matchAll(MARKDOWN)]
    .map(readMarkdown)
    .filter((link) => !HAS_SCHEME.test(link.link) && link.link !== "");
  return [...wiki, ...markdown].sort((a, b) => a.from - b.from);
}

function readWiki(match: RegExpMatchArray): WrittenLink {
  const [original, bang = "", inner = ""] = match;
  const bar = inner.indexOf("|");
  const link = (bar < 0 ? inner : inner.slice(0, bar)).replace(/\\$/, "").trim();
  const label = bar < 0 ? undefined : inner.slice(bar + 1).trim();
  return { ...place(match), original, isEmbed: bang !== "", isWiki: true, link, label };
}

function readMarkdown(match: RegExpMatchArray): WrittenLink {
  const [original, bang = "", label = "", target = ""] = match;
  return {
    ...place(match),
    original,
    isEmbed: bang !== "",
    isWiki: false,
    link: decode(target.replace(/^<|>$/g, "")),
    label,
  };
}

function place(match: RegExpMatchArray): { from: number; to: number } {
  const from = match.index ?? 0;
  return { from, to: from + match[0].length };
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** Returns the link with another target, in the same syntax. */
export function rewriteLink(link: WrittenLink, linktext: string, path: string): string {
  const bang = link.isEmbed ? "!" : "";
  const { subpath } = parseLinktext(link.link);
  if (link.isWiki) return `${bang}[[${linktext}${subpath}${link.label === undefined ? "" : `|${link.label}`}]]`;
  return `${bang}[${link.label ?? ""}](${encodeURI(path + subpath)})`;
}

export function parseLinktext(linktext: string): { path: string; subpath: string } {
  const hash = linktext.indexOf("#");
  if (hash < 0) return { path: linktext, subpath: "" };
  return { path: linktext.slice(0, hash), subpath: linktext.slice(hash) };
}

export function getLinkpath(linktext: string): string {
  return parseLinktext(linktext).path;
}

/** Replaces the characters of a heading that have a meaning in links by spaces. */
export function stripHeadingForLink(heading: string): string {
  return heading
    .replace(/[#|^:\\]|%%|\[\[|\]\]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The form in which the app compares headings with the places of links. */
export function stripHeading(heading: string): string {
  return heading
    .replace(/[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\r\n]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
