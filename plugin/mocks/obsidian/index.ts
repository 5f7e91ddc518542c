/**
 * The module `obsidian` as a plugin sees it: the names of the real one, as far as this stand-in goes. What it leaves out:
 * Bases, math, PDF, Mermaid, popout windows, EditorSuggest, hover popovers.
 */
export { AppWindow as App } from "./app-window";
export { ButtonComponent, ExtraButtonComponent } from "./buttons";
export { Component } from "./component";
export { BaseComponent, ValueComponent } from "./control";
export { ColorComponent, DisplayValueComponent, DropdownComponent, ProgressBarComponent, SliderComponent, ToggleComponent } from "./controls";
export { debounce } from "./debounce";
export { Editor } from "./editor";
export { Events } from "./events";
export { FileManager } from "./file-manager";
export { EditableFileView, FileView, TextFileView } from "./file-view";
export { TAbstractFile, TFile, TFolder } from "./files";
export { getAllTags, getFrontMatterInfo, parseFrontMatterAliases, parseFrontMatterEntry, parseFrontMatterStringArray, parseFrontMatterTags } from "./frontmatter";
export { addIcon, getIcon, getIconIds, removeIcon, setIcon } from "./icons";
export { AbstractInputSuggest, PopoverSuggest } from "./input-suggest";
export { WorkspaceLeaf } from "./leaf";
export { getLinkpath, parseLinktext, stripHeading, stripHeadingForLink } from "./linktext";
export { MarkdownPreviewView } from "./markdown-preview";
export { MarkdownRenderChild, MarkdownRenderer } from "./markdown-render";
export { MarkdownView } from "./markdown-view";
export { Menu, MenuItem, MenuSeparator } from "./menu";
export { MetadataCache } from "./metadata-cache";
export { Modal } from "./modal";
export { normalizePath } from "./normalize-path";
export { Notice } from "./notice";
export { apiVersion, getLanguage, Platform, requireApiVersion } from "./platform";
export { Plugin } from "./plugin";
export { request, requestUrl } from "./request-url";
export { Keymap, Scope } from "./scope";
export { fuzzySearch, prepareFuzzySearch, prepareSimpleSearch, renderMatches, renderResults, sortSearchResults } from "./search";
export { SecretComponent } from "./secret-control";
export { SecretStorage } from "./secret-storage";
export { Setting, SettingGroup } from "./setting";
export { PluginSettingTab, SettingPage, SettingTab } from "./setting-tab";
export { WorkspaceSidedock } from "./side-dock";
export { FuzzySuggestModal, SuggestModal } from "./suggest";
export { WorkspaceTabs } from "./tabs";
export { Tasks } from "./tasks";
export { AbstractTextComponent, SearchComponent, TextAreaComponent, TextComponent } from "./text-controls";
export { displayTooltip, setTooltip } from "./tooltip";
export { Vault } from "./vault";
export { ItemView, View } from "./view";
export { Workspace } from "./workspace";
export { parseYaml, stringifyYaml } from "./yaml";
