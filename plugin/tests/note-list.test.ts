/** The packed list of the vault's files: it can be unpacked, and a large vault is packed in batches. */
import { expect, test } from "vitest";
import { packNotes, transferableBuffers } from "../src/core/note-list";
import { unpacked } from "./unpacked";

const note = (at: number) => ({
  path: `Folder ${at % 7}/Note ${at} “ü”.md`,
  modified: 1_700_000_000_000 + at,
  created: 1_600_000_000_000 + at,
  size: at,
});

for (const count of [0, 1, 250, 251, 4500]) {
  test(`${count} notes come out as they went in`, async () => {
    const notes = Array.from({ length: count }, (_, at) => note(at));
    let createYieldToApp = 0;
    const rest = () => Promise.resolve(void (createYieldToApp += 1));
    const list = await packNotes(notes, (one) => one, rest);
    expect(unpacked(list)).toEqual(notes);
    expect(createYieldToApp).toBe(Math.max(0, Math.ceil(count / 250) - 1));
  });
}

test("only the buffers are transferred", async () => {
  const list = await packNotes(
    [note(1)],
    (one) => one,
    () => Promise.resolve(),
  );
  expect(transferableBuffers(list)).toEqual([list.modified.buffer, list.created.buffer, list.sizes.buffer]);
  expect([undefined, null, "text", 1, {}, { modified: 1, sizes: 2 }].flatMap(transferableBuffers)).toEqual([]);
});
