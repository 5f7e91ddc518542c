/**
 * Bytes kept on this device, in IndexedDB. All vaults of the app share one database, so every
 * name is kept under its vault's id. Runs in the worker: large indexes never pass the UI thread.
 *
 * A database may fail to answer at all, for example while another window holds it, or on a broken profile. Nobody
 * should wait for that, so everything is then kept in memory until the app is restarted.
 */
import { answerWithin } from "./patience";

const DATABASE = "ibid";
const FILES = "files";

/** A database that has said nothing for this long is not waited for. Opening one takes a slow phone about a second. */
const SILENCE_MILLIS = 5000;

/** Added for each megabyte that is written: slow storage needs longer for a large index. */
const WRITE_MILLIS_PER_MEGABYTE = 1000;

/** What is kept under a name. */
interface Kept {
  bytes: Uint8Array;
  /** Over the bytes: a disk that fails, or a power cut, may leave others than were written. */
  checksum: number;
}

export class DeviceStore {
  private database: Promise<IDBDatabase> | undefined;
  /** What is kept instead, once the database did not answer. */
  private memory: Map<string, Uint8Array> | undefined;

  /** `onSilent` is called once, when the database did not answer. */
  constructor(
    private readonly vault: string,
    private readonly onSilent: () => void,
  ) {}

  /** What was saved last, to the bit, or nothing. */
  load(name: string): Promise<Uint8Array | undefined> {
    return this.stored(SILENCE_MILLIS, () => this.loadStored(name), (memory) => memory.get(name));
  }

  /** In one transaction: whoever is interrupted leaves what was kept before, whole. No bytes drop what was kept. */
  save(name: string, bytes: Uint8Array): Promise<void> {
    const patience = SILENCE_MILLIS + (bytes.length / 1_000_000) * WRITE_MILLIS_PER_MEGABYTE;
    return this.stored(patience, () => this.saveStored(name, bytes), (memory) => keep(memory, name, bytes));
  }

  /** Drops everything that was kept of this vault; that of other vaults stays. */
  forget(): Promise<void> {
    const everything = () => IDBKeyRange.bound(this.key(""), this.key("\uffff"));
    return this.stored(SILENCE_MILLIS, () => this.change((files) => files.delete(everything())), (memory) => memory.clear());
  }

  /** Asks the database, or the memory once the database did not answer in time. */
  private async stored<T>(patience: number, ask: () => Promise<T>, instead: (memory: Map<string, Uint8Array>) => T): Promise<T> {
    if (this.memory === undefined) {
      const answer = await answerWithin(ask(), patience);
      if (answer !== undefined) return answer.value;
    }
    if (this.memory === undefined) {
      this.memory = new Map();
      this.onSilent();
    }
    return instead(this.memory);
  }

  private async loadStored(name: string): Promise<Uint8Array | undefined> {
    const files = (await this.transaction("readonly")).objectStore(FILES);
    const found: unknown = await finished(files.get(this.key(name)));
    return isKept(found) && found.checksum === checksumOf(found.bytes) ? found.bytes : undefined;
  }

  private saveStored(name: string, bytes: Uint8Array): Promise<void> {
    const key = this.key(name);
    if (bytes.length === 0) return this.change((files) => files.delete(key));
    const kept: Kept = { bytes, checksum: checksumOf(bytes) };
    return this.change((files) => files.put(kept, key));
  }

  private async change(act: (files: IDBObjectStore) => unknown): Promise<void> {
    const transaction = await this.transaction("readwrite");
    const committed = ended(transaction);
    act(transaction.objectStore(FILES));
    await committed;
  }

  private key(name: string): string {
    return `${this.vault}/${name}`;
  }

  private async transaction(mode: IDBTransactionMode): Promise<IDBTransaction> {
    return (await this.opened()).transaction(FILES, mode);
  }

  /** Opened once. One that could not be opened, or was closed by the app, is opened anew the next time. */
  private opened(): Promise<IDBDatabase> {
    if (this.database === undefined) {
      const opening = openDatabase(() => this.lost(opening));
      this.database = opening;
      opening.catch(() => this.lost(opening));
    }
    return this.database;
  }

  private lost(database: Promise<IDBDatabase>): void {
    if (this.database === database) this.database = undefined;
  }
}

function keep(memory: Map<string, Uint8Array>, name: string, bytes: Uint8Array): void {
  if (bytes.length === 0) memory.delete(name);
  else memory.set(name, bytes);
}

function isKept(value: unknown): value is Kept {
  return typeof value === "object" && value !== null && "bytes" in value && value.bytes instanceof Uint8Array && "checksum" in value;
}

/** FNV-1a over words of four bytes: a few milliseconds for an index of tens of megabytes. */
function checksumOf(bytes: Uint8Array): number {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
  let sum = 0x811c9dc5 ^ bytes.length;
  for (let at = 0; at < words.length; at++) sum = Math.imul(sum ^ (words[at] ?? 0), 0x01000193);
  for (let at = words.length * 4; at < bytes.length; at++) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193);
  return sum >>> 0;
}

async function openDatabase(onClosed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(FILES);
  };
  const database = await finished(request);
  database.onclose = onClosed;
  // Somebody wants to delete the database or to change its shape: held open, it would make them wait for ever.
  database.onversionchange = () => {
    database.close();
    onClosed();
  };
  return database;
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? silence());
  });
}

/** A write that was accepted may still be taken back, for want of space: only the commit counts. */
function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? silence());
  });
}

function silence(): Error {
  return new Error("This device's storage didn't respond");
}
