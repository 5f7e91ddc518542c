// Whether the app's own thread was held up: by the work of its tasks, as the browser counts it.
import assert from "node:assert/strict";

/**
 * Watches the page's own thread until it is asked what it saw: the tasks that worked for more than 50 ms, and the longest
 * work there was. A task's work is counted, not the time in which another program had the processor: on a busy machine
 * a task of ten milliseconds may take a hundred, and no plugin can help that.
 */
export async function watchStalls(page) {
  const session = await page.page.context().newCDPSession(page.page);
  const pageThreads = new Set();
  const tasks = [];
  const thread = ({ pid, tid }) => `${pid}/${tid}`;
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value) {
      if (event.name === "thread_name" && event.args.name === "CrRendererMain") pageThreads.add(thread(event));
      if (event.ph === "X" && event.name.endsWith("RunTask") && event.tdur !== undefined) tasks.push(event);
    }
  });
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel"] }, transferMode: "ReportEvents" });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    await session.detach();
    const work = tasks.filter((task) => pageThreads.has(thread(task))).map((task) => task.tdur / 1000);
    assert.ok(work.length > 0, "the browser measured the page's tasks");
    return { stalls: work.filter((millis) => millis > 50).map(Math.round), longest: Math.round(work.reduce((a, b) => Math.max(a, b), 0)) };
  };
}

/** The control: waits until the page, without us, has no such task for two seconds. What comes after that is ours. */
export async function rest(page) {
  for (let attempt = 0; attempt < 15; attempt += 1) {
    const seen = await watchStalls(page);
    await page.page.waitForTimeout(2000);
    if ((await seen()).stalls.length === 0) return;
  }
  assert.fail("the page itself does not come to rest");
}
