/** The vault of the stand-in, against what the real app does. */
import { beforeEach, describe, expect, it } from "vitest";
import type { StoreChange } from "../mocks/obsidian/disk";
import { TFile, TFolder } from "../mocks/obsidian/files";
import { normalizePath } from "../mocks/obsidian/normalize-path";
import { Vault } from "../mocks/obsidian/vault";

let vault: Vault;
let log: string[];

function openVault(files: Record<string, string | Uint8Array> = {}): void {
  vault = new Vault({ vaultName: "Test vault", files });
  log = [];
  for (const name of ["create", "modify", "delete"] as const)
    vault.on(name, (file) => log.push(`${name} ${file.path}`));
  vault.on("rename", (file, oldPath) => log.push(`rename ${oldPath} to ${file.path}`));
}

function note(path: string): TFile {
  const file = vault.getFileByPath(path);
  if (!file) throw new Error(`no ${path}`);
  return file;
}

beforeEach(() => openVault({ "a.md": "A", "folder/b.md": "B", "folder/pic.png": new Uint8Array([1, 2, 3]) }));

describe("normalizePath", () => {
  it.each([
    ["", "/"],
    ["/", "/"],
    ["//a///b//", "a/b"],
    ["a\\b", "a/b"],
    ["a\u00a0b.md", "a b.md"],
    ["caf\u0065\u0301.md", "caf\u00e9.md"],
  ])("turns %j into %j", (path, expected) => expect(normalizePath(path)).toBe(expected));
});

describe("the tree", () => {
  it("knows files and folders by path and by kind", () => {
    expect(note("folder/b.md")).toMatchObject({
      name: "b.md",
      basename: "b",
      extension: "md",
      parent: vault.getFolderByPath("folder"),
    });
    expect(vault.getFileByPath("folder")).toBeNull();
    expect(vault.getFolderByPath("a.md")).toBeNull();
    expect(vault.getAbstractFileByPath("folder")).toBeInstanceOf(TFolder);
    expect(vault.getRoot().isRoot()).toBe(true);
    expect(vault.getRoot().children.map((child) => child.path)).toEqual(["a.md", "folder"]);
    expect(vault.getMarkdownFiles().map((file) => file.path)).toEqual(["a.md", "folder/b.md"]);
    expect(vault.getFiles()).toHaveLength(3);
  });

  it("shows hidden folders to the adapter only", async () => {
    await vault.adapter.mkdir(".obsidian/plugins");
    await vault.adapter.write(".obsidian/app.json", "{}");
    expect(vault.getAbstractFileByPath(".obsidian/app.json")).toBeNull();
    expect(log).toEqual([]);
    expect(await vault.adapter.list(".obsidian")).toEqual({
      files: [".obsidian/app.json"],
      folders: [".obsidian/plugins"],
    });
  });

  it("fires create for every file when the shell announces the vault", () => {
    vault.announceFiles();
    expect(log).toEqual(["create a.md", "create folder", "create folder/b.md", "create folder/pic.png"]);
  });
});

describe("creating", () => {
  it("refuses a file that exists", async () => {
    await expect(vault.create("a.md", "again")).rejects.toThrow("File already exists.");
    expect(await vault.read(note("a.md"))).toBe("A");
  });

  it("refuses a file in a folder that does not exist, as a file system does", async () => {
    await expect(vault.create("nowhere/c.md", "C")).rejects.toThrow(/^ENOENT: no such file or directory/);
  });

  it("refuses a folder that exists, and makes missing ones above a new one", async () => {
    await expect(vault.createFolder("folder")).rejects.toThrow("Folder already exists.");
    await vault.createFolder("x/y");
    expect(log).toEqual(["create x", "create x/y"]);
  });

  it("answers with the file after its event was fired, and not in the same turn", async () => {
    const made = vault.create("c.md", "C");
    expect(vault.getFileByPath("c.md")).toBeNull();
    const file = await made;
    expect(file).toBe(note("c.md"));
    expect(log).toEqual(["create c.md"]);
  });
});

describe("reading", () => {
  it("replaces bytes that are not UTF-8 and keeps a byte order mark", async () => {
    openVault({ "bad.md": new Uint8Array([0x61, 0xff, 0x62]), "bom.md": "\ufeffx" });
    expect(await vault.read(note("bad.md"))).toBe("a\ufffdb");
    expect(await vault.read(note("bom.md"))).toBe("\ufeffx");
  });

  it("gives the bytes themselves as a copy", async () => {
    const bytes = new Uint8Array(await vault.readBinary(note("folder/pic.png")));
    bytes[0] = 9;
    expect([...new Uint8Array(await vault.readBinary(note("folder/pic.png")))]).toEqual([1, 2, 3]);
  });

  it("rejects for a file that has gone", async () => {
    const file = note("a.md");
    await vault.delete(file);
    await expect(vault.read(file)).rejects.toThrow("ENOENT");
    await expect(vault.process(file, (text) => text)).rejects.toThrow("ENOENT");
  });
});

describe("writing", () => {
  it("moves mtime on with each write, keeps ctime and counts bytes", async () => {
    const file = note("a.md");
    const { ctime, mtime } = file.stat;
    await vault.modify(file, "äö");
    const second = file.stat.mtime;
    await vault.append(file, "!");
    expect(file.stat).toEqual({ ctime, mtime: expect.any(Number), size: 5 });
    expect(second).toBeGreaterThan(mtime);
    expect(file.stat.mtime).toBeGreaterThan(second);
    expect(log).toEqual(["modify a.md", "modify a.md"]);
  });

  it("has the new text when modify fires", async () => {
    let seen = "";
    vault.on("modify", () => (seen = vault.adapter.readNow("a.md")));
    await vault.modify(note("a.md"), "new");
    expect(seen).toBe("new");
  });

  it("lets three calls of process at once all take effect, in order", async () => {
    const file = note("a.md");
    const results = await Promise.all(["1", "2", "3"].map((mark) => vault.process(file, (text) => text + mark)));
    expect(results).toEqual(["A1", "A12", "A123"]);
    expect(await vault.read(file)).toBe("A123");
  });

  it("writes nothing when the callback of process throws, and goes on with the next one", async () => {
    const file = note("a.md");
    const failing = vault.process(file, () => {
      throw new Error("no");
    });
    const next = vault.process(file, (text) => `${text}!`);
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("A!");
    expect(log).toEqual(["modify a.md"]);
  });

  it("loses an update made of read and modify while another runs, as the app would", async () => {
    const file = note("a.md");
    const readThenModify = async (mark: string): Promise<void> => vault.modify(file, (await vault.read(file)) + mark);
    await Promise.all([readThenModify("1"), readThenModify("2")]);
    expect(await vault.read(file)).toBe("A2");
  });

  it("does not wait for itself when a listener writes in turn", async () => {
    const file = note("a.md");
    const appended = new Promise((resolve) => vault.on("create", () => resolve(vault.append(file, "+"))));
    await vault.create("c.md", "C");
    await appended;
    expect(await vault.read(file)).toBe("A+");
  });
});

describe("removing and moving", () => {
  it("deletes a file and tells so, with the tree already changed", async () => {
    const file = note("folder/b.md");
    await vault.delete(file);
    expect(log).toEqual(["delete folder/b.md"]);
    expect(vault.getFolderByPath("folder")?.children.map((child) => child.name)).toEqual(["pic.png"]);
  });

  it("deletes a folder with files only by force", async () => {
    const folder = vault.getFolderByPath("folder")!;
    await expect(vault.delete(folder)).rejects.toThrow("ENOTEMPTY");
    await vault.delete(folder, true);
    expect(log).toEqual(["delete folder/pic.png", "delete folder/b.md", "delete folder"]);
  });

  it("moves trash to .trash, under a free name", async () => {
    await vault.trash(note("a.md"), true);
    await vault.create("a.md", "second");
    await vault.trash(note("a.md"), false);
    expect(log).toEqual(["delete a.md", "create a.md", "delete a.md"]);
    expect((await vault.adapter.list(".trash")).files).toEqual([".trash/a 1.md", ".trash/a.md"]);
  });

  it("keeps the same object through a rename and tells the old path", async () => {
    const file = note("a.md");
    await vault.rename(file, "folder/c.md");
    expect(file).toMatchObject({ path: "folder/c.md", basename: "c", parent: vault.getFolderByPath("folder") });
    expect(log).toEqual(["rename a.md to folder/c.md"]);
  });

  it("renames everything in a folder", async () => {
    await vault.rename(vault.getFolderByPath("folder")!, "shelf");
    expect(log).toEqual([
      "rename folder to shelf",
      "rename folder/b.md to shelf/b.md",
      "rename folder/pic.png to shelf/pic.png",
    ]);
    expect(await vault.read(note("shelf/b.md"))).toBe("B");
  });

  it("refuses to rename onto a file", async () => {
    await expect(vault.rename(note("a.md"), "folder/b.md")).rejects.toThrow("Destination file already exists!");
  });

  it("copies a file", async () => {
    const copy = await vault.copy(note("a.md"), "copy.md");
    expect(copy).toBe(note("copy.md"));
    expect(await vault.read(copy)).toBe("A");
  });
});

describe("persistence", () => {
  it("is told of every change of the bytes", async () => {
    const changes: StoreChange[] = [];
    vault = new Vault({ vaultName: "Kept", files: { "a.md": "A" }, persist: (change) => changes.push(change) });
    await vault.createFolder("f");
    await vault.rename(note("a.md"), "f/b.md");
    await vault.delete(note("f/b.md"));
    expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "folder f",
      "remove a.md",
      "write f/b.md",
      "remove f/b.md",
    ]);
  });
});
