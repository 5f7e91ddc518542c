/**
 * A timeout for promises. It counts short waits instead of reading a clock: an app that was suspended for an hour has
 * waited once, not for an hour.
 */

/** Length of one wait. The timeout of a promise is a number of such waits. */
const WAIT_STEP_MILLIS = 250;

/**
 * Waits for a promise. Returns `undefined` if it has no result after about this many milliseconds.
 */
export function resultWithin<T>(result: Promise<T>, millis: number): Promise<{ value: T } | undefined> {
  return new Promise((resolve, reject) => {
    let left = Math.max(1, Math.ceil(millis / WAIT_STEP_MILLIS));
    let timer: number | undefined;
    const waitStep = (): void => {
      if (left === 0) return resolve(undefined);
      left -= 1;
      timer = self.setTimeout(waitStep, WAIT_STEP_MILLIS);
    };
    waitStep();
    result.then(
      (value) => resolve({ value }),
      (thrown: unknown) => reject(thrown instanceof Error ? thrown : new Error(String(thrown))),
    ).finally(() => self.clearTimeout(timer));
  });
}
