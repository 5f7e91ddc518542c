/**
 * Waiting for something that may never answer. Counts short waits instead of looking at a clock: an app that was
 * asleep for an hour has waited once, not for an hour.
 */

/** How long one wait is. */
const STEP_MILLIS = 250;

/** The answer, or nothing after about so many milliseconds without one. */
export function answerWithin<T>(answer: Promise<T>, millis: number): Promise<{ value: T } | undefined> {
  return new Promise((resolve, reject) => {
    let left = Math.max(1, Math.ceil(millis / STEP_MILLIS));
    let timer: number | undefined;
    const wait = (): void => {
      if (left === 0) return resolve(undefined);
      left -= 1;
      timer = self.setTimeout(wait, STEP_MILLIS);
    };
    wait();
    answer.then(
      (value) => resolve({ value }),
      (thrown: unknown) => reject(thrown instanceof Error ? thrown : new Error(String(thrown))),
    ).finally(() => self.clearTimeout(timer));
  });
}
