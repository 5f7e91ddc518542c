/** The packed list of files as objects, as the core reads it. */
import type { NoteInfo } from "../../pkg/ibid";
import type { NoteList } from "../src/core/note-list";

export function unpacked({ paths, modified, created, sizes }: NoteList): NoteInfo[] {
  if (modified.length === 0) return [];
  return paths
    .split("\0")
    .map((path, at) => ({ path, modified: modified[at] ?? 0, created: created[at] ?? 0, size: sizes[at] ?? 0 }));
}
