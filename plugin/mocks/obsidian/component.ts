/**
 * Component: a life cycle with children and clean-up callbacks, the base class of Plugin, views and menus. It draws
 * nothing.
 */
import type { EventRef } from "./events";

type DomListener = (this: HTMLElement, event: never) => unknown;

export class Component {
  #loaded = false;
  #children: Component[] = [];
  #cleanups: (() => unknown)[] = [];

  /** Returns the promise of an asynchronous onload, so that the caller can wait for it. */
  load(): void | Promise<void> {
    if (this.#loaded) return;
    this.#loaded = true;
    const loading = this.onload();
    for (const child of [...this.#children]) void child.load();
    return loading;
  }

  onload(): void | Promise<void> {}

  /** Unloads children first, then calls the registered callbacks in reverse order, then onunload. */
  unload(): void {
    if (!this.#loaded) return;
    this.#loaded = false;
    for (const child of this.#children.splice(0).reverse()) child.unload();
    for (const cleanup of this.#cleanups.splice(0).reverse()) cleanup();
    this.onunload();
  }

  onunload(): void {}

  addChild<T extends Component>(component: T): T {
    this.#children.push(component);
    if (this.#loaded) void component.load();
    return component;
  }

  removeChild<T extends Component>(component: T): T {
    this.#children = this.#children.filter((child) => child !== component);
    component.unload();
    return component;
  }

  register(cleanup: () => unknown): void {
    this.#cleanups.push(cleanup);
  }

  registerEvent(ref: EventRef): void {
    this.register(() => ref.source.offref(ref));
  }

  registerDomEvent(
    target: Window | Document | HTMLElement,
    type: string,
    callback: DomListener,
    options?: boolean | AddEventListenerOptions,
  ): void {
    const listener = callback as EventListener;
    target.addEventListener(type, listener, options);
    this.register(() => target.removeEventListener(type, listener, options));
  }

  registerInterval(id: number): number {
    this.register(() => window.clearInterval(id));
    return id;
  }
}
