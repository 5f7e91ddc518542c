/** Where a message asks for notes or prompts. The cursor is at “|”. */
import { expect, test } from "vitest";
import { findTrigger } from "../src/chat/chat-trigger";

test.each([
  ["[[|", { kind: "note", from: 0, query: "" }],
  ["See [[na|", { kind: "note", from: 4, query: "na" }],
  ["See [[na| and more", { kind: "note", from: 4, query: "na" }],
  ["[[Naps]] and [[te|", { kind: "note", from: 13, query: "te" }],
  ["[[Naps]]|", undefined],
  ["[[a\nb|", undefined],
  ["[|", undefined],
  ["/|", { kind: "prompt", from: 0, query: "" }],
  ["/sum up|", { kind: "prompt", from: 0, query: "sum up" }],
  ["Hello\n/s|", { kind: "prompt", from: 6, query: "s" }],
  ["and/or|", undefined],
  ["/x\n|", undefined],
  ["/see [[na|", { kind: "note", from: 5, query: "na" }],
  ["|", undefined],
] as const)("%j", (marked, expected) => {
  expect(findTrigger(marked.replace("|", ""), marked.indexOf("|"))).toEqual(expected);
});
