// Measures whether the app's own thread was blocked, by the length of its tasks.
import assert from "node:assert/strict";

/**
 * Watches the page's thread: returns the tasks that worked for more than 50 ms, and the longest one. Only a task's own
 * work is counted, not the time in which another program used the processor: on a busy machine a task of ten
 * milliseconds may take a hundred.
 */
export async function watchLongTasks(page) {
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
  await session.send("Tracing.start", {
    traceConfig: { includedCategories: ["toplevel"] },
    transferMode: "ReportEvents",
  });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    await session.detach();
    const work = tasks.filter((task) => pageThreads.has(thread(task))).map((task) => task.tdur / 1000);
    assert.ok(work.length > 0, "the browser measured the page's tasks");
    return {
      stalls: work.filter((millis) => millis > 50).map(Math.round),
      longest: Math.round(work.reduce((a, b) => Math.max(a, b), 0)),
    };
  };
}

/** Waits until the page has had no such task for two seconds without us. Later ones are ours. */
export async function waitUntilIdle(page) {
  for (let attempt = 0; attempt < 15; attempt += 1) {
    const seen = await watchLongTasks(page);
    await page.page.waitForTimeout(2000);
    if ((await seen()).stalls.length === 0) return;
  }
  assert.fail("the page itself does not come to rest");
}

/**
 * Repeats the work until an attempt has no task over 50 ms, and fails if none has. A busy machine makes the same work
 * take longer now and then: a delay of our own shows in every attempt.
 */
export async function assertNoLongTasks(attempt) {
  const attempts = [];
  for (let count = 0; count < 6 && attempts.at(-1)?.length !== 0; count += 1) attempts.push(await attempt());
  assert.deepEqual(attempts.at(-1), [], `tasks over 50 ms by attempt: ${JSON.stringify(attempts)}`);
}
