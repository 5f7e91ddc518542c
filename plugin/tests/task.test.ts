/** Tasks: one at a time for each name, always closed, stoppable. */
import { expect, test } from "vitest";
import { Tasks, type TaskView } from "../src/task";

class RecordingView implements TaskView {
  readonly shown: string[] = [];
  closed = false;
  constructor(readonly cancel: () => void) {}
  show(message: string): void {
    this.shown.push(message);
  }
  close(): void {
    this.closed = true;
  }
}

function recorded() {
  const views: RecordingView[] = [];
  const tasks = new Tasks((cancel) => {
    const view = new RecordingView(cancel);
    views.push(view);
    return view;
  });
  return { tasks, views };
}

test("work reports to its view, and the view is closed at the end", async () => {
  const { tasks, views } = recorded();
  const answer = await tasks.run("a.md", (task) => {
    task.report("Reading");
    return Promise.resolve(42);
  });
  expect([answer, views[0]?.shown, views[0]?.closed, tasks.busy]).toEqual([42, ["Reading"], true, false]);
});

test("the view is closed when the work fails", async () => {
  const { tasks, views } = recorded();
  await expect(tasks.run("a.md", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect([views[0]?.closed, tasks.busy]).toEqual([true, false]);
});

test("a second run on the same note is refused while the first is on, another note is not", async () => {
  const { tasks, views } = recorded();
  const wait = (task: { signal: AbortSignal }) => new Promise<string>((resolve) => task.signal.addEventListener("abort", () => resolve("stopped")));
  const first = tasks.run("a.md", wait);
  await expect(tasks.run("a.md", () => Promise.resolve("again"))).rejects.toMatchObject({ code: "already-running" });
  await expect(tasks.run("b.md", () => Promise.resolve("other"))).resolves.toBe("other");
  views[0]?.cancel();
  await expect(first).resolves.toBe("stopped");
  await expect(tasks.run("a.md", () => Promise.resolve("again"))).resolves.toBe("again");
});

test("everything that runs can be stopped at once", async () => {
  const { tasks } = recorded();
  const wait = (task: { signal: AbortSignal }) => new Promise<void>((resolve) => task.signal.addEventListener("abort", () => resolve()));
  const both = [tasks.run("a.md", wait), tasks.run("b.md", wait)];
  tasks.cancelAll();
  await Promise.all(both);
  expect(tasks.busy).toBe(false);
});
