/** Links to a heading in a note: which heading they name, and that nothing but the link is written. */
import type { App } from "obsidian";
import { afterEach, expect, test, vi } from "vitest";
import type { ShownApp } from "../mocks/obsidian/window-parts";
import { MarkdownView } from "../mocks/obsidian/markdown-view";
import { insertLinkAtCursor, openNoteAt } from "../src/vault/note-link";
import { windowApp } from "./window-app";

const TARGET = `# Target

Intro.

## Method

### Dose

One.

## Result

### Dose

Two [odd] # heading.

## A [[link]] | and #tag

Three.

## \`$= dv.pages()\` <img src=x>

Four.
`;

// jsdom has no layout, but the editor measures its text.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

let app: ShownApp;
afterEach(() => app.stop());

async function writing(text: string): Promise<MarkdownView> {
  app = windowApp({ "Here.md": text, "Folder/Target.md": TARGET });
  app.viewRegistry.registerView("markdown", (leaf) => new MarkdownView(leaf));
  app.viewRegistry.registerExtensions(["md"], "markdown");
  const leaf = app.workspace.getLeaf(false);
  await leaf.openFile(app.vault.getFileByPath("Here.md")!);
  await expect.poll(() => app.metadataCache.getCache("Folder/Target.md")?.headings?.length).toBe(7);
  return leaf.view as MarkdownView;
}

const link = (firstLine?: number) =>
  insertLinkAtCursor(
    app as unknown as App,
    firstLine === undefined ? { path: "Folder/Target.md" } : { path: "Folder/Target.md", firstLine },
  );

test.each([
  ["no place in it", undefined, "[[Target]]"],
  ["what stands under its own name", 1, "[[Target]]"],
  ["a heading", 5, "[[Target#Method]]"],
  ["the first of two headings of one name", 7, "[[Target#Method#Dose]]"],
  ["the second of them, by a line below it", 15, "[[Target#Result#Dose]]"],
])("a link to a note with %s", async (_what, line, expected) => {
  const { editor } = await writing("ab");
  editor.setCursor(0, 1);
  link(line);
  expect(editor.getValue()).toBe(`a${expected}b`);
  expect(editor.getCursor()).toEqual({ line: 0, ch: 1 + expected.length });
});

test("characters of a heading that would break the link are removed", async () => {
  const { editor } = await writing("");
  link(17);
  expect(editor.getValue()).toMatch(/^\[\[Target#[^[\]|#]+\]\]$/);
});

test("a heading that would act in the link is named without its punctuation", async () => {
  const { editor } = await writing("");
  link(21);
  expect(editor.getValue()).toBe("[[Target#dv pages img src x]]");
});

test("selected text becomes the link's text; text that cannot be one stays unchanged", async () => {
  const { editor } = await writing("the dose was high\nsecond line");
  editor.setSelection({ line: 0, ch: 4 }, { line: 0, ch: 8 });
  link(5);
  expect(editor.getLine(0)).toBe("the [[Target#Method|dose]] was high");
  editor.undo();
  editor.setSelection({ line: 0, ch: 4 }, { line: 1, ch: 6 });
  link();
  expect(editor.getValue()).toBe("the dose was high\nsecond[[Target]] line");
});

test("a note that is being read is not written to", async () => {
  const view = await writing("text");
  await view.toggleMode();
  expect(() => link()).toThrow("No note is open for editing");
  expect(view.editor.getValue()).toBe("text");
});

test("a note opens with the cursor on its line, and a missing note is an error", async () => {
  await writing("text");
  await openNoteAt(app as unknown as App, { path: "Folder/Target.md", firstLine: 11 }, false);
  const view = app.workspace.activeEditor!;
  expect([view.file?.path, view.editor.getLine(view.editor.getCursor().line)]).toEqual([
    "Folder/Target.md",
    "## Result",
  ]);
  await expect(openNoteAt(app as unknown as App, { path: "Gone.md" }, false)).rejects.toThrow(
    "is no longer in the vault",
  );
});
