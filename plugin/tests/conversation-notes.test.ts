/** Which conversation belongs to which note, also after a rename. */
import { expect, test } from "vitest";
import { ConversationNotes } from "../src/chat/conversation-notes";

function notes(saved: unknown = null) {
  const storage = { value: saved };
  return {
    storage,
    notes: new ConversationNotes({ load: () => storage.value, save: (list) => (storage.value = list) }),
  };
}

const entry = (id: string, note?: string) => ({
  id,
  title: id,
  updated: { millis: 0, offsetMinutes: 0 },
  ...(note === undefined ? {} : { note }),
});

test("the conversation that was used last is continued", () => {
  const { notes: list } = notes();
  list.use("1", "Tea.md");
  list.use("2", undefined);
  list.use("3", "Tea.md");
  expect([list.latest("Tea.md"), list.latest(undefined), list.latest("Coffee.md")]).toEqual(["3", "2", undefined]);
  list.use("1", "Tea.md");
  expect(list.latest("Tea.md")).toBe("1");
  list.remove("1");
  expect(list.latest("Tea.md")).toBe("3");
});

test("it follows a renamed note and a renamed folder, but not a similar name", () => {
  const { notes: list } = notes();
  list.use("1", "Drinks/Tea.md");
  list.use("2", "Drinks and food.md");
  list.renamed("Drinks/Tea.md", "Drinks/Green tea.md");
  list.renamed("Drinks", "Cups");
  expect([list.latest("Cups/Green tea.md"), list.latest("Drinks and food.md")]).toEqual(["1", "2"]);
  expect(list.noteOf(entry("1", "Drinks/Tea.md"))).toBe("Cups/Green tea.md");
});

test("conversations that only the core knows are added last, and those that it lost are removed unless they are used", () => {
  const { notes: list } = notes();
  list.use("gone", "Tea.md");
  list.use("new", "Milk.md");
  list.use("kept", "Coffee.md");
  list.update([entry("kept", "Old coffee.md"), entry("other", "Tea.md"), entry("vault")], (id) => id === "new");
  expect([list.latest("Tea.md"), list.latest("Milk.md"), list.latest("Coffee.md"), list.latest(undefined)]).toEqual([
    "other",
    "new",
    "kept",
    "vault",
  ]);
});

test("what is not a list of conversations is ignored", () => {
  for (const saved of ["x", 3, {}, [null, 1, { note: "Tea.md" }, { id: 1 }, { id: "1", note: 2 }]]) {
    const { notes: list } = notes(saved);
    expect(list.latest("Tea.md")).toBeUndefined();
    expect(list.noteOf(entry("1", "Tea.md"))).toBe("Tea.md");
  }
});

test("everything is cleared", () => {
  const { notes: list, storage } = notes();
  list.use("1", "Tea.md");
  list.clear();
  expect([storage.value, list.latest("Tea.md")]).toEqual([null, undefined]);
});
