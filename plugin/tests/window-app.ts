/**
 * An app with its window's parts, not yet on a page: for tests of modals, menus, settings and suggestions in jsdom.
 */
import { AppWindow } from "../mocks/obsidian/app-window";
import { installDom } from "../mocks/obsidian/dom";
import { windowParts } from "../mocks/obsidian/shell";
import type { ShownApp } from "../mocks/obsidian/window-parts";

installDom();

/** Its keys are listened to until the test ends it by stop(). */
export function windowApp(files: Record<string, string> = {}): ShownApp {
  const app = new AppWindow({ vaultName: "Test vault", files, ui: windowParts });
  app.keymap.listen();
  app.onStop(() => app.keymap.stop());
  return app;
}

export function press(key: string, init: KeyboardEventInit = {}): void {
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }),
  );
}

export function type(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

export function find<E extends Element = HTMLElement>(selector: string, root: ParentNode = document): E {
  const found = root.querySelector<E>(selector);
  if (!found) throw new Error(`Nothing matches ${selector}`);
  return found;
}

export function texts(selector: string, root: ParentNode = document): string[] {
  return [...root.querySelectorAll(selector)].map((el) => el.textContent ?? "");
}
