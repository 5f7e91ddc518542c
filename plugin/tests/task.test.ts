/** Tasks: one at a time for each name, always closed, stoppable. */
import { expect, test } from "vitest";
import { Tasks, type TaskView } from "../src/ui/task";

class RecordingView implements TaskView {
  readonly shown: string[] = [];
  closed = false;
  constructor(readonly cancel: () => void) {}
  show(message: string): void {
    this.shown.push(message);
  }
  readonly visibility: string[] = [];
  hide(): void {
    this.visibility.push("hidden");
  }
  unhide(): void {
    this.visibility.push("shown");
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
  const wait = (task: { signal: AbortSignal }) =>
    new Promise<string>((resolve) => task.signal.addEventListener("abort", () => resolve("stopped")));
  const first = tasks.run("a.md", wait);
  await expect(tasks.run("a.md", () => Promise.resolve("again"))).rejects.toMatchObject({ code: "already-running" });
  await expect(tasks.run("b.md", () => Promise.resolve("other"))).resolves.toBe("other");
  views[0]?.cancel();
  await expect(first).resolves.toBe("stopped");
  await expect(tasks.run("a.md", () => Promise.resolve("again"))).resolves.toBe("again");
});

test("a note that was renamed, or whose folder was, is still the one that is being researched", async () => {
  const { tasks } = recorded();
  const wait = (task: { signal: AbortSignal }) =>
    new Promise<void>((resolve) => task.signal.addEventListener("abort", () => resolve()));
  const again = (name: string) => expect(tasks.run(name, () => Promise.resolve("ran")));
  const first = tasks.run("tea/a.md", wait);
  tasks.renamed("tea/a.md", "tea/b.md");
  await again("tea/b.md").rejects.toMatchObject({ code: "already-running" });
  let told = 0;
  tasks.listen(() => (told += 1));
  tasks.renamed("tea", "herbs/tea");
  // A folder's rename may be told of each file once more.
  tasks.renamed("tea/b.md", "herbs/tea/b.md");
  tasks.renamed("other/c.md", "other/d.md");
  expect(told).toBe(1);
  await again("herbs/tea/b.md").rejects.toMatchObject({ code: "already-running" });
  expect(tasks.all.map(({ name }) => name)).toEqual(["herbs/tea/b.md"]);
  // The core asks for the note by the name it began with.
  await again("tea/a.md").rejects.toMatchObject({ code: "already-running" });
  await again("tea/b.md").resolves.toBe("ran");
  tasks.cancelAll();
  await first;
  await again("herbs/tea/b.md").resolves.toBe("ran");
});

test("everything that runs can be stopped at once", async () => {
  const { tasks } = recorded();
  const wait = (task: { signal: AbortSignal }) =>
    new Promise<void>((resolve) => task.signal.addEventListener("abort", () => resolve()));
  const both = [tasks.run("a.md", wait), tasks.run("b.md", wait)];
  tasks.cancelAll();
  await Promise.all(both);
  expect(tasks.busy).toBe(false);
});

test("listeners get the running tasks: topics, start time, and whether they are stopping", async () => {
  const { tasks, views } = recorded();
  const seen: string[] = [];
  const end = tasks.listen(() =>
    seen.push(
      tasks.all
        .map(({ name, message, run, stopping }) => `${name} ${message} ${run?.spent ?? "-"} ${String(stopping)}`)
        .join(),
    ),
  );
  await tasks.run("a.md", (task) => {
    task.report("Reading");
    task.report("Searching", { topics: [], spent: "$0.01", elapsedMillis: 60_000, skipped: [] });
    const [news] = tasks.all;
    expect(Date.now() - (news?.since ?? 0)).toBeGreaterThanOrEqual(60_000);
    tasks.hideViews();
    news?.stop();
    expect(task.signal.aborted).toBe(true);
    return Promise.resolve();
  });
  expect(seen).toEqual([
    "a.md  - false",
    "a.md Reading - false",
    "a.md Searching $0.01 false",
    "a.md Searching $0.01 true",
    "",
  ]);
  expect(views[0]?.visibility).toEqual(["hidden"]);
  end();
  await tasks.run("b.md", () => Promise.resolve());
  expect(seen.length).toBe(5);
});

test("the view is hidden while the user is asked, and shown again after any answer", async () => {
  const { tasks, views } = recorded();
  const asked = tasks.run("a.md", (task) => task.ask(() => Promise.reject(new Error("no"))));
  await expect(asked).rejects.toThrow("no");
  expect([views[0]?.visibility, views[0]?.shown]).toEqual([["hidden", "shown"], ["Waiting for your input"]]);
});
