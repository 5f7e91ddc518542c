/** The two base classes of all controls: chaining and the disabled flag. */
export abstract class BaseComponent {
  disabled = false;

  then(cb: (component: this) => unknown): this {
    cb(this);
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    return this;
  }
}

export abstract class ValueComponent<T> extends BaseComponent {
  /**
   * Registers an entry of a listener table: called with a value it sets the value, called without one it returns it.
   */
  registerOptionListener(listeners: Record<string, (value?: T) => T>, key: string): this {
    listeners[key] = (value?: T): T => {
      if (value !== undefined) this.setValue(value);
      return this.getValue();
    };
    return this;
  }

  abstract getValue(): T;
  abstract setValue(value: T): this;
}
