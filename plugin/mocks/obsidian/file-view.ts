/**
 * FileView and its subclasses: views of one file. They follow renames, release a deleted file, and decide when to save.
 */
import type { ViewStateResult } from "obsidian";
import { debounce } from "./debounce";
import { TFile, type TAbstractFile } from "./files";
import type { Menu } from "./menu";
import { ItemView, type ViewLeaf } from "./view";

/** The app's delay between the last key and the write. */
const saveDelay = 2000;

export abstract class FileView extends ItemView {
  allowNoFile = false;
  file: TFile | null = null;
  override navigation = true;

  override onload(): void {
    this.registerEvent(
      this.app.vault.on("rename", (file: TAbstractFile) => file === this.file && void this.onRename(this.file)),
    );
    this.registerEvent(this.app.vault.on("delete", (file: TAbstractFile) => file === this.file && this.#letGo()));
  }

  getDisplayText(): string {
    return this.file?.basename ?? "No file";
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), file: this.file?.path };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    const path = (state as { file?: unknown } | undefined)?.file;
    const file = typeof path === "string" ? this.app.vault.getFileByPath(path) : null;
    if (file && file !== this.file) await this.#loadFile(file);
    await super.setState(state, result);
  }

  async onLoadFile(_file: TFile): Promise<void> {}

  async onUnloadFile(_file: TFile): Promise<void> {}

  async onRename(_file: TFile): Promise<void> {
    this.updateTitle();
  }

  canAcceptExtension(_extension: string): boolean {
    return false;
  }

  override onPaneMenu(menu: Menu, source: string): void {
    super.onPaneMenu(menu, source);
    if (this.file) this.app.workspace.trigger("file-menu", menu, this.file, source, this.leaf);
  }

  override async close(): Promise<void> {
    if (this.file) await this.onUnloadFile(this.file);
    await super.close();
  }

  protected exists(): boolean {
    return this.file !== null && this.app.vault.getFileByPath(this.file.path) === this.file;
  }

  async #loadFile(file: TFile): Promise<void> {
    if (this.file) await this.onUnloadFile(this.file);
    this.file = file;
    await this.onLoadFile(file);
    this.updateTitle();
  }

  #letGo(): void {
    this.file = null;
    this.leaf.detach();
  }
}

export abstract class EditableFileView extends FileView {}

export abstract class TextFileView extends EditableFileView {
  /** The text of the file when it was last read or written. */
  data = "";
  readonly requestSave = debounce(() => void this.save(), saveDelay, true);

  constructor(leaf: ViewLeaf) {
    super(leaf);
  }

  override async onLoadFile(file: TFile): Promise<void> {
    this.data = await this.app.vault.read(file);
    this.setViewData(this.data, true);
  }

  override async onUnloadFile(_file: TFile): Promise<void> {
    this.requestSave.cancel();
    await this.save();
  }

  async save(clear?: boolean): Promise<void> {
    if (!this.file || !this.exists()) return;
    const text = this.getViewData();
    if (text !== this.data) {
      this.data = text;
      await this.app.vault.modify(this.file, text);
    }
    if (clear) this.clear();
  }

  abstract getViewData(): string;
  abstract setViewData(data: string, clear: boolean): void;
  abstract clear(): void;
}

const imageExtensions = ["png", "jpg", "jpeg", "gif", "svg", "webp"];
const imageTypes: Record<string, string> = { svg: "image/svg+xml", jpg: "image/jpeg" };

/** Lets a picture be the active file. */
export class ImageView extends EditableFileView {
  static readonly extensions = imageExtensions;
  override icon = "image";

  getViewType(): string {
    return "image";
  }

  override canAcceptExtension(extension: string): boolean {
    return imageExtensions.includes(extension);
  }

  override async onLoadFile(file: TFile): Promise<void> {
    const type = imageTypes[file.extension] ?? `image/${file.extension}`;
    const url = URL.createObjectURL(new Blob([await this.app.vault.readBinary(file)], { type }));
    this.register(() => URL.revokeObjectURL(url));
    this.contentEl.replaceChildren();
    this.contentEl.createDiv({ cls: "image-container" }).createEl("img", { attr: { src: url, alt: file.name } });
  }
}
