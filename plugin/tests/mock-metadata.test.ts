/** The metadata cache and the file manager of the stand-in, against what the real app does. */
import { beforeEach, describe, expect, it } from "vitest";
import { FileManager } from "../mocks/obsidian/file-manager";
import type { TFile } from "../mocks/obsidian/files";
import { getFrontMatterInfo } from "../mocks/obsidian/frontmatter";
import { MetadataCache } from "../mocks/obsidian/metadata-cache";
import { readMetadata } from "../mocks/obsidian/note-metadata";
import { Vault } from "../mocks/obsidian/vault";
import { parseYaml, stringifyYaml } from "../mocks/obsidian/yaml";

let vault: Vault;
let metadata: MetadataCache;
let log: string[];

function openVault(files: Record<string, string>): void {
  vault = new Vault({ vaultName: "Test vault", files });
  metadata = new MetadataCache(vault);
  log = [];
  metadata.on("changed", (file, data) => log.push(`changed ${file.path} ${data.length}`));
  metadata.on("deleted", (file, previous) => log.push(`deleted ${file.path} ${previous?.headings?.length ?? 0}`));
  metadata.on("resolve", (file) => log.push(`resolve ${file.path}`));
  metadata.on("resolved", () => log.push("resolved"));
}

function note(path: string): TFile {
  const file = vault.getFileByPath(path);
  if (!file) throw new Error(`no ${path}`);
  return file;
}

function resolved(): Promise<void> {
  return new Promise((resolve) => {
    const ref = metadata.on("resolved", () => {
      metadata.offref(ref);
      resolve();
    });
  });
}

describe("what is known of a note", () => {
  const text = `---
tags: [one, "two"]
aliases:
  - Other name
related: "[[Target]]"
---
# First \`code\` title #
See [[Target#Part|there]], ![[pic.png]] and [md](Sub%20folder/N.md#h "t"), not [web](https://x.org).
#tag and #nested/tag but not #123, \`#no\` or \`[[no]]\`
\`\`\`js
# not a heading [[no]]
\`\`\`
%% [[hidden]] %%
## Second
A block ^my-id
~~~
[[unclosed`;
  const cache = readMetadata(text);

  it("has headings outside code only, with level and position", () => {
    expect(cache.headings?.map(({ heading, level }) => [heading, level])).toEqual([
      ["First `code` title", 1],
      ["Second", 2],
    ]);
    expect(cache.headings?.[0]?.position.start).toEqual({ line: 6, col: 0, offset: text.indexOf("# First") });
  });

  it("has links and embeds of the vault, not of the web, code or comments", () => {
    expect(cache.links?.map(({ link, displayText }) => [link, displayText])).toEqual([
      ["Target#Part", "there"],
      ["Sub folder/N.md#h", "md"],
    ]);
    expect(cache.embeds?.map(({ original }) => original)).toEqual(["![[pic.png]]"]);
  });

  it("has the tags of the text", () => {
    expect(cache.tags?.map(({ tag }) => tag)).toEqual(["#tag", "#nested/tag"]);
  });

  it("has the properties, their links and block ids", () => {
    expect(cache.frontmatter).toEqual({ tags: ["one", "two"], aliases: ["Other name"], related: "[[Target]]" });
    expect(cache.frontmatterLinks).toEqual([
      { key: "related", link: "Target", original: "[[Target]]", displayText: "Target" },
    ]);
    expect(Object.keys(cache.blocks ?? {})).toEqual(["my-id"]);
  });

  it("leaves out properties that are not valid, and kinds of which there is nothing", () => {
    expect(readMetadata("---\na: b: c\n---\ntext")).toEqual({});
    expect(getFrontMatterInfo("---\n---\nx")).toMatchObject({ exists: true, frontmatter: "", contentStart: 8 });
  });
});

describe("which file a link means", () => {
  beforeEach(() =>
    openVault({
      "Note.md": "",
      "a/Note.md": "",
      "a/b/Note.md": "",
      "a/b/source.md": "",
      "deep/down/Only.md": "",
      "pic.png": "",
      "v1.0.md": "",
      "z/source.md": "",
    }),
  );

  it.each([
    ["Only", "Note.md", "deep/down/Only.md"],
    ["only.MD", "Note.md", "deep/down/Only.md"],
    ["down/only", "Note.md", "deep/down/Only.md"],
    ["pic.png", "a/Note.md", "pic.png"],
    ["v1.0", "Note.md", "v1.0.md"],
    ["a/Note", "z/source.md", "a/Note.md"],
    ["Note", "z/source.md", "Note.md"],
    ["./Note", "a/b/source.md", "a/b/Note.md"],
    ["../Note", "a/b/source.md", "a/Note.md"],
    ["", "z/source.md", "z/source.md"],
    ["b/Note", "z/source.md", "a/b/Note.md"],
  ])("[[%s]] in %s is %s", (linkpath, source, expected) =>
    expect(metadata.getFirstLinkpathDest(linkpath, source)?.path).toBe(expected),
  );

  it.each(["Missing", "ote", "wrong/Only", "/down/Only", "pic"])("[[%s]] is no file", (linkpath) =>
    expect(metadata.getFirstLinkpathDest(linkpath, "Note.md")).toBeNull(),
  );

  it("writes the shortest text that leads to the file", () => {
    expect(metadata.fileToLinktext(note("deep/down/Only.md"), "Note.md")).toBe("Only");
    expect(metadata.fileToLinktext(note("a/b/Note.md"), "Note.md")).toBe("a/b/Note");
    expect(metadata.fileToLinktext(note("deep/down/Only.md"), "Note.md", false)).toBe("Only.md");
    expect(metadata.fileToLinktext(note("pic.png"), "Note.md")).toBe("pic.png");
  });
});

describe("following the vault", () => {
  beforeEach(() => openVault({ "a.md": "[[b]] [[b#x]] [[later]]", "b.md": "# B" }));

  it("knows the links of the start at once", () => {
    expect(metadata.resolvedLinks).toEqual({ "a.md": { "b.md": 2 }, "b.md": {} });
    expect(metadata.unresolvedLinks).toEqual({ "a.md": { later: 1 }, "b.md": {} });
  });

  it("indexes a changed note a little after the write: changed, resolve, resolved", async () => {
    const done = resolved();
    vault.on("modify", () => log.push("vault"));
    await vault.modify(note("b.md"), "[[a]]");
    await done;
    expect(log).toEqual(["vault", "changed b.md 5", "resolve b.md", "resolved"]);
    expect(metadata.getFileCache(note("b.md"))?.links).toHaveLength(1);
    expect(metadata.resolvedLinks["b.md"]).toEqual({ "a.md": 1 });
  });

  it("resolves links to a note that is made later", async () => {
    const done = resolved();
    await vault.create("Later.md", "");
    await done;
    expect(metadata.resolvedLinks["a.md"]).toEqual({ "b.md": 2, "Later.md": 1 });
    expect(metadata.unresolvedLinks["a.md"]).toEqual({});
    expect(log).toEqual(["changed Later.md 0", "resolve Later.md", "resolve a.md", "resolved"]);
  });

  it("follows a delete, with the previous cache", async () => {
    const done = resolved();
    await vault.delete(note("b.md"));
    await done;
    expect(log).toEqual(["deleted b.md 1", "resolve a.md", "resolved"]);
    expect(metadata.getCache("b.md")).toBeNull();
    expect(metadata.unresolvedLinks).toEqual({ "a.md": { b: 2, later: 1 } });
  });

  it("follows a rename without firing changed", async () => {
    const done = resolved();
    await vault.rename(note("b.md"), "later.md");
    await done;
    expect(log).toEqual(["resolve later.md", "resolve a.md", "resolved"]);
    expect(metadata.getCache("later.md")?.headings).toHaveLength(1);
    expect(metadata.resolvedLinks).toEqual({ "a.md": { "later.md": 1 }, "later.md": {} });
  });

  it("takes the announcement of the vault for no news", async () => {
    vault.announceFiles();
    const done = resolved();
    await vault.modify(note("a.md"), "");
    await done;
    expect(log.filter((line) => line.startsWith("changed"))).toEqual(["changed a.md 0"]);
  });
});

describe("the file manager", () => {
  let manager: FileManager;
  beforeEach(() => {
    openVault({
      "a.md": '---\nsee: "[[Old]]"\n---\n[[Old]] [[old#H|x `y`]] ![[Old#^b]] [m](Old.md#h) `[[Old]]` [[Other]]',
      "Old.md": "[[#H]]",
      "Other.md": "",
      "dir/In.md": "",
      "b.md": "[[dir/In]]",
    });
    manager = new FileManager(vault, metadata);
  });

  it("updates the links of other notes when a note is renamed", async () => {
    await manager.renameFile(note("Old.md"), "dir/New name.md");
    expect(await vault.read(note("a.md"))).toBe(
      '---\nsee: "[[New name]]"\n---\n[[New name]] [[New name#H|x `y`]] ![[New name#^b]] [m](dir/New%20name.md#h) `[[Old]]` [[Other]]',
    );
  });

  it("updates the links into a folder that is renamed", async () => {
    await manager.renameFile(vault.getFolderByPath("dir")!, "shelf");
    expect(await vault.read(note("b.md"))).toBe("[[In]]");
  });

  it("writes links: wikilinks, embeds for other files, a bare heading for the note itself", async () => {
    const picture = await vault.create("p.png", "");
    expect(manager.generateMarkdownLink(note("dir/In.md"), "a.md")).toBe("[[In]]");
    expect(manager.generateMarkdownLink(note("dir/In.md"), "a.md", "#H", "Text")).toBe("[[In#H|Text]]");
    expect(manager.generateMarkdownLink(note("a.md"), "a.md", "#H")).toBe("[[#H]]");
    expect(manager.generateMarkdownLink(picture, "a.md")).toBe("![[p.png]]");
  });

  it("changes properties in place, adds them and takes the block away with the last one", async () => {
    await manager.processFrontMatter(note("a.md"), (properties) =>
      Object.assign(properties, { tags: ["x", "y: z"], n: 1 }),
    );
    expect(await vault.read(note("a.md"))).toMatch(
      /^---\nsee: "\[\[Old\]\]"\ntags:\n {2}- x\n {2}- "y: z"\nn: 1\n---\n\[\[Old\]\] /,
    );
    await manager.processFrontMatter(note("Other.md"), (properties) => (properties.done = true));
    expect(await vault.read(note("Other.md"))).toBe("---\ndone: true\n---\n");
    await manager.processFrontMatter(note("Other.md"), (properties) => delete properties.done);
    expect(await vault.read(note("Other.md"))).toBe("");
  });

  it("throws on bad YAML and on an error of the callback, and writes nothing", async () => {
    const bad = await vault.create("bad.md", "---\na: [1\n---\nx");
    await expect(manager.processFrontMatter(bad, () => undefined)).rejects.toMatchObject({ name: "YAMLParseError" });
    const failing = manager.processFrontMatter(note("a.md"), () => {
      throw new Error("mine");
    });
    await expect(failing).rejects.toThrow("mine");
    expect(await vault.read(bad)).toBe("---\na: [1\n---\nx");
  });

  it("finds a free path for an attachment and puts new files at the top", async () => {
    await vault.create("p.png", "");
    expect(await manager.getAvailablePathForAttachment("p.png")).toBe("p 1.png");
    expect(manager.getNewFileParent()).toBe(vault.getRoot());
  });

  it("trashes a file", async () => {
    await manager.trashFile(note("b.md"));
    expect(vault.getFileByPath("b.md")).toBeNull();
    expect(await vault.adapter.exists(".trash/b.md")).toBe(true);
  });
});

describe("YAML", () => {
  it.each<[string, unknown]>([
    ["", null],
    ["a: 1\nb: -2.5\nc: true\nd: ~\ne:\nf: 2026-01-02", { a: 1, b: -2.5, c: true, d: null, e: null, f: "2026-01-02" }],
    ["list:\n- a\n- 2", { list: ["a", 2] }],
    ["list:\n  - a # why\n  -\n  - 'it''s'", { list: ["a", null, "it's"] }],
    ["map:\n  x: y\n  z:\n    - q: 1\n      r: 2\n    - s", { map: { x: "y", z: [{ q: 1, r: 2 }, "s"] } }],
    ['a: [x, "y, z", [1]]\nb: {k: v, "l": [2]}', { a: ["x", "y, z", [1]], b: { k: "v", l: [2] } }],
    ["a: [x,\n  y]\nb: one\n  two", { a: ["x", "y"], b: "one two" }],
    ["a: |\n  one\n    two\n\n  three\nb: >-\n  x\n  y", { a: "one\n  two\n\nthree\n", b: "x y" }],
    [
      '"quoted key": "a\\n\\u00e9"\nurl: https://x.org/#a\nt: 12:30',
      { "quoted key": "a\né", url: "https://x.org/#a", t: "12:30" },
    ],
    ["- a\n- b: c", ["a", { b: "c" }]],
    ["just text", "just text"],
  ])("reads %j", (source, expected) => expect(parseYaml(source)).toEqual(expected));

  it.each(["a: b: c", "a: [1", 'a: "x', "a: 1\na: 2", "a\nb: 1", "\ta: 1", "a: 1\n  b: 2", "a: 'x' y"])(
    "refuses %j",
    (source) => expect(() => parseYaml(source)).toThrow(expect.objectContaining({ name: "YAMLParseError" })),
  );

  it("writes what it reads back", () => {
    const value = {
      a: "x",
      b: ["1", 1, "", "- x", "a: b", "[x]", " pad", "#t", "multi\nline"],
      c: { d: null, e: [] },
      f: [{ g: 1, h: [2] }, {}],
      "k: l": "true",
    };
    expect(parseYaml(stringifyYaml(value))).toEqual(value);
  });
});
