/**
 * Plugin: the base class of every plugin. Everything that it adds to the app is removed on unload. Loading and enabling
 * plugins is in plugins.ts; there are no protocol or Bases handlers.
 */
import type { Extension } from "@codemirror/state";
import type { CliFlags, CliHandler, Command, HoverLinkSource, MarkdownPostProcessor, PluginManifest } from "obsidian";
import type { AppCore } from "./app-core";
import { Component } from "./component";
import { codeBlockProcessor, type CodeBlockHandler } from "./markdown-processors";
import type { ViewFactory } from "./ui-parts";

export abstract class Plugin extends Component {
  app: AppCore;
  manifest: PluginManifest;
  /** Modification time of the last data.json that this plugin has seen: a later one was written by somebody else. */
  #dataTime = 0;

  constructor(app: AppCore, manifest: PluginManifest) {
    super();
    this.app = app;
    this.manifest = manifest;
  }

  override load(): void | Promise<void> {
    this.registerEvent(this.app.vault.on("raw", (path) => this.#noticeExternalChange(path)));
    return super.load();
  }

  onUserEnable(): void {}

  onExternalSettingsChange?(): unknown;

  addCommand(command: Command): Command {
    command.id = `${this.manifest.id}:${command.id}`;
    command.name = `${this.manifest.name}: ${command.name}`;
    this.app.commands.addCommand(command);
    this.register(() => this.app.commands.removeCommand(command.id));
    return command;
  }

  removeCommand(commandId: string): void {
    this.app.commands.removeCommand(`${this.manifest.id}:${commandId}`);
  }

  addRibbonIcon(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const id = `${this.manifest.id}:${title}`;
    const button = this.app.workspace.leftRibbon.addRibbonItemButton(id, icon, title, callback);
    this.register(() => button.remove());
    return button;
  }

  addStatusBarItem(): HTMLElement {
    const item = this.app.statusBar.registerStatusBarItem();
    item.classList.add(`plugin-${this.manifest.id}`);
    this.register(() => item.remove());
    return item;
  }

  addSettingTab(tab: object): void {
    this.app.setting.addSettingTab(tab);
    this.register(() => this.app.setting.removeSettingTab(tab));
  }

  registerView(type: string, creator: ViewFactory): void {
    this.app.viewRegistry.registerView(type, creator);
    this.register(() => this.app.viewRegistry.unregisterView(type));
  }

  registerHoverLinkSource(id: string, info: HoverLinkSource): void {
    this.app.workspace.registerHoverLinkSource(id, info);
    this.register(() => this.app.workspace.unregisterHoverLinkSource(id));
  }

  registerExtensions(extensions: string[], viewType: string): void {
    this.app.viewRegistry.registerExtensions(extensions, viewType);
    this.register(() => this.app.viewRegistry.unregisterExtensions(extensions));
  }

  registerMarkdownPostProcessor(processor: MarkdownPostProcessor, sortOrder?: number): MarkdownPostProcessor {
    processor.sortOrder = sortOrder ?? 0;
    this.app.markdownProcessors.add(processor);
    this.register(() => this.app.markdownProcessors.remove(processor));
    return processor;
  }

  registerMarkdownCodeBlockProcessor(
    language: string,
    handler: CodeBlockHandler,
    sortOrder?: number,
  ): MarkdownPostProcessor {
    return this.registerMarkdownPostProcessor(codeBlockProcessor(language, handler), sortOrder);
  }

  registerEditorExtension(extension: Extension): void {
    this.app.workspace.registerEditorExtension(extension);
    this.register(() => this.app.workspace.unregisterEditorExtension(extension));
  }

  registerCliHandler(command: string, description: string, flags: CliFlags | null, handler: CliHandler): void {
    const { cliCommands } = this.app;
    if (cliCommands.has(command)) throw new Error(`Command "${command}" is already registered`);
    cliCommands.set(command, { description, flags: flags ?? {}, handler });
    this.register(() => cliCommands.delete(command));
  }

  /** null until something was saved. */
  async loadData(): Promise<unknown> {
    const { adapter } = this.app.vault;
    const stat = await adapter.stat(this.#dataPath);
    if (!stat) return null;
    this.#dataTime = stat.mtime;
    return JSON.parse(await adapter.read(this.#dataPath));
  }

  async saveData(data: unknown): Promise<void> {
    const { adapter } = this.app.vault;
    await adapter.mkdir(this.#folder);
    // Announced beforehand, because the change event comes before the write resolves.
    this.#dataTime = Number.POSITIVE_INFINITY;
    await adapter.write(this.#dataPath, JSON.stringify(data, null, 2));
    this.#dataTime = adapter.statNow(this.#dataPath)?.mtime ?? 0;
  }

  get #folder(): string {
    return this.manifest.dir ?? `${this.app.vault.configDir}/plugins/${this.manifest.id}`;
  }

  get #dataPath(): string {
    return `${this.#folder}/data.json`;
  }

  #noticeExternalChange(path: string): void {
    if (path !== this.#dataPath) return;
    const modified = this.app.vault.adapter.statNow(path)?.mtime ?? 0;
    if (modified <= this.#dataTime) return;
    this.#dataTime = modified;
    this.onExternalSettingsChange?.();
  }
}
