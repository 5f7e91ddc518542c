/** The DOM additions of the stand-in. */
import type {} from "obsidian";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { installDom } from "../mocks/obsidian/dom";

beforeAll(() => {
  installDom();
  installDom();
});
beforeEach(() => document.body.empty());

describe("elements", () => {
  it("are made with class, text, attributes and a parent", () => {
    const link = document.body.createEl("a", {
      cls: "one two",
      text: "Text",
      href: "#x",
      attr: { "aria-label": "L", hidden: null },
    });
    expect(document.body.innerHTML).toBe('<a class="one two" href="#x" aria-label="L">Text</a>');
    expect(link.createSpan("inner").className).toBe("inner");
    document.body.createDiv({ cls: ["a", "b"], prepend: true });
    expect(document.body.firstElementChild?.className).toBe("a b");
    expect(document.body.createEl("input", { type: "text", value: "v", placeholder: "p" }).value).toBe("v");
    expect(createFragment((fragment) => fragment.createEl("b")).childNodes).toHaveLength(1);
    expect(document.body.createSvg("svg", "icon").namespaceURI).toContain("svg");
  });

  it("are in the tree when their callback runs", () => {
    document.body.createDiv("x", (el) => expect(el.parentElement).toBe(document.body));
  });

  it("change text, classes, attributes and styles", () => {
    const el = createDiv();
    el.setText("a");
    el.addClass("x", "y");
    el.toggleClass(["y", "z"], false);
    el.setAttr("data-n", 1);
    el.setCssProps({ "--size": "2px" });
    el.setCssStyles({ color: "red" });
    el.hide();
    expect(el.outerHTML).toBe('<div class="x" data-n="1" style="--size: 2px; color: red; display: none;">a</div>');
    el.empty();
    expect([el.getText(), el.hasClass("x"), el.getAttr("data-n")]).toEqual(["", true, "1"]);
  });

  it("delegate events by selector", () => {
    const heard = vi.fn();
    const listener = (_event: MouseEvent, target: HTMLElement): void => heard(target.className);
    document.body.on("click", ".row", listener);
    document.body.createDiv("row").createSpan().click();
    document.body.createDiv("other").click();
    document.body.off("click", ".row", listener);
    document.body.find(".row").click();
    expect(heard.mock.calls).toEqual([["row"]]);
  });

  it("tell when they join the document, once", async () => {
    const joined = vi.fn();
    const el = createDiv();
    el.onNodeInserted(joined, true);
    expect(joined).not.toHaveBeenCalled();
    for (let n = 0; n < 2; n += 1) {
      document.body.append(el);
      await Promise.resolve();
      el.detach();
      await Promise.resolve();
    }
    expect(joined).toHaveBeenCalledOnce();
  });
});

describe("the global scope", () => {
  it("has the active window and document, and arrays their additions, without showing them in loops", () => {
    expect(activeDocument).toBe(document);
    expect(activeWindow).toBe(window);
    expect(document.body.doc).toBe(document);
    expect(document.body.instanceOf(HTMLElement)).toBe(true);
    expect([1, 2].last()).toBe(2);
    const keys: string[] = [];
    for (const key in [1]) keys.push(key);
    expect(keys).toEqual(["0"]);
  });
});
