// What is open: the active file, the leaves and the mode of a note's view.
import { becomes, openFile } from "../steps.mjs";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const modes = ({ app, obsidian }) =>
  app.workspace
    .getLeavesOfType("markdown")
    .filter(({ view }) => view instanceof obsidian.MarkdownView)
    .map(({ view }) => [view.file.path, view.getMode()]);

export const workspaceSpecs = [
  {
    name: "without an open file there is no active one",
    async run(driver, assert) {
      await driver.open({ "Note.md": "" });
      assert.equal(await driver.exec(({ app }) => app.workspace.getActiveFile()), null);
    },
  },
  {
    name: "an open picture is the active file",
    async run(driver, assert) {
      await driver.open({ "Picture.png": { base64: PIXEL }, "Note.md": "" });
      await openFile(driver, "Note.md");
      await openFile(driver, "Picture.png");
      assert.deepEqual(await driver.exec(modes), []);
    },
  },
  {
    name: "the leaves of type markdown hold MarkdownViews with the vault's own file objects",
    async run(driver, assert) {
      await driver.open({ "Note.md": "text" });
      await openFile(driver, "Note.md");
      const found = await driver.exec(({ app, obsidian }) => {
        const [leaf, ...others] = app.workspace.getLeavesOfType("markdown");
        const isView = leaf.view instanceof obsidian.MarkdownView;
        return [isView, leaf.view.file === app.vault.getFileByPath("Note.md"), others.length];
      });
      assert.deepEqual(found, [true, true, 0]);
    },
  },
  {
    name: "getMode tells editing from reading",
    async run(driver) {
      await driver.open({ "Note.md": "text" });
      await openFile(driver, "Note.md");
      await becomes(driver, [["Note.md", "source"]], modes);
      await driver.run("markdown:toggle-preview");
      await becomes(driver, [["Note.md", "preview"]], modes);
      await driver.find(".markdown-preview-view");
      await driver.run("markdown:toggle-preview");
      await becomes(driver, [["Note.md", "source"]], modes);
    },
  },
  {
    name: "a view follows its file through a rename",
    async run(driver) {
      await driver.open({ "Old.md": "text" });
      await openFile(driver, "Old.md");
      await driver.exec(({ app }) => app.fileManager.renameFile(app.vault.getFileByPath("Old.md"), "New.md"));
      await becomes(driver, [["New.md", "source"]], modes);
    },
  },
];
