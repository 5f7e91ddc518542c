/** Checks the citations of a note, after the user was asked about the pages that the note links to. */
import type { CitationsCheck } from "../../../pkg/ibid";
import { hooksForTask } from "../research/run-actions";
import type { Services } from "../services";
import type { RunningTask } from "../ui/task";

/** Compares each sentence of a note that has a link with what the link leads to. Without the user's yes only notes are read. */
export async function checkNote({ core, consent }: Pick<Services, "core" | "consent">, path: string, task: RunningTask): Promise<CitationsCheck> {
  task.report("Checking citations");
  const pages = await core.call("citedPages", path, hooksForTask(task));
  const isAllowed = pages.pages > 0 && (await consent.toOpenPages(pages, task));
  task.report("Checking citations");
  return core.call("citationsCheck", { path, web: isAllowed ? "allowed" : "off" }, hooksForTask(task));
}
