/**
 * Notice: a short message in the corner. It stays for its duration (0 = until clicked), closes when clicked, and keeps
 * what the plugin put inside it, including buttons.
 */
const defaultDuration = 5000;

function container(): HTMLElement {
  return (
    document.querySelector<HTMLElement>(".notice-container") ??
    document.body.appendChild(createDiv({ cls: "notice-container" }))
  );
}

export class Notice {
  /** The older, deprecated name of messageEl. */
  readonly noticeEl: HTMLElement;
  readonly containerEl: HTMLElement;
  readonly messageEl: HTMLElement;
  private timer: number | undefined;

  constructor(message: string | DocumentFragment, duration: number = defaultDuration) {
    this.containerEl = createDiv({ cls: "notice" });
    this.containerEl.setAttribute("role", "status");
    this.messageEl = this.containerEl.createDiv({ cls: "notice-message" });
    this.noticeEl = this.messageEl;
    this.setMessage(message);
    this.containerEl.addEventListener("click", () => this.hide());
    container().append(this.containerEl);
    if (duration > 0) this.timer = window.setTimeout(() => this.hide(), duration);
  }

  setMessage(message: string | DocumentFragment): this {
    this.messageEl.replaceChildren(message);
    return this;
  }

  hide(): void {
    window.clearTimeout(this.timer);
    const list = this.containerEl.parentElement;
    this.containerEl.remove();
    if (list?.matches(".notice-container:empty")) list.remove();
  }
}
