/**
 * Asks the user about the services of a run, right before it starts. The core decides which questions are necessary:
 * since the agenda was made, the settings may have been changed by hand or by a synced file. Does not depend on Obsidian.
 */
import type { Agenda, RunRequest, ServiceCheck } from "../core/exports";
import type { Consent } from "./consent";
import type { RunningTask } from "../ui/task";

/** The agenda that the run will use, and whether the user allows it to call the web services and the model. */
export type ApprovedRun = Required<Pick<RunRequest, "agenda" | "web" | "model">>;

/** The methods of `Consent` that ask about the services of a run. */
export type ServiceConsent = Pick<Consent, "toSearchWeb" | "toUseModel" | "toUseOtherModel">;

/** Asks the user about the model and the web services, and returns the answers. */
export async function askToUseServices(
  consent: ServiceConsent,
  approvedAgenda: Agenda,
  check: ServiceCheck,
  task: RunningTask,
): Promise<ApprovedRun> {
  const isModelAllowed = await mayUseModel(consent, approvedAgenda, check, task);
  const isWebAllowed = check.web !== "unused" && (await consent.toSearchWeb(check.agenda.asks, task));
  return { agenda: check.agenda, web: isWebAllowed ? "allowed" : "off", model: isModelAllowed ? "allowed" : "off" };
}

async function mayUseModel(
  consent: ServiceConsent,
  approvedAgenda: Agenda,
  check: ServiceCheck,
  task: RunningTask,
): Promise<boolean> {
  const { model } = check.agenda;
  if (check.model === "unused" || model === undefined || approvedAgenda.model === undefined) return false;
  return check.model === "changed"
    ? consent.toUseOtherModel(model, approvedAgenda.model, task)
    : consent.toUseModel(model, task);
}
