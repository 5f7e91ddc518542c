// A conversation of 300 turns with a played model: each turn searches the vault, reads a note and replies. Prints the time,
// the memory of the core, and the sizes of the requests, of what is saved and of what is returned, for the first and the last
// 50 turns, and their ratios. All should be flat: what a turn needs, saves and returns does not depend on how many there were.
// `node tests/bench/conversation.mjs [turns]`. Needs a built pkg (npm run build) and no data.
import { readFileSync } from "node:fs";
import { Engine, initSync } from "../../pkg/ibid.js";

const TURNS = Number(process.argv[2] ?? 300);
const PART = 50;
const NOTES = 500;

const wasm = initSync({ module: readFileSync(new URL("../../pkg/ibid_bg.wasm", import.meta.url)) });
const task = { report: () => undefined, cancelled: () => false, stopped: new Promise(() => undefined) };

const notes = new Map(Array.from({ length: NOTES }, (_, n) => [`Notes/Place ${n}.md`, noteText(n)]));
const stored = new Map();
let requests = 0;
let requestBytes = 0;
let savedBytes = 0;

function noteText(n) {
  const sentence = (part) => `Place ${n} has ${n + part} bridges and a market on day ${part}.`;
  return `# Place ${n}\n\n${Array.from({ length: 40 }, (_, part) => sentence(part)).join(" ")}\n`;
}

/** Searches, reads, and then replies with the first passage of the turn. */
function reply(body) {
  const { messages } = JSON.parse(body);
  if (messages[0].content.startsWith("You sum up"))
    return {
      content: JSON.stringify({
        summary: "The person asks how many bridges places have, one place after the other. ".repeat(10),
      }),
    };
  const lastOfUser = messages.findLastIndex(({ role }) => role === "user");
  const since = messages.slice(lastOfUser + 1);
  const n = /Place (\d+)/.exec(messages[lastOfUser].content)?.[1];
  const call = (name, args) => ({
    content: null,
    tool_calls: [{ id: `call-${requests}`, type: "function", function: { name, arguments: JSON.stringify(args) } }],
  });
  if (since.length === 0) return call("search_vault", { query: `bridges of Place ${n}`, reason: "find it" });
  if (since.length === 2) return call("read_note", { path: `Notes/Place ${n}.md`, reason: "read it" });
  const id = /begin (ev-[a-z0-9]+-\d+)>>>/.exec(JSON.stringify(since))?.[1];
  return {
    content: `Place ${n} has ${Number(n)} bridges and a market on day 0 [${id}]. ${"That is worth knowing. ".repeat(20)}`,
  };
}

const host = {
  http: async ({ body = "" }) => {
    requests += 1;
    requestBytes += body.length;
    const text = JSON.stringify({
      choices: [{ message: reply(body), finish_reason: "stop" }],
      usage: { prompt_tokens: 1000, completion_tokens: 50 },
    });
    return { status: 200, headers: [], text };
  },
  notes: async () => [...notes].map(([path, text]) => ({ path, modified: 1, size: text.length })),
  read: async (path) => notes.get(path),
  load: async (name) => stored.get(name),
  save: async (name, bytes) => {
    savedBytes += bytes.length;
    if (bytes.length === 0) stored.delete(name);
    else stored.set(name, bytes);
  },
  sleep: () => Promise.resolve(),
  now: () => Date.now(),
  offsetMinutes: () => 0,
  random: () => Math.random(),
  decode: (bytes, charset) => new TextDecoder(charset).decode(bytes),
  secret: async () => "",
};

const engine = new Engine(host);
engine.configure({
  engine: "model",
  provider: "other",
  modelUrl: "http://localhost:9/v1",
  model: "bee",
  streaming: false,
  budgetTokens: 10_000_000,
  webSearch: "off",
  papers: "off",
});
await engine.sync(task);
const turns = [];
let conversation;
for (let turn = 0; turn < TURNS; turn += 1) {
  const [sentBefore, savedBefore, requestsBefore] = [requestBytes, savedBytes, requests];
  const started = performance.now();
  conversation = await engine.converse(
    {
      conversation: "long",
      message: `How many bridges has Place ${turn % NOTES}?`,
      model: "allowed",
      knownTurns: turn,
    },
    task,
  );
  const milliseconds = performance.now() - started;
  if (conversation.turns.at(-1).status !== "done") throw new Error(JSON.stringify(conversation.turns.at(-1)));
  turns.push({
    milliseconds,
    requestBytes: (requestBytes - sentBefore) / (requests - requestsBefore),
    savedBytes: savedBytes - savedBefore,
    returnedBytes: JSON.stringify(conversation).length,
    memoryBytes: wasm.memory.buffer.byteLength,
  });
}
const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
const part = (from, to) => {
  const of = (name) => mean(turns.slice(from, to).map((turn) => turn[name]));
  return {
    ms: of("milliseconds"),
    "kB a request": of("requestBytes") / 1000,
    "kB saved": of("savedBytes") / 1000,
    "kB returned": of("returnedBytes") / 1000,
    "MB of the core": of("memoryBytes") / 1e6,
  };
};
const line = (name, values) =>
  console.log(
    `${name}: ${Object.entries(values)
      .map(([unit, value]) => `${value.toFixed(2)} ${unit}`)
      .join(", ")}`,
  );
const [first, last] = [part(0, PART), part(TURNS - PART, TURNS)];
line(`turns 1 to ${PART}`, first);
line(`turns ${TURNS - PART + 1} to ${TURNS}`, last);
line("ratio", Object.fromEntries(Object.entries(first).map(([unit, value]) => [unit, last[unit] / value])));
const kept = [...stored].filter(([name]) => name.endsWith("conversation-long")).map(([, bytes]) => bytes.length);
const whole = await engine.conversation("long", task);
console.log(
  `stored: ${(kept.reduce((sum, size) => sum + size, 0) / 1000).toFixed(0)} kB in ${kept.length} pieces; in short for the model: ${conversation.summarizedTurns} of ${whole.turns.length} turns; ${requests} requests`,
);
