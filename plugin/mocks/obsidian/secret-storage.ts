/** SecretStorage: secrets by name, stored per vault in the given storage. It is synchronous and encrypts nothing. */
import { Events } from "./events";
import { storedKeys, type StorageLike } from "./storage";

export class SecretStorage extends Events {
  readonly #storage: StorageLike;
  readonly #prefix: string;

  constructor(storage: StorageLike, vaultName: string) {
    super();
    this.#storage = storage;
    this.#prefix = `${vaultName}-secret:`;
  }

  setSecret(id: string, secret: string): void {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
      throw new Error("Secret ID must be lowercase alphanumeric with optional dashes.");
    }
    this.#storage.setItem(this.#prefix + id, secret);
    this.trigger("changed", id);
  }

  getSecret(id: string): string | null {
    return this.#storage.getItem(this.#prefix + id);
  }

  listSecrets(): string[] {
    const own = storedKeys(this.#storage).filter((key) => key.startsWith(this.#prefix));
    return own.map((key) => key.slice(this.#prefix.length)).sort();
  }
}
