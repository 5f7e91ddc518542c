/**
 * The vault's files as one message between the threads: a list of objects is copied one by one, which with fifty
 * thousand notes would be felt; one text and two buffers are not. Says nothing about which files are notes.
 */
import type { NoteInfo } from "../../pkg/ibid";

/** Stands between two paths, as the core expects it: no path holds this character. */
const PATH_SEPARATOR = "\0";

export interface NoteList {
  /** All paths, joined. */
  paths: string;
  modified: Float64Array<ArrayBuffer>;
  sizes: Float64Array<ArrayBuffer>;
}

/** Files that are looked at before the app may have its turn. */
const BATCH_SIZE = 250;

/** Packs the files' names and times, a slice at a time; `rest` may let the app have its turn in between. */
export async function packNotes<F>(files: readonly F[], info: (file: F) => NoteInfo, rest: () => Promise<void>): Promise<NoteList> {
  const paths: string[] = [];
  const modified = new Float64Array(files.length);
  const sizes = new Float64Array(files.length);
  for (let from = 0; from < files.length; from += BATCH_SIZE) {
    if (from > 0) await rest();
    const slice = files.slice(from, from + BATCH_SIZE).map(info);
    slice.forEach((note, at) => {
      modified[from + at] = note.modified;
      sizes[from + at] = note.size;
    });
    paths.push(slice.map((note) => note.path).join(PATH_SEPARATOR));
  }
  return { paths: paths.join(PATH_SEPARATOR), modified, sizes };
}

/** What need not be copied when the list is sent. */
export function transferableBuffers(value: unknown): ArrayBuffer[] {
  if (typeof value !== "object" || value === null || !("modified" in value && "sizes" in value)) return [];
  return [value.modified, value.sizes].filter((part) => part instanceof Float64Array).map((part) => part.buffer as ArrayBuffer);
}
