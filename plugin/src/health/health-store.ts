/**
 * The last check of the vault, which the view of the vault's health and the pane of related notes share, and the rows
 * that the user ignores. Does not depend on Obsidian.
 */
import type { Health, HealthKind, HealthRow, HealthTotal } from "../core/exports";
import type { CallHooks, CoreProxy } from "../core/core";
import { Watched } from "../core/watched";

/** The kinds of rows in the order in which they are shown. */
export const HEALTH_KINDS = [
  "orphan",
  "broken-link",
  "missing-note",
  "near-duplicate",
  "stale",
  "stub",
  "open-question",
  "tag",
  "alias",
] as const satisfies readonly HealthKind[];

/** Number of rows of each kind that the first check returns: enough for the rows of one note in most vaults. */
const FIRST_LIMIT = 1000;

/** How many times as many rows “Show more” asks for. */
const LIMIT_GROWTH = 5;

/** Time for which a check counts as new enough for a pane that needs only the rows of one note. */
const FRESH_MILLIS = 20_000;

/** A row with its kind. */
export interface HealthRowOfKind {
  kind: HealthKind;
  row: HealthRow;
}

export class HealthStore extends Watched {
  private result: Health | undefined;
  private checkedAt = 0;
  private limit = FIRST_LIMIT;
  private quietCheck: Promise<Health> | undefined;

  constructor(private readonly core: Pick<CoreProxy, "call">) {
    super();
  }

  /** The last result; `undefined` before the first check. */
  get last(): Health | undefined {
    return this.result;
  }

  /** Checks the vault. Only notes that changed since the last check are read. */
  async check(hooks: CallHooks = {}): Promise<Health> {
    // A call of its own, so that indexing does not use up the time limit of the check.
    await this.core.call("sync", null, hooks);
    const health = await this.core.call("health", { limit: this.limit }, hooks);
    this.checkedAt = Date.now();
    this.set(health);
    return health;
  }

  /** Checks the vault again for more rows of each kind. */
  checkForMore(hooks: CallHooks = {}): Promise<Health> {
    this.limit *= LIMIT_GROWTH;
    return this.check(hooks);
  }

  /** Returns the rows about a note that was last changed at `modified`. Checks the vault only if nothing new enough is known. */
  async rowsOfNote(path: string, modified: number): Promise<HealthRowOfKind[]> {
    const now = Date.now();
    const isKnown = this.result !== undefined && (modified <= this.checkedAt || now - this.checkedAt < FRESH_MILLIS);
    const health = isKnown ? this.result : await this.checkQuietly();
    return health === undefined ? [] : rowsOfNote(health, path);
  }

  /** Leaves a row out of all checks. */
  async ignore({ kind, row }: HealthRowOfKind): Promise<void> {
    await this.core.call("ignoreHealthRow", { id: row.id });
    if (this.result !== undefined) this.set(withoutRow(this.result, kind, row.id));
  }

  /** Shows a row again, which the next check finds. */
  async restore(id: string): Promise<void> {
    await this.core.call("restoreHealthRow", { id });
    await this.check();
  }

  /** Returns the ids of the ignored rows. */
  ignored(): Promise<string[]> {
    return this.core.call("ignoredHealthRows", null);
  }

  /** Forgets the result, because local data was cleared or the core restarted. */
  clear(): void {
    this.result = undefined;
    this.limit = FIRST_LIMIT;
    this.notify();
  }

  private checkQuietly(): Promise<Health> {
    this.quietCheck ??= this.check().finally(() => (this.quietCheck = undefined));
    return this.quietCheck;
  }

  private set(health: Health): void {
    this.result = health;
    this.notify();
  }
}

/** Number of rows of a kind, also of those beyond the limit. */
export function totalOf({ totals }: Health, kind: HealthKind): number {
  return totals.find((total) => total.kind === kind)?.rows ?? 0;
}

/** Number of rows of all kinds. */
export function totalRows({ totals }: Health): number {
  return totals.reduce((sum, { rows }) => sum + rows, 0);
}

/** The rows about a note, in the order of the kinds. A note is in both rows of a pair, and a missing note in none. */
export function rowsOfNote(health: Health, path: string): HealthRowOfKind[] {
  const isAbout = (kind: HealthKind, row: HealthRow) =>
    (row.path === path && kind !== "missing-note") || (kind === "near-duplicate" && row.target === path);
  return HEALTH_KINDS.flatMap((kind) => health[kind].filter((row) => isAbout(kind, row)).map((row) => ({ kind, row })));
}

/** The result without one row. */
function withoutRow(health: Health, kind: HealthKind, id: string): Health {
  const rows = health[kind].filter((row) => row.id !== id);
  const removed = health[kind].length - rows.length;
  const totals = health.totals.map((total): HealthTotal =>
    total.kind === kind ? { ...total, rows: total.rows - removed } : total,
  );
  return { ...health, [kind]: rows, totals };
}
