/**
 * The module `obsidian` as a plugin sees it: the names of the real one, as far as this stand-in goes. What it leaves out:
 * Bases, math, PDF, Mermaid, popout windows, EditorSuggest, hover popovers.
 */
export { AppWindow as App } from "./app-window";
export { ButtonComponent } from "./buttons";
export { Component } from "./component";
export { DropdownComponent, ToggleComponent } from "./controls";
export { debounce } from "./debounce";
export { Editor } from "./editor";
export { TAbstractFile, TFile, TFolder } from "./files";
export { setIcon } from "./icons";
export { AbstractInputSuggest } from "./input-suggest";
export { WorkspaceLeaf } from "./leaf";
export { stripHeadingForLink } from "./linktext";
export { MarkdownView } from "./markdown-view";
export { Menu } from "./menu";
export { Modal } from "./modal";
export { normalizePath } from "./normalize-path";
export { Notice } from "./notice";
export { Platform, requireApiVersion } from "./platform";
export { Plugin } from "./plugin";
export { requestUrl } from "./request-url";
export { Keymap, Scope } from "./scope";
export { SecretComponent } from "./secret-control";
export { Setting } from "./setting";
export { PluginSettingTab } from "./setting-tab";
export { SuggestModal } from "./suggest";
export { TextAreaComponent, TextComponent } from "./text-controls";
export { setTooltip } from "./tooltip";
export { ItemView } from "./view";
