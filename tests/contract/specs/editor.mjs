// A note that is open in an editor: its text, its undo, and its step with the file.
import { base64, becomes, bytesOf, editorText, focusEndOfEditor, openFile } from "../steps.mjs";

const NOTE = "one\ntwo\nthree\n";

async function openNote(driver, text) {
  await driver.open({ "Note.md": text });
  await openFile(driver, "Note.md");
}

/** Saved at once, not when the app next would. */
function save(driver) {
  return driver.exec(({ app, obsidian }) => app.workspace.getActiveViewOfType(obsidian.MarkdownView).save());
}

const undoing = [
  {
    name: "a transaction of two changes is one step of the undo history",
    async run(driver) {
      await openNote(driver, NOTE);
      await driver.exec(({ app, obsidian }) => {
        const { editor } = app.workspace.getActiveViewOfType(obsidian.MarkdownView);
        const change = (line, ch, text) => ({ from: { line, ch: 0 }, to: { line, ch }, text });
        editor.transaction({ changes: [change(0, 3, "ONE"), change(2, 5, "THREE")] }, "ibid");
        editor.focus();
      });
      await becomes(driver, "ONE\ntwo\nTHREE\n", editorText);
      await driver.press("Mod+Z");
      await becomes(driver, NOTE, editorText);
    },
  },
  {
    name: "a transaction with an origin is its own step, even right after typing",
    async run(driver) {
      await openNote(driver, "start");
      await focusEndOfEditor(driver);
      await driver.type(" typed");
      // In one go, since the history joins only what follows within half a second and touches what was typed.
      await driver.exec(({ app, obsidian }) => {
        const { editor } = app.workspace.getActiveViewOfType(obsidian.MarkdownView);
        const end = () => editor.offsetToPos(editor.getValue().length);
        editor.replaceRange("a", end(), end(), "input.type");
        editor.transaction({ changes: [{ from: end(), text: " written" }] }, "ibid");
      });
      await becomes(driver, "start typeda written", editorText);
      await driver.press("Mod+Z");
      await becomes(driver, "start typeda", editorText);
    },
  },
  {
    name: "after an undo the saved note has its old bytes",
    async run(driver, assert) {
      const text = "---\ntags: [a]\n---\n\ttab and spaces  \n🌱 é e\u0301\n\n\nno newline at the end";
      await openNote(driver, text);
      await driver.exec(({ app, obsidian }) => {
        const { editor } = app.workspace.getActiveViewOfType(obsidian.MarkdownView);
        const end = editor.offsetToPos(editor.getValue().length);
        editor.transaction({ changes: [{ from: end, to: end, text: "\n\n## Research\n\nNews.\n" }] }, "ibid");
      });
      await save(driver);
      assert.equal(await bytesOf(driver, "Note.md"), base64(`${text}\n\n## Research\n\nNews.\n`));
      await driver.exec(({ app, obsidian }) => app.workspace.getActiveViewOfType(obsidian.MarkdownView).editor.undo());
      await save(driver);
      assert.equal(await bytesOf(driver, "Note.md"), base64(text));
    },
  },
];

const positions = [
  {
    name: "offsets count UTF-16 units, as strings do",
    async run(driver, assert) {
      await openNote(driver, "🌱a\né🌱b\n");
      const found = await driver.exec(({ app, obsidian }) => {
        const { editor } = app.workspace.getActiveViewOfType(obsidian.MarkdownView);
        const offsets = [0, 3, 4, editor.getValue().indexOf("b"), editor.getValue().length];
        const positions = offsets.map((offset) => editor.offsetToPos(offset));
        const back = positions.map((position) => editor.posToOffset(position));
        return [back.every((offset, at) => offset === offsets[at]), positions.map(({ line, ch }) => [line, ch])];
      });
      assert.deepEqual(found, [
        true,
        [
          [0, 0],
          [0, 3],
          [1, 0],
          [1, 3],
          [2, 0],
        ],
      ]);
    },
  },
];

const dropping = [
  {
    name: "text that is dropped on the editor is inserted there",
    async run(driver, assert) {
      await openNote(driver, "one two");
      await driver.exec(({ app, obsidian }) => {
        const { contentEl } = app.workspace.getActiveViewOfType(obsidian.MarkdownView);
        const line = contentEl.querySelector(".cm-line");
        const { left, top } = line.getBoundingClientRect();
        const dataTransfer = new DataTransfer();
        dataTransfer.setData("text/plain", "[[Note]]");
        const place = { clientX: left + 1, clientY: top + 5, dataTransfer, bubbles: true, cancelable: true };
        for (const type of ["dragenter", "dragover", "drop"]) line.dispatchEvent(new DragEvent(type, place));
      });
      await becomes(driver, "[[Note]]one two", editorText);
      assert.equal(await driver.exec(({ app }) => app.workspace.getActiveFile().path), "Note.md");
    },
  },
];

const files = [
  {
    name: "save writes what was typed",
    async run(driver, assert) {
      await openNote(driver, "start");
      await focusEndOfEditor(driver);
      await driver.type(" typed");
      await becomes(driver, "start typed", editorText);
      await save(driver);
      assert.equal(await bytesOf(driver, "Note.md"), base64("start typed"));
    },
  },
  {
    name: "the editor of a CRLF note has LF line ends",
    async run(driver, assert) {
      await openNote(driver, "one\r\ntwo\r\n");
      assert.equal(await driver.exec(editorText), "one\ntwo\n");
      assert.equal(await bytesOf(driver, "Note.md"), base64("one\r\ntwo\r\n"));
    },
  },
  {
    name: "Vault.process on a note that is open changes the editor too",
    async run(driver) {
      await openNote(driver, NOTE);
      await driver.exec(async ({ app }) => {
        await app.vault.process(app.vault.getFileByPath("Note.md"), (data) => data.replace("two", "TWO"));
      });
      await becomes(driver, "one\nTWO\nthree\n", editorText);
    },
  },
  {
    name: "an open CRLF note changed by Vault.process keeps its line ends",
    async run(driver, assert) {
      await openNote(driver, "one\r\ntwo\r\n");
      await driver.exec(async ({ app }) => {
        await app.vault.process(app.vault.getFileByPath("Note.md"), (data) => `${data}three\r\n`);
      });
      await becomes(driver, "one\ntwo\nthree\n", editorText);
      await save(driver);
      assert.equal(await bytesOf(driver, "Note.md"), base64("one\r\ntwo\r\nthree\r\n"));
    },
  },
  {
    name: "Vault.process on a note open for reading changes what is on show",
    async run(driver, assert) {
      await openNote(driver, "Old paragraph.\n");
      await driver.run("markdown:toggle-preview");
      await driver.find(".markdown-preview-view p", "Old paragraph.");
      await driver.exec(async ({ app }) => {
        await app.vault.process(app.vault.getFileByPath("Note.md"), () => "New paragraph.\n");
      });
      await driver.find(".markdown-preview-view p", "New paragraph.");
      assert.equal(await bytesOf(driver, "Note.md"), base64("New paragraph.\n"));
    },
  },
];

export const editorSpecs = [...undoing, ...positions, ...dropping, ...files];
