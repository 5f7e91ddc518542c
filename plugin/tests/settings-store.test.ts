/** The settings store: what was saved, the form's defaults otherwise, and nothing lost on the way. */
import { expect, test } from "vitest";
import type { Settings, SettingsForm } from "../../pkg/ibid";
import { SettingsStore } from "../src/settings/settings-store";

const FORM: SettingsForm = {
  groups: [
    {
      heading: "One",
      fields: [
        {
          key: "depth",
          name: "Depth",
          help: "How far.",
          control: { kind: "text", placeholder: "" },
          default: "shallow",
          shownWhen: [],
          resets: ["topics"],
        },
      ],
    },
    {
      heading: "Two",
      fields: [
        {
          key: "topics",
          name: "Topics",
          help: "How many.",
          control: { kind: "number", min: 1, max: 10 },
          default: 10,
          shownWhen: [],
          resets: [],
        },
      ],
    },
  ],
};

async function stored(saved: unknown) {
  const written: unknown[] = [];
  const told: unknown[] = [];
  const file = {
    read: () => Promise.resolve(saved),
    write: (values: Record<string, unknown>) => {
      written.push(values);
      return Promise.resolve();
    },
  };
  const store = new SettingsStore(FORM, file, (values) => told.push(values));
  await store.load();
  return { store, written, told };
}

test("before anything is saved, the form's defaults hold", async () => {
  const { store } = await stored(null);
  expect([store.get("depth"), store.get("topics"), store.get("unknown"), store.asSaved]).toEqual([
    "shallow",
    10,
    undefined,
    null,
  ]);
});

test("a change is saved with the other values, and reported", async () => {
  const { store, written, told } = await stored({ topics: 3, fromLaterVersion: true });
  await store.set("topics", 4);
  expect(written).toEqual([{ topics: 4, fromLaterVersion: true }]);
  expect(told).toEqual(written);
  expect([store.get("depth"), store.get("topics")]).toEqual(["shallow", 4]);
});

test("settings that depend on the old value are reset at the same time", async () => {
  const { store, written, told } = await stored({ topics: 3 });
  await expect(store.set("depth", "shallow")).resolves.toEqual([]);
  expect(store.get("topics")).toBe(3);
  await expect(store.set("depth", "deep")).resolves.toEqual(["topics"]);
  expect(written.at(-1)).toEqual({ topics: 10, depth: "deep" });
  expect(told).toEqual(written);
});

test.each([["text"], [[1, 2]], [7]])(
  "a file that holds %j is kept for the core to complain about, and read as empty",
  async (saved) => {
    const { store } = await stored(saved);
    expect([store.asSaved, store.get("depth")]).toEqual([saved, "shallow"]);
  },
);

test("the core's values are used instead of invalid saved ones", async () => {
  const { store } = await stored({ topics: 99 });
  expect([store.get("topics"), store.getValid("topics")]).toEqual([99, 10]);
  const settings: Partial<Settings> = { topics: 7 };
  store.setLoaded({ settings: settings as Settings, warnings: [], webServices: [] });
  expect(store.getValid("topics")).toBe(7);
});
