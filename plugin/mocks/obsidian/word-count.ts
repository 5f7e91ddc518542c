/** The word count in the status bar, updated when the user stops typing. */
import { debounce } from "./debounce";
import { MarkdownView } from "./markdown-view";
import type { ShownApp } from "./window-parts";

export function addWordCount(app: ShownApp): void {
  const item = app.statusBar.registerStatusBarItem();
  item.classList.add("plugin-word-count");
  const count = debounce(
    () => {
      const view = app.workspace.getMostRecentLeaf()?.view;
      const words =
        view instanceof MarkdownView
          ? (view.getViewData().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0)
          : null;
      item.textContent = words === null ? "" : `${words} ${words === 1 ? "word" : "words"}`;
    },
    300,
    true,
  );
  app.workspace.on("editor-change", count);
  app.workspace.on("file-open", count);
}
