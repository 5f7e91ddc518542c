/** Controls, settings, modals, notices and menus of the stand-in, against what the real app does. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ShownApp } from "../mocks/obsidian/window-parts";
import { ButtonComponent, ExtraButtonComponent } from "../mocks/obsidian/buttons";
import { DropdownComponent, SliderComponent, ToggleComponent } from "../mocks/obsidian/controls";
import { getIcon, setIcon } from "../mocks/obsidian/icons";
import { Menu } from "../mocks/obsidian/menu";
import { Modal } from "../mocks/obsidian/modal";
import { Notice } from "../mocks/obsidian/notice";
import { SecretComponent } from "../mocks/obsidian/secret-control";
import { Setting, SettingGroup } from "../mocks/obsidian/setting";
import { SearchComponent, TextComponent } from "../mocks/obsidian/text-controls";
import { find, press, texts, type, windowApp } from "./window-app";

let app: ShownApp;

beforeEach(() => {
  document.body.replaceChildren();
  app = windowApp();
});

afterEach(async () => {
  vi.useRealTimers();
  await app.stop();
});

function box(): HTMLElement {
  return document.body.appendChild(createDiv());
}

describe("controls", () => {
  it("tell of a person's act and not of setValue", () => {
    const seen: unknown[] = [];
    const text = new TextComponent(box()).onChange((value) => seen.push(value)).setValue("set");
    const toggle = new ToggleComponent(box()).onChange((value) => seen.push(value)).setValue(true);
    const dropdown = new DropdownComponent(box())
      .addOptions({ a: "A", b: "B" })
      .onChange((value) => seen.push(value))
      .setValue("b");
    expect(seen).toEqual([]);
    expect([text.getValue(), toggle.getValue(), dropdown.getValue()]).toEqual(["set", true, "b"]);
    type(text.inputEl, "typed");
    toggle.toggleEl.click();
    dropdown.selectEl.value = "a";
    dropdown.selectEl.dispatchEvent(new Event("change"));
    expect(seen).toEqual(["typed", false, "a"]);
  });

  it("do nothing while disabled", () => {
    const act = vi.fn();
    new ButtonComponent(box()).onClick(act).setDisabled(true).buttonEl.click();
    new ExtraButtonComponent(box()).onClick(act).setDisabled(true).extraSettingsEl.click();
    new ToggleComponent(box()).onChange(act).setDisabled(true).toggleEl.click();
    expect(act).not.toHaveBeenCalled();
  });

  it("let a slider tell when it is let go, or at once where asked", () => {
    const seen: number[] = [];
    const slider = new SliderComponent(box())
      .setLimits(0, 10, 1)
      .setValue(3)
      .onChange((value) => seen.push(value));
    slider.sliderEl.value = "5";
    slider.sliderEl.dispatchEvent(new Event("input"));
    expect(seen).toEqual([]);
    slider.sliderEl.dispatchEvent(new Event("change"));
    slider.setInstant(true).sliderEl.dispatchEvent(new Event("input"));
    expect(seen).toEqual([5, 5]);
  });

  it("clear a search field by its button, and tell", () => {
    const seen: string[] = [];
    const search = new SearchComponent(box()).setValue("x").onChange((value) => seen.push(value));
    search.clearButtonEl.click();
    expect(seen).toEqual([""]);
  });
});

describe("a setting", () => {
  it("has the app's classes, info before control", () => {
    const setting = new Setting(box())
      .setName("Depth")
      .setDesc("How far.")
      .addText((text) => text.setPlaceholder("x"));
    expect([...setting.settingEl.children].map((el) => el.className)).toEqual([
      "setting-item-info",
      "setting-item-control",
    ]);
    expect(texts(".setting-item-name, .setting-item-description")).toEqual(["Depth", "How far."]);
    expect(setting.components).toHaveLength(1);
  });

  it("disables its controls and shows and clears an error", () => {
    const setting = new Setting(box()).addButton((button) => button.setButtonText("Go")).setDisabled(true);
    expect(find<HTMLButtonElement>("button").disabled).toBe(true);
    setting.setErrorMessage("Too many");
    expect(texts(".setting-item-error")).toEqual(["Too many"]);
    setting.setErrorMessage(null);
    expect(texts(".setting-item-error")).toEqual([]);
  });

  it("stands in a group under its heading", () => {
    const group = new SettingGroup(box()).setHeading("Engine").addSetting((setting) => setting.setName("Model"));
    expect(texts(".setting-item-name")).toEqual(["Engine", "Model"]);
    expect(group.listEl.children).toHaveLength(1);
  });
});

describe("a modal", () => {
  it("is on the page from open to close, with the app's structure", () => {
    const order: string[] = [];
    const modal = new Modal(app)
      .setTitle("Agenda")
      .setContent("Text")
      .setCloseCallback(() => order.push("callback"));
    modal.onOpen = () => void order.push("open");
    modal.onClose = () => void order.push("close");
    modal.open();
    expect(find(".modal-container > .modal > .modal-header > .modal-title").textContent).toBe("Agenda");
    expect(find(".modal-container > .modal > .modal-content").textContent).toBe("Text");
    find(".modal-close-button").click();
    expect(document.querySelector(".modal-container")).toBeNull();
    expect(order).toEqual(["open", "close", "callback"]);
  });

  it("closes by Escape, the topmost first, and gives the focus back", () => {
    const button = box().createEl("button");
    button.focus();
    new Modal(app).setTitle("1").open();
    new Modal(app).setTitle("2").open();
    press("Escape");
    expect(texts(".modal-title")).toEqual(["1"]);
    press("Escape");
    expect(document.activeElement).toBe(button);
  });

  it("keeps the app's own keys from working behind it", () => {
    const behind = vi.fn(() => false);
    app.scope.register(["Mod"], "k", behind);
    const modal = new Modal(app);
    modal.open();
    press("k", { ctrlKey: true });
    modal.close();
    press("k", { ctrlKey: true });
    expect(behind).toHaveBeenCalledOnce();
  });
});

describe("a notice", () => {
  it("stays for its time, or for good when that is 0", () => {
    vi.useFakeTimers();
    new Notice("short", 1000);
    new Notice("long", 0);
    vi.advanceTimersByTime(60_000);
    expect(texts(".notice-container .notice")).toEqual(["long"]);
  });

  it("holds what it is given, changes its message and goes by a click", () => {
    const undo = vi.fn();
    const notice = new Notice(
      createFragment((el) => el.createEl("button", { text: "Undo" }).addEventListener("click", undo)),
      0,
    );
    find(".notice button").click();
    expect(undo).toHaveBeenCalledOnce();
    expect(document.querySelector(".notice")).toBeNull();
    expect(new Notice("a", 0).setMessage("b").messageEl.textContent).toBe("b");
    notice.hide();
  });
});

describe("a menu", () => {
  function menu(chosen: (title: string) => void): Menu {
    const made = new Menu();
    for (const [title, section] of [
      ["Delete", "danger"],
      ["Open", "open"],
      ["Research", "action"],
    ] as const) {
      made.addItem((item) =>
        item
          .setTitle(title)
          .setSection(section)
          .setDisabled(title === "Delete")
          .onClick(() => chosen(title)),
      );
    }
    return made.showAtPosition({ x: 10, y: 10 });
  }

  it("shows its items by section and runs the one that is clicked, then goes", () => {
    const chosen = vi.fn();
    const hidden = vi.fn();
    menu(chosen).onHide(hidden);
    expect(texts(".menu .menu-item-title")).toEqual(["Open", "Research", "Delete"]);
    find(".menu-item").click();
    expect(chosen).toHaveBeenCalledWith("Open");
    expect(hidden).toHaveBeenCalledOnce();
    expect(document.querySelector(".menu")).toBeNull();
  });

  it("works by the keyboard and passes over what is disabled", () => {
    const chosen = vi.fn();
    menu(chosen);
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "Enter"]) press(key);
    expect(chosen).toHaveBeenCalledWith("Research");
  });

  it("goes by Escape without running anything", () => {
    const chosen = vi.fn();
    menu(chosen);
    press("Escape");
    expect(document.querySelector(".menu")).toBeNull();
    expect(chosen).not.toHaveBeenCalled();
  });
});

describe("icons", () => {
  it("are known by both names and draw nothing when unknown", () => {
    expect(getIcon("search")?.classList.contains("lucide-search")).toBe(true);
    expect(getIcon("lucide-search")).not.toBeNull();
    const el = box();
    setIcon(el, "no-such-icon");
    expect(el.childElementCount).toBe(0);
  });
});

describe("a secret", () => {
  it("is linked by its name; the value goes to the storage only", () => {
    const seen: string[] = [];
    new SecretComponent(app, box()).onChange((id) => seen.push(id));
    find(".secret-component").click();
    const [name, value] = document.querySelectorAll<HTMLInputElement>(".mod-secret-picker input");
    type(name!, "Not valid");
    type(value!, "hush");
    find(".mod-secret-picker .mod-cta").click();
    expect(texts(".setting-item-error")).toHaveLength(1);
    type(name!, "my-key");
    find(".mod-secret-picker .mod-cta").click();
    expect(seen).toEqual(["my-key"]);
    expect(app.secretStorage.getSecret("my-key")).toBe("hush");
    expect(find(".secret-component").textContent).toBe("my-key");
  });
});
