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
    const files = await this.files("readonly");
    const found: unknown = await finished(files.get(this.key(name)));
    return found instanceof Uint8Array ? found : undefined;
  }

  async save(name: string, bytes: Uint8Array): Promise<void> {
    const files = await this.files("readwrite");
    await finished(files.put(bytes, this.key(name)));
  }

  private key(name: string): string {
    return `${this.vault}/${name}`;
  }

  private async files(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.database ??= openDatabase();
    return (await this.database).transaction(FILES, mode).objectStore(FILES);
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(FILES);
  };
  return finished(request);
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The device's storage did not answer"));
  });
}
