/**
 * The vault's files as one compact message between the threads. Copying fifty thousand objects would cause a noticeable
 * delay; copying one string and three buffers does not. Does not decide which files are notes.
 */
import type { NoteInfo } from "../../../pkg/ibid";

/** Character between two paths in the packed list; no path contains it. The core expects the same. */
const PATH_LIST_SEPARATOR = "\0";

export interface NoteList {
  /** All paths in one string, with `PATH_LIST_SEPARATOR` between them. */
  paths: string;
  modified: Float64Array<ArrayBuffer>;
  /** 0 where the time is unknown. */
  created: Float64Array<ArrayBuffer>;
  sizes: Float64Array<ArrayBuffer>;
}

/** Number of files that are packed before yielding to the app. */
const NOTES_PER_BATCH = 250;

/** Packs paths, times and sizes of the files in batches; `yieldToApp` is called between two batches. */
export async function packNotes<F>(
  files: readonly F[],
  toNoteInfo: (file: F) => NoteInfo,
  yieldToApp: () => Promise<void>,
): Promise<NoteList> {
  const paths: string[] = [];
  const modifiedMillis = new Float64Array(files.length);
  const createdMillis = new Float64Array(files.length);
  const fileSizes = new Float64Array(files.length);
  for (let from = 0; from < files.length; from += NOTES_PER_BATCH) {
    if (from > 0) await yieldToApp();
    const noteBatch = files.slice(from, from + NOTES_PER_BATCH).map(toNoteInfo);
    noteBatch.forEach((note, at) => {
      modifiedMillis[from + at] = note.modified;
      createdMillis[from + at] = note.created ?? 0;
      fileSizes[from + at] = note.size;
    });
    paths.push(noteBatch.map((note) => note.path).join(PATH_LIST_SEPARATOR));
  }
  return { paths: paths.join(PATH_LIST_SEPARATOR), modified: modifiedMillis, created: createdMillis, sizes: fileSizes };
}

/**
 * Returns the buffers of a packed list, which are transferred to the other thread instead of copied; none for any other
 * value.
 */
export function transferableBuffers(value: unknown): ArrayBuffer[] {
  if (typeof value !== "object" || value === null || !("modified" in value && "sizes" in value)) return [];
  const created = "created" in value ? value.created : undefined;
  return [value.modified, created, value.sizes]
    .filter((part) => part instanceof Float64Array)
    .map((part) => part.buffer as ArrayBuffer);
}
