/** Names of files and folders that are made from questions. Does not depend on Obsidian. */

const MAX_FILE_NAME_CHARACTERS = 80;

/** The question without the characters that the name of a note or a folder must not have. */
export function questionFileName(question: string): string {
  const allowedText = question.replace(/[\\/:*?"<>|#^[\]]/g, " ").replace(/\s+/g, " ");
  const characters = [...allowedText].slice(0, MAX_FILE_NAME_CHARACTERS);
  // Windows removes full stops and spaces at the end of a name.
  return characters.join("").trim().replace(/[. ]+$/, "");
}

/** The name of the folder for the files of a question, for example `2026-11-16 2206 Who wrote it`. */
export function questionFolderName(question: string, at: Date): string {
  const digits = (number: number) => String(number).padStart(2, "0");
  const date = [String(at.getFullYear()), digits(at.getMonth() + 1), digits(at.getDate())].join("-");
  return `${date} ${digits(at.getHours())}${digits(at.getMinutes())} ${questionFileName(question)}`.trim();
}
