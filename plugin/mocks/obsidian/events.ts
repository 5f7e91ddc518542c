/**
 * Events: named callbacks, the base class of Vault, MetadataCache and Workspace. A callback that throws does not stop
 * the others; its error becomes an uncaught one, as in the app.
 */

/** Accepts any function, so that listeners may declare the types of their arguments. */
export type EventCallback = (...data: never[]) => unknown;

export interface EventRef {
  readonly source: Events;
  readonly name: string;
  readonly callback: EventCallback;
  readonly context: unknown;
}

export class Events {
  readonly #listeners = new Map<string, EventRef[]>();

  on(name: string, callback: EventCallback, context?: unknown): EventRef {
    const ref: EventRef = { source: this, name, callback, context };
    this.#listeners.set(name, [...this.#named(name), ref]);
    return ref;
  }

  off(name: string, callback: EventCallback): void {
    this.#keep(name, (ref) => ref.callback !== callback);
  }

  offref(ref: EventRef): void {
    this.#keep(ref.name, (other) => other !== ref);
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const ref of this.#named(name)) this.tryTrigger(ref, data);
  }

  tryTrigger(ref: EventRef, data: unknown[]): void {
    try {
      Reflect.apply(ref.callback, ref.context, data);
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
  }

  #named(name: string): readonly EventRef[] {
    return this.#listeners.get(name) ?? [];
  }

  #keep(name: string, wanted: (ref: EventRef) => boolean): void {
    this.#listeners.set(name, this.#named(name).filter(wanted));
  }
}
