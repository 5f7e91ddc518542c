// What a plugin keeps outside of notes: its data, values of this device, and secrets.
import { logged } from "../steps.mjs";

export const storageSpecs = [
  {
    name: "loadData gives null the first time and then what was saved",
    async run(driver, assert) {
      await driver.open({});
      const found = await driver.exec(async ({ plugins: { ibidContract } }) => {
        const saved = { depth: "deep", folders: ["A", "B"], nothing: null };
        await ibidContract.saveData(saved);
        return [ibidContract.savedAtStart, await ibidContract.loadData()];
      });
      assert.deepEqual(found, [null, { depth: "deep", folders: ["A", "B"], nothing: null }]);
    },
  },
  {
    name: "a plugin is told when somebody else writes its data, and not when it does itself",
    async run(driver, assert) {
      await driver.open({});
      await driver.exec(({ plugins: { ibidContract } }) => ibidContract.saveData({ by: "itself" }));
      await driver.exec(({ app, plugins: { ibidContract } }) => {
        ibidContract.log.push("written outside");
        return app.vault.adapter.write(`${ibidContract.manifest.dir}/data.json`, '{"by":"another"}');
      });
      await logged(driver, "settings changed outside");
      const log = await driver.exec(({ plugins }) => plugins.ibidContract.log.slice(-2));
      assert.deepEqual(log, ["written outside", "settings changed outside"]);
    },
  },
  {
    name: "saveLocalStorage keeps a value until null is saved",
    async run(driver, assert) {
      await driver.open({});
      const found = await driver.exec(({ app }) => {
        const before = app.loadLocalStorage("contract-value");
        app.saveLocalStorage("contract-value", { id: "a-b-c" });
        const kept = app.loadLocalStorage("contract-value");
        app.saveLocalStorage("contract-value", null);
        return [before, kept, app.loadLocalStorage("contract-value")];
      });
      assert.deepEqual(found, [null, { id: "a-b-c" }, null]);
    },
  },
  {
    name: "the secret storage keeps a secret by its name and gives null for one it does not have",
    async run(driver, assert) {
      await driver.open({});
      const found = await driver.exec(({ app: { secretStorage } }) => {
        secretStorage.setSecret("contract-key-1", "s3cret 🔑");
        const { length } = secretStorage.listSecrets().filter((id) => id === "contract-key-1");
        return [secretStorage.getSecret("contract-key-1"), length, secretStorage.getSecret("contract-other")];
      });
      assert.deepEqual(found, ["s3cret 🔑", 1, null]);
    },
  },
  {
    name: "the secret storage refuses a name that is not lower case letters, digits and dashes",
    async run(driver, assert) {
      await driver.open({});
      const refused = await driver.exec(
        ({ app }, ids) => {
          const throws = (id) => {
            try {
              app.secretStorage.setSecret(id, "secret");
              return false;
            } catch {
              return true;
            }
          };
          return ids.filter(throws);
        },
        ["Capital", "with space", "under_score", "fine-1"],
      );
      assert.deepEqual(refused, ["Capital", "with space", "under_score"]);
    },
  },
];
