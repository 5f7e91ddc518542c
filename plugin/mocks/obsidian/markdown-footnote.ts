/**
 * Footnotes: `[^id]` and `[^id]: text`, numbered in the order of their first use and listed at the end. One paragraph
 * per footnote; inline footnotes stay text.
 */
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

interface Footnotes {
  texts: Map<string, string>;
  used: string[];
}

type Env = Record<string, unknown> & { footnotes?: Footnotes };
type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;
type InlineRule = (state: StateInline, silent: boolean) => boolean;

function notes(env: Env): Footnotes {
  return (env.footnotes ??= { texts: new Map(), used: [] });
}

const definition: BlockRule = (state, startLine, _endLine, silent) => {
  const from = state.bMarks[startLine]! + state.tShift[startLine]!;
  const match = /^\[\^([^\]\s]+)\]:[ \t]*(.*)$/.exec(state.src.slice(from, state.eMarks[startLine]));
  if (!match) return false;
  if (silent) return true;
  notes(state.env as Env).texts.set(match[1]!, match[2]!);
  state.line = startLine + 1;
  return true;
};

const reference: InlineRule = (state, silent) => {
  const match = /^\[\^([^\]\s]+)\]/.exec(state.src.slice(state.pos, state.pos + 200));
  if (!match) return false;
  const { texts, used } = notes(state.env as Env);
  if (!texts.has(match[1]!)) return false;
  if (!silent) {
    if (!used.includes(match[1]!)) used.push(match[1]!);
    const token = state.push("footnote_ref", "sup", 0);
    token.meta = { number: used.indexOf(match[1]!) + 1 };
  }
  state.pos += match[0].length;
  return true;
};

export function footnotes(md: MarkdownIt): void {
  md.block.ruler.before("reference", "footnote_definition", definition, { alt: ["paragraph", "reference"] });
  md.inline.ruler.before("link", "footnote_ref", reference);
  md.renderer.rules["footnote_ref"] = (tokens, i) => {
    const number = String(tokens[i]!.meta?.["number"]);
    return `<sup class="footnote-ref"><a class="footnote-link" href="#fn-${number}">[${number}]</a></sup>`;
  };
}

/** The list below the text; empty if there are no footnotes. */
export function footnoteSection(md: MarkdownIt, env: Env): string {
  const { texts, used } = notes(env);
  if (used.length === 0) return "";
  const items = used.map((id, i) => `<li id="fn-${i + 1}">${md.renderInline(texts.get(id) ?? "", env)}</li>`);
  return `<section class="footnotes"><hr><ol>${items.join("")}</ol></section>`;
}
