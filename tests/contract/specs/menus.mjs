// The menus of files and of the editor, to which a plugin adds its items.
import { logged, openFile } from "../steps.mjs";

export const menuSpecs = [
  {
    name: "the menu of a file has the plugin's item, and it runs",
    async run(driver) {
      await driver.open({ "Note.md": "text" });
      await driver.rightClick('.nav-file-title[data-path="Note.md"]');
      await driver.click(".menu .menu-item-title", "Contract: file Note.md");
      await logged(driver, "file Note.md");
      await driver.gone(".menu");
    },
  },
  {
    name: "the menu of the editor has the plugin's item, and it runs",
    async run(driver) {
      await driver.open({ "Note.md": "one\n\ntwo\n\nthree\n" });
      await openFile(driver, "Note.md");
      await driver.rightClick(".workspace-leaf.mod-active .cm-content");
      await driver.click(".menu .menu-item-title", "Contract: editor Note.md");
      await logged(driver, "editor Note.md");
      await driver.gone(".menu");
    },
  },
];
