/** The name of the folder for the files of a question. Does not depend on Obsidian. */

/** Puts the date and the time before the file name of a question, for example `2026-11-16 2206 Who wrote it`. */
export function questionFolderName(fileName: string, at: Date): string {
  const digits = (number: number) => String(number).padStart(2, "0");
  const date = [String(at.getFullYear()), digits(at.getMonth() + 1), digits(at.getDate())].join("-");
  return `${date} ${digits(at.getHours())}${digits(at.getMinutes())} ${fileName}`;
}
