/**
 * Who is told something of a note, settled right before it happens: since the agenda was made the settings may have
 * changed, by hand or by a file that was synced. Knows no Obsidian.
 */
import type { Agenda, AskedModel, RunRequest, Survey, Permission } from "../../pkg/ibid";
import type { Consent } from "./consent";
import type { RunningTask } from "./task";

/** The agenda with those who will be asked, and whether they may be. */
export type Audience = Required<Pick<RunRequest, "agenda" | "web" | "model">>;

/** Asks about everybody whom the agenda did not name. */
export async function audienceOf(consent: Pick<Consent, "toSearchWeb" | "toUseModel" | "toUseOtherModel">, approved: Agenda, now: Survey, task: RunningTask): Promise<Audience> {
  const model = await modelOf(consent, approved.model, now.model, task);
  const asks = now.asks.every((service) => approved.asks.includes(service)) ? approved.asks : now.asks;
  const web: Permission = now.asks.length > 0 && (await consent.toSearchWeb(asks, task)) ? "allowed" : "off";
  return { agenda: { ...approved, asks, model: model ?? approved.model }, web, model: model === undefined ? "off" : "allowed" };
}

/** The model that may be asked. Where the agenda was made without one, none is. */
async function modelOf(consent: Pick<Consent, "toUseModel" | "toUseOtherModel">, agreed: AskedModel | undefined, now: AskedModel | undefined, task: RunningTask): Promise<AskedModel | undefined> {
  if (agreed === undefined || now === undefined) return undefined;
  const same = now.host === agreed.host && now.name === agreed.name && now.local === agreed.local;
  const may = same ? await consent.toUseModel(now, task) : await consent.toUseOtherModel(now, agreed, task);
  return may ? now : undefined;
}
