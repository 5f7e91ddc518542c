/**
 * Bytes kept on this device, in IndexedDB. All vaults of the app share one database, so every
 * name is kept under its vault's id. Runs in the worker: large indexes never pass the UI thread.
 */
const DATABASE = "ibid";
const FILES = "files";

export class DeviceStore {
  private database: Promise<IDBDatabase> | undefined;

  constructor(private readonly vault: string) {}

  async load(name: string): Promise<Uint8Array | undefined> {
    const files = (await this.transaction("readonly")).objectStore(FILES);
    const found: unknown = await finished(files.get(this.key(name)));
    return found instanceof Uint8Array ? found : undefined;
  }

  /** In one transaction: whoever is interrupted leaves what was kept before, whole. */
  async save(name: string, bytes: Uint8Array): Promise<void> {
    const transaction = await this.transaction("readwrite");
    const committed = ended(transaction);
    transaction.objectStore(FILES).put(bytes, this.key(name));
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
      const opening = openDatabase(() => this.forget(opening));
      this.database = opening;
      opening.catch(() => this.forget(opening));
    }
    return this.database;
  }

  private forget(database: Promise<IDBDatabase>): void {
    if (this.database === database) this.database = undefined;
  }
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
  return new Error("The device's storage did not answer");
}
