// How a plugin starts, and how the person reaches it: commands, the palette, the ribbon, the status bar.
import { logged } from "../steps.mjs";

export const pluginSpecs = [
  {
    name: "files of the vault are announced as created before the layout is ready",
    async run(driver, assert) {
      await driver.open({ "One.md": "", "Two.md": "" });
      const log = await driver.exec(({ plugins }) => plugins.ibidContract.log);
      const ready = log.indexOf("layout ready");
      assert.deepEqual(log.slice(0, ready).sort(), ["create One.md", "create Two.md"]);
      assert.deepEqual(log.slice(ready), ["layout ready"]);
    },
  },
  {
    name: "onLayoutReady calls at once when the layout is ready already",
    async run(driver, assert) {
      await driver.open({});
      const called = await driver.exec(({ app }) => {
        let now = false;
        app.workspace.onLayoutReady(() => (now = true));
        return now;
      });
      assert.equal(called, true);
    },
  },
  {
    name: "addCommand puts the plugin's id and name before the command's",
    async run(driver, assert) {
      await driver.open({});
      const found = await driver.exec(({ app, plugins: { ibidContract } }) => {
        const known = app.commands.findCommand("ibid-contract:mark");
        return [known.id, known.name, ibidContract.added.id, ibidContract.added.name];
      });
      const [id, name] = ["ibid-contract:mark", "Contract: Leave a mark"];
      assert.deepEqual(found, [id, name, id, name]);
    },
  },
  {
    name: "a command of the command line can be registered once",
    async run(driver, assert) {
      await driver.open({});
      const outcomes = await driver.exec(({ plugins: { ibidContract } }) => {
        const register = () =>
          ibidContract.registerCliHandler(
            "ibid-contract:hello",
            "Say hello",
            { name: { description: "Whom" } },
            () => "Hello",
          );
        return [register, register].map((act) => {
          try {
            act();
            return "registered";
          } catch {
            return "refused";
          }
        });
      });
      assert.deepEqual(outcomes, ["registered", "refused"]);
    },
  },
  {
    name: "a command runs by its id",
    async run(driver) {
      await driver.open({});
      await driver.run("ibid-contract:mark");
      await logged(driver, "mark");
    },
  },
  {
    name: "the palette opens by its keys, finds a command by its name and runs it",
    async run(driver) {
      await driver.open({});
      await driver.press("Mod+P");
      await driver.find(".prompt .prompt-input");
      await driver.type("Contract: Leave a mark");
      await driver.find(".prompt .suggestion-item.is-selected");
      await driver.press("Enter");
      await logged(driver, "mark");
      await driver.gone(".prompt");
    },
  },
  {
    name: "the palette leaves out a command whose check says no",
    async run(driver) {
      await driver.open({});
      await driver.press("Mod+P");
      await driver.find(".prompt .prompt-input");
      await driver.type("Contract: Leave");
      await driver.find(".prompt .suggestion-item", "Contract: Leave a mark");
      await driver.gone(".prompt .suggestion-item", "Contract: Leave nothing");
    },
  },
  {
    name: "a ribbon icon is on show under its title and runs",
    async run(driver) {
      await driver.open({});
      await driver.click('.side-dock-ribbon-action[aria-label="Contract ribbon"]');
      await logged(driver, "ribbon");
    },
  },
  {
    name: "a status bar item shows its text and goes when it is emptied",
    async run(driver, assert) {
      await driver.open({});
      assert.equal(await driver.text(".status-bar .plugin-ibid-contract"), "Contract status");
      await driver.exec(() => document.querySelector(".status-bar .plugin-ibid-contract").setText(""));
      await driver.gone(".status-bar .plugin-ibid-contract", "Contract status");
    },
  },
  {
    name: "the plugin's styles are in force",
    async run(driver, assert) {
      await driver.open({});
      const colour = await driver.exec(() => {
        const styled = document.body.createDiv({ cls: "contract-styled" });
        return getComputedStyle(styled).outlineColor;
      });
      assert.equal(colour, "rgb(1, 2, 3)");
    },
  },
  {
    name: "a worker made from a Blob runs a compiled WebAssembly module it is sent",
    async run(driver, assert) {
      await driver.open({});
      const answer = await driver.exec(async () => {
        // The smallest module there is: its header.
        const module = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
        const script = "onmessage = async ({ data }) => postMessage(String(await WebAssembly.instantiate(data)))";
        const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
        worker.postMessage(module);
        return new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
        });
      });
      assert.equal(answer, "[object WebAssembly.Instance]");
    },
  },
];
