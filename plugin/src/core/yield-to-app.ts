/** Splits long work on the app's thread, so that the app can draw and react in between. */

/**
 * Maximum time for which work may block the app. Users notice delays of about 50 ms, and a phone
 * may be several times slower.
 */
const MAX_MILLIS_WITHOUT_YIELD = 12;

/** Returns a function to call often during long work: it yields to the app once enough time has passed. */
export function createYieldToApp(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < MAX_MILLIS_WITHOUT_YIELD) return;
    await new Promise((resolve) => window.setTimeout(resolve, 0));
    began = performance.now();
  };
}
