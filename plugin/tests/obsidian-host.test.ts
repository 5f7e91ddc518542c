/**
 * Obsidian as the core's host: writing without losing text, and the network. Notes open in an editor are tested end to
 * end.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { App } from "obsidian";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HttpRequest, NoteEdit } from "../../pkg/ibid";
import type { NoteEditSession } from "../src/core/messages";
import { ObsidianHost } from "../src/vault/obsidian-host";
import { headlessApp } from "./headless-app";
import { unpacked } from "./unpacked";

const APPEND: NoteEdit = { kind: "append", content: "+" };

/** A host over a vault; edits append their content, after what happens meanwhile. */
function createHost(
  files: Record<string, string | Uint8Array>,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
) {
  const { app } = headlessApp({ files });
  const host = new ObsidianHost(app as unknown as App);
  const session: NoteEditSession = {
    apply: async (text, edit) => {
      await meanwhile();
      return "content" in edit ? text + edit.content : text;
    },
    ensureActive: () => undefined,
  };
  const edit = (path: string) => host.edit(path, APPEND, session);
  return { app, host, edit, session };
}

async function textOf(app: ReturnType<typeof headlessApp>["app"], path: string): Promise<string> {
  const file = app.vault.getFileByPath(path);
  return file === null ? "(missing)" : app.vault.read(file);
}

describe("writing", () => {
  test.each([["plain\n"], ["two\r\nlines\r\n"], ["\uFEFFmarked"], [""], ["no end"]])(
    "%j keeps every byte and gets the edit",
    async (text) => {
      const { app, edit } = createHost({ "a.md": text });
      await expect(edit("a.md")).resolves.toBe("a.md");
      expect(await textOf(app, "a.md")).toBe(`${text}+`);
    },
  );

  test("a change made between reading and writing is kept, and the edit is made again on top of it", async () => {
    let typed = false;
    const { app, edit } = createHost({ "a.md": "one" }, async () => {
      if (typed) return;
      typed = true;
      await app.vault.process(app.vault.getFileByPath("a.md")!, (text) => `${text} typed`);
    });
    await edit("a.md");
    expect(await textOf(app, "a.md")).toBe("one typed+");
  });

  test("a note that is followed is located where it is now", async () => {
    const { app, host } = createHost({ "a.md": "one" });
    const unfollow = host.follow("a.md");
    await app.vault.createFolder("Private");
    await app.fileManager.renameFile(app.vault.getFileByPath("a.md")!, "Private/b.md");
    await expect(host.locate("a.md")).resolves.toBe("Private/b.md");
    unfollow();
    await expect(host.locate("a.md")).rejects.toMatchObject({ code: "note-missing" });
  });

  test("a note that keeps changing is given up after five attempts", async () => {
    let attempts = 0;
    const { app, edit } = createHost({ "a.md": "" }, () =>
      app.vault.process(app.vault.getFileByPath("a.md")!, () => `text ${++attempts}`),
    );
    await expect(edit("a.md")).rejects.toMatchObject({ code: "note-busy" });
    expect([attempts, await textOf(app, "a.md")]).toEqual([5, "text 5"]);
  });

  test("a file that is not UTF-8 is refused and not a byte of it changes", async () => {
    const bytes = new Uint8Array([0x61, 0xff, 0xfe, 0x0a]);
    const { app, edit } = createHost({ "a.md": bytes });
    await expect(edit("a.md")).rejects.toMatchObject({ code: "note-not-text" });
    expect(new Uint8Array(await app.vault.readBinary(app.vault.getFileByPath("a.md")!))).toEqual(bytes);
  });

  test("a note renamed during its run is followed; a deleted one is missing", async () => {
    const { app, host, edit } = createHost({ "a.md": "one" });
    host.follow("a.md");
    await app.vault.rename(app.vault.getFileByPath("a.md")!, "b.md");
    await app.vault.create("a.md", "another");
    await expect(edit("a.md")).resolves.toBe("b.md");
    expect([await textOf(app, "b.md"), await textOf(app, "a.md")]).toEqual(["one+", "another"]);
    await app.vault.delete(app.vault.getFileByPath("b.md")!);
    await expect(edit("a.md")).rejects.toMatchObject({ code: "note-missing" });
  });

  test("a note renamed while it is read or written is found under its new name", async () => {
    const { app, host, edit } = createHost({ "a.md": "one" });
    host.follow("a.md");
    const file = app.vault.getFileByPath("a.md")!;
    const [text] = await Promise.all([host.read("a.md"), app.vault.rename(file, "b.md")]);
    const [path] = await Promise.all([edit("a.md"), app.vault.rename(file, "c.md")]);
    expect([text, path, await textOf(app, "c.md")]).toEqual(["one", "c.md", "one+"]);
  });

  test.each([
    ["the same text", "one"],
    ["another text", "another"],
  ])("a note that is deleted and made anew inside the write is another note: %s", async (_what, text) => {
    for (const follows of [true, false]) {
      let done = false;
      const { app, host, edit } = createHost({ "a.md": "one" }, async () => {
        if (done) return;
        done = true;
        await app.vault.delete(app.vault.getFileByPath("a.md")!);
        await app.vault.create("a.md", text);
      });
      if (follows) host.follow("a.md");
      await expect(edit("a.md")).rejects.toMatchObject({ code: "note-missing" });
      expect(await textOf(app, "a.md")).toBe(text);
    }
  });

  test("after a run its path means the note that is there now", async () => {
    const { app, host } = createHost({ "a.md": "one" });
    const unfollow = host.follow("a.md");
    unfollow();
    await app.vault.rename(app.vault.getFileByPath("a.md")!, "b.md");
    await app.vault.create("a.md", "another");
    await expect(host.read("a.md")).resolves.toBe("another");
  });

  test("nothing is written for a replaced worker", async () => {
    const { app, host, session } = createHost({ "a.md": "one" });
    const given = new Error("given up");
    const late = {
      ...session,
      ensureActive: () => {
        throw given;
      },
    };
    await expect(host.edit("a.md", APPEND, late)).rejects.toBe(given);
    expect(await textOf(app, "a.md")).toBe("one");
  });

  test("undo takes back what was written and nothing that was typed elsewhere since", async () => {
    const { app, host, edit } = createHost({ "a.md": "one\r\n", "b.md": "two" });
    await edit("a.md");
    await edit("b.md");
    const type = (path: string, change: (text: string) => string) =>
      app.vault.process(app.vault.getFileByPath(path)!, change);
    await type("a.md", (text) => `typed ${text}`);
    await expect(host.undo("a.md")).resolves.toBe(true);
    expect(await textOf(app, "a.md")).toBe("typed one\r\n");
    await type("b.md", (text) => `above\n${text}below\n`);
    await expect(host.undo("b.md")).resolves.toBe(true);
    expect(await textOf(app, "b.md")).toBe("above\ntwobelow\n");
  });

  test("undo restores the bytes of that note alone, unless what was written was changed since", async () => {
    const { app, host, edit } = createHost({ "a.md": "one\r\n", "b.md": "two" });
    await edit("a.md");
    await edit("b.md");
    await expect(host.undo("a.md")).resolves.toBe(true);
    expect([await textOf(app, "a.md"), await textOf(app, "b.md")]).toEqual(["one\r\n", "two+"]);
    await expect(host.undo("a.md")).resolves.toBe(false);
    await app.vault.modify(app.vault.getFileByPath("b.md")!, "two");
    await expect(host.undo("b.md")).resolves.toBe(false);
    expect(await textOf(app, "b.md")).toBe("two");
    await app.vault.delete(app.vault.getFileByPath("b.md")!);
    expect([await host.undo("b.md"), host.canUndo("c.md")]).toEqual([false, false]);
  });

  test("each edit with its own undo is undone alone, and the last run can still be undone", async () => {
    const { app, host, edit, session } = createHost({ "a.md": "one" });
    await edit("a.md");
    const undoFirst = await host.editWithUndo("a.md", { kind: "append", content: "first" }, session);
    const undoSecond = await host.editWithUndo("a.md", { kind: "append", content: "second" }, session);
    await expect(undoFirst()).resolves.toBe(true);
    expect(await textOf(app, "a.md")).toBe("one+second");
    await expect(undoFirst()).resolves.toBe(false);
    await expect(undoSecond()).resolves.toBe(true);
    await expect(host.undo("a.md")).resolves.toBe(true);
    expect(await textOf(app, "a.md")).toBe("one");
  });

  test("a new note never takes the place of another, and its folder is made", async () => {
    const { app, host } = createHost({});
    await expect(host.create("Research inbox/Coffee.md", "1")).resolves.toBe("Research inbox/Coffee.md");
    await expect(host.create("Research inbox/Coffee.md", "2")).resolves.toBe("Research inbox/Coffee 1.md");
    expect(await textOf(app, "Research inbox/Coffee.md")).toBe("1");
  });
});

describe("moving and deleting", () => {
  const FILES = {
    "Tea.md": "Tea",
    "Drinks/Coffee.md": "See [[Tea]], [[tea|a leaf]] and `[[Tea]]`",
    "Picture.png": new Uint8Array(1),
  };

  test("a moved note gets its folders, and links follow", async () => {
    const { app, host } = createHost(FILES);
    await expect(host.rename("Tea.md", "Drinks/Hot/Green tea.md")).resolves.toBe("Drinks/Hot/Green tea.md");
    expect([await textOf(app, "Tea.md"), await textOf(app, "Drinks/Hot/Green tea.md")]).toEqual(["(missing)", "Tea"]);
    expect(await textOf(app, "Drinks/Coffee.md")).toBe("See [[Green tea]], [[Green tea|a leaf]] and `[[Tea]]`");
  });

  test.each(["Drinks/Coffee.md", "drinks/COFFEE.md", "picture.PNG", "DRINKS"])(
    "nothing is overwritten: %s",
    async (to) => {
      const { app, host } = createHost(FILES);
      await expect(host.rename("Tea.md", to)).rejects.toMatchObject({ code: "note-exists" });
      expect([await textOf(app, "Tea.md"), await textOf(app, "Drinks/Coffee.md")]).toEqual([
        "Tea",
        FILES["Drinks/Coffee.md"],
      ]);
    },
  );

  test("another Unicode form of a path is the same path", async () => {
    const { host } = createHost({ "Caf\u00e9.md": "", "Tea.md": "" });
    await expect(host.rename("Tea.md", "Cafe\u0301.md")).rejects.toMatchObject({ code: "note-exists" });
  });

  test("only the case of a name may change", async () => {
    const { host } = createHost(FILES);
    await expect(host.rename("Tea.md", "TEA.md")).resolves.toBe("TEA.md");
  });

  test("a deleted note is in the trash and no longer found", async () => {
    const { app, host } = createHost(FILES);
    await host.trash("Tea.md");
    expect(await textOf(app, "Tea.md")).toBe("(missing)");
    expect(await app.vault.adapter.read(".trash/Tea.md")).toBe("Tea");
  });

  test("a missing note is neither moved nor deleted", async () => {
    const { app, host } = createHost(FILES);
    await expect(host.rename("Nowhere.md", "New/Nowhere.md")).rejects.toMatchObject({ code: "note-missing" });
    await expect(host.trash("Drinks")).rejects.toMatchObject({ code: "note-missing" });
    expect(app.vault.getFolderByPath("New")).toBeNull();
  });

  test("the daily note is that of the app's settings", async () => {
    const { host } = createHost({ ".obsidian/daily-notes.json": '{"folder": "Daily", "format": "[Today]"}' });
    await expect(host.dailyNote()).resolves.toEqual({ path: "Daily/Today.md", text: "" });
  });
});

test("notes are listed with the times of their creation and last change and their size in bytes", async () => {
  const { host } = createHost({ "a.md": "ü", "b.png": new Uint8Array(3) });
  const notes = unpacked(await host.notes());
  expect(notes.map(({ path, size }) => [path, size])).toEqual([
    ["a.md", 2],
    ["b.png", 3],
  ]);
  expect(notes[0]?.modified).toBeGreaterThan(0);
  expect(notes[0]?.created).toBeGreaterThan(0);
});

describe("the network", () => {
  let server: Server;
  let address = "";

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === "/slow") return;
      response.writeHead(request.url === "/missing" ? 404 : 200, { "X-Seen": String(request.headers.authorization) });
      request.pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const request = (path: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
    method: "GET",
    url: address + path,
    headers: [],
    timeoutMillis: 60_000,
    wants: "text",
    mostBytes: 1000,
    ...more,
  });

  test("any status is a response, with header names in lower case", async () => {
    const { host } = createHost({});
    const answer = await host.http(request("/missing", { method: "POST", body: "sent" }));
    expect([answer.status, answer.text]).toEqual([404, "sent"]);
    expect(answer.headers.every(([name]) => name === name.toLowerCase())).toBe(true);
  });

  test("a key is filled in by its name, and a missing key is an error", async () => {
    const { app, host } = createHost({});
    const secret = { secret: "my-key", header: "Authorization", prefix: "Bearer " };
    await expect(host.http(request("/", { secret }))).rejects.toMatchObject({ code: "secret-missing" });
    app.secretStorage.setSecret("my-key", "s3cret");
    const answer = await host.http(request("/", { secret }));
    expect(answer.headers).toContainEqual(["x-seen", "Bearer s3cret"]);
  });

  test("a key is trimmed, and a key that is invalid in a header is an error", async () => {
    const { app, host } = createHost({});
    app.secretStorage.setSecret("my-key", " s3cret\n");
    await expect(host.secret("my-key")).resolves.toBe("s3cret");
    for (const odd of ["sk-…abcd", "s3\ncret", "s3\u200bcret"]) {
      app.secretStorage.setSecret("my-key", odd);
      const refused = host.http(request("/", { secret: { secret: "my-key", header: "Authorization", prefix: "" } }));
      await expect(refused).rejects.toMatchObject({ code: "secret-odd" });
      await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(odd) as string });
    }
  });

  test("a key that a service repeats in an error is masked, however ordinary it looks", async () => {
    const { app, host } = createHost({});
    const secret = { secret: "my-key", header: "Authorization", prefix: "Bearer " };
    const echoed = async (path: string, key: string, body = `no such key: ${key} (${encodeURIComponent(key)})`) => {
      app.secretStorage.setSecret("my-key", key);
      return (await host.http(request(path, { method: "POST", secret, body }))).text;
    };
    await expect(echoed("/missing", "sunshine")).resolves.toBe("no such key: *** (***)");
    await expect(echoed("/missing", "a+b/c=")).resolves.toBe("no such key: *** (***)");
    await expect(echoed("/", "sunshine", "Sun and sunshine")).resolves.toBe("Sun and sunshine");
    await expect(echoed("/", "correct-horse-battery", "correct-horse-battery")).resolves.toBe("***");
  });

  test("bytes are cut at the limit, and a longer text is refused", async () => {
    const { host } = createHost({});
    const long = { method: "POST", body: "x".repeat(1500) } as const;
    const answer = await host.http(request("/", { ...long, wants: "bytes" }));
    expect([answer.text, answer.bytes?.length]).toEqual(["", 1000]);
    await expect(host.http(request("/", long))).rejects.toMatchObject({ code: "too-large" });
  });

  test("a timeout and a connection error are different errors without internals", async () => {
    const { host } = createHost({});
    await expect(host.http(request("/slow", { timeoutMillis: 50 }))).rejects.toMatchObject({ code: "timeout" });
    await expect(host.http({ ...request("/"), url: "http://127.0.0.1:9/" })).rejects.toMatchObject({
      code: "unreachable",
      message: "no connection to 127.0.0.1:9",
    });
  });
});
