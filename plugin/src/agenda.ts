/** What a person can do with an agenda before it is carried out, and what it would take. Knows no Obsidian. */
import type { Agenda, AgendaTopic, Depth, RunEstimate, TopicsCall } from "../../pkg/ibid";
import { costWords, estimateWords, grouped, moneyWords, timeWords } from "./money-words";

/** How a topic is called: a question by its own words, as in the report. */
export function nameOf({ type, topic, context }: AgendaTopic): string {
  return type === "question" ? context : topic;
}

/** A topic that the person thought of. */
export function added(words: string): AgendaTopic {
  const topic = oneLine(words);
  return { topic, context: topic, type: asks(topic) ? "question" : "concept", reason: "Added by you", queries: [], answeredBy: [], ticked: true };
}

/** The topic in other words: what was planned and found for the old ones goes with them. */
export function renamed(item: AgendaTopic, words: string): AgendaTopic {
  const name = oneLine(words);
  if (name === "" || name === nameOf(item)) return item;
  const fresh = { ...added(name), reason: "Edited by you" };
  if (item.type === "question" || fresh.type === "question") return fresh;
  return { ...fresh, type: item.type, context: item.context === item.topic ? name : item.context };
}

/** The list with one of its things at another place. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return list;
  const rest = list.filter((_item, at) => at !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** About what the ticked topics take. */
export interface Sum {
  topics: number;
  tokens: number;
  /** Billionths of a dollar; nothing if the price is unknown. */
  money: number | undefined;
  millis: number;
}

export function sumOf(agenda: Agenda, topics: AgendaTopic[], depth: Depth): Sum {
  const ticked = topics.filter((item) => item.ticked);
  const each = ticked.map((item) => estimateOf(agenda, item, depth));
  const costs = each.map((estimate) => estimate.each.money);
  return {
    topics: ticked.length,
    tokens: total(each.map((estimate) => estimate.each.tokens)),
    money: costs.every((money) => typeof money === "number") ? total(costs) : undefined,
    millis: total(each.map((estimate) => estimate.millisEach)),
  };
}

/** What is known of a topic, or else what one usually takes. */
function estimateOf(agenda: Agenda, item: AgendaTopic, depth: Depth): RunEstimate {
  return item.estimate?.[depth] ?? agenda[depth];
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The sum in words: tokens, money and time. */
export function sumWords(sum: Sum): string {
  if (sum.topics === 0) return "Select at least one topic";
  return [countWords(sum.topics, "topic"), estimateWords(sum), timeWords(sum.millis)].join(", ");
}

/** What one topic takes; nothing where no model is asked. */
export function topicCostWords(agenda: Agenda, item: AgendaTopic, depth: Depth): string {
  const { each, millisEach } = estimateOf(agenda, item, depth);
  if (agenda.model === undefined || each.tokens === 0) return "";
  const words = `${estimateWords(each)}, ${timeWords(millisEach)}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The call that names the topics, which comes before the agenda. */
export function topicsCallWords({ model, estimate }: TopicsCall, selection: boolean): string {
  const words = estimateWords(estimate);
  // What a selection takes is not known, only that it is no more.
  return `Finding topics with ${model} (${selection ? words.replace("about", "at most") : words})`;
}

/** What naming the topics has cost already, or nothing. */
export function spentWords({ spent }: Pick<Agenda, "spent">): string {
  if (spent.calls === 0) return "";
  const cost = costWords(spent);
  return `Spent on finding topics: ${cost === "free" ? `${grouped(spent.tokens)} tokens, free` : cost}`;
}

/** What the run may cost, or nothing where it costs nothing. */
export function budgetWords(agenda: Agenda, sum: Sum): string {
  if (agenda.model === undefined || sum.money === 0) return "";
  return `Budget per run: ${limitWords(agenda, sum)}`;
}

/** A warning where the sum and what was spent already are more than the budget, or nothing. */
export function overBudgetWords(agenda: Agenda, sum: Sum): string {
  const { spent, budgetMoney, budgetTokens } = agenda;
  const over = sum.money === undefined ? sum.tokens + spent.tokens > budgetTokens || (sum.tokens > 0 && budgetMoney === 0) : sum.money > 0 && sum.money + spent.money > budgetMoney;
  if (!over) return "";
  const limit = sum.money === undefined && budgetMoney === 0 ? moneyWords(0) : limitWords(agenda, sum);
  return `May exceed the budget of ${limit}. The built-in engine then finishes the run.`;
}

function limitWords({ budgetMoney, budgetTokens }: Agenda, { money }: Sum): string {
  return money === undefined ? `${grouped(budgetTokens)} tokens` : moneyWords(budgetMoney);
}

/** Who is told something of the note. */
export function audienceWords({ asks: services, meanings, model }: Agenda): string {
  const others = [...services];
  if (meanings !== undefined) others.push(`${meanings} (search by meaning)`);
  if (model !== undefined) others.push(model.local ? `${model.name} on your network (${model.host})` : `${model.name} at ${model.host}`);
  return others.length === 0 ? "Nothing leaves this device" : `Uses ${listed(others)}`;
}

/** Names in a row, as in a sentence. */
export function listed(names: string[]): string {
  const rest = names.slice(0, -1);
  return rest.length === 0 ? (names[0] ?? "") : `${rest.join(", ")} and ${names[names.length - 1] ?? ""}`;
}

function countWords(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function oneLine(words: string): string {
  return words.replace(/\s+/g, " ").trim();
}

function asks(words: string): boolean {
  return /[?？]$/.test(words);
}
