/**
 * normalizePath and the few questions one asks about a normalised path. Pure text: no file is looked at.
 */

/** Slashes of both kinds collapse, outer ones go, every no-break space becomes a space, the text is NFC; nothing left is the root. */
export function normalizePath(path: string): string {
  const slashed = path.replace(/[\\/]+/g, "/").replace(/^\/|\/$/g, "");
  return (slashed || "/").replace(/[\u00a0\u202f]/g, " ").normalize("NFC");
}

/** The folder a path is in: "/" for a path at the top. */
export function parentPath(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function joinPath(folder: string, name: string): string {
  return folder === "/" ? name : `${folder}/${name}`;
}

/** ".obsidian" and its like: the adapter sees them, the vault does not. */
export function isHiddenPath(path: string): boolean {
  return path.split("/").some((segment) => segment.startsWith("."));
}
