/** The turns of a conversation and the question about changes, in jsdom. */
import { expect, test } from "vitest";
import type { ConversationTurn, ProposedChange, WaitingCall } from "../../pkg/ibid";
import type { Chat } from "../src/chat/chats";
import { type ProposalAnswer, ProposalView } from "../src/chat/chat-proposal";
import { ChatTurnList } from "../src/chat/chat-turn-list";
import { find, texts, type, windowApp } from "./window-app";

const turnOf = (number: number, more: Partial<ConversationTurn> = {}): ConversationTurn => ({
  message: `Message ${String(number)}`,
  status: "done",
  reply: [{ markdown: "Yes.", sourced: true }],
  ...more,
});
const chatOf = (...turns: ConversationTurn[]): Chat => ({
  turns,
  evidence: [],
  allowedActions: [],
  hasWebText: false,
  summarizedTurns: 0,
  tokens: 0,
  spent: "",
});
const many = (count: number) => Array.from({ length: count }, (_, at) => turnOf(at, { status: "stopped", reply: [] }));

function turnList() {
  document.body.replaceChildren();
  const app = windowApp();
  const options = {
    services: { app, host: {}, settings: {} },
    sourcePath: () => "",
    canUndo: () => false,
    actions: () => ({ resend: () => undefined, answer: () => undefined, undo: () => undefined }),
  };
  const list = new ChatTurnList(document.body, options as never);
  list.load();
  return { list, app };
}

const messages = () => texts(".ibid-chat-message-text");
const press = (label: string) =>
  [...document.querySelectorAll("button")].find((button) => button.textContent?.startsWith(label))?.click();

test("of a long conversation the last turns are drawn, and earlier ones when the user wants them", () => {
  const { list, app } = turnList();
  list.draw(chatOf(...many(300)));
  expect([messages().length, messages()[0], messages().at(-1)]).toEqual([30, "Message 270", "Message 299"]);
  press("Show earlier messages (270 messages)");
  expect([messages().length, messages()[0]]).toEqual([60, "Message 240"]);
  list.draw(chatOf(...many(301)));
  expect([messages().length, messages().at(-1)]).toEqual([61, "Message 300"]);
  list.draw(chatOf(...many(10)));
  expect([messages().length, messages()[0]]).toEqual([10, "Message 0"]);
  app.stop();
});

test("while the user talks, the earliest turns are removed, unless the user has asked for earlier ones", () => {
  const { list, app } = turnList();
  const drawn: number[] = [];
  for (let count = 0; count < 200; count += 1) {
    list.draw(chatOf(...many(count)));
    drawn.push(messages().length);
  }
  expect(Math.max(...drawn)).toBe(60);
  expect([messages().at(-1), texts(".ibid-chat-earlier button").length]).toEqual(["Message 198", 1]);
  press("Show earlier messages");
  const shown = messages().length;
  list.draw(chatOf(...many(250)));
  expect(messages().length).toBe(shown + 51);
  app.stop();
});

test("the summary of older turns stands before the first turn that it leaves whole", () => {
  const { list, app } = turnList();
  list.draw({
    ...chatOf(turnOf(0), turnOf(1), turnOf(2)),
    summarizedTurns: 2,
    summary: { text: "Tea was discussed.", turns: 2 },
  });
  const turns = [...document.querySelectorAll(".ibid-chat-turn")].map((turn) =>
    turn.textContent?.includes("Summed up"),
  );
  expect(turns).toEqual([false, false, true]);
  app.stop();
});

test("a turn that does not change keeps what the user types in it", () => {
  const { list, app } = turnList();
  list.draw(chatOf(...many(2)));
  find<HTMLButtonElement>(".ibid-chat-message-edit").click();
  type(find<HTMLTextAreaElement>(".ibid-chat-edit"), "Changed");
  list.draw(chatOf(...many(2), turnOf(2)));
  expect(find<HTMLTextAreaElement>(".ibid-chat-edit").value).toBe("Changed");
  press("Cancel");
  expect(messages()).toEqual(["Message 0", "Message 1", "Message 2"]);
  app.stop();
});

test("turns that the model gets only in short say so, and so do the costs", () => {
  const { list, app } = turnList();
  list.draw({
    ...chatOf(turnOf(0), turnOf(1, { tokens: 10, spent: "$0.03" })),
    summarizedTurns: 1,
    tokens: 20,
    spent: "$0.06",
    allowedActions: ["move a note"],
  });
  expect(texts(".ibid-chat-facts")).toEqual([
    "the model now gets this in short",
    "10 tokens · $0.03",
    "20 tokens · $0.06 in this conversation · Done without asking: move a note",
  ]);
  app.stop();
});

test("a conversation with text from the web says what follows from that", () => {
  const { list, app } = turnList();
  list.draw(chatOf(turnOf(0)));
  expect(texts(".ibid-chat-web-text")).toEqual([""]);
  list.draw({ ...chatOf(turnOf(0)), hasWebText: true });
  expect(texts(".ibid-chat-web-text")).toEqual([
    "This conversation has text from the web, so every change needs your permission. To end this, start a new conversation.",
  ]);
  app.stop();
});

const waitingFor = (tool: string, action: string, why: WaitingCall["why"]) =>
  turnOf(0, {
    status: "waiting",
    reply: [],
    waiting: { tool, action, reason: "", why, failed: [] } as unknown as WaitingCall,
  });
const buttons = () => texts(".ibid-chat-proposal button");

test("a query after notes were read is shown, and may be allowed for the conversation", () => {
  const { list, app } = turnList();
  const query = waitingFor("search_web", "search the web for “Anna owes 4711”", "web-query");
  list.draw({ ...chatOf(query), hasWebText: true });
  expect(texts(".ibid-chat-proposal")[0]).toContain(
    "Search the web for “Anna owes 4711”. The model has read your notes, so this may send words from them to search services.",
  );
  expect(buttons().some((label) => label.startsWith("Always"))).toBe(true);
  list.draw({ ...chatOf(waitingFor("read_note", "read a note", "web-text")), hasWebText: true });
  expect(buttons().some((label) => label.startsWith("Always"))).toBe(false);
  list.draw({ ...chatOf(waitingFor("move_note", "move a note", "write")), hasWebText: true });
  expect(buttons().some((label) => label.startsWith("Always"))).toBe(false);
  app.stop();
});

test("the beginning of a reply that was stopped or broke off is marked, and can be sent again", () => {
  const { list, app } = turnList();
  const reply = [{ markdown: "Tea is", sourced: false }];
  list.draw(
    chatOf(turnOf(0, { reply }), turnOf(1, { status: "failed", reply }), turnOf(2, { status: "stopped", reply })),
  );
  expect(texts(".ibid-chat-unsourced")).toEqual([
    "No source: the model says this by itself",
    "The reply broke off here: not checked and without a source",
    "Stopped here: the reply so far, not checked and without a source",
  ]);
  expect(texts("button").filter((text) => ["Regenerate", "Send again"].includes(text))).toEqual(["Send again"]);
  app.stop();
});

test("a turn says how it ended", () => {
  const { list, app } = turnList();
  const waiting = { tool: "append_to_note", action: "", reason: "", why: "write" } as WaitingCall;
  const ended = [
    turnOf(0, { status: "waiting", reply: [], waiting }),
    turnOf(1, { status: "interrupted", reply: [] }),
    turnOf(2, { status: "stopped", reply: [] }),
    turnOf(3, { status: "failed", reply: [], warnings: ["it is down"] }),
  ];
  list.draw(chatOf(...ended));
  expect(texts(".ibid-ask-line")).toEqual([
    "You didn't answer, so nothing was changed.",
    "Interrupted. Send the message again to get a reply.",
    "Stopped.",
    "No reply.",
    "It is down.",
  ]);
  expect(texts("button").filter((text) => text.trim() !== "")).toEqual(["Send again"]);
  app.stop();
});

const edit = (path: string, before: string, after: string): ProposedChange => ({ kind: "edit", path, before, after });

function proposalView(changes: ProposedChange[], mayAllowAlways = true): ProposalAnswer[] {
  document.body.replaceChildren();
  const answers: ProposalAnswer[] = [];
  const waiting = {
    tool: "set_property",
    action: "Set it",
    reason: "Because",
    why: "write",
    proposal: { changes },
  } as unknown as WaitingCall;
  new ProposalView(document.body, { waiting, mayAllowAlways, answer: (answer) => answers.push(answer) });
  return answers;
}

test("one change has no box; a yes to all of it names nothing else", () => {
  const answers = proposalView([edit("A.md", "a\n", "b\n")]);
  expect(texts("input[type=checkbox]")).toEqual([]);
  expect(texts(".ibid-chat-proposal-title")).toEqual(["Make this change?"]);
  expect(texts(".ibid-chat-diff-line")).toEqual(["−Removed: a", "+Added: b"]);
  for (const label of ["Yes", "No", "Always"]) press(label);
  expect(answers).toEqual([{ decision: "yes" }, { decision: "no" }, { decision: "always" }]);
});

test("some of the changes are accepted, and without any there is no yes", () => {
  const answers = proposalView([
    edit("A.md", "a", "b"),
    { kind: "move", path: "B.md", to: "C/B.md" },
    { kind: "create", path: "D.md", after: "d" },
  ]);
  const boxes = [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  boxes[1]?.click();
  press("Always");
  press("Yes to 2 changes");
  expect(answers).toEqual([{ decision: "yes", only: [0, 2] }]);
  for (const at of [0, 2]) boxes[at]?.click();
  press("Yes to 0 changes");
  expect(answers.length).toBe(1);
});

test("changes that are not possible are listed with the reason", () => {
  document.body.replaceChildren();
  const waiting = {
    tool: "set_property",
    action: "",
    reason: "",
    why: "write",
    proposal: { changes: [edit("A.md", "a", "b")] },
    failed: [{ path: "B.md", code: "frontmatter-invalid", message: "its properties can't be read" }],
  } as unknown as WaitingCall;
  new ProposalView(document.body, { waiting, mayAllowAlways: false, answer: () => undefined });
  expect(texts(".ibid-ask-line")).toEqual(["“B.md” can't be changed: Its properties can't be read."]);
});

test("an edited text is sent with the other changes as they were", () => {
  const other = edit("B.md", "x", "y");
  const answers = proposalView([edit("A.md", "a", "b"), other], false);
  expect(texts("button").some((text) => text.startsWith("Always"))).toBe(false);
  press("Edit");
  type(find<HTMLTextAreaElement>("textarea"), "c");
  press("Show changes");
  expect(texts(".ibid-chat-diff-line")).toEqual(["−Removed: a", "+Added: c", "−Removed: x", "+Added: y"]);
  press("Yes");
  expect(answers).toEqual([{ decision: "yes", proposal: { changes: [edit("A.md", "a", "c"), other] } }]);
});
