/**
 * debounce as the app exports it: the first call starts the wait, further ones change the arguments and, where asked for,
 * start the wait again.
 */
export interface Debouncer<T extends unknown[]> {
  (...args: T): this;
  cancel(): this;
  run(): unknown;
}

export function debounce<T extends unknown[], V>(
  callback: (...args: T) => V,
  timeout = 0,
  resetTimer = false,
): Debouncer<T> {
  let timer: number | undefined;
  let pending: T | undefined;
  const fire = (): V | undefined => {
    const args = pending;
    window.clearTimeout(timer);
    timer = pending = undefined;
    return args && callback(...args);
  };
  const debounced = ((...args: T) => {
    pending = args;
    if (timer !== undefined && !resetTimer) return debounced;
    window.clearTimeout(timer);
    timer = window.setTimeout(fire, timeout);
    return debounced;
  }) as Debouncer<T>;
  debounced.cancel = () => {
    window.clearTimeout(timer);
    timer = pending = undefined;
    return debounced;
  };
  debounced.run = fire;
  return debounced;
}
