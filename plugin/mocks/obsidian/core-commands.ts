/** The app's own commands, with the ids they have in Obsidian, and the hotkeys of all commands. */
import type { Command } from "obsidian";
import { createNote } from "./file-menu";
import { MarkdownView } from "./markdown-view";
import { CommandPalette, QuickSwitcher } from "./palette";
import { useTheme } from "./theme";
import type { ShownApp } from "./window-parts";

export function addCoreCommands(app: ShownApp): void {
  const { workspace } = app;
  const note = (use: (view: MarkdownView) => unknown) => (checking: boolean) => {
    const view = workspace.getActiveViewOfType(MarkdownView);
    if (view && !checking) use(view);
    return view !== null;
  };
  const commands: Command[] = [
    {
      id: "command-palette:open",
      name: "Open command palette",
      hotkeys: [{ modifiers: ["Mod"], key: "p" }],
      callback: () => new CommandPalette(app).open(),
    },
    {
      id: "switcher:open",
      name: "Open quick switcher",
      hotkeys: [{ modifiers: ["Mod"], key: "o" }],
      callback: () => new QuickSwitcher(app).open(),
    },
    {
      id: "app:open-settings",
      name: "Open settings",
      hotkeys: [{ modifiers: ["Mod"], key: "," }],
      callback: () => app.setting.open(),
    },
    {
      id: "file-explorer:new-file",
      name: "Create new note",
      hotkeys: [{ modifiers: ["Mod", "Alt"], key: "n" }],
      callback: () => void createNote(app),
    },
    {
      id: "markdown:toggle-preview",
      name: "Toggle reading view",
      hotkeys: [{ modifiers: ["Mod"], key: "e" }],
      checkCallback: note((view) => view.toggleMode()),
    },
    {
      id: "editor:save-file",
      name: "Save current file",
      hotkeys: [{ modifiers: ["Mod"], key: "s" }],
      checkCallback: note((view) => view.save()),
    },
    {
      id: "app:delete-file",
      name: "Delete current file",
      checkCallback: note((view) => view.file && app.fileManager.trashFile(view.file)),
    },
    { id: "app:toggle-left-sidebar", name: "Toggle left sidebar", callback: () => workspace.leftSplit.toggle() },
    { id: "app:toggle-right-sidebar", name: "Toggle right sidebar", callback: () => workspace.rightSplit.toggle() },
    { id: "workspace:close", name: "Close current tab", callback: () => workspace.activeLeaf?.detach() },
    {
      id: "theme:toggle-light-dark",
      name: "Toggle light/dark mode",
      callback: () => useTheme(app, app.isDarkMode() ? "light" : "dark"),
    },
  ];
  for (const command of commands) app.commands.addCommand(command);
  listenForHotkeys(app);
}

/** Looks up hotkeys at the key press, so that a plugin's command has its keys as soon as it is added. */
function listenForHotkeys(app: ShownApp): void {
  app.scope.register(null, null, (event: KeyboardEvent) => {
    const command = Object.values(app.commands.commands).find((one) =>
      one.hotkeys?.some((hotkey) => app.scope.matches(hotkey, event)),
    );
    return command === undefined || !app.commands.executeCommandById(command.id);
  });
}
