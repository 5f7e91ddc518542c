/**
 * Obsidian's additions to CommonMark as markdown-it rules: wikilinks, embeds, tags, highlights, comments. Links are
 * resolved later, on the page.
 */
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

type InlineRule = (state: StateInline, silent: boolean) => boolean;
type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** `[[target|shown]]` and `![[target|shown]]`. */
const wikilink: InlineRule = (state, silent) => {
  const match = /^(!?)\[\[([^[\]\n|]+)(?:\|([^[\]\n]*))?\]\]/.exec(state.src.slice(state.pos, state.pos + 1000));
  if (!match) return false;
  const [whole, embed = "", target = "", alias] = match;
  if (!silent) {
    const open = state.push("link_open", "a", 1);
    open.attrs = [
      ["class", embed ? "internal-link internal-embed" : "internal-link"],
      ["data-href", target.trim()],
      ["href", target.trim()],
    ];
    state.push("text", "", 0).content = alias?.trim() || shownTarget(target);
    state.push("link_close", "a", -1);
  }
  state.pos += whole.length;
  return true;
};

/** "Note#Heading" is shown as "Note > Heading", "#Heading" as "Heading". */
function shownTarget(target: string): string {
  return target.trim().split("#").filter(Boolean).join(" > ");
}

/** A tag needs a space before it and one character that is no digit. */
const tag: InlineRule = (state, silent) => {
  if (state.src.charAt(state.pos) !== "#") return false;
  if (state.pos > 0 && !/\s/.test(state.src.charAt(state.pos - 1))) return false;
  const match = /^#[\p{L}\p{N}_/-]+/u.exec(state.src.slice(state.pos, state.pos + 200));
  if (!match || /^#\d+$/.test(match[0])) return false;
  if (!silent) {
    const open = state.push("link_open", "a", 1);
    open.attrs = [
      ["class", "tag"],
      ["href", match[0]],
    ];
    state.push("text", "", 0).content = match[0];
    state.push("link_close", "a", -1);
  }
  state.pos += match[0].length;
  return true;
};

/** Returns the text between two equal marks on one line, or null. */
function between(state: StateInline, mark: string): string | null {
  if (!state.src.startsWith(mark, state.pos)) return null;
  const end = state.src.indexOf(mark, state.pos + mark.length);
  return end <= state.pos + mark.length || end > state.posMax ? null : state.src.slice(state.pos + mark.length, end);
}

const highlight: InlineRule = (state, silent) => {
  const inside = between(state, "==");
  if (inside === null || /^\s|\s$/.test(inside)) return false;
  const start = state.pos;
  const max = state.posMax;
  if (!silent) {
    state.push("mark_open", "mark", 1);
    state.pos = start + 2;
    state.posMax = start + 2 + inside.length;
    state.md.inline.tokenize(state);
    state.push("mark_close", "mark", -1);
    state.posMax = max;
  }
  state.pos = start + inside.length + 4;
  return true;
};

const inlineComment: InlineRule = (state) => {
  const inside = between(state, "%%");
  if (inside === null) return false;
  state.pos += inside.length + 4;
  return true;
};

/** A comment at the start of a line extends to the next `%%`, across blank lines and headings. */
const blockComment: BlockRule = (state, startLine, endLine, silent) => {
  const from = state.bMarks[startLine]! + state.tShift[startLine]!;
  if (!state.src.startsWith("%%", from)) return false;
  if (state.src.slice(from + 2, state.eMarks[startLine]).includes("%%")) return false;
  if (silent) return true;
  let line = startLine + 1;
  while (line < endLine && !state.src.slice(state.bMarks[line], state.eMarks[line]).includes("%%")) line += 1;
  state.line = Math.min(line + 1, endLine);
  return true;
};

export function obsidianSyntax(md: MarkdownIt): void {
  md.inline.ruler.before("link", "wikilink", wikilink);
  md.inline.ruler.push("tag", tag);
  md.inline.ruler.push("highlight", highlight);
  md.inline.ruler.push("comment", inlineComment);
  md.block.ruler.before("fence", "comment", blockComment, { alt: ["paragraph", "blockquote", "list"] });
}
