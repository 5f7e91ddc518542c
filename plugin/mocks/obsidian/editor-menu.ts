/**
 * The context menu of the editor: three clipboard items, then the items that plugins add by the "editor-menu" event.
 */
import type { AppWindow } from "./app-window";
import type { Editor } from "./editor";
import { Menu } from "./menu";
import { Notice } from "./notice";

/** The view whose editor the menu is for. */
interface EditorView {
  readonly app: AppWindow;
  readonly editor: Editor;
}

export function editorMenu(view: EditorView): Menu {
  const menu = new Menu();
  const { editor } = view;
  const selected = editor.somethingSelected();
  menu.addItem((item) =>
    item
      .setTitle("Cut")
      .setIcon("clipboard")
      .setSection("clipboard")
      .setDisabled(!selected)
      .onClick(() => copy(editor.getSelection()).then(() => editor.replaceSelection("", "delete.cut"))),
  );
  menu.addItem((item) =>
    item
      .setTitle("Copy")
      .setIcon("copy")
      .setSection("clipboard")
      .setDisabled(!selected)
      .onClick(() => copy(editor.getSelection())),
  );
  menu.addItem((item) =>
    item
      .setTitle("Paste")
      .setIcon("clipboard-list")
      .setSection("clipboard")
      .onClick(() => paste(view)),
  );
  view.app.workspace.trigger("editor-menu", menu, editor, view);
  return menu;
}

/** The browser may deny access to the clipboard; then the reason is shown. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    new Notice("The browser did not allow the clipboard to be used.");
    throw new Error("Clipboard refused");
  }
}

async function paste({ editor }: EditorView): Promise<void> {
  try {
    editor.replaceSelection(await navigator.clipboard.readText(), "input.paste");
  } catch {
    new Notice("The browser did not allow the clipboard to be read.");
  }
}
