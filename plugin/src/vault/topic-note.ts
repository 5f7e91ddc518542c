/** Creates a note for an unresolved link, with what a run or other notes say about it. */
import { type App, normalizePath } from "obsidian";
import type { Report, TopicOutcome } from "../core/exports";
import { IbidError } from "../core/failure";

/** Returns the unresolved link that a topic is about; `undefined` if there is none, or nothing was found on the topic. */
export function unresolvedLinkOfTopic(
  app: App,
  report: Report,
  { name, noteText = "" }: TopicOutcome,
): string | undefined {
  if (noteText === "") return undefined;
  const links = Object.keys(app.metadataCache.unresolvedLinks[report.note ?? report.path] ?? {});
  const sameName = (link: string) => link.slice(link.lastIndexOf("/") + 1).toLowerCase() === name.toLowerCase();
  return links.find(sameName);
}

/** Creates the note where the app would create it from the link, and opens it. */
export function createTopicNote(app: App, report: Report, link: string, text: string): Promise<void> {
  return createMissingNote(app, report.note ?? report.path, link, text);
}

/** Creates the note where the app would create it from a link in the note at `sourcePath`, and opens it. */
export async function createMissingNote(app: App, sourcePath: string, link: string, text: string): Promise<void> {
  const folder = link.includes("/") ? "" : app.fileManager.getNewFileParent(sourcePath).path;
  const path = normalizePath(`${folder}/${link}.md`);
  if (app.vault.getAbstractFileByPath(path) !== null)
    throw new IbidError({ code: "another-note", message: `“${path}” already exists`, hint: "Ibid didn't change it." });
  await createParentFolder(app, path);
  await app.vault.create(path, text);
  await app.workspace.openLinkText(path, sourcePath, "tab");
}

async function createParentFolder(app: App, path: string): Promise<void> {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folder !== "" && app.vault.getAbstractFileByPath(folder) === null) await app.vault.createFolder(folder);
}
