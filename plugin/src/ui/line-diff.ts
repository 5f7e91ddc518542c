/** Compares two versions of a text line by line. Does not depend on Obsidian. */

/** A line that is in both versions, only in the old one, or only in the new one. */
export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Lines of a diff that are shown together, with the number of unchanged lines before them that are not shown. */
export interface DiffHunk {
  skipped: number;
  lines: DiffLine[];
}

/** A diff as it is shown. */
export interface Diff {
  hunks: DiffHunk[];
  /** Number of unchanged lines after the last hunk. */
  skippedAtEnd: number;
}

/** Number of unchanged lines that are shown around a change. */
const CONTEXT_LINES = 2;

/**
 * Maximum number of cells of the table that finds common lines. For a larger change all old lines count as removed and
 * all new ones as added, because the table would take too long.
 */
const MAX_TABLE_CELLS = 4_000_000;

export function diffLines(before: string, after: string): DiffLine[] {
  const oldLines = linesOf(before);
  const newLines = linesOf(after);
  let start = 0;
  while (start < oldLines.length && start < newLines.length && oldLines[start] === newLines[start]) start++;
  let end = 0;
  while (
    end < oldLines.length - start &&
    end < newLines.length - start &&
    oldLines[oldLines.length - 1 - end] === newLines[newLines.length - 1 - end]
  )
    end++;
  const same = (lines: string[]) => lines.map((text): DiffLine => ({ kind: "same", text }));
  const changed = diffChanged(
    oldLines.slice(start, oldLines.length - end),
    newLines.slice(start, newLines.length - end),
  );
  return [...same(oldLines.slice(0, start)), ...changed, ...same(oldLines.slice(oldLines.length - end))];
}

/** Groups the changed lines with a few unchanged lines around them. */
export function diffHunks(lines: DiffLine[]): Diff {
  const isShown = lines.map((_line, at) =>
    lines.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).some(({ kind }) => kind !== "same"),
  );
  const hunks: DiffHunk[] = [];
  let skipped = 0;
  for (const [at, line] of lines.entries()) {
    if (isShown[at] !== true) {
      skipped++;
      continue;
    }
    const last = hunks[hunks.length - 1];
    if (last === undefined || skipped > 0) hunks.push({ skipped, lines: [line] });
    else last.lines.push(line);
    skipped = 0;
  }
  return { hunks, skippedAtEnd: skipped };
}

/** The lines of a text. A line break at the end starts no further line. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

function diffChanged(oldLines: string[], newLines: string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: "removed", text });
  const added = (text: string): DiffLine => ({ kind: "added", text });
  if (oldLines.length * newLines.length > MAX_TABLE_CELLS) return [...oldLines.map(removed), ...newLines.map(added)];
  const common = commonLengths(oldLines, newLines);
  const lines: DiffLine[] = [];
  let [oldAt, newAt] = [0, 0];
  while (oldAt < oldLines.length || newAt < newLines.length) {
    const [oldLine, newLine] = [oldLines[oldAt], newLines[newAt]];
    if (oldLine !== undefined && oldLine === newLine) {
      lines.push({ kind: "same", text: oldLine });
      oldAt++;
      newAt++;
    } else if (
      oldLine !== undefined &&
      (newLine === undefined || common(oldAt + 1, newAt) >= common(oldAt, newAt + 1))
    ) {
      lines.push(removed(oldLine));
      oldAt++;
    } else if (newLine !== undefined) {
      lines.push(added(newLine));
      newAt++;
    }
  }
  return lines;
}

/** Returns how many lines the rest of both versions have in common, by the places where the rests begin. */
function commonLengths(oldLines: string[], newLines: string[]): (oldAt: number, newAt: number) => number {
  const width = newLines.length + 1;
  const table = new Uint32Array((oldLines.length + 1) * width);
  const at = (oldAt: number, newAt: number) => table[oldAt * width + newAt] ?? 0;
  for (let oldAt = oldLines.length - 1; oldAt >= 0; oldAt--) {
    for (let newAt = newLines.length - 1; newAt >= 0; newAt--) {
      const isSame = oldLines[oldAt] === newLines[newAt];
      table[oldAt * width + newAt] = isSame
        ? at(oldAt + 1, newAt + 1) + 1
        : Math.max(at(oldAt + 1, newAt), at(oldAt, newAt + 1));
    }
  }
  return at;
}
