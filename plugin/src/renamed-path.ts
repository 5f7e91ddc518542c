/** Where a file is after a rename of its own, or of a folder above it. */
export function pathAfterRename(path: string, from: string, to: string): string {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}
