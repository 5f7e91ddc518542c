/** Long work on the app's thread, in turns: the app draws and reacts in between. */

/** A turn may take this long. A quarter of what is felt as a stall, since a phone may be several times as slow. */
const TURN_MILLIS = 12;

/** To be called often in the middle of something long: lets the app have its turn once enough time has passed. */
export function turns(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MILLIS) return;
    await new Promise((resolve) => window.setTimeout(resolve, 0));
    began = performance.now();
  };
}
