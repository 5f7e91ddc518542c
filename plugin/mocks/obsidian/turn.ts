/**
 * One turn of the event loop, which every vault operation waits for, so that races show. Not a timer: browsers slow
 * nested timers down to 4 ms, which would make a vault of thousands of notes crawl, and tests may fake them.
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
