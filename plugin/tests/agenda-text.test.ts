/** The texts of the agenda window. */
import { expect, test } from "vitest";
import type { Agenda, AgendaTotal } from "../../pkg/ibid";
import {
  budgetText,
  moveItem,
  newTopic,
  overBudgetText,
  servicesText,
  spentOnTopicsText,
  findingTopicsText,
  agendaTotalText,
} from "../src/ui/agenda-text";

const total: AgendaTotal = {
  topics: 2,
  cost: "about 8,200 tokens, under $0.01",
  time: "~4\u00a0s",
  budget: "$0.25",
  overBudget: false,
};

function agenda(parts: Partial<Agenda>): Agenda {
  return { asks: [], spentText: "", ...parts } as unknown as Agenda;
}

test("a typed topic has only a name until the core returns it", () => {
  expect(newTopic("Is tea better?")).toEqual({
    name: "Is tea better?",
    topic: "",
    context: "",
    type: "concept",
    reason: "",
    ticked: true,
  });
});

test("a topic moves within the list and not beyond it", () => {
  expect(moveItem(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moveItem(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moveItem(["a", "b"], 1, 2)).toEqual(["a", "b"]);
  expect(moveItem(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});

test("the total has the number of topics, the cost and the time", () => {
  expect(agendaTotalText(total)).toBe("2 topics, about 8,200 tokens, under $0.01, ~4\u00a0s");
  expect(agendaTotalText({ ...total, topics: 1, cost: "free" })).toBe("1 topic, free, ~4\u00a0s");
  expect(agendaTotalText({ ...total, topics: 0 })).toBe("Select at least one topic");
});

test("the budget is named only if something is paid, with a warning if it may be exceeded", () => {
  expect([budgetText(total), overBudgetText(total)]).toEqual(["Budget per run: $0.25", ""]);
  expect(budgetText({ ...total, budget: "" })).toBe("");
  expect(overBudgetText({ ...total, overBudget: true })).toMatch(/^May exceed the budget of \$0\.25\. /);
});

test("the cost of naming the topics is shown before and after", () => {
  const call = { model: "mini", estimate: { tokens: 3_049, money: 400_000 }, costText: "3,000 tokens, under $0.01" };
  expect(findingTopicsText(call, "note")).toBe("Finding topics with mini (about 3,000 tokens, under $0.01)");
  expect(findingTopicsText(call, "selection")).toBe("Finding topics with mini (at most 3,000 tokens, under $0.01)");
  expect(spentOnTopicsText(agenda({}))).toBe("");
  expect(spentOnTopicsText(agenda({ spentText: "under $0.01" }))).toBe("Spent on finding topics: under $0.01");
});

test("all services are named", () => {
  const model = { name: "mini", host: "api.example.com", local: false };
  expect(servicesText(agenda({ asks: ["Wikipedia", "arXiv"], model }))).toBe(
    "Uses Wikipedia, arXiv and mini at api.example.com",
  );
  expect(servicesText(agenda({ model: { name: "llama", host: "localhost", local: true } }))).toBe(
    "Uses llama on your network (localhost)",
  );
  expect(servicesText(agenda({}))).toBe("Nothing leaves this device");
  expect(servicesText(agenda({ meanings: "localhost" }))).toBe("Uses localhost (search by meaning)");
});
