/** Suggest modals, input suggestions, the two matchers and the settings window of the stand-in. */
import type { SettingDefinitionItem } from "obsidian";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ShownApp } from "../mocks/obsidian/window-parts";
import { AbstractInputSuggest } from "../mocks/obsidian/input-suggest";
import { Plugin } from "../mocks/obsidian/plugin";
import { prepareFuzzySearch } from "../mocks/obsidian/search";
import { PluginSettingTab } from "../mocks/obsidian/setting-tab";
import { SuggestModal } from "../mocks/obsidian/suggest";
import { find, press, texts, type, windowApp } from "./window-app";

let app: ShownApp;

beforeEach(() => {
  document.body.replaceChildren();
  app = windowApp({ "Notes/a.md": "", "b.md": "" });
});

afterEach(() => app.stop());

class Colours extends SuggestModal<string> {
  readonly chosen = vi.fn();
  answer: (query: string) => string[] | Promise<string[]> = (query) =>
    ["red", "green", "blue"].filter((name) => name.includes(query));

  getSuggestions(query: string): string[] | Promise<string[]> {
    return this.answer(query);
  }

  renderSuggestion(value: string, el: HTMLElement): void {
    el.textContent = value;
  }

  onChooseSuggestion(value: string): void {
    this.chosen(value);
  }
}

describe("a suggest modal", () => {
  it("lists what fits, selects by keys and closes before it tells the choice", () => {
    const modal = new Colours(app);
    modal.open();
    expect(texts(".prompt .prompt-results .suggestion-item")).toEqual(["red", "green", "blue"]);
    press("ArrowDown");
    expect(texts(".suggestion-item.is-selected")).toEqual(["green"]);
    press("ArrowUp");
    press("ArrowUp");
    press("Enter");
    expect(modal.chosen).toHaveBeenCalledWith("blue");
    expect(document.querySelector(".prompt")).toBeNull();
  });

  it("says so when nothing fits", () => {
    const modal = new Colours(app);
    modal.open();
    type(modal.inputEl, "zzz");
    expect(texts(".suggestion-empty")).toEqual(["No results found."]);
    press("Enter");
    expect(modal.chosen).not.toHaveBeenCalled();
  });

  it("shows a late answer over a newer one, as a plugin has to expect", async () => {
    const modal = new Colours(app);
    const answers: ((values: string[]) => void)[] = [];
    modal.answer = () => new Promise((resolve) => answers.push(resolve));
    modal.open();
    type(modal.inputEl, "new");
    answers[1]?.(["newer"]);
    answers[0]?.(["older"]);
    await Promise.resolve();
    await Promise.resolve();
    expect(texts(".suggestion-item")).toEqual(["older"]);
  });
});

class Paths extends AbstractInputSuggest<string> {
  protected getSuggestions(query: string): string[] {
    return this.app.vault
      .getFiles()
      .map((file) => file.path)
      .filter((path) => path.includes(query));
  }

  renderSuggestion(value: string, el: HTMLElement): void {
    el.textContent = value;
  }
}

describe("an input suggestion", () => {
  it("drops down under a field and hands over the choice", async () => {
    const input = document.body.appendChild(createEl("input"));
    const chosen = vi.fn();
    const suggest = new Paths(app, input).onSelect(chosen);
    input.focus();
    type(input, "Notes");
    await Promise.resolve();
    expect(texts(".suggestion-container .suggestion-item")).toEqual(["Notes/a.md"]);
    find(".suggestion-item").click();
    expect(chosen.mock.calls[0]?.[0]).toBe("Notes/a.md");
    suggest.close();
    expect(document.querySelector(".suggestion-container")).toBeNull();
  });
});

describe("the matchers", () => {
  it.each([
    ["rsn", "Research this note", true],
    ["note res", "Research this note", true],
    ["xyz", "Research this note", false],
  ])("fuzzily find %j in %j: %s", (query, text, found) => expect(prepareFuzzySearch(query)(text) !== null).toBe(found));

  it("prefer the start of a word and give the places", () => {
    expect(prepareFuzzySearch("not")("knot notes")?.matches).toEqual([[5, 8]]);
    expect(prepareFuzzySearch("no")("note")!.score).toBeGreaterThan(
      prepareFuzzySearch("no")("a long name with no")!.score,
    );
  });
});

class Sample extends Plugin {
  settings: Record<string, unknown> = { depth: "shallow" };
}

class SampleTab extends PluginSettingTab {
  items: SettingDefinitionItem[] = [];

  override getSettingDefinitions(): SettingDefinitionItem[] {
    return this.items;
  }

  override display(): void {
    this.containerEl.createEl("p", { text: "drawn by display" });
  }
}

describe("the settings window", () => {
  type Items = SettingDefinitionItem[];

  function tab(items: Items | ((plugin: Sample) => Items)): { plugin: Sample; made: SampleTab } {
    const plugin = new Sample(app, {
      id: "sample",
      name: "Sample",
      author: "",
      version: "1.0.0",
      minAppVersion: "1.0.0",
      description: "",
    });
    const made = new SampleTab(app, plugin);
    made.items = typeof items === "function" ? items(plugin) : items;
    app.setting.addSettingTab(made);
    app.setting.open();
    app.setting.openTabById("sample");
    return { plugin, made };
  }

  it("draws a tab without definitions by display(), and forgets it on close", () => {
    tab([]);
    expect(texts(".mod-settings .vertical-tab-content p")).toEqual(["drawn by display"]);
    expect(texts(".vertical-tab-nav-item.is-active")).toEqual(["Sample"]);
    press("Escape");
    expect(document.querySelector(".mod-settings")).toBeNull();
  });

  it("binds controls to the plugin's settings, saves, and shows what applies", async () => {
    const { plugin } = tab(({ settings }) => [
      { name: "Depth", control: { type: "dropdown", key: "depth", options: { shallow: "Shallow", deep: "Deep" } } },
      {
        type: "group",
        heading: "Model",
        items: [{ name: "Name", visible: () => settings["depth"] === "deep", control: { type: "text", key: "model" } }],
      },
    ]);
    const hidden = (): boolean =>
      find(".setting-group:last-child .setting-items .setting-item").classList.contains("is-hidden");
    const depth = find<HTMLSelectElement>("select.dropdown");
    expect([depth.value, hidden()]).toEqual(["shallow", true]);
    depth.value = "deep";
    depth.dispatchEvent(new Event("change"));
    await expect.poll(() => hidden()).toBe(false);
    expect(await plugin.loadData()).toEqual({ depth: "deep" });
  });

  it("refuses what does not validate and says why", async () => {
    const { plugin } = tab([
      {
        name: "Topics",
        control: {
          type: "number",
          key: "topics",
          defaultValue: 5,
          validate: (value: number) => (value > 10 ? "At most 10." : undefined),
        },
      },
    ]);
    const input = find<HTMLInputElement>("input[type=number]");
    type(input, "11");
    await expect.poll(() => texts(".setting-item-error")).toEqual(["At most 10."]);
    expect(plugin.settings["topics"]).toBeUndefined();
    type(input, "7");
    await expect.poll(() => plugin.settings["topics"]).toBe(7);
    expect(texts(".setting-item-error")).toEqual([]);
  });

  it("opens a page and goes back, and cleans up what was rendered by hand", () => {
    const cleanup = vi.fn();
    const { made } = tab([
      { name: "Key", render: () => cleanup },
      { type: "page", name: "Advanced", items: [{ name: "Inner" }] },
    ]);
    find(".setting-item.mod-clickable").click();
    expect(texts(".setting-item-name")).toEqual(["Advanced", "Inner"]);
    expect(cleanup).toHaveBeenCalledOnce();
    find("[aria-label=Back]").click();
    expect(texts(".setting-item-name")).toEqual(["Key", "Advanced"]);
    app.setting.removeSettingTab(made);
    expect(texts(".vertical-tab-nav-item")).not.toContain("Sample");
  });
});
