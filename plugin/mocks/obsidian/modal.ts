/**
 * Modal: a window over the app. Escape, the close button and a click beside it close it; the Tab key stays inside;
 * focus and selection are restored. Modals may be stacked.
 */
import type { AppWindow } from "./app-window";
import { setIcon } from "./icons";
import { Scope } from "./scope";

const focusable =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex='-1'])";

export class Modal {
  readonly scope = new Scope();
  readonly containerEl: HTMLElement;
  readonly modalEl: HTMLElement;
  readonly headerEl: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly contentEl: HTMLElement;
  shouldRestoreSelection = true;
  #before: Element | null = null;
  #closeCallback: (() => unknown) | null = null;

  constructor(readonly app: AppWindow) {
    this.containerEl = createDiv({ cls: "modal-container mod-dim" });
    this.containerEl.createDiv({ cls: "modal-bg" }).addEventListener("click", () => this.close());
    this.modalEl = this.containerEl.createDiv({
      cls: "modal",
      attr: { role: "dialog", "aria-modal": "true", tabindex: -1 },
    });
    this.#addCloseButton();
    this.headerEl = this.modalEl.createDiv({ cls: "modal-header" });
    this.titleEl = this.headerEl.createDiv({ cls: "modal-title" });
    this.contentEl = this.modalEl.createDiv({ cls: "modal-content" });
    this.scope.register([], "Escape", (event: KeyboardEvent) => this.#onEscapeKey(event));
    this.scope.register(null, "Tab", (event: KeyboardEvent) => this.#keepFocus(event));
  }

  open(): void {
    if (this.containerEl.isConnected) return;
    this.#before = document.activeElement;
    document.body.append(this.containerEl);
    this.app.keymap.pushScope(this.scope);
    this.modalEl.focus();
    void this.onOpen();
  }

  close(): void {
    if (!this.containerEl.isConnected) return;
    this.containerEl.remove();
    this.app.keymap.popScope(this.scope);
    if (this.shouldRestoreSelection && this.#before instanceof HTMLElement) this.#before.focus({ preventScroll: true });
    this.onClose();
    this.#closeCallback?.();
  }

  onOpen(): Promise<void> | void {}

  onClose(): void {}

  onHistoryBack(): void {
    this.close();
  }

  setTitle(title: string): this {
    this.titleEl.textContent = title;
    return this;
  }

  setContent(content: string | DocumentFragment): this {
    this.contentEl.replaceChildren(content);
    return this;
  }

  setCloseCallback(callback: () => unknown): this {
    this.#closeCallback = callback;
    return this;
  }

  #addCloseButton(): void {
    const button = this.modalEl.createDiv({
      cls: "modal-close-button clickable-icon mod-raised",
      attr: { role: "button", "aria-label": "Close" },
    });
    setIcon(button, "x");
    button.addEventListener("click", () => this.close());
  }

  #onEscapeKey(event: KeyboardEvent): boolean {
    event.preventDefault();
    this.close();
    return false;
  }

  /** At either end of the modal's fields the Tab key continues at the other end, so it never reaches the app behind. */
  #keepFocus(event: KeyboardEvent): boolean {
    const fields = [...this.modalEl.querySelectorAll<HTMLElement>(focusable)].filter(
      (el) => el.offsetParent !== null || el === document.activeElement,
    );
    const first = fields[0];
    const last = fields[fields.length - 1];
    if (!first || !last) return false;
    const at = document.activeElement;
    const outside = !this.modalEl.contains(at) || at === this.modalEl;
    if (event.shiftKey && (at === first || outside)) last.focus();
    else if (!event.shiftKey && (at === last || outside)) first.focus();
    else return true;
    return false;
  }
}
