/**
 * A simple live preview: CodeMirror decorations that give headings, emphasis, links, code, quotes, comments and
 * frontmatter the app's class names, and hide their marks on lines without the cursor. Only visible lines are
 * decorated.
 */
import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension, Range } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import { commentField, commentsOf } from "./editor-comments";

/** Returns whether a wikilink leads to an existing note. */
export type LinkTest = (linktext: string) => boolean;

/** One pass over the visible lines, with the decorations found so far. */
interface Drawing {
  view: EditorView;
  resolves: LinkTest;
  out: Range<Decoration>[];
}

interface Markup {
  name: string;
  from: number;
  to: number;
  parent: string | undefined;
}

type MarkdownExtension = NonNullable<NonNullable<Parameters<typeof markdown>[0]>["extensions"]>;

/** Without this, the closing line of a frontmatter would turn the line above it into a heading. */
const frontmatter: MarkdownExtension = {
  defineNodes: [{ name: "Frontmatter", block: true }],
  parseBlock: [
    {
      name: "Frontmatter",
      before: "HorizontalRule",
      parse(context, line) {
        if (context.lineStart !== 0 || line.text !== "---") return false;
        while (context.nextLine() && line.text !== "---");
        context.addElement(context.elt("Frontmatter", 0, context.lineStart + line.text.length));
        context.nextLine();
        return true;
      },
    },
  ],
};

const inlineClasses: Record<string, string> = {
  Emphasis: "cm-em",
  StrongEmphasis: "cm-strong",
  Strikethrough: "cm-strikethrough",
  InlineCode: "cm-inline-code",
  URL: "cm-url",
  Link: "cm-link",
  Image: "cm-link",
  HeaderMark: "cm-formatting",
  EmphasisMark: "cm-formatting",
  CodeMark: "cm-formatting",
  LinkMark: "cm-formatting",
  StrikethroughMark: "cm-formatting",
  QuoteMark: "cm-formatting",
  ListMark: "cm-formatting-list",
  HTMLTag: "cm-formatting",
  TaskMarker: "cm-formatting-list",
};

const lineClasses: Record<string, string> = {
  ATXHeading1: "HyperMD-header-1",
  ATXHeading2: "HyperMD-header-2",
  ATXHeading3: "HyperMD-header-3",
  ATXHeading4: "HyperMD-header-4",
  ATXHeading5: "HyperMD-header-5",
  ATXHeading6: "HyperMD-header-6",
  SetextHeading1: "HyperMD-header-1",
  SetextHeading2: "HyperMD-header-2",
  FencedCode: "HyperMD-codeblock",
  CodeBlock: "HyperMD-codeblock",
  Blockquote: "HyperMD-quote",
  Frontmatter: "cm-hmd-frontmatter",
};

const hidden = new Set(["HeaderMark", "EmphasisMark", "StrikethroughMark", "QuoteMark"]);
const hide = Decoration.replace({});

/** Marks are visible at the cursor, so that they can be edited. */
export function isBeingEdited(view: EditorView, from: number, to: number): boolean {
  if (!view.hasFocus) return false;
  const start = view.state.doc.lineAt(from).from;
  const end = view.state.doc.lineAt(to).to;
  return view.state.selection.ranges.some((range) => range.to >= start && range.from <= end);
}

function isHidden({ name, parent }: Markup): boolean {
  if (hidden.has(name)) return true;
  if (name === "CodeMark") return parent === "InlineCode";
  return (name === "LinkMark" || name === "URL") && parent === "Link";
}

function markLines({ view, out }: Drawing, { from, to }: Markup, cls: string): void {
  const { doc } = view.state;
  const first = doc.lineAt(Math.max(from, view.viewport.from)).number;
  const last = doc.lineAt(Math.min(to, view.viewport.to)).number;
  for (let number = first; number <= last; number += 1)
    out.push(Decoration.line({ class: cls }).range(doc.line(number).from));
}

function markNode(drawing: Drawing, node: Markup): void {
  const { view, out } = drawing;
  const lineClass = lineClasses[node.name];
  if (lineClass) markLines(drawing, node, lineClass);
  if (node.name === "Blockquote") markCallout(drawing, node);
  if (node.name === "ListMark") markBullet(drawing, node);
  if (node.from === node.to || isCalloutMark(view.state, node)) return;
  const cls = inlineClasses[node.name];
  if (isHidden(node) && !isBeingEdited(view, node.from, node.to))
    out.push(hide.range(node.from, hiddenEnd(view.state, node)));
  else if (cls) out.push(Decoration.mark({ class: cls }).range(node.from, node.to));
}

/** The space after the marks of a heading or quote is hidden too. */
function hiddenEnd(state: EditorState, { name, to }: Markup): number {
  return (name === "HeaderMark" || name === "QuoteMark") && state.sliceDoc(to, to + 1) === " " ? to + 1 : to;
}

/** `[!info]` is a link in CommonMark, but a callout here. */
function isCalloutMark(state: EditorState, { name, from, parent }: Markup): boolean {
  const start = name === "Link" ? from : parent === "Link" ? state.doc.lineAt(from).from : -1;
  return start >= 0 && /^(?:[> ]*)\[!/.test(state.sliceDoc(start, start + 40));
}

function markCallout(drawing: Drawing, quote: Markup): void {
  const { view, out } = drawing;
  const first = view.state.doc.lineAt(quote.from);
  const match = /^([> ]*)\[!([\w-]+)\][+-]? ?/.exec(first.text);
  if (!match) return;
  const [mark = "", quoteMarks = "", kind = ""] = match;
  markLines(drawing, quote, `HyperMD-callout cm-callout-${kind.toLowerCase()}`);
  if (first.to < view.viewport.from || first.from > view.viewport.to) return;
  out.push(Decoration.line({ class: "HyperMD-callout-title" }).range(first.from));
  const editing = isBeingEdited(view, first.from, first.to);
  if (!editing && mark.length < first.length)
    out.push(hide.range(first.from + quoteMarks.length, first.from + mark.length));
}

/** Width of a space, dash or digit in em: accurate enough for the indent of wrapped lines. */
const characterWidth = 0.32;

/** A dash is shown as a bullet, and wrapped lines of an item are indented to its text. */
function markBullet({ view, out }: Drawing, { from, to }: Markup): void {
  const line = view.state.doc.lineAt(from);
  const depth = (to - line.from + 1) * characterWidth;
  out.push(
    Decoration.line({ attributes: { style: `padding-left: ${depth}em; text-indent: -${depth}em` } }).range(line.from),
  );
  if (/[-*+]/.test(view.state.sliceDoc(from, to)) && !isBeingEdited(view, from, to))
    out.push(Decoration.mark({ class: "cm-bullet" }).range(from, to));
}

const inlinePattern = /!?\[\[([^[\]\n]+)\]\]|==[^=\n]+==|(?<=^|\s)#[\p{L}_/-][\p{L}\p{N}_/-]*/gu;

function inCode(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, 1); ; node = node.parent!) {
    if (/Code|Frontmatter/.test(node.name)) return true;
    if (!node.parent) return false;
  }
}

/** Syntax that CommonMark does not have: wikilinks, highlights, tags. */
function markInline(drawing: Drawing, from: number, to: number): void {
  const { state } = drawing.view;
  for (const match of state.sliceDoc(from, to).matchAll(inlinePattern)) {
    const start = from + match.index;
    if (inCode(state, start)) continue;
    if (match[1] !== undefined) markWikilink(drawing, match[0], start);
    else if (match[0].startsWith("==")) markHighlight(drawing, start, start + match[0].length);
    else drawing.out.push(Decoration.mark({ class: "cm-hashtag" }).range(start, start + match[0].length));
  }
}

function markHighlight({ view, out }: Drawing, start: number, end: number): void {
  out.push(Decoration.mark({ class: "cm-highlight" }).range(start, end));
  if (!isBeingEdited(view, start, end)) out.push(hide.range(start, start + 2), hide.range(end - 2, end));
}

function markWikilink({ view, out, resolves }: Drawing, text: string, start: number): void {
  const bracket = text.startsWith("!") ? 3 : 2;
  const inside = text.slice(bracket, -2);
  const pipe = inside.indexOf("|");
  const target = pipe < 0 ? inside : inside.slice(0, pipe);
  const shownFrom = start + bracket + pipe + 1;
  const end = start + text.length;
  out.push(
    Decoration.mark({
      class: resolves(target) ? "cm-hmd-internal-link" : "cm-hmd-internal-link is-unresolved",
      attributes: { "data-href": target },
    }).range(start, end),
  );
  if (!isBeingEdited(view, start, end)) out.push(hide.range(start, shownFrom), hide.range(end - 2, end));
}

function markComments({ view, out }: Drawing): void {
  for (const { from, to } of commentsOf(view.state)) {
    if (to < view.viewport.from || from > view.viewport.to || inCode(view.state, from)) continue;
    out.push(Decoration.mark({ class: "cm-comment" }).range(from, to));
  }
}

function decorate(view: EditorView, resolves: LinkTest): DecorationSet {
  const drawing: Drawing = { view, resolves, out: [] };
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) =>
        markNode(drawing, { name: node.name, from: node.from, to: node.to, parent: node.node.parent?.name }),
    });
    markInline(drawing, from, to);
  }
  markComments(drawing);
  return Decoration.set(drawing.out, true);
}

function livePreview(resolves: LinkTest): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = decorate(view, resolves);
      }

      update(update: ViewUpdate): void {
        const parsed = syntaxTree(update.startState) !== syntaxTree(update.state);
        if (update.docChanged || update.viewportChanged || update.selectionSet || update.focusChanged || parsed)
          this.decorations = decorate(update.view, resolves);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

export function editorLook(resolves: LinkTest): Extension {
  return [
    markdown({ base: markdownLanguage, completeHTMLTags: false, extensions: [frontmatter] }),
    commentField,
    livePreview(resolves),
    EditorView.lineWrapping,
  ];
}
