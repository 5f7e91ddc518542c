/**
 * Which note each conversation is about, stored on this device. The list follows renamed notes, even while the core is not
 * running. Does not depend on Obsidian.
 */
import type { ConversationEntry } from "../core/exports";
import { pathAfterRename } from "../vault/renamed-path";

/** Where the list is kept between sessions. */
export interface ConversationNotesStorage {
  load(): unknown;
  save(list: ConversationNote[] | null): void;
}

/** A conversation and the current path of its note; without a path it is about no note. */
export interface ConversationNote {
  id: string;
  note?: string;
}

export class ConversationNotes {
  constructor(private readonly storage: ConversationNotesStorage) {}

  /** Returns the conversation that is continued for a note, or for no note: the one that was used last. */
  latest(note: string | undefined): string | undefined {
    return this.list().find((entry) => entry.note === note)?.id;
  }

  /** Returns the current path of the note of a conversation; `undefined` if it is about no note. */
  noteOf({ id, note }: Pick<ConversationEntry, "id" | "note">): string | undefined {
    const known = this.list().find((entry) => entry.id === id);
    return known === undefined ? note : known.note;
  }

  /** Makes a conversation the one that is continued for its note. */
  use(id: string, note: string | undefined): void {
    const others = this.list().filter((entry) => entry.id !== id);
    this.storage.save([note === undefined ? { id } : { id, note }, ...others]);
  }

  /** Adds the conversations that only the core knows, and removes those that it no longer has. */
  update(stored: ConversationEntry[], inUse: (id: string) => boolean): void {
    const known = this.list();
    const kept = known.filter(({ id }) => inUse(id) || stored.some((entry) => entry.id === id));
    const isNew = ({ id }: ConversationEntry) => !known.some((entry) => entry.id === id);
    const added = stored
      .filter(isNew)
      .map(({ id, note }): ConversationNote => (typeof note === "string" ? { id, note } : { id }));
    if (added.length > 0 || kept.length < known.length) this.storage.save([...kept, ...added]);
  }

  remove(id: string): void {
    this.storage.save(this.list().filter((entry) => entry.id !== id));
  }

  /** Must be called when a file or a folder was renamed. */
  renamed(from: string, to: string): void {
    const list = this.list();
    const renamed = list.map((entry) =>
      entry.note === undefined ? entry : { ...entry, note: pathAfterRename(entry.note, from, to) },
    );
    if (renamed.some(({ note }, at) => note !== list[at]?.note)) this.storage.save(renamed);
  }

  clear(): void {
    this.storage.save(null);
  }

  private list(): ConversationNote[] {
    const saved = this.storage.load();
    return Array.isArray(saved) ? saved.filter(isConversationNote) : [];
  }
}

function isConversationNote(value: unknown): value is ConversationNote {
  if (typeof value !== "object" || value === null) return false;
  const { id, note } = value as Record<string, unknown>;
  return typeof id === "string" && (note === undefined || typeof note === "string");
}
