/** What a person can do with an agenda, and the words for what it takes. */
import { describe, expect, it } from "vitest";
import type { Agenda, AgendaTopic } from "../../pkg/ibid";
import { added, audienceWords, budgetWords, moved, nameOf, overBudgetWords, renamed, spentWords, sumOf, sumWords } from "../src/agenda";

const claim: AgendaTopic = {
  topic: "Caffeine half-life",
  context: "Caffeine has a half-life of five hours.",
  type: "claim",
  reason: "A figure",
  queries: ["caffeine half-life"],
  answeredBy: [{ path: "Caffeine.md", title: "Caffeine", heading: "" }],
  ticked: true,
};

const question: AgendaTopic = { ...claim, topic: "Late coffee", context: "How late is too late for coffee?", type: "question" };

const model = { name: "mini", host: "api.example.com", local: false };

function agenda(parts: Partial<Agenda> = {}): Agenda {
  return {
    run: "1",
    path: "Coffee.md",
    depth: "shallow",
    topics: [claim, question],
    section: "absent",
    sectionContent: "",
    asks: [],
    model,
    shallow: { each: { money: 2_000_000, tokens: 4_100 }, millisEach: 1_750 },
    deep: { each: { money: 6_000_000, tokens: 10_700 }, millisEach: 4_000 },
    spent: { money: 0, tokens: 0, calls: 0, unknownPriceCalls: 0 },
    budgetMoney: 250_000_000,
    budgetTokens: 200_000,
    warnings: [],
    ...parts,
  };
}

const unpriced = { each: { tokens: 4_100 }, millisEach: 1_750 } as Agenda["shallow"];
const free = { each: { money: 0, tokens: 0 }, millisEach: 500 };

describe("a topic", () => {
  it("is called as in the report", () => {
    expect([nameOf(claim), nameOf(question)]).toEqual(["Caffeine half-life", "How late is too late for coffee?"]);
  });

  it("is a question if it ends like one when it is added", () => {
    expect(added("  Is tea\n better? ")).toMatchObject({ topic: "Is tea better?", context: "Is tea better?", type: "question", reason: "You added it", ticked: true });
    expect(added("Tea")).toMatchObject({ type: "concept", queries: [] });
  });

  it("in other words loses what was planned for the old ones", () => {
    expect(renamed(claim, "Adenosine")).toMatchObject({ topic: "Adenosine", context: claim.context, type: "claim", queries: [], answeredBy: [] });
    expect(renamed(question, "How late is tea?")).toMatchObject({ topic: "How late is tea?", context: "How late is tea?", type: "question", queries: [] });
    expect(renamed(claim, "Is it five hours?")).toMatchObject({ context: "Is it five hours?", type: "question" });
    expect(renamed(question, "Late tea")).toMatchObject({ topic: "Late tea", context: "Late tea", type: "concept" });
  });

  it("stays as it is when its words do", () => {
    expect(renamed(claim, " Caffeine half-life ")).toBe(claim);
    expect(renamed(question, "")).toBe(question);
  });

  it("moves within the list and not beyond it", () => {
    expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moved(["a", "b"], 1, 2)).toEqual(["a", "b"]);
    expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  });
});

describe("the sum", () => {
  const words = (parts: Partial<Agenda>, depth: "shallow" | "deep" = "shallow") => sumWords(sumOf(agenda(parts), agenda(parts).topics, depth));

  it("follows what is ticked and the depth", () => {
    expect(words({})).toBe("2 topics, about 8,200 tokens, $0.0040, ~4 s");
    expect(words({ topics: [claim, { ...question, ticked: false }] })).toBe("1 topic, about 4,100 tokens, $0.0020, ~2 s");
    expect(words({}, "deep")).toBe("2 topics, about 21,400 tokens, $0.0120, ~8 s");
    expect(words({ topics: [] })).toBe("No topic is ticked");
  });

  it("is free without a model or with one's own, and says when the price is unknown", () => {
    expect(words({ shallow: free })).toBe("2 topics, free, ~1 s");
    expect(words({ shallow: { each: { money: 0, tokens: 100 }, millisEach: 150_000 } })).toBe("2 topics, about 200 tokens, free, ~5 min");
    expect(words({ shallow: unpriced })).toBe("2 topics, about 8,200 tokens, price unknown, ~4 s");
  });
});

describe("the words on money and others", () => {
  const over = (parts: Partial<Agenda>) => overBudgetWords(agenda(parts), sumOf(agenda(parts), agenda(parts).topics, "shallow"));
  const budget = (parts: Partial<Agenda>) => budgetWords(agenda(parts), sumOf(agenda(parts), agenda(parts).topics, "shallow"));
  const spent = { money: 500_000, tokens: 900, calls: 1, unknownPriceCalls: 0 };

  it("warn of a budget that may not be enough, with what was spent already", () => {
    expect(over({})).toBe("");
    expect(over({ budgetMoney: 4_200_000, spent })).toMatch(/^This may be more than the budget of \$0\.0042\. /);
    expect(over({ shallow: unpriced, budgetTokens: 9_000, spent })).toMatch(/budget of 9,000 tokens/);
    expect(over({ shallow: unpriced, budgetMoney: 0 })).toMatch(/budget of \$0\./);
    expect(over({ shallow: free, budgetMoney: 0, budgetTokens: 0 })).toBe("");
  });

  it("name the budget only where something is paid for", () => {
    expect(budget({})).toBe("Budget of a run: $0.25");
    expect(budget({ shallow: unpriced })).toBe("Budget of a run: 200,000 tokens");
    expect(budget({ shallow: free, model: undefined })).toBe("");
  });

  it("tell what the topics have cost", () => {
    expect(spentWords(agenda())).toBe("");
    expect(spentWords(agenda({ spent }))).toBe("Spent on finding the topics: $0.0005");
    expect(spentWords(agenda({ spent: { ...spent, unknownPriceCalls: 1 } }))).toBe("Spent on finding the topics: 900 tokens");
    expect(spentWords(agenda({ spent: { ...spent, money: 10 } }))).toBe("Spent on finding the topics: less than $0.0001");
  });

  it("tell who is asked", () => {
    expect(audienceWords(agenda({ asks: ["Wikipedia", "arXiv"] }))).toBe("Asks Wikipedia, arXiv and the model mini at api.example.com");
    expect(audienceWords(agenda({ model: { name: "llama", host: "localhost", local: true } }))).toBe("Asks the model llama on your own network (localhost)");
    expect(audienceWords(agenda({ model: undefined }))).toBe("Nothing leaves this device");
  });
});
