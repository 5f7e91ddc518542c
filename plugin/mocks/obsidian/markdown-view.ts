/**
 * MarkdownView: a note in an editor or in reading view. It keeps the file's line ending, saves two seconds after the
 * last key and before it releases a note, and merges changes from the disk into the editor.
 */
import { EditorView, type ViewUpdate } from "@codemirror/view";
import type { MarkdownViewModeType, ViewStateResult } from "obsidian";
import { Editor, toLf } from "./editor";
import { flash } from "./editor-flash";
import { editorMenu } from "./editor-menu";
import { applyFromDisk, editorState, isFromDisk, pluginExtensions, retitle, type EditorHooks } from "./editor-setup";
import { TextFileView } from "./file-view";
import type { TAbstractFile, TFile } from "./files";
import { setIcon } from "./icons";
import { findHeadingLine } from "./heading-line";
import { getLinkpath } from "./linktext";
import { MarkdownPreviewView } from "./markdown-preview";
import type { Menu } from "./menu";
import { Platform } from "./platform";
import { Keymap } from "./scope";
import { incomingChange } from "./text-change";
import type { ViewLeaf } from "./view";

/** Matches of the app's search: the searched text, and the start and end of each match in it. */
interface SearchMatch {
  content: string;
  matches: [number, number][];
}

export class MarkdownView extends TextFileView {
  readonly editor: Editor;
  readonly previewMode: MarkdownPreviewView;
  readonly hoverPopover = null;
  private mode: MarkdownViewModeType = "source";
  private lineEnding = "\n";
  private dirty = false;
  private readonly sourceEl: HTMLElement;
  private readonly modeButton: HTMLElement;
  private readonly hooks: EditorHooks = {
    onChange: (update) => this.onEditorUpdate(update),
    resolves: (linktext) =>
      this.app.metadataCache.getFirstLinkpathDest(getLinkpath(linktext), this.file?.path ?? "") !== null,
    onFollowLink: (linktext, event) =>
      void this.app.workspace.openLinkText(linktext, this.file?.path ?? "", Keymap.isModEvent(event) === "tab"),
    onContextMenu: (event) => editorMenu(this).showAtMouseEvent(event),
  };

  constructor(leaf: ViewLeaf) {
    super(leaf);
    this.contentEl.classList.add("markdown-view");
    this.sourceEl = this.contentEl.createDiv({
      cls: "markdown-source-view cm-s-obsidian mod-cm6 is-live-preview is-readable-line-width",
    });
    this.editor = new Editor(new EditorView({ parent: this.sourceEl }));
    this.previewMode = this.addChild(
      new MarkdownPreviewView(this.contentEl, {
        app: this.app,
        path: () => this.file?.path ?? "",
        title: () => this.getDisplayText(),
      }),
    );
    this.modeButton = this.addAction("book-open", "", () => void this.toggleMode());
    this.showMode();
  }

  get currentMode(): MarkdownPreviewView | { get(): string } {
    return this.mode === "preview" ? this.previewMode : { get: () => this.editor.getValue() };
  }

  override onload(): void {
    super.onload();
    this.registerEvent(
      this.app.vault.on("modify", (file: TAbstractFile) => file === this.file && void this.takeFromDisk(this.file)),
    );
    this.register(() => this.editor.cm.destroy());
  }

  getViewType(): string {
    return "markdown";
  }

  override canAcceptExtension(extension: string): boolean {
    return extension === "md";
  }

  getMode(): MarkdownViewModeType {
    return this.mode;
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), mode: this.mode, source: false };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    const mode = (state as { mode?: unknown } | undefined)?.mode;
    if ((mode === "source" || mode === "preview") && mode !== this.mode) await this.setMode(mode);
  }

  async toggleMode(): Promise<void> {
    await this.setMode(this.mode === "source" ? "preview" : "source");
  }

  override setEphemeralState(state: unknown): void {
    const { line, subpath, focus, match } = state as {
      line?: number;
      subpath?: string;
      focus?: boolean;
      match?: SearchMatch;
    };
    if (match) this.showMatch(match);
    if (focus && this.mode === "source" && !Platform.isPhone) this.editor.focus();
    if (subpath?.startsWith("#") && this.mode === "preview")
      void this.previewMode.scrollToHeading(subpath.slice(subpath.lastIndexOf("#") + 1));
    const target = line ?? (subpath ? findHeadingLine(this.editor.getValue(), subpath) : null);
    if (target === null) return;
    this.editor.setCursor({ line: target, ch: 0 });
    this.editor.scrollIntoView({ from: { line: target, ch: 0 }, to: { line: target, ch: 0 } }, true);
  }

  override getEphemeralState(): Record<string, unknown> {
    return { cursor: { from: this.editor.getCursor("from"), to: this.editor.getCursor("to") } };
  }

  getViewData(): string {
    return this.editor.getValue();
  }

  setViewData(data: string, clear: boolean): void {
    this.data = data;
    this.lineEnding = data.includes("\r\n") ? "\r\n" : "\n";
    const text = toLf(data);
    if (clear) this.resetEditor(text);
    else applyFromDisk(this.editor.cm, incomingChange(this.editor.getValue(), this.editor.getValue(), text));
    this.showPreview(clear ? "from the top" : "in place");
  }

  clear(): void {
    this.setViewData("", true);
  }

  /** Writes only if the file is unchanged since this view read it; otherwise the other change is merged first. */
  override async save(): Promise<void> {
    const file = this.file;
    if (!this.dirty || !file || !this.exists()) return;
    await this.app.vault.process(file, (onDisk) => {
      if (onDisk !== this.data) return onDisk;
      this.dirty = false;
      this.data = this.editor.getValue().replaceAll("\n", this.lineEnding);
      return this.data;
    });
  }

  override async onRename(file: TFile): Promise<void> {
    await super.onRename(file);
    this.editor.cm.dispatch({ effects: retitle(this.getDisplayText()) });
  }

  override onPaneMenu(menu: Menu, source: string): void {
    const reading = this.mode === "preview";
    menu.addItem((item) =>
      item
        .setTitle(reading ? "Editing view" : "Reading view")
        .setIcon(reading ? "pencil" : "book-open")
        .setSection("view")
        .onClick(() => this.toggleMode()),
    );
    super.onPaneMenu(menu, source);
  }

  override onResize(): void {
    this.editor.cm.requestMeasure();
  }

  updateOptions(): void {
    this.editor.cm.dispatch({ effects: pluginExtensions.reconfigure([...this.app.workspace.editorExtensions]) });
  }

  /** Scrolls to the matches of a search and highlights them, if the text is still the searched one. */
  private showMatch({ content, matches }: SearchMatch): void {
    const { cm } = this.editor;
    const [first] = matches;
    const text = toLf(content);
    if (first === undefined || text !== this.editor.getValue()) return;
    const ranges = matches.map(([from, to]) => ({
      from: toLf(content.slice(0, from)).length,
      to: toLf(content.slice(0, to)).length,
    }));
    if (this.mode === "preview")
      return void this.previewMode.flash(
        ranges.map(({ from, to }) => ({ from: lineAt(text, from), to: lineAt(text, to) })),
      );
    cm.dispatch({ effects: [flash.of(ranges), EditorView.scrollIntoView(ranges[0]?.from ?? 0, { y: "center" })] });
  }

  private async setMode(mode: MarkdownViewModeType): Promise<void> {
    await this.save();
    this.mode = mode;
    this.showMode();
    this.app.workspace.requestLayoutChange();
  }

  private showMode(): void {
    const reading = this.mode === "preview";
    this.containerEl.dataset["mode"] = this.mode;
    this.sourceEl.classList.toggle("is-hidden", reading);
    this.previewMode.containerEl.classList.toggle("is-hidden", !reading);
    setIcon(this.modeButton, reading ? "pencil" : "book-open");
    this.modeButton.setAttribute(
      "aria-label",
      reading ? "Current view: reading. Click to edit" : "Current view: editing. Click to read",
    );
    if (reading) this.showPreview("in place");
    else this.editor.cm.requestMeasure();
  }

  private showPreview(where: "in place" | "from the top"): void {
    this.previewMode.set(this.editor.getValue(), where === "from the top");
    if (this.mode === "preview") this.previewMode.rerender();
  }

  private resetEditor(text: string): void {
    const plugins = this.app.workspace.editorExtensions;
    this.editor.cm.setState(editorState({ text, title: this.getDisplayText(), plugins }, this.hooks));
  }

  private onEditorUpdate(update: ViewUpdate): void {
    if (!update.docChanged) return;
    this.app.workspace.trigger("editor-change", this.editor, this);
    if (isFromDisk(update)) return;
    this.dirty = true;
    this.requestSave();
    if (this.mode === "preview") this.showPreview("in place");
  }

  private async takeFromDisk(file: TFile): Promise<void> {
    const onDisk = await this.app.vault.read(file);
    if (file !== this.file || onDisk === this.data) return;
    const base = toLf(this.data);
    const change = incomingChange(base, this.editor.getValue(), toLf(onDisk));
    this.data = onDisk;
    this.lineEnding = onDisk.includes("\r\n") ? "\r\n" : "\n";
    applyFromDisk(this.editor.cm, change);
    if (this.dirty) this.requestSave();
    this.showPreview("in place");
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length - 1;
}
