// The settings of the core plugin for daily notes, and the library that formats dates. The list of core plugins is not in
// the app's public interface, so that these specs are what we know of it.
export const dailyNoteSpecs = [
  {
    name: "the plugin for daily notes tells whether it is enabled, and its settings",
    async run(driver, assert) {
      await driver.open({});
      const found = await driver.exec(async ({ app }) => {
        const plugin = app.internalPlugins.getPluginById("daily-notes");
        await plugin.enable(true);
        const { enabled, instance } = plugin;
        const kinds = ["folder", "format", "template"].map((name) => typeof instance.options[name]);
        return {
          enabled,
          isObject: typeof instance.options === "object",
          texts: kinds.every((kind) => ["string", "undefined"].includes(kind)),
        };
      });
      assert.deepEqual(found, { enabled: true, isObject: true, texts: true });
    },
  },
  {
    name: "a disabled plugin for daily notes says so",
    async run(driver, assert) {
      await driver.open({});
      const enabled = await driver.exec(async ({ app }) => {
        const plugin = app.internalPlugins.getPluginById("daily-notes");
        await plugin.disable(true);
        return plugin.enabled;
      });
      assert.equal(enabled, false);
    },
  },
  {
    name: "a core plugin that is not there is nothing",
    async run(driver, assert) {
      await driver.open({});
      assert.equal(await driver.exec(({ app }) => app.internalPlugins.getPluginById("no-such-plugin") ?? null), null);
    },
  },
  {
    name: "the app shares its library for dates",
    async run(driver, assert) {
      await driver.open({});
      const text = await driver.exec(({ obsidian }) =>
        obsidian.moment(new Date(2026, 10, 5, 9, 7)).format("YYYY/MM-DD [at] HH:mm"),
      );
      assert.equal(text, "2026/11-05 at 09:07");
    },
  },
];
