/**
 * Commands: the commands that the palette lists and hotkeys run. Stores no hotkeys and adds no prefixes to names;
 * Plugin does the latter.
 */
import type { Command, Editor, MarkdownFileInfo } from "obsidian";
import type { ActiveEditor } from "./ui-parts";

export class Commands {
  readonly commands: Record<string, Command> = {};
  readonly #activeEditor: () => ActiveEditor | null;

  constructor(activeEditor: () => ActiveEditor | null) {
    this.#activeEditor = activeEditor;
  }

  addCommand(command: Command): void {
    this.commands[command.id] = command;
  }

  removeCommand(id: string): void {
    delete this.commands[id];
  }

  findCommand(id: string): Command | undefined {
    return this.commands[id];
  }

  /** Commands that can run now. */
  listCommands(): Command[] {
    return Object.values(this.commands).filter((command) => this.#attempt(command, "check"));
  }

  /** Returns whether the command exists and could run. */
  executeCommandById(id: string): boolean {
    const command = this.findCommand(id);
    return command !== undefined && this.#attempt(command, "check") && this.#attempt(command, "run");
  }

  /** Of several callbacks the editor's win over the global ones, and the checked ones over the plain, as documented. */
  #attempt(command: Command, mode: "check" | "run"): boolean {
    const checking = mode === "check";
    const { editorCheckCallback, editorCallback, checkCallback, callback } = command;
    if (editorCheckCallback)
      return this.#withEditor((editor, ctx) => editorCheckCallback(checking, editor, ctx) === true || !checking);
    if (editorCallback) {
      return this.#withEditor((editor, ctx) => {
        if (!checking) editorCallback(editor, ctx);
        return true;
      });
    }
    if (checkCallback) return checkCallback(checking) === true || !checking;
    if (!checking) callback?.();
    return true;
  }

  /** Reading view has an editor too, but commands for the editor are not offered there. */
  #withEditor(use: (editor: Editor, context: MarkdownFileInfo) => boolean): boolean {
    const active = this.#activeEditor();
    if (!active?.editor || active.getMode?.() === "preview") return false;
    return use(active.editor as Editor, active as MarkdownFileInfo);
  }
}
