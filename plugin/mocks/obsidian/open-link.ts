/** Follows a link: finds the note, or creates it where new notes go, opens it, and scrolls to the heading. */
import type { OpenViewState, PaneType } from "obsidian";
import type { AppWindow } from "./app-window";
import type { TFile } from "./files";
import { parseLinktext } from "./linktext";
import { joinPath, normalizePath, parentPath } from "./normalize-path";

export interface LinkToOpen {
  linktext: string;
  sourcePath: string;
  newLeaf?: PaneType | boolean;
  openViewState?: OpenViewState;
}

/** Where links open. */
interface LinkOpener {
  readonly app: AppWindow;
  getLeaf(newLeaf?: PaneType | boolean): { openFile(file: TFile, openState?: OpenViewState): Promise<void> };
}

export async function openLink(workspace: LinkOpener, link: LinkToOpen): Promise<void> {
  const { path, subpath } = parseLinktext(link.linktext);
  const file = await findOrCreate(workspace, path, link.sourcePath);
  const eState = { ...(link.openViewState?.eState as object | undefined), ...(subpath ? { subpath } : {}) };
  await workspace.getLeaf(link.newLeaf).openFile(file, { ...link.openViewState, eState });
}

async function findOrCreate({ app }: LinkOpener, path: string, sourcePath: string): Promise<TFile> {
  const source = path === "" ? app.vault.getFileByPath(sourcePath) : null;
  const found = source ?? app.metadataCache.getFirstLinkpathDest(path, sourcePath);
  if (found) return found;
  const folder = path.includes("/") ? "/" : app.fileManager.getNewFileParent().path;
  const target = normalizePath(joinPath(folder, /\.md$/i.test(path) ? path : `${path}.md`));
  const parent = parentPath(target);
  if (!app.vault.getFolderByPath(parent)) await app.vault.createFolder(parent);
  return app.vault.create(target, "");
}
