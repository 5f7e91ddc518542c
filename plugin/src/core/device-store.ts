/**
 * Stores data on this device, in IndexedDB. All vaults of the app share one database, so every key
 * starts with the id of the vault. Runs in the worker, so that a large index is never copied to the
 * UI thread. If the database does not respond, for example because another window blocks it, data
 * is kept in memory until the app is restarted.
 */
import { resultWithin } from "./result-within";

const DATABASE_NAME = "ibid";
const FILE_STORE_NAME = "files";

/** Timeout of a database request. Opening the database takes about a second on a slow phone. */
const DATABASE_TIMEOUT_MILLIS = 5000;

/** Additional time per written megabyte: slow storage needs longer for a large index. */
const WRITE_MILLIS_PER_MEGABYTE = 1000;

/** What the database stores under each key. */
interface StoredFile {
  bytes: Uint8Array;
  /** Checksum of the bytes, to detect whether a failing disk or a power cut has corrupted them. */
  checksum: number;
}

export class DeviceStore {
  private database: Promise<IDBDatabase> | undefined;
  /** Saved data by name, used instead of a database that did not respond; `undefined` before that. */
  private memory: Map<string, Uint8Array> | undefined;

  /**
   * `vault` is the id of the vault. `onUnavailable` is called once, when the database does not
   * respond for the first time.
   */
  constructor(
    private readonly vault: string,
    private readonly onUnavailable: () => void,
  ) {}

  /** Returns the bytes that were saved last, or `undefined` if there are none or they are corrupted. */
  load(name: string): Promise<Uint8Array | undefined> {
    return this.withFallback(
      DATABASE_TIMEOUT_MILLIS,
      () => this.loadFromDatabase(name),
      (memory) => memory.get(name),
    );
  }

  /** Saves in one transaction, so that an interrupted write keeps the old bytes. Saving no bytes deletes the file. */
  save(name: string, bytes: Uint8Array): Promise<void> {
    const timeoutMillis = DATABASE_TIMEOUT_MILLIS + (bytes.length / 1_000_000) * WRITE_MILLIS_PER_MEGABYTE;
    return this.withFallback(
      timeoutMillis,
      () => this.saveToDatabase(name, bytes),
      (memory) => saveInMemory(memory, name, bytes),
    );
  }

  /** Deletes all data of this vault; other vaults keep theirs. */
  forget(): Promise<void> {
    const vaultKeyRange = () => IDBKeyRange.bound(this.key(""), this.key("\uffff"));
    return this.withFallback(
      DATABASE_TIMEOUT_MILLIS,
      () => this.change((files) => files.delete(vaultKeyRange())),
      (memory) => memory.clear(),
    );
  }

  /**
   * Runs `useDatabase`. If the database does not respond in time, runs `useMemory`, and from then
   * on only `useMemory`.
   */
  private async withFallback<T>(
    timeoutMillis: number,
    useDatabase: () => Promise<T>,
    useMemory: (memory: Map<string, Uint8Array>) => T,
  ): Promise<T> {
    if (this.memory === undefined) {
      const resultInTime = await resultWithin(useDatabase(), timeoutMillis);
      if (resultInTime !== undefined) return resultInTime.value;
    }
    if (this.memory === undefined) {
      this.memory = new Map();
      this.onUnavailable();
    }
    return useMemory(this.memory);
  }

  private async loadFromDatabase(name: string): Promise<Uint8Array | undefined> {
    const fileStore = (await this.transaction("readonly")).objectStore(FILE_STORE_NAME);
    const storedValue: unknown = await requestResult(fileStore.get(this.key(name)));
    return isStoredFile(storedValue) && storedValue.checksum === checksumOf(storedValue.bytes)
      ? storedValue.bytes
      : undefined;
  }

  private saveToDatabase(name: string, bytes: Uint8Array): Promise<void> {
    const key = this.key(name);
    if (bytes.length === 0) return this.change((files) => files.delete(key));
    const file: StoredFile = { bytes, checksum: checksumOf(bytes) };
    return this.change((files) => files.put(file, key));
  }

  private async change(act: (files: IDBObjectStore) => unknown): Promise<void> {
    const transaction = await this.transaction("readwrite");
    const commitPromise = waitForCommit(transaction);
    act(transaction.objectStore(FILE_STORE_NAME));
    await commitPromise;
  }

  private key(name: string): string {
    return `${this.vault}/${name}`;
  }

  private async transaction(mode: IDBTransactionMode): Promise<IDBTransaction> {
    return (await this.openedDatabase()).transaction(FILE_STORE_NAME, mode);
  }

  /** Opens the database once. If that fails, or if the app closes the database, the next call opens it again. */
  private openedDatabase(): Promise<IDBDatabase> {
    if (this.database === undefined) {
      const openPromise = openDatabase(() => this.forgetConnection(openPromise));
      this.database = openPromise;
      openPromise.catch(() => this.forgetConnection(openPromise));
    }
    return this.database;
  }

  private forgetConnection(database: Promise<IDBDatabase>): void {
    if (this.database === database) this.database = undefined;
  }
}

function saveInMemory(memory: Map<string, Uint8Array>, name: string, bytes: Uint8Array): void {
  if (bytes.length === 0) memory.delete(name);
  else memory.set(name, bytes);
}

function isStoredFile(value: unknown): value is StoredFile {
  return (
    typeof value === "object" &&
    value !== null &&
    "bytes" in value &&
    value.bytes instanceof Uint8Array &&
    "checksum" in value
  );
}

/**
 * Returns an FNV-1a checksum that takes four bytes at a time, for speed: an index of tens of
 * megabytes takes a few milliseconds.
 */
function checksumOf(bytes: Uint8Array): number {
  const alignedBytes = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const fourByteWords = new Uint32Array(alignedBytes.buffer, alignedBytes.byteOffset, alignedBytes.length >> 2);
  let sum = 0x811c9dc5 ^ bytes.length;
  for (let at = 0; at < fourByteWords.length; at++) sum = Math.imul(sum ^ (fourByteWords[at] ?? 0), 0x01000193);
  for (let at = fourByteWords.length * 4; at < bytes.length; at++) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193);
  return sum >>> 0;
}

async function openDatabase(onClosed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE_NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(FILE_STORE_NAME);
  };
  const database = await requestResult(request);
  database.onclose = onClosed;
  // Another window wants to delete or upgrade the database, and waits until it is closed here.
  database.onversionchange = () => {
    database.close();
    onClosed();
  };
  return database;
}

function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? storageNotRespondingError());
  });
}

/**
 * Waits until a transaction is committed. A write that was accepted may fail until then, for
 * example because the disk is full.
 */
function waitForCommit(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? storageNotRespondingError());
  });
}

function storageNotRespondingError(): Error {
  return new Error("This device's storage didn't respond");
}
