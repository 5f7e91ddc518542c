/** The texts of the agenda window. Amounts of money and durations come from the core as text. Does not depend on Obsidian. */
import type { Agenda, AgendaTopic, AgendaTotal, TopicsCallEstimate } from "../core/exports";

/** Returns a ticked topic with the name that the user typed. The core replaces the type later. */
export function newTopic(name: string): AgendaTopic {
  return { name, topic: "", context: "", type: "concept", reason: "", ticked: true };
}

/** Whether two topics have the same name, apart from capitals, spaces and the sign at the end. */
export function isSameTopicName(name: string, other: string): boolean {
  const compared = (text: string) =>
    text
      .toLowerCase()
      .replace(/\s+/g, " ")
      .trim()
      .replace(/[?.!？。！]+$/u, "");
  return compared(name) === compared(other);
}

/** Returns the list with one item moved to another index; unchanged if there is no such index. */
export function moveItem<T>(list: T[], from: number, to: number): T[] {
  const movedItem = list[from];
  if (movedItem === undefined || to < 0 || to >= list.length) return list;
  const otherItems = list.filter((_item, at) => at !== from);
  return [...otherItems.slice(0, to), movedItem, ...otherItems.slice(to)];
}

/** The line below the list of topics: how many are ticked, and their estimated cost and time. */
export function agendaTotalText({ topics, cost, time }: AgendaTotal): string {
  if (topics === 0) return "Select at least one topic";
  return [`${topics} topic${topics === 1 ? "" : "s"}`, cost, time].join(", ");
}

/**
 * Progress text while a model finds the topics. `costText` is estimated for the whole note, so for
 * a selection it is shown as an upper limit.
 */
export function findingTopicsText({ model, costText }: TopicsCallEstimate, subject: "note" | "selection"): string {
  return `Finding topics with ${model} (${subject === "selection" ? "at most" : "about"} ${costText})`;
}

/** Text with the money already spent on finding the topics; empty if no model was called. */
export function spentOnTopicsText({ spentText: spent = "" }: Agenda): string {
  return spent === "" ? "" : `Spent on finding topics: ${spent}`;
}

/** Text with the maximum cost of the run; empty if the run costs nothing. */
export function budgetText({ budget }: AgendaTotal): string {
  return budget === "" ? "" : `Budget per run: ${budget}`;
}

/** Warning that the run may cost more than the budget; empty if the estimated cost is within the budget. */
export function overBudgetText({ budget, overBudget }: AgendaTotal): string {
  return overBudget ? `May exceed the budget of ${budget}. The built-in engine then finishes the run.` : "";
}

/** Text with the web services, the embedding service and the model that the run will use. */
export function servicesText({ asks: webServices, meanings: embeddingHost, model }: Agenda): string {
  const serviceNames = [...webServices];
  if (embeddingHost !== undefined) serviceNames.push(`${embeddingHost} (search by meaning)`);
  if (model !== undefined)
    serviceNames.push(model.local ? `${model.name} on your network (${model.host})` : `${model.name} at ${model.host}`);
  return serviceNames.length === 0 ? "Nothing leaves this device" : `Uses ${joinNames(serviceNames)}`;
}

/** Joins names as in a sentence: `a, b and c`. */
export function joinNames(names: string[]): string {
  const allButLast = names.slice(0, -1);
  return allButLast.length === 0 ? (names[0] ?? "") : `${allButLast.join(", ")} and ${names[names.length - 1] ?? ""}`;
}
