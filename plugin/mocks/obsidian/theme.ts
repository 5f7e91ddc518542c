/** Light, dark or system theme: sets the class of the body and stores the choice. */
import type { AppWindow } from "./app-window";

export type ThemeName = "light" | "dark" | "system";

const key = "theme";

export function currentTheme(app: AppWindow): ThemeName {
  const saved = app.loadLocalStorage(key);
  return saved === "light" || saved === "dark" ? saved : "system";
}

export function useTheme(app: AppWindow, theme: ThemeName): void {
  app.saveLocalStorage(key, theme);
  applyTheme(app);
}

export function applyTheme(app: AppWindow): void {
  const theme = currentTheme(app);
  const dark = theme === "dark" || (theme === "system" && systemPrefersDark());
  document.body.classList.toggle("theme-dark", dark);
  document.body.classList.toggle("theme-light", !dark);
  app.workspace.trigger("css-change");
}

/** Follows the system theme while that is chosen. */
export function followSystemTheme(app: AppWindow): () => void {
  const query = window.matchMedia("(prefers-color-scheme: dark)");
  const follow = (): void => applyTheme(app);
  query.addEventListener("change", follow);
  applyTheme(app);
  return () => query.removeEventListener("change", follow);
}

function systemPrefersDark(): boolean {
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}
