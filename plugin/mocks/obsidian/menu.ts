/**
 * Menu and MenuItem: context menus as DOM (the app's non-native kind), with sections and keyboard control, and as a
 * sheet at the bottom on a phone. No submenus.
 */
import type { MenuPositionDef } from "obsidian";
import { Component } from "./component";
import { setIcon } from "./icons";

type ClickHandler = (event: MouseEvent | KeyboardEvent) => unknown;

export class MenuItem {
  readonly dom: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly iconEl: HTMLElement;
  section = "";
  disabled = false;
  callback: ClickHandler | null = null;
  private readonly checkEl: HTMLElement;

  constructor() {
    this.dom = createDiv({ cls: "menu-item tappable", attr: { role: "menuitem", tabindex: -1 } });
    this.iconEl = this.dom.createDiv({ cls: "menu-item-icon" });
    this.titleEl = this.dom.createDiv({ cls: "menu-item-title" });
    this.checkEl = this.dom.createDiv({ cls: "menu-item-icon mod-checked" });
  }

  setTitle(title: string | DocumentFragment): this {
    this.titleEl.replaceChildren(title);
    return this;
  }

  setIcon(icon: string | null): this {
    setIcon(this.iconEl, icon ?? "");
    return this;
  }

  setChecked(checked: boolean | null): this {
    setIcon(this.checkEl, checked ? "check" : "");
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    this.dom.classList.toggle("is-disabled", disabled);
    return this;
  }

  setWarning(isWarning: boolean): this {
    this.dom.classList.toggle("is-warning", isWarning);
    return this;
  }

  setIsLabel(isLabel: boolean): this {
    this.dom.classList.toggle("is-label", isLabel);
    return this;
  }

  setSection(section: string): this {
    this.section = section;
    return this;
  }

  onClick(callback: ClickHandler): this {
    this.callback = callback;
    return this;
  }
}

export class MenuSeparator {
  readonly dom = createDiv({ cls: "menu-separator" });
}

/** Sections come in the app's order; those it does not know keep theirs, before "danger". */
const sectionOrder = [
  "title",
  "correction",
  "spellcheck",
  "open",
  "selection-link",
  "selection",
  "clipboard",
  "action",
  "action-primary",
  "view",
  "info",
  "",
  "system",
  "danger",
];

function rank(section: string): number {
  const index = sectionOrder.indexOf(section);
  return index < 0 ? sectionOrder.indexOf("") : index;
}

export class Menu extends Component {
  readonly dom = createDiv({ cls: "menu", attr: { role: "menu" } });
  items: (MenuItem | MenuSeparator)[] = [];
  private readonly hideCallbacks: (() => unknown)[] = [];
  private backdrop: HTMLElement | null = null;
  private restoreFocus: Element | null = null;

  addItem(cb: (item: MenuItem) => unknown): this {
    const item = new MenuItem();
    this.items.push(item);
    cb(item);
    return this;
  }

  addSeparator(): this {
    this.items.push(new MenuSeparator());
    return this;
  }

  setNoIcon(): this {
    this.dom.classList.add("mod-no-icon");
    return this;
  }

  setUseNativeMenu(_useNativeMenu: boolean): this {
    return this;
  }

  setParentElement(_el: HTMLElement): this {
    return this;
  }

  showAtMouseEvent(event: MouseEvent): this {
    event.preventDefault();
    return this.showAtPosition({ x: event.clientX, y: event.clientY });
  }

  showAtPosition(position: MenuPositionDef, doc: Document = document): this {
    if (this.backdrop) return this;
    this.draw();
    this.backdrop = doc.body.createDiv({ cls: "menu-backdrop" });
    this.backdrop.addEventListener("pointerdown", () => this.hide());
    this.backdrop.addEventListener("contextmenu", (event) => event.preventDefault());
    this.restoreFocus = doc.activeElement;
    doc.body.append(this.dom);
    this.place(position);
    this.load();
    this.listen();
    return this;
  }

  hide(): this {
    if (!this.backdrop) return this;
    this.backdrop.remove();
    this.backdrop = null;
    this.dom.remove();
    this.unload();
    if (this.restoreFocus instanceof HTMLElement) this.restoreFocus.focus({ preventScroll: true });
    for (const callback of this.hideCallbacks) callback();
    return this;
  }

  close(): void {
    this.hide();
  }

  onHide(callback: () => unknown): void {
    this.hideCallbacks.push(callback);
  }

  onHistoryBack(): void {
    this.hide();
  }

  static forEvent(event: PointerEvent | MouseEvent): Menu {
    const menu = new Menu();
    queueMicrotask(() => menu.showAtMouseEvent(event));
    return menu;
  }

  private draw(): void {
    this.dom.replaceChildren();
    const scroll = this.dom.createDiv({ cls: "menu-scroll" });
    let before: string | null = null;
    for (const item of this.sorted()) {
      const section: string | null = item instanceof MenuItem ? item.section : before;
      if (before !== null && section !== before && !scroll.lastElementChild?.matches(".menu-separator"))
        scroll.createDiv({ cls: "menu-separator" });
      scroll.append(item.dom);
      before = section;
      if (item instanceof MenuItem) item.dom.onclick = (event) => this.choose(item, event);
    }
  }

  /** Plain menus keep their order; separators only make sense without sections. */
  private sorted(): (MenuItem | MenuSeparator)[] {
    if (this.items.some((item) => item instanceof MenuSeparator)) return this.items;
    const items = this.items.filter((item) => item instanceof MenuItem);
    return items
      .map((item, index) => ({ item, index }))
      .sort((a, b) => rank(a.item.section) - rank(b.item.section) || a.index - b.index)
      .map(({ item }) => item);
  }

  private choose(item: MenuItem, event: MouseEvent | KeyboardEvent): void {
    if (item.disabled || item.dom.classList.contains("is-label")) return;
    this.hide();
    item.callback?.(event);
  }

  private place(position: MenuPositionDef): void {
    const { width, height } = this.dom.getBoundingClientRect();
    const left = position.left ? position.x - width : position.x;
    const top = position.y + height > window.innerHeight ? Math.max(4, position.y - height) : position.y;
    this.dom.style.left = `${Math.max(4, Math.min(left, window.innerWidth - width - 4))}px`;
    this.dom.style.top = `${Math.max(4, Math.min(top, window.innerHeight - height - 4))}px`;
  }

  private listen(): void {
    this.registerDomEvent(window, "keydown", (event: KeyboardEvent) => this.onKey(event), { capture: true });
    this.registerDomEvent(this.dom, "pointerover", (event: PointerEvent) => {
      const over = this.choices().find((item) => event.target instanceof Node && item.dom.contains(event.target));
      if (over) this.select(over);
    });
  }

  private choices(): MenuItem[] {
    return this.sorted()
      .filter((item) => item instanceof MenuItem)
      .filter((item) => !item.disabled);
  }

  private select(item: MenuItem): void {
    for (const other of this.choices()) other.dom.classList.toggle("selected", other === item);
    item.dom.focus({ preventScroll: false });
  }

  private onKey(event: KeyboardEvent): void {
    const choices = this.choices();
    const at = choices.findIndex((item) => item.dom.classList.contains("selected"));
    if (event.key === "Escape") this.hide();
    else if (event.key === "ArrowDown" && choices.length > 0) this.select(choices[(at + 1) % choices.length]!);
    else if (event.key === "ArrowUp" && choices.length > 0) this.select(choices[(at <= 0 ? choices.length : at) - 1]!);
    else if (event.key === "Enter" && at >= 0) this.choose(choices[at]!, event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
