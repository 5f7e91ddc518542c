// Files and folders: what Ibid reads, writes and follows through the Vault.
import { base64, becomes, bytesOf } from "../steps.mjs";

const BOM = "\uFEFF";

const processing = [
  {
    name: "Vault.process calls that overlap run one after the other and lose nothing",
    async run(driver, assert) {
      await driver.open({ "Note.md": "0" });
      const text = await driver.exec(async ({ app }) => {
        const file = app.vault.getFileByPath("Note.md");
        await Promise.all(["1", "2", "3"].map((added) => app.vault.process(file, (data) => data + added)));
        return app.vault.read(file);
      });
      assert.equal(text, "0123");
    },
  },
  {
    name: "Vault.process answers with the new text",
    async run(driver, assert) {
      await driver.open({ "Note.md": "old" });
      const change = ({ app }) => app.vault.process(app.vault.getFileByPath("Note.md"), (data) => `${data} and new`);
      assert.equal(await driver.exec(change), "old and new");
    },
  },
  {
    name: "a Vault.process callback that throws writes nothing and blocks nothing",
    async run(driver, assert) {
      await driver.open({ "Note.md": "kept" });
      const fail = ({ app }) =>
        app.vault.process(app.vault.getFileByPath("Note.md"), () => {
          throw new Error("changed my mind");
        });
      await assert.rejects(driver.exec(fail), /changed my mind/);
      assert.equal(await bytesOf(driver, "Note.md"), base64("kept"));
      const change = ({ app }) => app.vault.process(app.vault.getFileByPath("Note.md"), (data) => `${data}!`);
      assert.equal(await driver.exec(change), "kept!");
    },
  },
  {
    name: "a change made by Vault.process leaves a BOM and CRLF line ends as they are",
    async run(driver, assert) {
      await driver.open({ "Windows.md": `${BOM}one\r\ntwo\r\n` });
      const append = ({ app }) => app.vault.process(app.vault.getFileByPath("Windows.md"), (data) => `${data}three`);
      await driver.exec(append);
      assert.equal(await bytesOf(driver, "Windows.md"), base64(`${BOM}one\r\ntwo\r\nthree`));
    },
  },
];

const reading = [
  {
    name: "read, cachedRead and Vault.process see the same text, CRLF line ends included",
    async run(driver, assert) {
      await driver.open({ "Windows.md": `${BOM}one\r\ntwo 🌱\r\n` });
      const [read, cached, processed] = await driver.exec(async ({ app }) => {
        const file = app.vault.getFileByPath("Windows.md");
        let seen;
        await app.vault.process(file, (data) => (seen = data));
        return [await app.vault.read(file), await app.vault.cachedRead(file), seen];
      });
      assert.ok(read.endsWith("one\r\ntwo 🌱\r\n"));
      assert.equal(cached, read);
      assert.equal(processed, read);
    },
  },
  {
    name: "cachedRead sees a write at once",
    async run(driver, assert) {
      await driver.open({ "Note.md": "old" });
      const texts = await driver.exec(async ({ app }) => {
        const file = app.vault.getFileByPath("Note.md");
        const before = await app.vault.cachedRead(file);
        await app.vault.modify(file, "new");
        return [before, await app.vault.cachedRead(file)];
      });
      assert.deepEqual(texts, ["old", "new"]);
    },
  },
  {
    name: "readBinary gives the very bytes, text or not",
    async run(driver, assert) {
      const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0xff, 0xfe, 0x00, 0x80]).toString("base64");
      await driver.open({ "Broken.md": { base64: bytes } });
      assert.equal(await bytesOf(driver, "Broken.md"), bytes);
    },
  },
  {
    name: "getFiles lists notes and other files, and nothing of the configuration folder",
    async run(driver, assert) {
      await driver.open({ "Note.md": "", "Deep/Down/List.txt": "", "Picture.PNG": "" });
      const paths = await driver.exec(({ app }) =>
        app.vault
          .getFiles()
          .map((file) => file.path)
          .sort(),
      );
      assert.deepEqual(paths, ["Deep/Down/List.txt", "Note.md", "Picture.PNG"]);
    },
  },
  {
    name: "stat has the size in bytes, and a time that moves with every write",
    async run(driver, assert) {
      await driver.open({ "Note.md": "é🌱" });
      const stat = ({ app }) => app.vault.getFileByPath("Note.md").stat;
      const before = await driver.exec(stat);
      assert.equal(before.size, 6);
      await driver.exec(({ app }) => app.vault.modify(app.vault.getFileByPath("Note.md"), "longer 🌱"));
      await becomes(driver, 11, ({ app }) => app.vault.getFileByPath("Note.md").stat.size);
      assert.ok((await driver.exec(stat)).mtime > before.mtime);
    },
  },
];

const tree = [
  {
    name: "creating a file that exists throws and keeps the old one",
    async run(driver, assert) {
      await driver.open({ "Note.md": "old" });
      await assert.rejects(
        driver.exec(({ app }) => app.vault.create("Note.md", "new")),
        /exists/i,
      );
      assert.equal(await bytesOf(driver, "Note.md"), base64("old"));
    },
  },
  {
    name: "creating a file in a folder that is not there throws",
    async run(driver, assert) {
      await driver.open({});
      await assert.rejects(
        driver.exec(({ app }) => app.vault.create("Nowhere/Note.md", "")),
        /ENOENT|no such/i,
      );
      assert.equal(await driver.exec(({ app }) => app.vault.getAbstractFileByPath("Nowhere")), null);
    },
  },
  {
    name: "createFolder makes the folders above it, and throws for one that exists",
    async run(driver, assert) {
      await driver.open({});
      await driver.exec(async ({ app }) => void (await app.vault.createFolder("Above/Below")));
      await becomes(driver, ["Above", "Above/Below"], ({ app }) =>
        ["Above", "Above/Below"].map((path) => app.vault.getFolderByPath(path)?.path),
      );
      const again = async ({ app }) => void (await app.vault.createFolder("Above/Below"));
      await assert.rejects(driver.exec(again), /exists/i);
    },
  },
  {
    name: "looking for what is not there gives null, and a folder is no file",
    async run(driver, assert) {
      await driver.open({ "Folder/Note.md": "" });
      const found = await driver.exec(({ app: { vault } }) => [
        vault.getFileByPath("Missing.md"),
        vault.getFileByPath("Folder"),
        vault.getFolderByPath("Folder/Note.md"),
        vault.getAbstractFileByPath("Missing.md"),
        vault.getAbstractFileByPath("Folder").path,
        vault.getFileByPath("Folder/Note.md").path,
      ]);
      assert.deepEqual(found, [null, null, null, null, "Folder", "Folder/Note.md"]);
    },
  },
  {
    name: "a renamed file keeps its object and changes its path",
    async run(driver, assert) {
      await driver.open({ "Old.md": "text", "Folder/Other.md": "" });
      const found = await driver.exec(async ({ app }) => {
        const file = app.vault.getFileByPath("Old.md");
        await app.fileManager.renameFile(file, "Folder/New.md");
        const same = app.vault.getFileByPath("Folder/New.md") === file;
        return { same, path: file.path, name: file.basename, old: app.vault.getFileByPath("Old.md") };
      });
      assert.deepEqual(found, { same: true, path: "Folder/New.md", name: "New", old: null });
    },
  },
  {
    name: "a file in a renamed folder keeps its object too",
    async run(driver) {
      await driver.open({ "Before/Note.md": "text" });
      await driver.exec(async ({ app, plugins }) => {
        plugins.ibidContract.held = app.vault.getFileByPath("Before/Note.md");
        await app.fileManager.renameFile(app.vault.getFolderByPath("Before"), "After");
      });
      await becomes(driver, ["After/Note.md", true], ({ app, plugins: { ibidContract } }) => [
        ibidContract.held.path,
        app.vault.getFileByPath("After/Note.md") === ibidContract.held,
      ]);
    },
  },
  {
    name: "a deleted file is no longer found, and one made in its place is another object",
    async run(driver, assert) {
      await driver.open({ "Note.md": "first" });
      const found = await driver.exec(async ({ app }) => {
        const first = app.vault.getFileByPath("Note.md");
        await app.vault.delete(first);
        const gone = app.vault.getFileByPath("Note.md");
        const second = await app.vault.create("Note.md", "second");
        return { gone, path: first.path, same: first === second };
      });
      assert.deepEqual(found, { gone: null, path: "Note.md", same: false });
    },
  },
  {
    name: "trashFile takes a file out of the vault",
    async run(driver) {
      await driver.open({ "Note.md": "text", "Other.md": "" });
      await driver.exec(({ app }) => app.fileManager.trashFile(app.vault.getFileByPath("Note.md")));
      await becomes(driver, ["Other.md"], ({ app }) => app.vault.getFiles().map((file) => file.path));
    },
  },
  {
    name: "getAllLoadedFiles lists files and folders",
    async run(driver, assert) {
      await driver.open({ "Folder/Note.md": "", "Picture.PNG": "" });
      const paths = await driver.exec(({ app }) =>
        app.vault
          .getAllLoadedFiles()
          .map((file) => file.path)
          .sort(),
      );
      assert.deepEqual(paths, ["/", "Folder", "Folder/Note.md", "Picture.PNG"]);
    },
  },
  {
    name: "normalizePath tidies slashes and spaces, and the empty path is the root",
    async run(driver, assert) {
      await driver.open({});
      const paths = ["", "/", "/a//b/", "a\\b", "a\u00a0b.md", "e\u0301.md"];
      const found = await driver.exec(
        ({ obsidian }, given) => given.map((path) => obsidian.normalizePath(path)),
        paths,
      );
      assert.deepEqual(found, ["/", "/", "a/b", "a/b", "a b.md", "\u00e9.md"]);
    },
  },
];

/** Writes down what the vault announces, a folder standing for the notes in it as they are at that moment. */
function listen({ app, obsidian, plugins }) {
  const files = (file) => (file instanceof obsidian.TFolder ? file.children.flatMap(files) : [file]);
  const heard = new Set();
  const refs = ["create", "modify", "delete"].map((name) =>
    app.vault.on(name, (file) => files(file).forEach(({ path }) => heard.add(`${name} ${path}`))),
  );
  refs.push(
    app.vault.on("rename", (file, oldPath) => {
      for (const { path } of files(file))
        if (path.startsWith(file.path)) heard.add(`rename ${oldPath}${path.slice(file.path.length)} > ${path}`);
    }),
  );
  Object.assign(plugins.ibidContract, { heard, deafen: () => refs.forEach((ref) => app.vault.offref(ref)) });
}

/** Waits until everything expected was announced, in whatever order and however often, and nothing else of that name. */
async function heard(driver, name, expected) {
  await becomes(
    driver,
    expected,
    ({ plugins }, wanted) => [...plugins.ibidContract.heard].filter((line) => line.startsWith(wanted)).sort(),
    name,
  );
  await driver.exec(({ plugins }) => plugins.ibidContract.deafen());
}

const news = [
  {
    name: "what happens to a file is announced with the path it has then, and a rename with the one it had",
    async run(driver) {
      await driver.open({ "Folder/Note.md": "text" });
      await driver.exec(listen);
      await driver.exec(async ({ app }) => {
        const file = await app.vault.create("New.md", "");
        await app.vault.modify(file, "changed");
        await app.vault.rename(file, "Folder/Other.md");
        await app.vault.delete(file);
      });
      await heard(driver, "", [
        "create New.md",
        "delete Folder/Other.md",
        "modify New.md",
        "rename New.md > Folder/Other.md",
      ]);
    },
  },
  {
    name: "whoever listens to renames hears of every file in a renamed folder",
    async run(driver) {
      await driver.open({ "Before/A.md": "", "Before/Deep/B.md": "" });
      await driver.exec(listen);
      await driver.exec(({ app }) => app.vault.rename(app.vault.getFolderByPath("Before"), "After"));
      await heard(driver, "rename", ["rename Before/A.md > After/A.md", "rename Before/Deep/B.md > After/Deep/B.md"]);
    },
  },
  {
    name: "whoever listens to deletions hears of every file in a deleted folder",
    async run(driver) {
      await driver.open({ "Folder/A.md": "", "Folder/Deep/B.md": "" });
      await driver.exec(listen);
      await driver.exec(({ app }) => app.vault.delete(app.vault.getFolderByPath("Folder"), true));
      await heard(driver, "delete", ["delete Folder/A.md", "delete Folder/Deep/B.md"]);
    },
  },
];

export const vaultSpecs = [...processing, ...reading, ...tree, ...news];
