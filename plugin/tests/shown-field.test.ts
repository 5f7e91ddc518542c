import { describe, expect, it } from "vitest";
import { isShownField } from "../src/settings/shown-field";

const papers = {
  shownWhen: [],
  hiddenWhen: [
    { key: "webSearch", values: ["brave", "searxng"] },
    { key: "otherSources", values: ["none"] },
  ],
};

describe("isShownField", () => {
  const isShown = (webSearch: string, otherSources: string) =>
    isShownField(papers, (key) => ({ webSearch, otherSources })[key]);

  it("hides a field only while all conditions for it are true", () => {
    expect(isShown("searxng", "none")).toBe(false);
    expect(isShown("searxng", "reference")).toBe(true);
    expect(isShown("keyless", "none")).toBe(true);
  });

  it("shows a field without conditions, and one whose conditions are all true", () => {
    const url = { shownWhen: [{ key: "webSearch", values: ["searxng"] }], hiddenWhen: [] };
    expect(isShownField({ shownWhen: [], hiddenWhen: [] }, () => "brave")).toBe(true);
    expect(isShownField(url, () => "searxng")).toBe(true);
    expect(isShownField(url, () => "brave")).toBe(false);
  });
});
