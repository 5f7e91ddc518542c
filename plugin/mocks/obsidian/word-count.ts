/** The word count in the status bar, updated when the user stops typing. */
import type { AppWindow } from "./app-window";
import { debounce } from "./debounce";
import { MarkdownView } from "./markdown-view";

export function addWordCount(app: AppWindow): void {
  const item = app.statusBar.registerStatusBarItem();
  item.classList.add("plugin-word-count");
  const count = debounce(() => {
    const view = app.workspace.getMostRecentLeaf()?.view;
    const words = view instanceof MarkdownView ? (view.getViewData().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0) : null;
    item.textContent = words === null ? "" : `${words} ${words === 1 ? "word" : "words"}`;
  }, 300, true);
  app.workspace.on("editor-change", count);
  app.workspace.on("file-open", count);
}
