/** Resolves links to files: Obsidian's rules over an index of the vault's files by name. It reads no note. */
import type { TFile } from "./files";
import { fileName, normalizePath, parentPath } from "./normalize-path";

export class LinkResolution {
  readonly #byName = new Map<string, TFile[]>();

  constructor(files: TFile[]) {
    for (const file of files) {
      const name = file.name.toLowerCase();
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), file]);
    }
  }

  /**
   * Prefers an exact path, then the nearest: below the source's own folder, else the shortest path. Case does not
   * matter.
   */
  resolve(linkpath: string, sourcePath: string): TFile | null {
    const wanted = absolute(linkpath, sourcePath).toLowerCase();
    const candidates = this.#candidates(wanted);
    const exact = candidates.find((file) => isPath(file, wanted));
    if (exact || /^(?:\/|\.\.?\/)/.test(linkpath)) return exact ?? null;
    const matching = candidates.filter((file) => `/${withoutMd(file.path)}`.endsWith(`/${withoutMd(wanted)}`));
    const folder = parentPath(sourcePath).toLowerCase();
    return matching.sort((a, b) => rank(a, folder) - rank(b, folder) || a.path.localeCompare(b.path))[0] ?? null;
  }

  /** `Note.v2` may be a file of that name or a note `Note.v2.md`. */
  #candidates(wanted: string): TFile[] {
    const name = fileName(wanted);
    return [...(this.#byName.get(name) ?? []), ...(this.#byName.get(`${name}.md`) ?? [])];
  }
}

/** The names by which a file can be linked, in lower case; the last segment of a link is one of them. */
export function linkNames(path: string): string[] {
  const name = fileName(path).toLowerCase();
  return name.endsWith(".md") ? [name, name.slice(0, -3)] : [name];
}

function absolute(linkpath: string, sourcePath: string): string {
  if (!/^\.\.?\//.test(linkpath)) return normalizePath(linkpath);
  const segments = parentPath(sourcePath)
    .split("/")
    .filter((segment) => segment !== "");
  for (const segment of linkpath.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
  }
  return segments.length > 0 ? segments.join("/") : "/";
}

function isPath(file: TFile, wanted: string): boolean {
  const path = file.path.toLowerCase();
  return path === wanted || path === `${wanted}.md`;
}

function withoutMd(path: string): string {
  return path.toLowerCase().replace(/\.md$/, "");
}

const OUTSIDE = 1e6;

function rank(file: TFile, folder: string): number {
  const isBelow = folder === "/" || file.path.toLowerCase().startsWith(`${folder}/`);
  return file.path.length + (isBelow ? 0 : OUTSIDE);
}
