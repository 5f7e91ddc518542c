/** Which notes are attached when a message is sent again. */
import { expect, test } from "vitest";
import { contextOfTurn } from "../src/chat/chat-context";

const exists = (path: string) => path !== "Gone.md";
const turn = (attachedNotes: string[], selection = "") =>
  ({ message: "A", status: "done", attachedNotes, selection }) as const;

test.each([
  [turn(["Tea.md", "Cup.md"], "words"), "Tea.md", { note: "Tea.md", selection: "words", attached: ["Cup.md"] }],
  [
    turn(["Gone.md", "Cup.md"], "words"),
    "Renamed.md",
    { note: "Renamed.md", selection: "words", attached: ["Cup.md"] },
  ],
  [turn(["Cup.md", "Gone.md"]), "Tea.md", { attached: ["Cup.md"] }],
  [turn(["Tea.md"], "words"), undefined, { attached: ["Tea.md"] }],
  [turn([]), "Tea.md", { attached: [] }],
])("%j", (sent, note, context) => {
  expect(contextOfTurn({ ...sent, attachedNotes: [...sent.attachedNotes] }, note, exists)).toEqual(context);
});
