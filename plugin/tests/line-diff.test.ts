/** Which lines of a text are shown as removed and added, and which are left out. */
import { expect, test } from "vitest";
import { diffHunks, diffLines, type DiffLine } from "../src/ui/line-diff";

const MARKS: Record<DiffLine["kind"], string> = { same: " ", removed: "-", added: "+" };
const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${MARKS[kind]}${text}`);

test.each([
  ["a\nb\n", "a\nb\n", [" a", " b"]],
  ["a\nb\n", "a\nc\nb\n", [" a", "+c", " b"]],
  ["a\nb\nc\n", "a\nc\n", [" a", "-b", " c"]],
  ["a\nold\nc\n", "a\nnew\nc\n", [" a", "-old", "+new", " c"]],
  ["", "a\n", ["+a"]],
  ["a\n", "", ["-a"]],
  ["", "", []],
  ["a\r\nb\r\n", "a\r\nb\r\nc\r\n", [" a", " b", "+c"]],
  ["a\nb", "a\nb\n\nc\n", [" a", " b", "+", "+c"]],
  ["x\na\nb\ny\n", "a\nz\nb\n", ["-x", " a", "+z", " b", "-y"]],
  ["a\na\na\n", "a\na\n", [" a", " a", "-a"]],
])("%j to %j", (before, after, lines) => {
  expect(shown(before, after)).toEqual(lines);
});

test("applying a diff gives the new text, and taking it back the old one", () => {
  const letters = "abc";
  const text = (seed: number) =>
    Array.from({ length: seed % 7 }, (_, at) => letters[(seed * 31 + at * seed) % 3]).join("\n");
  for (let seed = 0; seed < 400; seed++) {
    const [before, after] = [text(seed), text(seed * 7 + 3)];
    const lines = diffLines(before, after);
    const without = (kind: DiffLine["kind"]) =>
      lines
        .filter((line) => line.kind !== kind)
        .map((line) => line.text)
        .join("\n");
    expect([without("added"), without("removed")]).toEqual([before, after]);
  }
});

test("two unchanged lines are shown around each change, and the others are counted", () => {
  const old = Array.from({ length: 20 }, (_, at) => `line ${String(at)}`);
  const changed = old.map((line, at) => (at === 5 || at === 15 ? `${line}!` : line));
  const { hunks, skippedAtEnd } = diffHunks(diffLines(old.join("\n"), changed.join("\n")));
  expect(hunks.map(({ skipped, lines }) => [skipped, lines.length])).toEqual([
    [3, 6],
    [5, 6],
  ]);
  expect(skippedAtEnd).toBe(2);
});

test("changes that are near each other are shown together", () => {
  expect(diffHunks(diffLines("1\na\n2\n3\n4\nb\n5", "1\nA\n2\n3\n4\nB\n5")).hunks.length).toBe(1);
});

test("a very large change is all old lines, then all new ones", () => {
  const lines = (mark: string) => Array.from({ length: 3000 }, (_, at) => `${mark}${String(at % 50)}`).join("\n");
  const diff = diffLines(lines("a"), lines("b"));
  expect(diff.length).toBe(6000);
  expect(diff[2999]?.kind).toBe("removed");
  expect(diff[3000]?.kind).toBe("added");
});
