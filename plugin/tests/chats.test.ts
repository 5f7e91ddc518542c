/** Conversations over a core that is played: what is shown while a turn runs, and after it ended in any way. */
import { expect, test } from "vitest";
import type { Conversation, ConversationTurn, Progress } from "../../pkg/ibid";
import { Chats } from "../src/chat/chats";
import type { CallHooks } from "../src/core/core";
import { IbidError } from "../src/core/failure";

interface PlayedCall {
  method: string;
  params: unknown;
  hooks: CallHooks;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** A core whose calls wait until the test answers them; `conversation` answers by itself. */
function playedCore() {
  const stored = new Map<string, Conversation>();
  const calls: PlayedCall[] = [];
  const call = (method: string, params: unknown, hooks: CallHooks = {}) => {
    if (method === "conversation") {
      const found = stored.get(params as string);
      return found === undefined
        ? Promise.reject(new IbidError({ code: "no-such-run", message: "It is gone", hint: "" }))
        : Promise.resolve(found);
    }
    return new Promise((resolve, reject) => calls.push({ method, params, hooks, resolve, reject }));
  };
  const chats = new Chats({ call } as unknown as ConstructorParameters<typeof Chats>[0]);
  const last = () => calls[calls.length - 1] as PlayedCall;
  return { chats, calls, last, stored };
}

const allowed = () => Promise.resolve({ model: "allowed", web: "off", audio: "off" } as const);
const progress = (message: string): Progress => ({ stage: "chat", done: 0, total: 0, message });
const done = (message: string, more: Partial<ConversationTurn> = {}): ConversationTurn => ({
  message,
  status: "done",
  reply: [{ markdown: "Yes.", sourced: false }],
  ...more,
});
const conversation = (...turns: ConversationTurn[]): Conversation => ({
  id: "1",
  turns,
  updated: { millis: 0 } as Conversation["updated"],
});
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const statuses = (chats: Chats) => chats.get("1")?.turns.map(({ message, status }) => `${message} ${status}`);

test("a message is shown at once, then the reply so far, then the result", async () => {
  const { chats, last } = playedCore();
  const changes: string[] = [];
  chats.listen((id, change) => changes.push(`${id} ${change}`));
  const sent = chats.send({ conversation: "1", message: "Hello", note: "Tea.md", attached: ["Cup.md"] }, allowed);
  await nextTask();
  expect(last().params).toMatchObject({ message: "Hello", model: "allowed", web: "off" });
  expect(chats.get("1")?.turns[0]?.attachedNotes).toEqual(["Tea.md", "Cup.md"]);
  last().hooks.onProgress?.(progress("Ye"));
  expect(chats.get("1")?.running).toMatchObject({ text: "Ye", status: "Replying…" });
  last().resolve(conversation(done("Hello")));
  expect(await sent).toBe(true);
  expect([statuses(chats), chats.isRunning("1"), chats.get("1")?.running]).toEqual([["Hello done"], false, undefined]);
  expect(changes).toEqual(["1 all", "1 progress", "1 all"]);
});

test("a conversation runs one turn at a time, two conversations run at once", async () => {
  const { chats, calls } = playedCore();
  void chats.send({ conversation: "1", message: "A" }, allowed);
  expect(await chats.send({ conversation: "1", message: "B" }, allowed)).toBe(false);
  void chats.send({ conversation: "2", message: "C" }, allowed);
  await nextTask();
  expect(calls.map(({ params }) => (params as { message: string }).message)).toEqual(["A", "C"]);
});

test("a refusal to use the model leaves everything as it was", async () => {
  const { chats, calls } = playedCore();
  expect(
    await chats.send({ conversation: "1", message: "A" }, () =>
      Promise.resolve({ model: "off", web: "off", audio: "off" }),
    ),
  ).toBe(false);
  expect([calls, statuses(chats), chats.isRunning("1")]).toEqual([[], [], false]);
});

test("the core returns only turns that are not known", async () => {
  const { chats, last, stored } = playedCore();
  const rounds = [{ step: { number: 1 }, result: "long" } as never];
  stored.set("1", conversation(done("A"), done("B", { rounds })));
  await chats.load("1");
  const [first] = chats.get("1")?.turns ?? [];
  const sent = chats.send({ conversation: "1", message: "C" }, allowed);
  await nextTask();
  expect(last().params).toMatchObject({ knownTurns: 2 });
  last().resolve({ ...conversation(done("C", { undo: ["u1"] })), earlierTurns: 2 });
  await sent;
  expect([statuses(chats), chats.canUndo("1", 2)]).toEqual([["A done", "B done", "C done"], true]);
  expect(chats.get("1")?.turns[0]).toBe(first);
  expect(chats.get("1")?.turns[1]?.rounds?.[0]?.result).toBe("");
});

test("an edited message replaces its turn and the later ones", async () => {
  const { chats, stored, last } = playedCore();
  stored.set("1", conversation(done("A"), done("B"), done("C")));
  await chats.load("1");
  void chats.send({ conversation: "1", message: "B2", replacesTurn: 1 }, allowed);
  await nextTask();
  expect(statuses(chats)).toEqual(["A done", "B2 interrupted"]);
  expect(last().params).toMatchObject({ replacesTurn: 1 });
});

test.each([
  ["cancelled", "A stopped", []],
  ["no-model", "A failed", ["It broke. Mend it."]],
] as const)("a call that fails with %s keeps the message", async (code, status, warnings) => {
  const { chats, last } = playedCore();
  const sent = chats.send({ conversation: "1", message: "A" }, allowed);
  await nextTask();
  last().reject(new IbidError({ code, message: "It broke", hint: "Mend it." }));
  await sent;
  expect([statuses(chats), chats.get("1")?.turns[0]?.warnings]).toEqual([[status], warnings]);
});

test("after a failure the steps that the core has saved are shown", async () => {
  const { chats, last, stored } = playedCore();
  const sent = chats.send({ conversation: "1", message: "A" }, allowed);
  await nextTask();
  stored.set("1", conversation({ message: "A", status: "interrupted", rounds: [{ step: { number: 1 } } as never] }));
  last().reject(new IbidError({ code: "core-restarted", message: "Restarted", hint: "" }));
  await sent;
  expect([statuses(chats), chats.get("1")?.turns[0]?.rounds?.length]).toEqual([["A failed"], 1]);
});

test("an answer that fails leaves the call waiting", async () => {
  const { chats, last, stored } = playedCore();
  stored.set("1", conversation({ message: "A", status: "waiting", waiting: { tool: "create_note" } as never }));
  await chats.load("1");
  const sent = chats.answer({ conversation: "1", decision: "yes" }, allowed);
  expect(chats.get("1")?.turns[0]?.waiting).toBeUndefined();
  await nextTask();
  last().reject(new IbidError({ code: "no-model", message: "None", hint: "" }));
  await sent;
  expect([statuses(chats), chats.get("1")?.turns[0]?.waiting?.tool, chats.get("1")?.turns[0]?.warnings]).toEqual([
    ["A waiting"],
    "create_note",
    ["None."],
  ]);
});

test("stop cancels the call, and progress that comes later is ignored", async () => {
  const { chats, last } = playedCore();
  void chats.send({ conversation: "1", message: "A" }, allowed);
  await nextTask();
  chats.stop("1");
  expect(last().hooks.signal?.aborted).toBe(true);
  last().hooks.onProgress?.(progress("More"));
  expect(chats.get("1")?.running).toMatchObject({ text: "", status: "Stopping…" });
});

test("only changes of this session are undone, once, and again what failed", async () => {
  const { chats, last, stored } = playedCore();
  stored.set("1", conversation(done("Old", { undo: ["undo-1"] })));
  await chats.load("1");
  expect(chats.canUndo("1", 0)).toBe(false);
  const sent = chats.send({ conversation: "1", message: "New" }, allowed);
  await nextTask();
  last().resolve(conversation(done("Old", { undo: ["undo-1"] }), done("New", { undo: ["undo-2", "", "undo-1"] })));
  await sent;
  expect([chats.canUndo("1", 0), chats.canUndo("1", 1)]).toEqual([false, true]);
  const undone = chats.undo("1", 1);
  expect(last()).toMatchObject({ method: "undo", params: { undo: "undo-2" } });
  last().resolve({ changed: ["Tea.md"], failed: [], undo: "undo-3" });
  await nextTask();
  expect(last().params).toEqual({ undo: "undo-1" });
  last().resolve({ changed: [], failed: [{ path: "Cup.md", code: "note-changed", message: "It changed" }], undo: "" });
  expect(await undone).toMatchObject({ changed: ["Tea.md"], failed: [{ path: "Cup.md" }] });
  expect(chats.canUndo("1", 1)).toBe(true);
  chats.coreRestarted();
  expect(chats.canUndo("1", 1)).toBe(false);
});

test("a conversation is deleted only after its running turn has ended", async () => {
  const { chats, calls, last } = playedCore();
  void chats.send({ conversation: "1", message: "A" }, allowed);
  await nextTask();
  const deleted = chats.delete("1");
  await nextTask();
  expect([last().hooks.signal?.aborted, calls.length]).toEqual([true, 1]);
  last().resolve(conversation(done("A", { status: "stopped" })));
  await nextTask();
  expect(last().method).toBe("deleteConversation");
  last().resolve(undefined);
  await deleted;
  expect(chats.get("1")).toBeUndefined();
});

test("a deleted conversation is forgotten, and clear forgets all", async () => {
  const { chats, last, stored } = playedCore();
  stored.set("1", conversation(done("A")));
  await chats.load("1");
  const deleted = chats.delete("1");
  await nextTask();
  expect(last()).toMatchObject({ method: "deleteConversation", params: "1" });
  last().resolve(undefined);
  await deleted;
  expect(chats.get("1")).toBeUndefined();
  await chats.load("1");
  expect(statuses(chats)).toEqual(["A done"]);
  chats.clear();
  expect(chats.get("1")).toBeUndefined();
});
