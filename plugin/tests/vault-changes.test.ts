/** Collapsing what happens in a vault: the library must end with the notes of now, whatever the way there. */
import { expect, test } from "vitest";
import type { NoteChange, NoteInfo } from "../../pkg/ibid";
import { VaultChanges } from "../src/vault/vault-changes";

const infoOf = (path: string): NoteInfo => ({ path, modified: 1, size: 1 });

function after(
  ...events: [kind: "created" | "modified" | "deleted" | "renamed", path: string, to?: string][]
): string[] {
  const changes = new VaultChanges();
  for (const [kind, path, to] of events) {
    if (kind === "renamed") changes.renamed(path, to ?? "");
    else changes[kind](path);
  }
  return words(changes.takeAll(infoOf));
}

function words(changes: NoteChange[]): string[] {
  return changes.map((change) => {
    if (change.kind === "removed") return `- ${change.path}`;
    return change.kind === "changed" ? `~ ${change.note.path}` : `${change.from} > ${change.note.path}`;
  });
}

test("many changes of one note are one", () => {
  expect(after(["modified", "a"], ["modified", "b"], ["modified", "a"])).toEqual(["~ a", "~ b"]);
  expect(after(["created", "a"], ["modified", "a"])).toEqual(["~ a"]);
});

test("the last change of a path counts", () => {
  expect(after(["modified", "a"], ["deleted", "a"])).toEqual(["- a"]);
  expect(after(["deleted", "a"], ["created", "a"])).toEqual(["~ a"]);
  expect(after(["deleted", "a"], ["created", "a"], ["deleted", "a"])).toEqual(["- a"]);
});

test("a note that was created and deleted is no change", () => {
  expect(after(["created", "a"], ["deleted", "a"])).toEqual([]);
  expect(after(["created", "a"], ["renamed", "a", "b"], ["modified", "b"], ["deleted", "b"])).toEqual([]);
});

test("a new note is read under its last name", () => {
  expect(after(["created", "Untitled"], ["renamed", "Untitled", "Coffee"])).toEqual(["~ Coffee"]);
});

test("renames start from the path in the index", () => {
  expect(after(["renamed", "a", "b"], ["modified", "b"], ["renamed", "b", "c"])).toEqual(["a > c"]);
  expect(after(["modified", "a"], ["renamed", "a", "b"])).toEqual(["a > b"]);
  expect(after(["renamed", "a", "b"], ["renamed", "b", "a"])).toEqual(["~ a"]);
  expect(after(["renamed", "a", "b"], ["deleted", "b"])).toEqual(["- a"]);
});

test("a rename that is reported twice is one", () => {
  expect(after(["renamed", "old/a", "new/a"], ["renamed", "old/a", "new/a"])).toEqual(["old/a > new/a"]);
});

test("a path that another note took is removed first", () => {
  expect(after(["renamed", "b", "c"], ["deleted", "c"], ["renamed", "a", "c"])).toEqual(["- b", "a > c"]);
  expect(after(["deleted", "b"], ["renamed", "a", "b"])).toEqual(["- b", "a > b"]);
  expect(after(["renamed", "a", "b"], ["created", "a"])).toEqual(["a > b", "~ a"]);
});

test("notes that swap names are read again", () => {
  const replaceIfUnchanged = after(["renamed", "a", "t"], ["renamed", "b", "a"], ["renamed", "t", "b"]);
  expect(replaceIfUnchanged).toEqual(["- b", "- a", "~ a", "~ b"]);
});

test("a missing note is removed by its path in the index", () => {
  const changes = new VaultChanges();
  changes.renamed("a", "b");
  changes.modified("c");
  expect(words(changes.takeAll(() => undefined))).toEqual(["- a", "- c"]);
  expect(changes.isEmpty).toBe(true);
});

/** The library as a core would keep it: texts by path; a note is read again when its time differs. */
class Shelf {
  readonly notes = new Map<string, { text: string; time: number }>();

  follow(changes: NoteChange[], vault: Map<string, { text: string; time: number }>): void {
    const read: string[] = [];
    for (const change of changes) {
      if (change.kind === "removed") this.notes.delete(change.path);
      else read.push(change.note.path);
      if (change.kind !== "renamed") continue;
      const moved = this.notes.get(change.from);
      if (moved === undefined) continue;
      this.notes.delete(change.from);
      this.notes.set(change.note.path, moved);
    }
    for (const path of read) {
      const now = vault.get(path);
      if (now !== undefined && this.notes.get(path)?.time !== now.time) this.notes.set(path, { ...now });
    }
  }
}

test("applying the collected changes always ends with the notes of the vault", () => {
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const paths = ["a", "b", "c", "d", "e"];
  for (let round = 0; round < 3000; round++) {
    const vault = new Map(paths.slice(0, 3).map((path) => [path, { text: path, time: 1 }]));
    const shelf = new Shelf();
    vault.forEach((note, path) => shelf.notes.set(path, note));
    const changes = new VaultChanges();
    const told: string[] = [];
    for (let step = 1 + random(12); step > 0; step--) {
      const path = paths[random(paths.length)] ?? "a";
      const to = paths[random(paths.length)] ?? "a";
      const note = vault.get(path);
      if (note === undefined) {
        // All notes of the start have the same time, as a copied vault has; only a change of text moves it.
        vault.set(path, { text: `${round}:${step}`, time: 1 + step + random(1000) });
        changes.created(path);
        told.push(`+ ${path}`);
      } else if (random(3) === 0) {
        vault.delete(path);
        changes.deleted(path);
        told.push(`- ${path}`);
      } else if (random(2) === 0) {
        vault.set(path, { text: `${round}:${step}`, time: note.time + 1001 });
        changes.modified(path);
        told.push(`~ ${path}`);
      } else if (!vault.has(to)) {
        vault.delete(path);
        vault.set(to, note);
        changes.renamed(path, to);
        told.push(`${path} > ${to}`);
      }
      if (random(6) === 0) shelf.follow(changes.takeAll(infoOf), vault);
    }
    shelf.follow(
      changes.takeAll((path) => (vault.has(path) ? infoOf(path) : undefined)),
      vault,
    );
    expect(new Map([...shelf.notes].sort()), told.join(", ")).toEqual(new Map([...vault].sort()));
  }
});
