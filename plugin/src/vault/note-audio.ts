/** Finds recordings in notes. */
import type { App } from "obsidian";

const AUDIO_FILE_PATTERN = /\.(m4a|webm|mp3|wav|ogg)$/i;

/** Returns the notes that embed an audio file. */
export function notesWithAudio(app: App, notes: string[]): string[] {
  return notes.filter((path) => {
    const file = app.vault.getFileByPath(path);
    const embeds = file === null ? [] : (app.metadataCache.getFileCache(file)?.embeds ?? []);
    return embeds.some(({ link }) => AUDIO_FILE_PATTERN.test(link));
  });
}
