/** What a person can do with an agenda before it is carried out, and what it would take. Knows no Obsidian. */
import type { Agenda, AgendaTopic, Depth } from "../../pkg/ibid";

/** How a topic is called: a question by its own words, as in the report. */
export function nameOf({ type, topic, context }: AgendaTopic): string {
  return type === "question" ? context : topic;
}

/** A topic that the person thought of. */
export function added(words: string): AgendaTopic {
  const topic = oneLine(words);
  return { topic, context: topic, type: asks(topic) ? "question" : "concept", reason: "You added it", queries: [], answeredBy: [], ticked: true };
}

/** The topic in other words: what was planned and found for the old ones goes with them. */
export function renamed(item: AgendaTopic, words: string): AgendaTopic {
  const name = oneLine(words);
  if (name === "" || name === nameOf(item)) return item;
  const fresh = { ...added(name), reason: "You changed it" };
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
  const { each, millisEach } = agenda[depth];
  const count = topics.filter((item) => item.ticked).length;
  return {
    topics: count,
    tokens: each.tokens * count,
    money: typeof each.money === "number" ? each.money * count : undefined,
    millis: millisEach * count,
  };
}

/** The sum in words: tokens, money and time. */
export function sumWords(sum: Sum): string {
  if (sum.topics === 0) return "No topic is ticked";
  return [countWords(sum.topics, "topic"), ...priceWords(sum), timeWords(sum.millis)].join(", ");
}

function priceWords({ tokens, money }: Sum): string[] {
  if (tokens === 0) return ["free"];
  const many = `about ${grouped(tokens)} tokens`;
  if (money === undefined) return [many, "price unknown"];
  return [many, money === 0 ? "free" : moneyWords(money)];
}

/** What naming the topics has cost already, or nothing. */
export function spentWords({ spent }: Agenda): string {
  if (spent.calls === 0) return "";
  const cost = spent.unknownPriceCalls > 0 ? `${grouped(spent.tokens)} tokens` : spent.money === 0 ? `${grouped(spent.tokens)} tokens, free` : moneyWords(spent.money);
  return `Spent on finding the topics: ${cost}`;
}

/** What the run may cost, or nothing where it costs nothing. */
export function budgetWords(agenda: Agenda, sum: Sum): string {
  if (agenda.model === undefined || sum.money === 0) return "";
  return `Budget of a run: ${limitWords(agenda, sum)}`;
}

/** A warning where the sum and what was spent already are more than the budget, or nothing. */
export function overBudgetWords(agenda: Agenda, sum: Sum): string {
  const { spent, budgetMoney, budgetTokens } = agenda;
  const over = sum.money === undefined ? sum.tokens + spent.tokens > budgetTokens || (sum.tokens > 0 && budgetMoney === 0) : sum.money > 0 && sum.money + spent.money > budgetMoney;
  if (!over) return "";
  const limit = sum.money === undefined && budgetMoney === 0 ? moneyWords(0) : limitWords(agenda, sum);
  return `This may be more than the budget of ${limit}. Once that is used up, the built-in engine does the rest.`;
}

function limitWords({ budgetMoney, budgetTokens }: Agenda, { money }: Sum): string {
  return money === undefined ? `${grouped(budgetTokens)} tokens` : moneyWords(budgetMoney);
}

/** Who is told something of the note. */
export function audienceWords({ asks: services, model }: Agenda): string {
  const others = [...services];
  if (model !== undefined) others.push(model.local ? `the model ${model.name} on your own network (${model.host})` : `the model ${model.name} at ${model.host}`);
  return others.length === 0 ? "Nothing leaves this device" : `Asks ${listed(others)}`;
}

/** Names in a row, as in a sentence. */
export function listed(names: string[]): string {
  const rest = names.slice(0, -1);
  return rest.length === 0 ? (names[0] ?? "") : `${rest.join(", ")} and ${names[names.length - 1] ?? ""}`;
}

const NANOS = 1_000_000_000;

/** The smallest amount that is shown as a number. */
const SMALLEST = 0.0001;

/** In as many digits as tell something, as the core writes them: four below a dollar, cents above. */
function moneyWords(nanos: number): string {
  const dollars = nanos / NANOS;
  if (dollars > 0 && dollars < SMALLEST) return `less than $${SMALLEST}`;
  const cents = dollars.toFixed(2);
  return dollars >= 1 || dollars === Number(cents) ? `$${dollars === 0 ? "0" : cents}` : `$${dollars.toFixed(4)}`;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

function timeWords(millis: number): string {
  if (millis < SECOND) return "under 1 s";
  return millis < 2 * MINUTE ? `~${Math.round(millis / SECOND)} s` : `~${Math.round(millis / MINUTE)} min`;
}

function countWords(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function grouped(number: number): string {
  return number.toLocaleString("en-US");
}

function oneLine(words: string): string {
  return words.replace(/\s+/g, " ").trim();
}

function asks(words: string): boolean {
  return /[?？]$/.test(words);
}
