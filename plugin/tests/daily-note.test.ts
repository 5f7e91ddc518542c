/** Today's daily note by the settings of the core plugin, and its template. */
import type { App } from "obsidian";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { todaysDailyNote } from "../src/vault/daily-note";
import { headlessApp } from "./headless-app";

const SETTINGS = ".obsidian/daily-notes.json";

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 5, 9, 7), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

function appWith(options: unknown, files: Record<string, string> = {}) {
  const settings = options === undefined ? {} : { [SETTINGS]: JSON.stringify(options) };
  return headlessApp({ files: { ...settings, ...files } }).app;
}

function dailyNote(options: unknown, files: Record<string, string> = {}) {
  return todaysDailyNote(appWith(options, files) as unknown as App);
}

describe("the path", () => {
  test.each([
    [undefined, "2026-11-05.md"],
    [{}, "2026-11-05.md"],
    [{ folder: "", format: "", template: "" }, "2026-11-05.md"],
    [{ folder: " Daily/ ", format: "DD.MM.YY" }, "Daily/05.11.26.md"],
    [{ folder: "/Journal", format: "YYYY/MM/YYYY-MM-DD" }, "Journal/2026/11/2026-11-05.md"],
    [{ format: "[Day] D" }, "Day 5.md"],
    [{ folder: 7, format: null, template: [] }, "2026-11-05.md"],
  ])("by the settings %j", async (options, path) => {
    await expect(dailyNote(options)).resolves.toEqual({ path, text: "" });
  });

  test("is the default if the plugin is disabled", async () => {
    const app = appWith({ folder: "Daily", template: "T" }, { "T.md": "x" });
    app.internalPlugins.getPluginById("daily-notes")?.disable();
    await expect(todaysDailyNote(app as unknown as App)).resolves.toEqual({ path: "2026-11-05.md", text: "" });
  });

  test.each([[undefined], [null], [{}], [{ getPluginById: () => null }], [{ getPluginById: () => "text" }]])(
    "is unknown if the app's list of plugins is %j",
    async (internalPlugins) => {
      const app = { ...appWith({}), internalPlugins };
      await expect(todaysDailyNote(app as unknown as App)).resolves.toBeUndefined();
    },
  );
});

describe("the template", () => {
  const filled = async (template: string) =>
    (await dailyNote({ template: "Templates/Day", format: "YYYY/[Day] D" }, { "Templates/Day.md": template }))?.text;

  test.each([
    ["# {{title}}\n", "# Day 5\n"],
    ["{{date}} {{time}}", "2026-11-05 09:07"],
    ["{{date:dddd}}, {{ DATE : D. MMMM YYYY }}", "Thursday, 5. November 2026"],
    ["{{time:HH}} {{date:}} {{Title}}", "09 2026-11-05 Day 5"],
    ["{{other}} {date} $& {{title}}", "{{other}} {date} $& Day 5"],
    ["---\ntags: [day]\n---\n", "---\ntags: [day]\n---\n"],
  ])("%j is filled in", async (template, text) => {
    await expect(filled(template)).resolves.toBe(text);
  });

  test("may be named with its extension or by its name alone, and may be missing", async () => {
    const files = { "Templates/Day.md": "text" };
    for (const template of ["Templates/Day.md", "Day", "/Templates/Day"])
      await expect(dailyNote({ template }, files)).resolves.toMatchObject({ text: "text" });
    await expect(dailyNote({ template: "Nowhere" }, files)).resolves.toMatchObject({ text: "" });
  });
});
