/**
 * The file explorer: the vault as a tree in the left sidebar. It updates single rows and never redraws the whole tree;
 * the rows of a folder are created when it is first opened, in batches.
 */
import { TFile, TFolder, type TAbstractFile } from "./files";
import { fileMenu } from "./file-menu";
import { setIcon } from "./icons";
import { Keymap } from "./scope";
import { ItemView } from "./view";

/** Number of rows drawn without a pause: a vault of ten thousand notes must not block the page. */
const slice = 150;

interface Row {
  el: HTMLElement;
  titleEl: HTMLElement;
  /** The element with a folder's children; null until the folder was opened. */
  childrenEl: HTMLElement | null;
}

export class FileExplorer extends ItemView {
  override icon = "folder";
  private readonly rows = new Map<TAbstractFile, Row>();
  private activeTitle: HTMLElement | null = null;
  private readonly listEl = this.contentEl.createDiv({ cls: "nav-files-container" });

  getViewType(): string {
    return "file-explorer";
  }

  getDisplayText(): string {
    return "Files";
  }

  protected override async onOpen(): Promise<void> {
    const { vault, workspace } = this.app;
    this.fill(vault.getRoot(), this.listEl);
    workspace.onLayoutReady(() => {
      this.registerEvent(vault.on("create", (file: TAbstractFile) => this.add(file)));
      this.registerEvent(vault.on("delete", (file: TAbstractFile) => this.remove(file)));
      this.registerEvent(vault.on("rename", (file: TAbstractFile) => this.move(file)));
      this.registerEvent(workspace.on("file-open", (file: TFile | null) => this.reveal(file)));
      this.reveal(workspace.getActiveFile());
    });
  }

  private add(file: TAbstractFile): void {
    const parent = this.childrenOf(file.parent);
    if (!parent || !file.parent || this.rows.has(file)) return;
    const next = this.rowAfter(file, file.parent);
    parent.insertBefore(this.draw(file), next?.el ?? null);
  }

  /** Returns the row before which a new one belongs, without sorting the folder again. */
  private rowAfter(file: TAbstractFile, folder: TFolder): Row | undefined {
    let next: TAbstractFile | null = null;
    for (const sibling of folder.children) {
      if (this.rows.has(sibling) && inOrder(sibling, file) > 0 && (!next || inOrder(sibling, next) < 0)) next = sibling;
    }
    return next ? this.rows.get(next) : undefined;
  }

  private remove(file: TAbstractFile): void {
    this.rows.get(file)?.el.remove();
    this.rows.delete(file);
  }

  private move(file: TAbstractFile): void {
    this.remove(file);
    this.add(file);
    this.reveal(this.app.workspace.getActiveFile());
  }

  private childrenOf(folder: TFolder | null): HTMLElement | null {
    if (!folder) return null;
    return folder.isRoot() ? this.listEl : (this.rows.get(folder)?.childrenEl ?? null);
  }

  private fill(folder: TFolder, parent: HTMLElement): void {
    const files = sorted(folder);
    parent.append(...files.slice(0, slice).map((file) => this.draw(file)));
    const rest = files.slice(slice);
    const more = (): void => {
      const missing = rest.splice(0, slice).filter((file) => file.parent === folder && !this.rows.has(file));
      parent.append(...missing.map((file) => this.draw(file)));
      if (rest.length > 0 && parent.isConnected) window.setTimeout(more, 0);
    };
    if (rest.length > 0) window.setTimeout(more, 0);
  }

  private draw(file: TAbstractFile): HTMLElement {
    const kind = file instanceof TFolder ? "folder" : "file";
    const el = createDiv({ cls: `tree-item nav-${kind}` });
    const titleEl = el.createDiv({
      cls: `tree-item-self nav-${kind}-title tappable is-clickable`,
      attr: { "data-path": file.path, role: "treeitem", tabindex: 0 },
    });
    if (file instanceof TFolder) {
      el.classList.add("is-collapsed");
      setIcon(titleEl.createDiv({ cls: "tree-item-icon collapse-icon" }), "chevron-right");
    }
    titleEl.createDiv({
      cls: `tree-item-inner nav-${kind}-title-content`,
      text: file instanceof TFile && file.extension === "md" ? file.basename : shownName(file),
    });
    if (file instanceof TFile && file.extension !== "md")
      titleEl.createDiv({ cls: "nav-file-tag", text: file.extension });
    titleEl.addEventListener("click", (event) => this.press(file, event));
    titleEl.addEventListener("keydown", (event) => event.key === "Enter" && this.press(file, event));
    titleEl.addEventListener("contextmenu", (event) =>
      fileMenu(this.app, file, "file-explorer-context-menu").showAtMouseEvent(event),
    );
    this.rows.set(file, { el, titleEl, childrenEl: null });
    return el;
  }

  private press(file: TAbstractFile, event: MouseEvent | KeyboardEvent): void {
    if (file instanceof TFolder) this.toggle(file);
    else if (file instanceof TFile) {
      void this.app.workspace.getLeaf(Keymap.isModEvent(event)).openFile(file);
      if (document.body.classList.contains("is-phone")) this.app.workspace.leftSplit.collapse();
    }
  }

  private toggle(folder: TFolder): void {
    const row = this.rows.get(folder);
    if (!row) return;
    const collapsed = row.el.classList.toggle("is-collapsed");
    if (collapsed || row.childrenEl) return;
    row.childrenEl = row.el.createDiv({ cls: "tree-item-children nav-folder-children" });
    this.fill(folder, row.childrenEl);
  }

  /** Opens the folders above the active file and marks its row. */
  private reveal(file: TFile | null): void {
    this.activeTitle?.classList.remove("is-active");
    this.activeTitle = null;
    if (!file) return;
    for (const folder of foldersAbove(file)) {
      if (this.rows.get(folder)?.el.classList.contains("is-collapsed")) this.toggle(folder);
    }
    this.activeTitle = this.rows.get(file)?.titleEl ?? null;
    this.activeTitle?.classList.add("is-active");
  }
}

function shownName(file: TAbstractFile): string {
  return file instanceof TFile ? file.basename : file.name;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Folders first, then by name. */
function inOrder(a: TAbstractFile, b: TAbstractFile): number {
  const rank = (file: TAbstractFile): number => (file instanceof TFolder ? 0 : 1);
  return rank(a) - rank(b) || collator.compare(a.name, b.name);
}

function sorted(folder: TFolder): TAbstractFile[] {
  return [...folder.children].sort(inOrder);
}

/** Outermost first, without the root. */
function foldersAbove(file: TAbstractFile): TFolder[] {
  const above: TFolder[] = [];
  for (let folder = file.parent; folder && !folder.isRoot(); folder = folder.parent) above.unshift(folder);
  return above;
}
