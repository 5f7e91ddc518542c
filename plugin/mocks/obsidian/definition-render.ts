/**
 * Draws the declarative settings of a tab: rows, groups, lists and pages, as `getSettingDefinitions()` returns them.
 * Stores nothing: values go through the tab. The search over settings is not drawn.
 */
import type {
  SettingDefinition,
  SettingDefinitionGroup,
  SettingDefinitionItem,
  SettingDefinitionList,
  SettingDefinitionPage,
  SettingGroupItem,
  SettingPage,
} from "obsidian";
import { bindControl, type ControlOwner } from "./definition-control";
import { Setting, SettingGroup } from "./setting";

type Rule = boolean | (() => boolean) | undefined;

interface DrawnRule {
  apply(): void;
}

function holds(rule: Rule, otherwise: "true" | "false"): boolean {
  return typeof rule === "function" ? rule() : (rule ?? otherwise === "true");
}

export class DefinitionRenderer {
  private rules: DrawnRule[] = [];
  private cleanups: (() => void)[] = [];
  private openPage: SettingPage | null = null;

  constructor(
    private readonly owner: ControlOwner,
    private readonly containerEl: HTMLElement,
  ) {}

  render(items: SettingDefinitionItem[]): void {
    this.clear();
    this.drawItems(items, this.containerEl);
  }

  /** Shows, hides and disables the drawn rows by the current state; draws nothing again. */
  refresh(): void {
    for (const rule of this.rules) rule.apply();
  }

  clear(): void {
    this.openPage?.hide();
    this.openPage = null;
    for (const cleanup of this.cleanups.splice(0)) cleanup();
    this.rules = [];
    this.containerEl.replaceChildren();
  }

  /** Rows outside any group share one group without a heading. */
  private drawItems(items: SettingDefinitionItem[], parent: HTMLElement): void {
    let loose: SettingGroup | null = null;
    items.forEach((item, index) => {
      if (isGroup(item)) {
        loose = null;
        this.drawGroup(item, parent);
      } else {
        loose ??= new SettingGroup(parent);
        this.drawRow(item, loose, index);
      }
    });
  }

  private drawGroup(definition: SettingDefinitionGroup, parent: HTMLElement): void {
    const group = new SettingGroup(parent);
    if (definition.heading) group.setHeading(definition.heading);
    if (definition.cls) group.addClass(definition.cls);
    for (const button of definition.extraButtons ?? []) group.addExtraButton(button as never);
    const items = definition.items ?? [];
    items.forEach((item, index) => this.drawRow(item, group, index, isList(definition) ? definition : undefined));
    if (isList(definition)) drawListParts(group, definition);
    this.rule(() => group.groupEl.classList.toggle("is-hidden", !holds(definition.visible, "true")));
  }

  private drawRow(item: SettingGroupItem, group: SettingGroup, index: number, list?: SettingDefinitionList): void {
    const setting = new Setting(group.listEl).setName(item.name);
    if (item.desc !== undefined)
      setting.setDesc(typeof item.desc === "string" ? item.desc : (item.desc.cloneNode(true) as DocumentFragment));
    if (isPage(item)) this.fillPageRow(setting, item);
    else this.fillRow(setting, item, group, index);
    if (list) addListButtons(setting, list, index);
    this.rule(() => setting.settingEl.classList.toggle("is-hidden", !holds(item.visible, "true")));
  }

  private fillRow(setting: Setting, item: SettingDefinition, group: SettingGroup, index: number): void {
    if (item.control) {
      const { control } = item;
      bindControl(setting, control, this.owner);
      if (control.disabled !== undefined) this.rule(() => setting.setDisabled(holds(control.disabled, "false")));
    } else if (item.render) {
      const cleanup = item.render(setting as never, group as never);
      if (cleanup) this.cleanups.push(cleanup);
    } else if (item.action) {
      const { action, disabled } = item;
      makeClickable(setting, () => !holds(disabled, "false") && action(setting.settingEl, index));
      this.rule(() => setting.settingEl.classList.toggle("is-disabled", holds(disabled, "false")));
    }
  }

  private fillPageRow(setting: Setting, page: SettingDefinitionPage): void {
    const value = typeof page.displayValue === "function" ? page.displayValue() : page.displayValue;
    const status = typeof page.status === "function" ? page.status() : page.status;
    if (value !== undefined) setting.addDisplayValue((shown) => shown.setValue(value).setStatus(status ?? null));
    makeClickable(setting, () => this.showPage(page));
  }

  private showPage(page: SettingDefinitionPage): void {
    this.clear();
    const bar = new Setting(this.containerEl).setHeading().setName(page.name).setClass("setting-page-titlebar");
    bar.addExtraButton((back) =>
      back
        .setIcon("arrow-left")
        .setTooltip("Back")
        .onClick(() => this.owner.update()),
    );
    bar.settingEl.prepend(bar.controlEl);
    if (page.items) this.drawItems(page.items, this.containerEl);
    if (!page.page) return;
    this.openPage = page.page();
    this.containerEl.append(this.openPage.containerEl);
    this.openPage.display();
  }

  private rule(apply: () => void): void {
    apply();
    this.rules.push({ apply });
  }
}

function isGroup(item: SettingDefinitionItem): item is SettingDefinitionGroup {
  return "type" in item && item.type !== "page";
}

function isList(item: SettingDefinitionGroup): item is SettingDefinitionList {
  return item.type === "list";
}

function isPage(item: SettingGroupItem): item is SettingDefinitionPage {
  return "type" in item && item.type === "page";
}

function makeClickable(setting: Setting, onClick: () => void): void {
  setting.settingEl.classList.add("mod-clickable", "tappable");
  setting.addExtraButton((button) => button.setIcon("chevron-right"));
  setting.settingEl.addEventListener("click", onClick);
}

function drawListParts(group: SettingGroup, list: SettingDefinitionList): void {
  group.addClass("mod-list");
  const { addItem, emptyState } = list;
  if ((list.items ?? []).length === 0 && emptyState !== undefined) {
    const text = typeof emptyState === "string" ? emptyState : (emptyState.cloneNode(true) as DocumentFragment);
    group.listEl.createDiv({ cls: "setting-item-empty", text });
  }
  if (addItem)
    group.addExtraButton((button) =>
      button
        .setIcon("plus")
        .setTooltip(addItem.name)
        .onClick(() => addItem.action(button.extraSettingsEl)),
    );
}

/** Instead of the app's drag handle there is a button that moves the row up one place. */
function addListButtons(setting: Setting, list: SettingDefinitionList, index: number): void {
  const { onReorder, onDelete } = list;
  if (onReorder && index > 0)
    setting.addExtraButton((button) =>
      button
        .setIcon("arrow-up")
        .setTooltip("Move up")
        .onClick(() => onReorder(index, index - 1)),
    );
  if (onDelete)
    setting.addExtraButton((button) =>
      button
        .setIcon("trash-2")
        .setTooltip("Delete")
        .onClick(() => onDelete(index)),
    );
}
