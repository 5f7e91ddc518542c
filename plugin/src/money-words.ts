/** Tokens, money and time in words: one way for all that is said of them. Knows no Obsidian. */
import type { CostEstimate, Spending } from "../../pkg/ibid";

/** Amounts of money are billionths of a dollar. */
const CENT = 10_000_000;

/** In cents; what is less is too little for a number. */
export function moneyWords(nanos: number): string {
  if (nanos === 0) return "$0";
  return nanos < CENT ? "under $0.01" : `$${(nanos / CENT / 100).toFixed(2)}`;
}

/** What was paid: free only where it is known to be. */
export function costWords({ money, tokens, unknownPriceCalls }: Spending): string {
  if (unknownPriceCalls > 0) return `${grouped(tokens)} tokens, price unknown`;
  return money === 0 ? "free" : moneyWords(money);
}

/** What is expected to be paid. */
export function estimateWords({ tokens, money }: Pick<CostEstimate, "tokens"> & { money?: number | null | undefined }): string {
  if (tokens === 0) return "free";
  const price = typeof money !== "number" ? "price unknown" : money === 0 ? "free" : moneyWords(money);
  return `about ${grouped(rounded(tokens))} tokens, ${price}`;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The number stays with its unit. */
export function timeWords(millis: number): string {
  if (millis < SECOND) return "under 1\u00a0s";
  return millis < 2 * MINUTE ? `~${Math.round(millis / SECOND)}\u00a0s` : `~${Math.round(millis / MINUTE)}\u00a0min`;
}

export function grouped(number: number): string {
  return number.toLocaleString("en-US");
}

/** More digits would promise more than an estimate knows. */
function rounded(tokens: number): number {
  const unit = tokens < 1000 ? 10 : 100;
  return Math.max(unit, Math.round(tokens / unit) * unit);
}
