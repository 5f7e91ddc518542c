/** What a person can do with an agenda, and the words for what it takes. */
import { describe, expect, it } from "vitest";
import type { Agenda, AgendaTopic } from "../../pkg/ibid";
import { added, audienceWords, budgetWords, moved, nameOf, overBudgetWords, renamed, spentWords, sumOf, sumWords, topicCostWords, topicsCallWords } from "../src/agenda";

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
    expect(added("  Is tea\n better? ")).toMatchObject({ topic: "Is tea better?", context: "Is tea better?", type: "question", reason: "Added by you", ticked: true });
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
    expect(words({})).toBe("2 topics, about 8,200 tokens, under $0.01, ~4\u00a0s");
    expect(words({ topics: [claim, { ...question, ticked: false }] })).toBe("1 topic, about 4,100 tokens, under $0.01, ~2\u00a0s");
    expect(words({}, "deep")).toBe("2 topics, about 21,400 tokens, $0.01, ~8\u00a0s");
    expect(words({ topics: [] })).toBe("Select at least one topic");
  });

  it("is that of the topics where more is known of each, and what is usual for the others", () => {
    const each = (tokens: number, money: number) => ({ each: { tokens, money }, millisEach: 1_000 });
    const known = { ...claim, estimate: { shallow: each(1_700, 900_000), deep: each(8_300, 30_000_000) } };
    expect(words({ topics: [known, question] })).toBe("2 topics, about 5,800 tokens, under $0.01, ~3\u00a0s");
    expect(words({ topics: [known, question] }, "deep")).toBe("2 topics, about 19,000 tokens, $0.04, ~5\u00a0s");
    expect(words({ topics: [known, renamed(known, "Adenosine")] })).toBe("2 topics, about 5,800 tokens, under $0.01, ~3\u00a0s");
    const cost = (item: AgendaTopic, parts: Partial<Agenda> = {}) => topicCostWords(agenda(parts), item, "shallow");
    expect(cost(known)).toBe("About 1,700 tokens, under $0.01, ~1\u00a0s");
    expect(cost(question)).toBe("About 4,100 tokens, under $0.01, ~2\u00a0s");
    expect(cost(question, { shallow: unpriced })).toBe("About 4,100 tokens, price unknown, ~2\u00a0s");
    expect([cost(known, { model: undefined }), cost(question, { shallow: free })]).toEqual(["", ""]);
  });

  it("is free without a model or with one's own, and says when the price is unknown", () => {
    expect(words({ shallow: free })).toBe("2 topics, free, ~1\u00a0s");
    expect(words({ shallow: { each: { money: 0, tokens: 100 }, millisEach: 150_000 } })).toBe("2 topics, about 200 tokens, free, ~5\u00a0min");
    expect(words({ shallow: unpriced })).toBe("2 topics, about 8,200 tokens, price unknown, ~4\u00a0s");
  });
});

describe("the words on money and others", () => {
  const over = (parts: Partial<Agenda>) => overBudgetWords(agenda(parts), sumOf(agenda(parts), agenda(parts).topics, "shallow"));
  const budget = (parts: Partial<Agenda>) => budgetWords(agenda(parts), sumOf(agenda(parts), agenda(parts).topics, "shallow"));
  const spent = { money: 500_000, tokens: 900, calls: 1, unknownPriceCalls: 0 };

  it("warn of a budget that may not be enough, with what was spent already", () => {
    expect(over({})).toBe("");
    expect(over({ budgetMoney: 20_000_000, shallow: { each: { money: 9_900_000, tokens: 4_100 }, millisEach: 1 }, spent })).toMatch(/^May exceed the budget of \$0\.02\. /);
    expect(over({ shallow: unpriced, budgetTokens: 9_000, spent })).toMatch(/budget of 9,000 tokens/);
    expect(over({ shallow: unpriced, budgetMoney: 0 })).toMatch(/budget of \$0\./);
    expect(over({ shallow: free, budgetMoney: 0, budgetTokens: 0 })).toBe("");
  });

  it("name the budget only where something is paid for", () => {
    expect(budget({})).toBe("Budget per run: $0.25");
    expect(budget({ shallow: unpriced })).toBe("Budget per run: 200,000 tokens");
    expect(budget({ shallow: free, model: undefined })).toBe("");
  });

  it("tell what the topics have cost", () => {
    expect(spentWords(agenda())).toBe("");
    expect(spentWords(agenda({ spent }))).toBe("Spent on finding topics: under $0.01");
    expect(spentWords(agenda({ spent: { ...spent, unknownPriceCalls: 1 } }))).toBe("Spent on finding topics: 900 tokens, price unknown");
    expect(spentWords(agenda({ spent: { ...spent, money: 0 } }))).toBe("Spent on finding topics: 900 tokens, free");
  });

  it("tell what finding the topics takes, before it is done", () => {
    const call = { model: "mini", estimate: { tokens: 3_049, money: 400_000 } };
    expect(topicsCallWords(call, false)).toBe("Finding topics with mini (about 3,000 tokens, under $0.01)");
    expect(topicsCallWords(call, true)).toBe("Finding topics with mini (at most 3,000 tokens, under $0.01)");
  });

  it("tell who is asked", () => {
    expect(audienceWords(agenda({ asks: ["Wikipedia", "arXiv"] }))).toBe("Uses Wikipedia, arXiv and mini at api.example.com");
    expect(audienceWords(agenda({ model: { name: "llama", host: "localhost", local: true } }))).toBe("Uses llama on your network (localhost)");
    expect(audienceWords(agenda({ model: undefined }))).toBe("Nothing leaves this device");
    expect(audienceWords(agenda({ model: undefined, meanings: "localhost" }))).toBe("Uses localhost (search by meaning)");
  });
});
