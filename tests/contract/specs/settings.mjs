// The settings window: a plugin's tab in it, and the controls Ibid draws there.
import { logged } from "../steps.mjs";

/** Whatever the picker of secrets looks like (its parts are not documented), a name in it is an element with that text. */
const CHOICE = ":is(.modal-container, .menu, .suggestion-container) :not(:has(*))";

/** A window with one control of each kind that Ibid draws, all with a value set after their listener. */
async function openControls(driver) {
  await driver.open({});
  await driver.exec(({ app, obsidian, plugins: { ibidContract } }) => {
    const note = (kind) => (value) => ibidContract.log.push(`${kind} ${value}`);
    const modal = new obsidian.Modal(app);
    const row = (name) => new obsidian.Setting(modal.contentEl).setName(name).setClass(`contract-${name}`);
    row("text").addText((text) => text.onChange(note("text")).setValue("one"));
    row("area").addTextArea((area) => area.onChange(note("area")).setValue("two"));
    row("choice").addDropdown((choice) =>
      choice.addOption("a", "First").addOption("b", "Second").onChange(note("choice")).setValue("b"),
    );
    modal.open();
  });
  await driver.find(".contract-choice select");
}

export const settingSpecs = [
  {
    name: "the plugin's tab is drawn from its definitions since 1.13, and by display before",
    async run(driver, assert) {
      await driver.open({});
      const isNew = await driver.exec(({ app, obsidian }) => {
        app.setting.open();
        app.setting.openTabById("ibid-contract");
        return obsidian.requireApiVersion("1.13.0");
      });
      const name = isNew ? "Drawn by definitions" : "Drawn by display";
      assert.equal(await driver.text(".vertical-tab-content .setting-item-name"), name);
      if (!isNew) return;
      const value = await driver.exec(() => document.querySelector(".vertical-tab-content input").value);
      assert.equal(value, "from render");
    },
  },
  {
    name: "setValue of text, text area and dropdown shows the value and does not call onChange",
    async run(driver, assert) {
      await openControls(driver);
      const [values, log] = await driver.exec(({ plugins: { ibidContract } }) => [
        ["text input", "area textarea", "choice select"].map((at) => document.querySelector(`.contract-${at}`).value),
        ibidContract.log.filter((line) => /^(text|area|choice) /.test(line)),
      ]);
      assert.deepEqual([values, log], [["one", "two", "b"], []]);
    },
  },
  {
    name: "what a person types calls onChange with the whole text, key by key",
    async run(driver, assert) {
      await openControls(driver);
      await driver.click(".contract-text input");
      await driver.exec(() => document.querySelector(".contract-text input").select());
      await driver.type("new");
      await logged(driver, "text new");
      const log = await driver.exec(({ plugins }) =>
        plugins.ibidContract.log.filter((line) => line.startsWith("text ")),
      );
      assert.deepEqual(log, ["text n", "text ne", "text new"]);
      await driver.click(".contract-area textarea");
      await driver.exec(() => document.querySelector(".contract-area textarea").select());
      await driver.type("x\ny");
      await logged(driver, "area x\ny");
    },
  },
  {
    name: "a choice in a dropdown calls onChange with its value",
    async run(driver) {
      await openControls(driver);
      // The list itself is drawn by the system, out of reach of a driver; this is the event it ends in.
      await driver.exec(() => {
        const select = document.querySelector(".contract-choice select");
        select.value = "a";
        select.dispatchEvent(new Event("change"));
      });
      await logged(driver, "choice a");
    },
  },
  {
    name: "a SecretComponent hands out the name of the secret that was chosen",
    async run(driver) {
      await driver.open({});
      await driver.exec(({ app, obsidian, plugins: { ibidContract } }) => {
        app.secretStorage.setSecret("contract-key", "secret");
        const modal = new obsidian.Modal(app);
        const note = (value) => ibidContract.log.push(`secret ${value}`);
        new obsidian.Setting(modal.contentEl)
          .setClass("contract-secret")
          .addComponent((container) => new obsidian.SecretComponent(app, container).setValue("").onChange(note));
        modal.open();
      });
      await driver.click(".contract-secret button");
      await driver.click(CHOICE, "contract-key");
      await logged(driver, "secret contract-key");
    },
  },
];
