/**
 * The methods that Obsidian adds to DOM objects and to the global scope, for a page or jsdom. installDom() may be
 * called several times. Left out: the additions to Object, Math and Number, most of those to String, and `ajax`. There
 * is one window, so activeWindow is always that one.
 */
import type {} from "obsidian";

type Members = Record<string, unknown>;
type CreatedElement = HTMLElement | SVGElement;
type ElementInfo = DomElementInfo | string | undefined;

export function installDom(): void {
  if ("createEl" in Node.prototype) return;
  extend(Node.prototype, nodeMembers);
  extend(Element.prototype, elementMembers);
  extend(HTMLElement.prototype, htmlMembers);
  extend(SVGElement.prototype, styleMembers);
  extend(DocumentFragment.prototype, searchMembers);
  extend(Document.prototype, delegationMembers);
  extend(UIEvent.prototype, eventMembers);
  extend(Array.prototype, arrayMembers);
  extend(String.prototype, {
    contains(this: string, part: string): boolean {
      return this.includes(part);
    },
  });
  extend(globalThis, globalMembers);
}

/** Not enumerable, so that loops over the keys of an array or a node skip them. */
function extend(target: object, members: object): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(members))) {
    Object.defineProperty(target, name, { ...descriptor, enumerable: false, configurable: true });
  }
}

function build<E extends CreatedElement>(el: E, info: ElementInfo, callback?: (el: E) => void): E {
  const { cls, text, attr, title, parent, prepend, value, type, placeholder, href } = optionsOf(info);
  if (cls)
    el.classList.add(
      ...[cls]
        .flat()
        .flatMap((names) => names.split(/\s+/))
        .filter((name) => name !== ""),
    );
  if (text !== undefined) el.replaceChildren(text);
  setAttributes(el, { title, type, placeholder, href, ...attr });
  if (value !== undefined && "value" in el) el.value = value;
  if (parent) parent.insertBefore(el, prepend ? parent.firstChild : null);
  callback?.(el);
  return el;
}

function optionsOf(info: ElementInfo): DomElementInfo {
  return typeof info === "string" ? { cls: info } : (info ?? {});
}

/** As in the app, null removes an attribute. */
function setAttributes(el: Element, attributes: Record<string, string | number | boolean | null | undefined>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) el.removeAttribute(name);
    else if (value !== undefined) el.setAttribute(name, String(value));
  }
}

const globalMembers: Members = {
  createEl: (tag: string, info?: ElementInfo, callback?: (el: HTMLElement) => void) =>
    build(document.createElement(tag), info, callback),
  createDiv: (info?: ElementInfo, callback?: (el: HTMLElement) => void) =>
    build(document.createElement("div"), info, callback),
  createSpan: (info?: ElementInfo, callback?: (el: HTMLElement) => void) =>
    build(document.createElement("span"), info, callback),
  createSvg: (tag: string, info?: ElementInfo, callback?: (el: SVGElement) => void) =>
    build(svgElement(tag), info, callback),
  createFragment: (callback?: (el: DocumentFragment) => void): DocumentFragment => {
    const fragment = document.createDocumentFragment();
    callback?.(fragment);
    return fragment;
  },
  fish: (selector: string) => document.querySelector(selector),
  fishAll: (selector: string) => [...document.querySelectorAll(selector)],
  isBoolean: (value: unknown) => typeof value === "boolean",
  sleep: (ms: number) => new Promise((resolve) => window.setTimeout(resolve, ms)),
  nextFrame: () => new Promise((resolve) => window.requestAnimationFrame(resolve)),
  ready: (callback: () => unknown) => {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", callback);
    else callback();
  },
  get activeWindow() {
    return window;
  },
  get activeDocument() {
    return document;
  },
};

function svgElement(tag: string): SVGElement {
  return document.createElementNS("http://www.w3.org/2000/svg", tag) as SVGElement;
}

function buildIn<E extends CreatedElement>(parent: Node, el: E, info: ElementInfo, callback?: (el: E) => void): E {
  return build(el, { ...optionsOf(info), parent }, callback);
}

const nodeMembers = {
  createEl(this: Node, tag: string, info?: ElementInfo, callback?: (el: HTMLElement) => void) {
    return buildIn(this, document.createElement(tag), info, callback);
  },
  createDiv(this: Node, info?: ElementInfo, callback?: (el: HTMLElement) => void) {
    return buildIn(this, document.createElement("div"), info, callback);
  },
  createSpan(this: Node, info?: ElementInfo, callback?: (el: HTMLElement) => void) {
    return buildIn(this, document.createElement("span"), info, callback);
  },
  createSvg(this: Node, tag: string, info?: ElementInfo, callback?: (el: SVGElement) => void) {
    return buildIn(this, svgElement(tag), info, callback);
  },
  detach(this: ChildNode) {
    this.remove();
  },
  empty(this: ParentNode) {
    this.replaceChildren();
  },
  appendText(this: ParentNode, text: string) {
    this.append(text);
  },
  insertAfter(this: Node, node: Node, child: Node | null) {
    return this.insertBefore(node, child ? child.nextSibling : this.firstChild);
  },
  indexOf(this: Node, other: Node) {
    return [...this.childNodes].indexOf(other as ChildNode);
  },
  setChildrenInPlace(this: ParentNode, children: Node[]) {
    this.replaceChildren(...children);
  },
  instanceOf(this: Node, type: new () => Node) {
    return this instanceof type;
  },
  get doc() {
    return (this as unknown as Node).ownerDocument ?? document;
  },
  get win() {
    return window;
  },
  get constructorWin() {
    return window;
  },
};

const searchMembers = {
  find(this: ParentNode, selector: string) {
    return this.querySelector(selector);
  },
  findAll(this: ParentNode, selector: string) {
    return [...this.querySelectorAll(selector)];
  },
};

const elementMembers = {
  ...searchMembers,
  findAllSelf(this: Element, selector: string) {
    return [...(this.matches(selector) ? [this] : []), ...this.querySelectorAll(selector)];
  },
  getText(this: Element) {
    return this.textContent;
  },
  setText(this: Element, text: string | DocumentFragment) {
    this.replaceChildren(text);
  },
  addClass(this: Element, ...classes: string[]) {
    this.classList.add(...classes);
  },
  addClasses(this: Element, classes: string[]) {
    this.classList.add(...classes);
  },
  removeClass(this: Element, ...classes: string[]) {
    this.classList.remove(...classes);
  },
  removeClasses(this: Element, classes: string[]) {
    this.classList.remove(...classes);
  },
  toggleClass(this: Element, classes: string | string[], value: boolean) {
    for (const name of [classes].flat()) this.classList.toggle(name, value);
  },
  hasClass(this: Element, name: string) {
    return this.classList.contains(name);
  },
  getAttr(this: Element, name: string) {
    return this.getAttribute(name);
  },
  setAttr(this: Element, name: string, value: string | number | boolean | null) {
    setAttributes(this, { [name]: value });
  },
  setAttrs(this: Element, attributes: Record<string, string | number | boolean | null>) {
    setAttributes(this, attributes);
  },
  matchParent(this: Element, selector: string, last?: Element) {
    const found = this.closest(selector);
    return found && (!last || last.contains(found)) ? found : null;
  },
  getCssPropertyValue(this: Element, name: string, pseudo?: string) {
    return getComputedStyle(this, pseudo).getPropertyValue(name);
  },
  isActiveElement(this: Element) {
    return document.activeElement === this;
  },
};

const styleMembers = {
  setCssStyles(this: HTMLElement | SVGElement, styles: Partial<CSSStyleDeclaration>) {
    Object.assign(this.style, styles);
  },
  setCssProps(this: HTMLElement | SVGElement, props: Record<string, string>) {
    for (const [name, value] of Object.entries(props)) this.style.setProperty(name, value);
  },
};

/** Delegated listeners; stored so that `off` finds the function that was attached. */
const delegated = new WeakMap<object, Map<string, EventListener>>();

type Delegate = (this: EventTarget, event: Event, target: Element) => unknown;

const delegationMembers = {
  on(
    this: EventTarget,
    type: string,
    selector: string,
    listener: Delegate,
    options?: boolean | AddEventListenerOptions,
  ) {
    const attached: EventListener = (event) => {
      const target = event.target instanceof Element ? event.target.closest(selector) : null;
      if (target) listener.call(this, event, target);
    };
    delegated.set(
      listener,
      (delegated.get(listener) ?? new Map<string, EventListener>()).set(`${type} ${selector}`, attached),
    );
    this.addEventListener(type, attached, options);
  },
  off(
    this: EventTarget,
    type: string,
    selector: string,
    listener: Delegate,
    options?: boolean | AddEventListenerOptions,
  ) {
    const attached = delegated.get(listener)?.get(`${type} ${selector}`);
    if (attached) this.removeEventListener(type, attached, options);
  },
};

const htmlMembers = {
  ...styleMembers,
  ...delegationMembers,
  show(this: HTMLElement) {
    this.style.display = "";
  },
  hide(this: HTMLElement) {
    this.style.display = "none";
  },
  toggle(this: HTMLElement, show: boolean) {
    this.style.display = show ? "" : "none";
  },
  toggleVisibility(this: HTMLElement, visible: boolean) {
    this.style.visibility = visible ? "" : "hidden";
  },
  isShown(this: HTMLElement) {
    return this.offsetParent !== null;
  },
  trigger(this: HTMLElement, type: string) {
    this.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
  },
  onClickEvent(
    this: HTMLElement,
    listener: (event: MouseEvent) => unknown,
    options?: boolean | AddEventListenerOptions,
  ) {
    this.addEventListener("click", listener, options);
    this.addEventListener("auxclick", listener, options);
  },
  onNodeInserted(this: HTMLElement, listener: () => unknown, once?: boolean) {
    return watchInsertion(this, listener, once === true ? "once" : "always");
  },
  onWindowMigrated() {
    return () => undefined;
  },
};

function watchInsertion(el: HTMLElement, listener: () => unknown, times: "once" | "always"): () => void {
  let wasInside = el.isConnected;
  const observer = new MutationObserver(() => {
    const isNew = el.isConnected && !wasInside;
    wasInside = el.isConnected;
    if (!isNew) return;
    if (times === "once") observer.disconnect();
    listener();
  });
  observer.observe(document, { childList: true, subtree: true });
  return () => observer.disconnect();
}

const eventMembers = {
  get targetNode() {
    const { target } = this as unknown as UIEvent;
    return target instanceof Node ? target : null;
  },
  get doc() {
    return document;
  },
  get win() {
    return window;
  },
  instanceOf(this: UIEvent, type: new () => UIEvent) {
    return this instanceof type;
  },
};

const arrayMembers = {
  first<T>(this: T[]) {
    return this[0];
  },
  last<T>(this: T[]) {
    return this.at(-1);
  },
  contains<T>(this: T[], item: T) {
    return this.includes(item);
  },
  remove<T>(this: T[], item: T) {
    for (let at = this.indexOf(item); at >= 0; at = this.indexOf(item)) this.splice(at, 1);
  },
  unique<T>(this: T[]) {
    return [...new Set(this)];
  },
};
