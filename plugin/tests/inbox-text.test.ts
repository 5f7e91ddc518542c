import { describe, expect, test } from "vitest";
import type { Finding, GapAgenda, GapTask } from "../../pkg/ibid";
import { dayOfSchedule, isScheduledDay } from "../src/inbox/gap-schedule";
import { agendaSummary, findingFacts, taskOutcomeText } from "../src/inbox/inbox-text";

const task = (state: GapTask["state"], newFindings = 0, knownFindings = 0): GapTask =>
  ({
    state,
    outcome: { newFindings, knownFindings, messages: [], elapsedText: "3 s", costText: "free", steps: [] },
  }) as unknown as GapTask;
const agenda = (state: GapAgenda["state"], tasks: GapTask[]): GapAgenda => ({ state, tasks }) as unknown as GapAgenda;

describe("what an agenda brought", () => {
  test.each([
    ["2 new findings.", agenda("approved", [task("done", 2)])],
    ["1 new finding; 2 pages said what you have already.", agenda("approved", [task("done", 1, 2)])],
    ["0 new findings: your vault already covers this.", agenda("approved", [task("done", 0, 1)])],
    ["Nothing was found.", agenda("approved", [task("done")])],
    ["1 new finding. 1 topic failed.", agenda("approved", [task("done", 1), task("failed")])],
    ["Nothing was found. Stopped before the end.", agenda("cancelled", [task("proposed")])],
  ])("%s", (expected, given) => expect(agendaSummary(given)).toBe(expected));

  test("of a task", () => {
    expect(taskOutcomeText(task("done", 1, 2))).toBe("1 finding, 2 known · 3 s · free");
    expect(taskOutcomeText(task("blocked"))).toBe("Left out");
    expect(taskOutcomeText(task("proposed"))).toBe("");
  });
});

describe("the facts of a finding", () => {
  const finding = {
    topic: "Moss",
    similarity: 0.124,
    source: { title: "", url: "https://www.moss.example.org/a", date: "2024" },
  } as unknown as Finding;
  test.each([
    ["Moss · moss.example.org · 2024 · 12% in your vault", finding],
    ["Moss · new to your vault", { ...finding, similarity: 0, source: { title: "", url: "" } }],
    ["Report without a note", { ...finding, reportPath: "A.md" }],
  ])("%s", (expected, given) => expect(findingFacts(given)).toBe(expected));
});

describe("the schedule", () => {
  const tuesday = new Date(2026, 10, 17, 23, 59);
  test("is due on its day only", () => {
    expect(isScheduledDay("tuesday", tuesday)).toBe(true);
    expect(isScheduledDay("monday", tuesday)).toBe(false);
    expect(isScheduledDay("off", tuesday)).toBe(false);
    expect(isScheduledDay(undefined, tuesday)).toBe(false);
  });
  test("counts a day once", () => expect(dayOfSchedule(tuesday)).toBe("2026-11-17"));
});
