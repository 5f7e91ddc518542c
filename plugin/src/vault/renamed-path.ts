/** Returns the path of a file after the file or one of its folders was renamed. */
export function pathAfterRename(path: string, from: string, to: string): string {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}
