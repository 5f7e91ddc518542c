/**
 * The saved settings by key, with the form's defaults for missing values. The core decides which values are valid. Does
 * not depend on Obsidian.
 */
import type { Field, LoadedSettings, Settings, SettingsForm } from "../core/exports";
import { Watched } from "../core/watched";

export interface SettingsFile {
  read(): Promise<unknown>;
  write(values: Record<string, unknown>): Promise<void>;
}

export class SettingsStore extends Watched {
  private values: Record<string, unknown> = {};
  private saved: unknown = null;
  private loaded: LoadedSettings | undefined;

  constructor(
    private readonly form: SettingsForm,
    private readonly file: SettingsFile,
    private readonly changed: (saved: unknown) => void,
  ) {
    super();
  }

  async load(): Promise<void> {
    this.saved = await this.file.read();
    this.values = isRecord(this.saved) ? { ...this.saved } : {};
  }

  /** The content of the settings file, not validated yet: it is passed to the core, which does that. */
  get asSaved(): unknown {
    return this.saved;
  }

  /** Returns the saved value of a setting, which may be invalid. */
  get(key: string): unknown {
    return this.values[key] ?? this.field(key)?.default;
  }

  /** Stores what the core returned after it has read the settings. */
  setLoaded(loaded: LoadedSettings): void {
    this.loaded = loaded;
    this.notify();
  }

  /** Returns the value of a setting that the core uses; the default until the core has read the file. */
  getValid<K extends keyof Settings>(key: K): Settings[K] {
    return this.loaded?.settings[key] ?? (this.field(key)?.default as Settings[K]);
  }

  /** Names of the web services; empty until the core has read the settings. */
  get webServices(): string[] {
    return this.loaded?.webServices ?? [];
  }

  /** Host of the service to which notes are sent for search by meaning; `undefined` without one, and until the core has read the settings. */
  get notesSentTo(): string | undefined {
    return this.loaded?.notesSentTo;
  }

  /** Host of the service that transcribes audio files; `undefined` without one, and until the core has read the settings. */
  get audioSentTo(): string | undefined {
    return this.loaded?.audioSentTo;
  }

  /** Sets a value and resets the settings that depend on the old value. Returns the keys of the reset settings. */
  async set(key: string, value: unknown): Promise<string[]> {
    const keysToReset = this.get(key) === value ? [] : (this.field(key)?.resets ?? []);
    const newValues: Record<string, unknown> = { ...this.values, [key]: value };
    for (const other of keysToReset) newValues[other] = this.field(other)?.default;
    this.values = newValues;
    this.saved = this.values;
    this.changed(this.saved);
    await this.file.write(this.values);
    return keysToReset;
  }

  private field(key: string): Field | undefined {
    return this.form.groups.flatMap((group) => group.fields).find((field) => field.key === key);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
