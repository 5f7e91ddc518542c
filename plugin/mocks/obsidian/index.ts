/**
 * The door of the stand-in app: what `import … from "obsidian"` gives in the demo page and in the tests, where there is no
 * Obsidian. It behaves as the real app does, with the names of the real module that Ibid uses. Nothing of it is shipped.
 */
export { AppWindow as App } from "./app-window";
export { ButtonComponent, ExtraButtonComponent } from "./buttons";
export { Component } from "./component";
export { DropdownComponent, ToggleComponent } from "./controls";
export { debounce } from "./debounce";
export { Editor } from "./editor";
export { TAbstractFile, TFile, TFolder } from "./files";
export { getFrontMatterInfo } from "./frontmatter";
export { setIcon } from "./icons";
export { AbstractInputSuggest } from "./input-suggest";
export { WorkspaceLeaf } from "./leaf";
export { stripHeading, stripHeadingForLink } from "./linktext";
export { MarkdownRenderer } from "./markdown-render";
export { MarkdownView } from "./markdown-view";
export { Menu } from "./menu";
export { Modal } from "./modal";
export { normalizePath } from "./normalize-path";
export { moment } from "./moment";
export { Notice } from "./notice";
export { Platform, requireApiVersion } from "./platform";
export { Plugin } from "./plugin";
export { requestUrl } from "./request-url";
export { Keymap, Scope } from "./scope";
export { prepareFuzzySearch } from "./search";
export { SecretComponent } from "./secret-control";
export { Setting } from "./setting";
export { PluginSettingTab } from "./setting-tab";
export { FuzzySuggestModal, SuggestModal } from "./suggest";
export { TextAreaComponent, TextComponent } from "./text-controls";
export { setTooltip } from "./tooltip";
export { ItemView } from "./view";
