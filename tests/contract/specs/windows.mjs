// Notices and modals, and the DOM helpers they are filled with.
import { logged } from "../steps.mjs";

const NOTICE = ".notice-container .notice";

/** A notice with a fragment: a text and a button that keeps the click to itself, as Ibid's notices have. */
async function openNotice(driver) {
  await driver.open({});
  await driver.exec(({ obsidian, plugins: { ibidContract } }) => {
    const content = createFragment((fragment) => {
      fragment.createDiv({ cls: "contract-news", text: "Contract news" });
      const button = fragment.createEl("button", { cls: "contract-button", text: "Contract button" });
      button.addEventListener("click", (event) => {
        event.stopPropagation();
        ibidContract.log.push("notice button");
      });
    });
    ibidContract.notice = new obsidian.Notice(content, 0);
  });
}

async function openModal(driver) {
  await driver.open({});
  await driver.exec(({ app, obsidian, plugins: { ibidContract } }) => {
    class ContractModal extends obsidian.Modal {
      onOpen() {
        this.setTitle("Contract title");
        this.contentEl.createEl("p", { cls: "contract-content", text: "Contract content" });
        new obsidian.Setting(this.contentEl).setName("Contract row").addButton((button) =>
          button
            .setButtonText("Contract choice")
            .setCta()
            .onClick(() => this.close()),
        );
      }

      onClose() {
        ibidContract.log.push("modal closed");
      }
    }
    new ContractModal(app).open();
  });
}

export const windowSpecs = [
  {
    name: "a notice shows its fragment, and a button in it works and leaves it open",
    async run(driver, assert) {
      await openNotice(driver);
      assert.equal(await driver.text(`${NOTICE} .contract-news`), "Contract news");
      await driver.click(`${NOTICE} .contract-button`);
      await logged(driver, "notice button");
      await driver.find(`${NOTICE} .contract-news`);
    },
  },
  {
    name: "what a plugin changes in its notice is on show",
    async run(driver) {
      await openNotice(driver);
      await driver.exec(() => document.querySelector(".contract-news").setText("Later news"));
      await driver.find(`${NOTICE} .contract-news`, "Later news");
    },
  },
  {
    name: "a notice goes by hide()",
    async run(driver) {
      await openNotice(driver);
      await driver.find(NOTICE);
      await driver.exec(({ plugins }) => void plugins.ibidContract.notice.hide());
      await driver.gone(NOTICE);
    },
  },
  {
    name: "a notice goes by a click on it",
    async run(driver) {
      await openNotice(driver);
      await driver.click(`${NOTICE} .contract-news`);
      await driver.gone(NOTICE);
    },
  },
  {
    name: "a notice takes a plain text, which is not read as HTML",
    async run(driver) {
      await driver.open({});
      await driver.exec(({ obsidian }) => void new obsidian.Notice("<b>plain</b> text", 0));
      await driver.find(NOTICE, "<b>plain</b> text");
    },
  },
  {
    name: "a modal is on show with its title, its content and its buttons",
    async run(driver, assert) {
      await openModal(driver);
      assert.equal(await driver.text(".modal-container .modal-title"), "Contract title");
      assert.equal(await driver.text(".modal-container .modal-content .contract-content"), "Contract content");
      assert.equal(await driver.text(".modal .setting-item .setting-item-name"), "Contract row");
      await driver.click(".modal .setting-item-control button.mod-cta", "Contract choice");
      await driver.gone(".modal-container");
      await logged(driver, "modal closed");
    },
  },
  {
    name: "Escape closes a modal and calls its onClose",
    async run(driver) {
      await openModal(driver);
      await driver.find(".modal-container .modal-title");
      await driver.press("Escape");
      await driver.gone(".modal-container");
      await logged(driver, "modal closed");
    },
  },
  {
    name: "keys that are pushed over a modal's come first, and the modal's own after them",
    async run(driver) {
      await openModal(driver);
      await driver.find(".modal-container .modal-title");
      await driver.exec(({ app, obsidian, plugins: { ibidContract } }) => {
        const below = new obsidian.Scope();
        below.register(["Mod"], "Enter", () => {
          ibidContract.log.push("key below");
          return false;
        });
        const keys = new obsidian.Scope(below);
        keys.register([], "Escape", () => {
          ibidContract.log.push("key above");
          app.keymap.popScope(keys);
          return false;
        });
        app.keymap.pushScope(keys);
      });
      await driver.press("Mod+Enter");
      await logged(driver, "key below");
      await driver.press("Escape");
      await logged(driver, "key above");
      await driver.find(".modal-container .modal-title");
      await driver.press("Escape");
      await driver.gone(".modal-container");
    },
  },
  {
    name: "setText, empty and toggle do what their names say",
    async run(driver, assert) {
      await driver.open({});
      const found = await driver.exec(() => {
        const box = document.body.createDiv({ cls: "contract-box" });
        box.setText("<i>text</i>");
        const text = box.textContent;
        box.toggle(false);
        const hidden = getComputedStyle(box).display;
        box.toggle(true);
        const shown = getComputedStyle(box).display;
        box.empty();
        return [text, hidden, shown, box.childNodes.length];
      });
      assert.deepEqual(found, ["<i>text</i>", "none", "block", 0]);
    },
  },
];
