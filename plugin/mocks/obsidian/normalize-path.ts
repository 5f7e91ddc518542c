/** normalizePath and other functions on normalised paths. They access no files. */

/**
 * Collapses slashes of both kinds, removes outer ones, replaces no-break spaces, and applies NFC; an empty path is the
 * root.
 */
export function normalizePath(path: string): string {
  const slashed = path.replace(/[\\/]+/g, "/").replace(/^\/|\/$/g, "");
  return (slashed || "/").replace(/[\u00a0\u202f]/g, " ").normalize("NFC");
}

/** Returns the folder of a path: "/" for a path at the top. */
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

/** Hidden paths such as ".obsidian": the adapter sees them, the vault does not. */
export function isHiddenPath(path: string): boolean {
  return path.split("/").some((segment) => segment.startsWith("."));
}
