// Links between notes, as the metadata cache knows them.
import { becomes } from "../steps.mjs";

const linksOf = ({ app }, path) => [app.metadataCache.resolvedLinks[path], app.metadataCache.unresolvedLinks[path]];

export const linkSpecs = [
  {
    name: "a link to a note that is made later resolves once it is there",
    async run(driver, assert) {
      await driver.open({ "From.md": "See [[Later]].\n", "Folder/Other.md": "" });
      await becomes(driver, [{}, { Later: 1 }], linksOf, "From.md");
      await driver.exec(async ({ app }) => void (await app.vault.create("Folder/Later.md", "")));
      await becomes(driver, [{ "Folder/Later.md": 1 }, {}], linksOf, "From.md");
      const target = await driver.exec(({ app }) => app.metadataCache.getFirstLinkpathDest("Later", "From.md").path);
      assert.equal(target, "Folder/Later.md");
    },
  },
  {
    name: "a link whose note is deleted is unresolved again",
    async run(driver) {
      await driver.open({ "From.md": "See [[To]].\n", "To.md": "" });
      await becomes(driver, [{ "To.md": 1 }, {}], linksOf, "From.md");
      await driver.exec(({ app }) => app.vault.delete(app.vault.getFileByPath("To.md")));
      await becomes(driver, [{}, { To: 1 }], linksOf, "From.md");
    },
  },
];
