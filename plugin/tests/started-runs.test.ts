/** Runs that have begun: remembered while they go on, and after the app was closed in the middle of one. */
import { expect, test } from "vitest";
import { RunFailure, type StartedRun, StartedRuns } from "../src/research/started-runs";

/** A device that keeps what it is given, as JSON. */
function device() {
  let kept: string | null = null;
  let saved = 0;
  const storage = {
    load: (): unknown => (kept === null ? null : JSON.parse(kept)),
    save: (runs: StartedRun[] | null) => {
      kept = runs === null ? null : JSON.stringify(runs);
      saved += 1;
    },
  };
  return { storage, kept: () => storage.load(), saves: () => saved };
}

const RUN = { run: "r1", path: "a.md" };
const OTHER = { run: "r2", path: "b.md" };

test("a run is stored while it runs and not afterwards", async () => {
  const { storage, kept } = device();
  const runs = new StartedRuns(storage);
  const seen = await runs.track(RUN, () =>
    runs.track(OTHER, () => Promise.resolve([kept(), runs.isRunning("r1"), runs.isRunning("r3")])),
  );
  expect(seen).toEqual([[RUN, OTHER], true, false]);
  expect([kept(), runs.isRunning("r1")]).toEqual([null, false]);
});

test("a failed run is removed, and its error names it", async () => {
  const { storage, kept } = device();
  const failed = new StartedRuns(storage).track(RUN, () =>
    Promise.reject(Object.assign(new Error("Stopped"), { code: "cancelled", hint: "" })),
  );
  const thrown: unknown = await failed.catch((thrown: unknown) => thrown);
  expect(thrown).toBeInstanceOf(RunFailure);
  expect(thrown).toMatchObject({ code: "cancelled", message: "Stopped", started: RUN });
  expect(kept()).toBe(null);
});

test("a run is resumed with the current path of its note", async () => {
  const { storage, kept, saves } = device();
  const runs = new StartedRuns(storage);
  const failed = runs.track({ run: "r1", path: "tea/a.md" }, () => {
    runs.renamed("tea", "herbs");
    const before = saves();
    runs.renamed("other.md", "b.md");
    runs.renamed("tea/a.md", "herbs/a.md");
    expect(saves()).toBe(before);
    expect(kept()).toEqual([{ run: "r1", path: "herbs/a.md" }]);
    return Promise.reject(new Error("Stopped"));
  });
  await expect(failed).rejects.toMatchObject({ started: { run: "r1", path: "herbs/a.md" } });
});

test("runs interrupted by closing the app are reported once", async () => {
  const { storage } = device();
  const runs = new StartedRuns(storage);
  runs.close();
  await runs.track(RUN, () => Promise.reject(new Error("switched off"))).catch(() => undefined);
  const next = new StartedRuns(storage);
  expect(next.takeInterrupted()).toEqual([RUN]);
  expect(next.takeInterrupted()).toEqual([]);
});

test("invalid stored data is ignored, and everything can be cleared", () => {
  const { storage, kept } = device();
  for (const odd of ["text", [1, { run: 2 }, { run: "r" }, RUN]]) {
    storage.save(odd as StartedRun[]);
    expect(new StartedRuns(storage).takeInterrupted()).toEqual(typeof odd === "string" ? [] : [RUN]);
  }
  storage.save([RUN]);
  new StartedRuns(storage).clear();
  expect(kept()).toBe(null);
});
