/** Rendered Markdown, icons aside, and the change a file's new text makes in an open editor. */
import { Text } from "@codemirror/state";
import { beforeEach, describe, expect, it } from "vitest";
import type { ShownApp } from "../mocks/obsidian/window-parts";
import { Component } from "../mocks/obsidian/component";
import { MarkdownRenderer } from "../mocks/obsidian/markdown-render";
import { difference, incomingChange } from "../mocks/obsidian/text-change";
import { find, texts, windowApp } from "./window-app";

let app: ShownApp;
let el: HTMLElement;

beforeEach(() => {
  app = windowApp({ "Sleep.md": "" });
  el = createDiv();
});

async function render(markdown: string): Promise<string> {
  el.replaceChildren();
  await MarkdownRenderer.render(app, markdown, el, "Here.md", new Component());
  return el.innerHTML;
}

describe("rendered Markdown", () => {
  it("links notes, and marks those that do not exist", async () => {
    await render("[[Sleep#Light|light]], [[Nowhere]], [md](Sleep.md) and [out](https://example.org)");
    expect(texts("a.internal-link", el)).toEqual(["light", "Nowhere", "md"]);
    expect(texts("a.is-unresolved", el)).toEqual(["Nowhere"]);
    expect(find("a.external-link", el).getAttribute("rel")).toContain("noopener");
    expect(find("a.internal-link", el).dataset["href"]).toBe("Sleep#Light");
  });

  it("draws callouts, folded ones folded until clicked", async () => {
    await render("> [!info]- Run of **today**\n> 4 topics\n\n> [!warning] Contradiction\n> It says 3.\n\n> a quote");
    expect(texts(".callout-title-inner", el)).toEqual(["Run of today", "Contradiction"]);
    expect(texts(".callout-content", el).map((text) => text.trim())).toEqual(["4 topics", "It says 3."]);
    expect(el.querySelectorAll("blockquote")).toHaveLength(1);
    const info = find(".callout[data-callout=info]", el);
    expect(info.classList.contains("is-collapsed")).toBe(true);
    find(".callout-title", info).click();
    expect(info.classList.contains("is-collapsed")).toBe(false);
  });

  it("hides comments, and shows HTML as text", async () => {
    const html = await render("a %%hidden%% b\n\n%%\nalso\n\n# hidden\n%%\n\n<script>x</script> <b>c</b>");
    expect(html).not.toContain("hidden");
    expect(html).not.toContain("also");
    expect(el.querySelector("script, b, h1")).toBeNull();
  });

  it("knows properties, tags, highlights, tasks and footnotes", async () => {
    await render(
      "---\ntags: [x, y]\n---\n#garden is ==bright==, `#code` is not[^1].\n\n- [x] done\n- [ ] open\n\n[^1]: See [[Sleep]].",
    );
    expect(texts(".metadata-property-key", el)).toEqual(["tags"]);
    expect(texts(".multi-select-pill", el)).toEqual(["x", "y"]);
    expect(texts("a.tag", el)).toEqual(["#garden"]);
    expect(texts("mark", el)).toEqual(["bright"]);
    expect(texts(".task-list-item", el)).toEqual(["done", "open"]);
    expect(texts(".footnotes li", el)).toEqual(["See Sleep."]);
  });

  it("gives no script a way in by a link", async () => {
    await render("[a](javascript:alert(1)) <javascript:alert(1)> [[javascript:alert(1)]]");
    for (const link of el.querySelectorAll("a")) expect(link.classList.contains("internal-link")).toBe(true);
  });
});

describe("a change from the disk", () => {
  const apply = (text: string, change: ReturnType<typeof difference>): string =>
    change.apply(Text.of(text.split("\n"))).toString();

  it.each([
    ["", "abc"],
    ["abc", ""],
    ["one\ntwo\nthree", "one\n2\nthree"],
    ["aaa", "aaaa"],
    ["😀😁", "😀😂"],
  ])("turns %j into %j", (before, after) => expect(apply(before, difference(before, after))).toBe(after));

  it("joins what was typed meanwhile", () => {
    const base = "Top\n\nEnd\n";
    const typed = "Top, typed\n\nEnd\n";
    const onDisk = "Top\n\nEnd\n\n## Research\n";
    expect(apply(typed, incomingChange(base, typed, onDisk))).toBe("Top, typed\n\nEnd\n\n## Research\n");
  });
});
