/** The last check of the vault: which rows are about a note, and what ignoring one changes. */
import { expect, test } from "vitest";
import type { Health, HealthRow } from "../../pkg/ibid";
import { researchScope } from "../src/health/health-actions";
import { HealthStore, rowsOfNote, totalOf, totalRows } from "../src/health/health-store";
import { clusterText, healthSummary, ignoredRowText, rowPlace, rowTitle } from "../src/health/health-text";

const row = (id: string, path: string, more: Partial<HealthRow> = {}): HealthRow => ({
  id,
  path,
  why: "Because.",
  ...more,
});

const HEALTH: Health = {
  orphan: [row("orphan|A.md|", "A.md")],
  "broken-link": [
    row("broken-link|A.md|Bb", "A.md", { line: 3, target: "Bb", guess: "B.md" }),
    row("broken-link|C.md|Dd", "C.md", { target: "Dd" }),
  ],
  "missing-note": [row("missing-note||ghost", "A.md", { target: "Ghost", line: 4 })],
  "near-duplicate": [row("near-duplicate|C.md|A.md", "C.md", { target: "A.md" })],
  stale: [],
  stub: [],
  "open-question": [row("open-question|A.md|Why?", "A.md", { target: "Why?", line: 1200 })],
  tag: [],
  alias: [],
  clusters: [],
  totals: [
    { kind: "orphan", rows: 1 },
    { kind: "broken-link", rows: 1200 },
    { kind: "missing-note", rows: 1 },
    { kind: "near-duplicate", rows: 1 },
    { kind: "open-question", rows: 1 },
  ],
  notes: 4,
};

/** A core that answers every check with the same result and notes the calls. */
function fakeCore() {
  const calls: [string, unknown][] = [];
  const call = (method: string, params: unknown) => {
    calls.push([method, params]);
    return Promise.resolve(method === "health" ? HEALTH : undefined);
  };
  return { calls, core: { call } as unknown as ConstructorParameters<typeof HealthStore>[0] };
}

test("a note is in its own rows and in those of its pairs, but not in those of missing notes", () => {
  expect(rowsOfNote(HEALTH, "A.md").map(({ kind }) => kind)).toEqual([
    "orphan",
    "broken-link",
    "near-duplicate",
    "open-question",
  ]);
  expect(rowsOfNote(HEALTH, "X.md")).toEqual([]);
});

test("the rows of a note come from the last check; without one, the vault is checked once", async () => {
  const { calls, core } = fakeCore();
  const store = new HealthStore(core);
  const [first, second] = await Promise.all([store.rowsOfNote("A.md", 0), store.rowsOfNote("C.md", 0)]);
  expect([first.length, second.length]).toEqual([4, 2]);
  await store.rowsOfNote("A.md", Date.now() - 1);
  expect(calls.filter(([method]) => method === "health").length).toBe(1);
});

test("an ignored row is gone at once, and its group has one row less", async () => {
  const { calls, core } = fakeCore();
  const store = new HealthStore(core);
  let changes = 0;
  store.listen(() => changes++);
  const health = await store.check();
  await store.ignore({ kind: "broken-link", row: health["broken-link"][0] ?? row("", "") });
  expect(store.last?.["broken-link"].map(({ id }) => id)).toEqual(["broken-link|C.md|Dd"]);
  expect(store.last === undefined ? 0 : totalOf(store.last, "broken-link")).toBe(1199);
  expect(calls[calls.length - 1]).toEqual(["ignoreHealthRow", { id: "broken-link|A.md|Bb" }]);
  expect(changes).toBe(2);
});

test("“Show more” asks for more rows, and the number stays", async () => {
  const { calls, core } = fakeCore();
  const store = new HealthStore(core);
  await store.check();
  await store.checkForMore();
  await store.check();
  expect(calls.filter(([method]) => method === "health").map(([, params]) => params)).toEqual([
    { limit: 1000 },
    { limit: 5000 },
    { limit: 5000 },
  ]);
});

test("texts", () => {
  expect(healthSummary(HEALTH)).toBe("4 notes checked, 1,204 things to look at.");
  expect(healthSummary({ ...HEALTH, totals: [], notes: 1 })).toBe("1 note checked.");
  expect(totalRows(HEALTH)).toBe(1204);
  expect(rowTitle("broken-link", row("", "A.md", { target: "Bb" }))).toBe("[[Bb]]");
  expect(rowPlace("open-question", row("", "x/A.md", { line: 1200 }))).toBe("A, line 1,200");
  expect(rowPlace("orphan", row("", "x/A.md"))).toBe("x");
  expect(ignoredRowText("broken-link|x/A.md|B|c")).toEqual({ kind: "Broken link", text: "A · B|c" });
  expect(ignoredRowText("missing-note||ghost")).toEqual({ kind: "Missing note", text: "ghost" });
  expect(ignoredRowText("near-duplicate|x/A.md|y/B.md")).toEqual({ kind: "Near-duplicates", text: "A · B" });
  expect(clusterText({ name: "tea", notes: ["a", "b"], bridges: [], links: [{ cluster: 1, count: 2 }] })).toBe(
    "tea: 2 notes, linked with 1 other cluster",
  );
});

test("only a question and a missing note are the focus of the research", () => {
  expect(researchScope("open-question", row("", "A.md", { target: "Why?" }))).toEqual({ focus: "Why?" });
  expect(researchScope("missing-note", row("", "A.md", { target: "Ghost" }))).toEqual({ focus: "Ghost" });
  expect(researchScope("broken-link", row("", "A.md", { target: "Bb" }))).toEqual({});
});
