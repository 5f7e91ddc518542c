/**
 * Tooltips by aria-label, as in the app, so that screen readers and tests can read them. One floating element per page.
 */
import type { TooltipOptions } from "obsidian";
import { Platform } from "./platform";

const gap = 6;
let bubble: HTMLElement | null = null;

export function setTooltip(el: HTMLElement, tooltip: string, options?: TooltipOptions): void {
  el.setAttribute("aria-label", tooltip);
  if (options?.placement) el.setAttribute("data-tooltip-position", options.placement);
}

export function displayTooltip(
  target: HTMLElement,
  content: string | DocumentFragment,
  options?: TooltipOptions,
): void {
  hideTooltip();
  bubble = createDiv({ cls: ["tooltip", ...(options?.classes ?? [])] });
  bubble.append(content);
  document.body.append(bubble);
  place(bubble, target, options?.placement ?? target.getAttribute("data-tooltip-position") ?? "bottom");
}

export function hideTooltip(): void {
  bubble?.remove();
  bubble = null;
}

function place(tip: HTMLElement, target: HTMLElement, placement: string): void {
  const at = target.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const side = placement === "right" || placement === "left";
  const x =
    placement === "right"
      ? at.right + gap
      : placement === "left"
        ? at.left - size.width - gap
        : at.left + (at.width - size.width) / 2;
  const y = side
    ? at.top + (at.height - size.height) / 2
    : placement === "top"
      ? at.top - size.height - gap
      : at.bottom + gap;
  tip.style.left = `${Math.max(4, Math.min(x, window.innerWidth - size.width - 4))}px`;
  tip.style.top = `${Math.max(4, y)}px`;
}

/** Shows the label of the element under the mouse. Phones show none. */
export function watchTooltips(root: HTMLElement): () => void {
  const over = (event: PointerEvent): void => {
    if (event.pointerType !== "mouse" || Platform.isPhone || !(event.target instanceof Element)) return;
    const target = event.target.closest<HTMLElement>("[aria-label]");
    const label = target?.getAttribute("aria-label");
    if (target && label && !target.matches("input, textarea, [contenteditable]")) displayTooltip(target, label);
    else hideTooltip();
  };
  root.addEventListener("pointerover", over);
  root.addEventListener("pointerdown", hideTooltip);
  return () => {
    root.removeEventListener("pointerover", over);
    root.removeEventListener("pointerdown", hideTooltip);
    hideTooltip();
  };
}
