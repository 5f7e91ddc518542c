/**
 * Live preview, lightly: CodeMirror decorations that give headings, emphasis, links, code, quotes, comments and
 * frontmatter the app's class names, and hide their marks on lines the cursor is not on. Only what is on screen is drawn.
 */
import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension, Range } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import { commentField, commentsOf } from "./editor-comments";

/** One drawing: what is on screen, and the decorations found so far. */
interface Drawing {
  view: EditorView;
  out: Range<Decoration>[];
}

interface Markup {
  name: string;
  from: number;
  to: number;
  parent: string | undefined;
}

type MarkdownExtension = NonNullable<NonNullable<Parameters<typeof markdown>[0]>["extensions"]>;

/** Without this the closing line of a frontmatter would make a heading of the one above it. */
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
  Emphasis: "cm-em", StrongEmphasis: "cm-strong", Strikethrough: "cm-strikethrough", InlineCode: "cm-inline-code", URL: "cm-url",
  Link: "cm-link", Image: "cm-link", HeaderMark: "cm-formatting", EmphasisMark: "cm-formatting", CodeMark: "cm-formatting", LinkMark: "cm-formatting",
  StrikethroughMark: "cm-formatting", QuoteMark: "cm-formatting", ListMark: "cm-formatting-list", HTMLTag: "cm-formatting", TaskMarker: "cm-formatting-list",
};

const lineClasses: Record<string, string> = {
  ATXHeading1: "HyperMD-header-1", ATXHeading2: "HyperMD-header-2", ATXHeading3: "HyperMD-header-3", ATXHeading4: "HyperMD-header-4",
  ATXHeading5: "HyperMD-header-5", ATXHeading6: "HyperMD-header-6", SetextHeading1: "HyperMD-header-1", SetextHeading2: "HyperMD-header-2",
  FencedCode: "HyperMD-codeblock", CodeBlock: "HyperMD-codeblock", Blockquote: "HyperMD-quote", Frontmatter: "cm-hmd-frontmatter", ListItem: "HyperMD-list-line",
};

const hidden = new Set(["HeaderMark", "EmphasisMark", "StrikethroughMark"]);
const hide = Decoration.replace({});

/** Marks are shown where the cursor is, so that they can be edited. */
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
  for (let number = first; number <= last; number += 1) out.push(Decoration.line({ class: cls }).range(doc.line(number).from));
}

function markNode(drawing: Drawing, node: Markup): void {
  const { view, out } = drawing;
  const lineClass = lineClasses[node.name];
  if (lineClass) markLines(drawing, node, calloutClass(view.state, node, lineClass));
  if (node.from === node.to) return;
  const cls = inlineClasses[node.name];
  if (isHidden(node) && !isBeingEdited(view, node.from, node.to)) out.push(hide.range(node.from, hiddenEnd(view.state, node)));
  else if (cls) out.push(Decoration.mark({ class: cls }).range(node.from, node.to));
}

/** With the marks of a heading goes the space after them. */
function hiddenEnd(state: EditorState, { name, to }: Markup): number {
  return name === "HeaderMark" && state.sliceDoc(to, to + 1) === " " ? to + 1 : to;
}

function calloutClass(state: EditorState, { name, from, to }: Markup, cls: string): string {
  if (name !== "Blockquote") return cls;
  const kind = /^> ?\[!(\w+)\]/.exec(state.sliceDoc(from, Math.min(to, from + 40)))?.[1];
  return kind ? `${cls} HyperMD-callout cm-callout-${kind.toLowerCase()}` : cls;
}

const inlinePattern = /!?\[\[([^[\]\n]+)\]\]|==[^=\n]+==|(?<=^|\s)#[\p{L}_/-][\p{L}\p{N}_/-]*/gu;

function inCode(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, 1); ; node = node.parent!) {
    if (/Code|Frontmatter/.test(node.name)) return true;
    if (!node.parent) return false;
  }
}

/** What CommonMark's grammar does not know: links in double brackets, highlights, tags. */
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

function markWikilink({ view, out }: Drawing, text: string, start: number): void {
  const bracket = text.startsWith("!") ? 3 : 2;
  const inside = text.slice(bracket, -2);
  const pipe = inside.indexOf("|");
  const target = pipe < 0 ? inside : inside.slice(0, pipe);
  const shownFrom = start + bracket + pipe + 1;
  const end = start + text.length;
  out.push(Decoration.mark({ class: "cm-hmd-internal-link", attributes: { "data-href": target } }).range(start, end));
  if (!isBeingEdited(view, start, end)) out.push(hide.range(start, shownFrom), hide.range(end - 2, end));
}

function markComments({ view, out }: Drawing): void {
  for (const { from, to } of commentsOf(view.state)) {
    if (to < view.viewport.from || from > view.viewport.to || inCode(view.state, from)) continue;
    out.push(Decoration.mark({ class: "cm-comment" }).range(from, to));
  }
}

function decorate(view: EditorView): DecorationSet {
  const drawing: Drawing = { view, out: [] };
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => markNode(drawing, { name: node.name, from: node.from, to: node.to, parent: node.node.parent?.name }),
    });
    markInline(drawing, from, to);
  }
  markComments(drawing);
  return Decoration.set(drawing.out, true);
}

const livePreview = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update(update: ViewUpdate): void {
      const parsed = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (update.docChanged || update.viewportChanged || update.selectionSet || update.focusChanged || parsed) this.decorations = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export function editorLook(): Extension {
  return [markdown({ base: markdownLanguage, completeHTMLTags: false, extensions: [frontmatter] }), commentField, livePreview, EditorView.lineWrapping];
}
