// Links between notes, as the metadata cache knows them, and as they follow a note that is moved.
import { base64, becomes, bytesOf } from "../steps.mjs";

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
  {
    name: "links follow a note that is moved by renameFile, except in code",
    async run(driver, assert) {
      await driver.open({ "From.md": "[[To]], [[To|a label]] and `[[To]]`\n", "To.md": "", "Folder/Other.md": "" });
      await becomes(driver, [{ "To.md": 2 }, {}], linksOf, "From.md");
      await driver.exec(({ app }) => app.fileManager.renameFile(app.vault.getFileByPath("To.md"), "Folder/New.md"));
      await becomes(driver, [{ "Folder/New.md": 2 }, {}], linksOf, "From.md");
      assert.equal(await bytesOf(driver, "From.md"), base64("[[New]], [[New|a label]] and `[[To]]`\n"));
    },
  },
  {
    name: "renameFile refuses a taken path and a folder that is not there, and moves nothing",
    async run(driver, assert) {
      await driver.open({ "Note.md": "note", "Taken.md": "taken" });
      const move = ({ app }, to) => app.fileManager.renameFile(app.vault.getFileByPath("Note.md"), to);
      await assert.rejects(driver.exec(move, "Taken.md"), /exists/i);
      await assert.rejects(driver.exec(move, "Nowhere/Note.md"), /ENOENT|no such/i);
      assert.deepEqual(
        [await bytesOf(driver, "Note.md"), await bytesOf(driver, "Taken.md")],
        [base64("note"), base64("taken")],
      );
    },
  },
  {
    name: "a link path is found with its folder, with and without extension, and by its name alone",
    async run(driver) {
      await driver.open({ "Templates/Day.md": "", "Other.md": "" });
      const found = ({ app }, paths) =>
        paths.map((path) => app.metadataCache.getFirstLinkpathDest(path, "")?.path ?? null);
      const day = "Templates/Day.md";
      await becomes(driver, [day, day, day, null], found, ["Templates/Day", "Templates/Day.md", "Day", "Nowhere"]);
    },
  },
];
