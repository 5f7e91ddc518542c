/** The app's own items in the context menu of a file; plugins add theirs by the "file-menu" event. */
import type { AppWindow } from "./app-window";
import { TFile, TFolder, type TAbstractFile } from "./files";
import type { WorkspaceLeaf } from "./leaf";
import { Menu } from "./menu";
import { RenameModal } from "./rename-modal";

/** Adds the app's items at every "file-menu" event, including those of views. */
export function offerFileItems(app: AppWindow): void {
  app.workspace.on("file-menu", (menu: Menu, file: TAbstractFile, source: string) => {
    if (file instanceof TFile && source !== "more-options") {
      menu.addItem((item) =>
        item
          .setTitle("Open in new tab")
          .setIcon("file-plus")
          .setSection("open")
          .onClick(() => app.workspace.getLeaf("tab").openFile(file)),
      );
    }
    if (file instanceof TFolder) {
      menu.addItem((item) =>
        item
          .setTitle("New note")
          .setIcon("square-pen")
          .setSection("action-primary")
          .onClick(() => createNote(app, file)),
      );
    }
    menu.addItem((item) =>
      item
        .setTitle("Rename…")
        .setIcon("pencil")
        .setSection("danger")
        .onClick(() => new RenameModal(app, file).open()),
    );
    menu.addItem((item) =>
      item
        .setTitle("Delete")
        .setIcon("trash-2")
        .setSection("danger")
        .setWarning(true)
        .onClick(() => app.fileManager.trashFile(file)),
    );
  });
}

export function fileMenu(app: AppWindow, file: TAbstractFile, source: string, leaf?: WorkspaceLeaf): Menu {
  const menu = new Menu();
  app.workspace.trigger("file-menu", menu, file, source, leaf);
  return menu;
}

/** Returns "Untitled", or the next free name of that form. */
export async function createNote(app: AppWindow, folder: TFolder = app.fileManager.getNewFileParent()): Promise<void> {
  const prefix = folder.isRoot() ? "" : `${folder.path}/`;
  let path = `${prefix}Untitled.md`;
  for (let n = 1; app.vault.getAbstractFileByPath(path); n += 1) path = `${prefix}Untitled ${n}.md`;
  const file = await app.vault.create(path, "");
  await app.workspace.getLeaf(false).openFile(file);
}
