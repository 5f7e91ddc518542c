/**
 * One turn of the event loop, which every vault operation waits for, so that race conditions show up. Not a timer:
 * browsers delay nested timers by 4 ms, which would slow down a vault of thousands of notes, and tests may fake them.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
