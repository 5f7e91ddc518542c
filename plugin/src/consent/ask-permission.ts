/** Asks the user which services may answer a question, right before it is asked. Does not depend on Obsidian. */
import type { AskRequest, AskServices, Permission } from "../core/exports";
import type { Consent } from "./consent";
import type { RunningTask } from "../ui/task";

/** Whether the model and the web services may be called. */
export type AskPermissions = Required<Pick<AskRequest, "web" | "model">>;

/** The methods of `Consent` that ask about the services of a question. */
export type AskConsent = Pick<Consent, "toAskModel" | "toLetModelSearchWeb">;

/** Asks about the model, and about the web services if the user turned on web search in the pane. */
export async function askToAnswer(
  consent: AskConsent,
  { model, web }: AskServices,
  webChoice: Permission,
  task: RunningTask,
): Promise<AskPermissions> {
  if (model === undefined || !(await consent.toAskModel(model, task))) return { model: "off", web: "off" };
  const isWebAllowed = webChoice === "allowed" && web.length > 0 && (await consent.toLetModelSearchWeb(web, task));
  return { model: "allowed", web: isWebAllowed ? "allowed" : "off" };
}
