// What several specs do on their way: open a note, wait for a value, read bytes. Asserts nothing but that the wait ends.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { PATIENCE_MILLIS } from "./driver.mjs";

/** Waits until what `inside` answers in the app is what is expected: much in the app happens a moment later. */
export async function becomes(driver, expected, inside, ...args) {
  const deadline = Date.now() + PATIENCE_MILLIS;
  let found = await driver.exec(inside, ...args);
  while (!isDeepStrictEqual(found, expected) && Date.now() < deadline) {
    await pause(20);
    found = await driver.exec(inside, ...args);
  }
  assert.deepEqual(found, expected);
}

/** Waits until the plugin's log ends with this line. */
export function logged(driver, line) {
  return becomes(driver, line, ({ plugins }) => plugins.ibidContract.log.at(-1));
}

/** Opens a file in the active tab and puts the focus into it. */
export async function openFile(driver, path) {
  const open = async ({ app }, wanted) => {
    await app.workspace.getLeaf(false).openFile(app.vault.getFileByPath(wanted), { active: true });
  };
  await driver.exec(open, path);
  await becomes(driver, path, ({ app }) => app.workspace.getActiveFile()?.path);
}

/** The text in the active editor. */
export function editorText({ app, obsidian }) {
  return app.workspace.getActiveViewOfType(obsidian.MarkdownView).editor.getValue();
}

export async function focusEndOfEditor(driver) {
  await driver.exec(({ app, obsidian }) => {
    const { editor } = app.workspace.getActiveViewOfType(obsidian.MarkdownView);
    editor.focus();
    editor.setCursor(editor.offsetToPos(editor.getValue().length));
  });
}

/** A file's bytes, in base64. */
export function bytesOf(driver, path) {
  return driver.exec(async ({ app }, wanted) => {
    const bytes = new Uint8Array(await app.vault.readBinary(app.vault.getFileByPath(wanted)));
    return btoa(String.fromCharCode(...bytes));
  }, path);
}

export const base64 = (text) => Buffer.from(text, "utf8").toString("base64");

/** A server on this machine while `use` runs. It allows every origin, since our stand-in is held to CORS. */
export async function withServer(answer, use) {
  const server = createServer((request, response) => {
    for (const kind of ["origin", "headers", "methods"]) response.setHeader(`access-control-allow-${kind}`, "*");
    response.setHeader("access-control-expose-headers", "*");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    return answer(request, response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    return await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}
