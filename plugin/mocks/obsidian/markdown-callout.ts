/**
 * Callouts and tasks: ordinary Markdown (a quote, a list item) that starts with a mark in brackets, so both are made by
 * rewriting markdown-it's tokens after parsing. Folding is in markdown-render.ts.
 */
import type { MarkdownIt, Token } from "markdown-it";

const calloutMark = /^\[!([^\]]+)\]([+-]?)[ \t]*([^\n]*)(?:\n|$)/;

/** Icons of the app's own callouts; all other types get the pencil of a note. */
const calloutIcons: Record<string, string> = {
  abstract: "clipboard-list",
  summary: "clipboard-list",
  tldr: "clipboard-list",
  info: "info",
  todo: "check-circle",
  tip: "flame",
  hint: "flame",
  important: "flame",
  success: "check",
  check: "check",
  done: "check",
  question: "help-circle",
  help: "help-circle",
  faq: "help-circle",
  warning: "alert-triangle",
  caution: "alert-triangle",
  attention: "alert-triangle",
  failure: "x",
  fail: "x",
  missing: "x",
  danger: "zap",
  error: "zap",
  bug: "bug",
  example: "list",
  quote: "quote",
  cite: "quote",
};

export function calloutIcon(kind: string): string {
  return calloutIcons[kind] ?? "pencil";
}

function closing(tokens: Token[], open: number): number {
  const level = tokens[open]!.level;
  return tokens.findIndex((token, index) => index > open && token.type === "blockquote_close" && token.level === level);
}

function capitalised(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

function turnIntoCallout(tokens: Token[], open: number, match: RegExpExecArray): void {
  const [, name = "note", fold = "", title = ""] = match;
  const kind = name.trim().toLowerCase();
  const start = tokens[open]!;
  const end = tokens[closing(tokens, open)];
  start.tag = "div";
  if (end) end.tag = "div";
  const foldClass = fold === "" ? "" : fold === "-" ? " is-collapsible is-collapsed" : " is-collapsible";
  start.attrs = [
    ["class", `callout${foldClass}`],
    ["data-callout", kind],
    ["data-callout-fold", fold],
  ];
  start.meta = { title: title.trim() || capitalised(kind) };
}

/** Removes the mark and title from the first paragraph, and the paragraph if nothing is left. */
function dropMark(tokens: Token[], open: number, length: number): void {
  const inline = tokens[open + 2]!;
  inline.content = inline.content.slice(length);
  if (inline.content.trim() === "") tokens.splice(open + 1, 3);
}

export function callouts(md: MarkdownIt): void {
  md.core.ruler.before("inline", "callout", (state) => {
    for (let i = 0; i < state.tokens.length; i += 1) {
      if (state.tokens[i]!.type !== "blockquote_open") continue;
      const inline = state.tokens[i + 2];
      const match = inline?.type === "inline" ? calloutMark.exec(inline.content) : null;
      if (!match) continue;
      turnIntoCallout(state.tokens, i, match);
      dropMark(state.tokens, i, match[0].length);
    }
  });
  md.renderer.rules["blockquote_open"] = (tokens, i, options, env, self) => {
    const open = self.renderToken(tokens, i, options);
    const title = tokens[i]!.meta?.["title"] as string | undefined;
    if (title === undefined) return open;
    const shown = md.renderInline(title, env ?? {});
    return `${open}<div class="callout-title" dir="auto"><div class="callout-icon"></div><div class="callout-title-inner">${shown}</div></div><div class="callout-content">`;
  };
  md.renderer.rules["blockquote_close"] = (tokens, i, options, _env, self) =>
    `${tokens[i]!.tag === "div" ? "</div>" : ""}${self.renderToken(tokens, i, options)}`;
}

/** `- [ ] text`: any character in the brackets is accepted, as in the app. */
export function tasks(md: MarkdownIt): void {
  md.core.ruler.after("inline", "task", (state) => {
    state.tokens.forEach((token, i) => {
      const item = state.tokens[i - 2];
      const first = token.children?.[0];
      const match =
        token.type === "inline" && item?.type === "list_item_open" ? /^\[(.)\][ \t]/.exec(first?.content ?? "") : null;
      if (!match || !item || !first) return;
      first.content = first.content.slice(match[0].length);
      const done = match[1] !== " ";
      item.attrs = [
        ["class", `task-list-item${done ? " is-checked" : ""}`],
        ["data-task", done ? match[1]! : ""],
      ];
      const box = new state.Token("task", "input", 0);
      box.attrs = [
        ["class", "task-list-item-checkbox"],
        ["type", "checkbox"],
        ["disabled", "true"],
        ...(done ? [["checked", "true"] as [string, string]] : []),
      ];
      token.children!.unshift(box);
    });
  });
}
