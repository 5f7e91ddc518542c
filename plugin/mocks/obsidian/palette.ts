/** The command palette and the quick switcher: two prompts over the app's commands and files. */
import type { Command, FuzzyMatch } from "obsidian";
import type { AppWindow } from "./app-window";
import type { TFile } from "./files";
import { Keymap } from "./scope";
import { prepareFuzzySearch, renderResults } from "./search";
import { FuzzySuggestModal, SuggestModal } from "./suggest";

const navigation = [
  { command: "↑↓", purpose: "to navigate" },
  { command: "↵", purpose: "to use" },
  { command: "esc", purpose: "to dismiss" },
];

export class CommandPalette extends FuzzySuggestModal<Command> {
  constructor(app: AppWindow) {
    super(app);
    this.emptyStateText = "No commands found.";
    this.setPlaceholder("Select a command…");
    this.setInstructions(navigation);
  }

  getItems(): Command[] {
    return this.app.commands.listCommands().sort((a, b) => a.name.localeCompare(b.name));
  }

  getItemText(command: Command): string {
    return command.name;
  }

  override renderSuggestion(found: FuzzyMatch<Command>, el: HTMLElement): void {
    el.classList.add("mod-complex");
    const content = el.createDiv({ cls: "suggestion-content" });
    renderResults(content.createDiv({ cls: "suggestion-title" }), found.item.name, found.match);
    const hotkey = found.item.hotkeys?.[0];
    if (!hotkey) return;
    const aux = el.createDiv({ cls: "suggestion-aux" });
    aux.createEl("kbd", {
      cls: "suggestion-hotkey",
      text: [...hotkey.modifiers.map((name) => (name === "Mod" ? "Ctrl" : name)), hotkey.key.toUpperCase()].join(" + "),
    });
  }

  onChooseItem(command: Command): void {
    this.app.commands.executeCommandById(command.id);
  }
}

interface FoundFile {
  file: TFile | null;
  name: string;
  match: FuzzyMatch<TFile>["match"];
}

export class QuickSwitcher extends SuggestModal<FoundFile> {
  constructor(app: AppWindow) {
    super(app);
    this.setPlaceholder("Find or create a note…");
    this.setInstructions([
      ...navigation.slice(0, 1),
      { command: "↵", purpose: "to open" },
      { command: "ctrl ↵", purpose: "to open in new tab" },
      { command: "esc", purpose: "to dismiss" },
    ]);
    this.scope.register(["Mod"], "Enter", (event: KeyboardEvent) => {
      this.selectActiveSuggestion(event);
      return false;
    });
  }

  /** Shows recent files while nothing is typed; a name without a match offers a new note. */
  getSuggestions(query: string): FoundFile[] {
    const recent = this.app.workspace.getLastOpenFiles();
    const matcher = prepareFuzzySearch(query);
    const found = this.app.vault.getFiles().flatMap((file) => {
      const name = file.extension === "md" ? file.path.slice(0, -3) : file.path;
      const match = matcher(name);
      return match ? [{ file, name, match }] : [];
    });
    const rank = ({ file }: { file: TFile }): number =>
      (recent.indexOf(file.path) + recent.length + 1) % (recent.length + 1);
    found.sort((a, b) => (query === "" ? rank(a) - rank(b) : b.match.score - a.match.score));
    return found.length > 0 || query.trim() === ""
      ? found
      : [{ file: null, name: query.trim(), match: { score: 0, matches: [] } }];
  }

  renderSuggestion({ file, name, match }: FoundFile, el: HTMLElement): void {
    el.classList.add("mod-complex");
    renderResults(el.createDiv({ cls: "suggestion-content" }).createDiv({ cls: "suggestion-title" }), name, match);
    if (!file) el.createDiv({ cls: "suggestion-aux", text: "Enter to create" });
  }

  onChooseSuggestion({ file, name }: FoundFile, event: MouseEvent | KeyboardEvent): void {
    const { workspace } = this.app;
    const newLeaf = Keymap.isModEvent(event) !== false;
    if (file) void workspace.getLeaf(newLeaf).openFile(file);
    else void workspace.openLinkText(name, "", newLeaf);
  }
}
