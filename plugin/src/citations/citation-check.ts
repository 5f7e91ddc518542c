/** Checks the citations of a note, after the user was asked about the pages that the note links to. */
import type { CitationsCheck } from "../core/exports";
import { hooksForTask } from "../research/run-actions";
import type { Consent } from "../consent/consent";
import type { CoreProxy } from "../core/core";
import type { RunningTask } from "../ui/task";

export interface CitationCheckServices {
  core: CoreProxy;
  consent: Consent;
}

/** Compares each sentence of a note that has a link with what the link leads to. Without the user's yes only notes are read. */
export async function checkNote(
  { core, consent }: CitationCheckServices,
  path: string,
  task: RunningTask,
): Promise<CitationsCheck> {
  task.report("Checking citations");
  const pages = await core.call("citedPages", path, hooksForTask(task));
  const isAllowed = pages.pages > 0 && (await consent.toOpenPages(pages, task));
  task.report("Checking citations");
  return core.call("citationsCheck", { path, web: isAllowed ? "allowed" : "off" }, hooksForTask(task));
}
