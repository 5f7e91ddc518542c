/**
 * Returns the line that a link's "#Heading" or "#^block" leads to. It reads the text only, so it is correct before the
 * metadata is updated.
 */
import { stripHeading } from "./linktext";

export function findHeadingLine(text: string, subpath: string): number | null {
  const wanted = subpath.slice(subpath.lastIndexOf("#") + 1);
  const lines = text.split("\n");
  const index = wanted.startsWith("^")
    ? lines.findIndex((line) => line.trimEnd().endsWith(` ${wanted}`))
    : lines.findIndex((line) => isHeading(line, wanted));
  return index < 0 ? null : index;
}

function isHeading(line: string, wanted: string): boolean {
  const heading = /^#{1,6}\s+(.*?)\s*#*\s*$/.exec(line)?.[1];
  return heading !== undefined && stripHeading(heading).toLowerCase() === stripHeading(wanted).toLowerCase();
}
