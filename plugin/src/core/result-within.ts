/**
 * A timeout for promises that counts short waits instead of reading a clock, so that the time in
 * which a phone suspends the app does not count.
 */

/** Length of each of the short waits into which a timeout is divided. */
const WAIT_STEP_MILLIS = 250;

/** Waits for a promise. Returns `undefined` if it has no result after about this many milliseconds. */
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
    result
      .then(
        (value) => resolve({ value }),
        (thrown: unknown) => reject(thrown instanceof Error ? thrown : new Error(String(thrown))),
      )
      .finally(() => self.clearTimeout(timer));
  });
}
