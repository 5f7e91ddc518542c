// Runs: progress by topic, stopping, resuming, details, undo and clearing local data.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demo } from "./demo-page.mjs";
import { agree, setUpVault, NOTE, start, TEXT, waitingRun, webPage } from "./pausable-run.mjs";

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

const window = (page, words) => page.page.locator(".modal", { hasText: words });
const press = (place, label) => place.locator("button", { hasText: label }).click();
const wikipedia = (heard) => heard.filter((words) => words.includes("en.wikipedia.org"));

async function over(page) {
  assert.deepEqual(page.errors, []);
  await page.close();
}

test("progress is shown by topic, with the elapsed time; the window can be closed and opened again in three ways", async () => {
  const { page, letGo } = await waitingRun(site);
  await page.page.locator(".notice .ibid-notice-text").click();
  const view = window(page, "Researching “Tea”");
  await view.waitFor();
  const topics = view.locator(".ibid-run-topic");
  assert.equal(await topics.count(), 2);
  assert.match(await view.innerText(), /passages? gathered/);
  assert.match(await view.innerText(), /Searching/);
  assert.match(await view.innerText(), /Requests already sent may still be billed\./);
  assert.equal(await page.page.locator(".notice", { hasText: "Cancel" }).count(), 0, "the notice makes room");
  const clock = view.locator(".ibid-run-figures");
  const first = await clock.innerText();
  assert.match(first, /^\d+:\d\d/);
  await page.page.waitForFunction((first) => document.querySelector(".ibid-run-figures").textContent !== first, first);
  await page.page.keyboard.press("Escape");
  await page.notice("Searching the web");
  await page.page.locator(".status-bar-item", { hasText: "Ibid: Searching" }).click();
  await view.waitFor();
  await page.page.keyboard.press("Escape");
  await page.palette("Show research progress");
  await view.waitFor();
  letGo();
  await page.notice(": 2 topics from");
  assert.equal(await view.count(), 0, "nothing runs, nothing is shown");
  await over(page);
});

test("two runs are shown together, and each can be stopped", async () => {
  const { page, letGo } = await waitingRun(site);
  await page.write("More tea.md", TEXT);
  await page.open("More tea.md");
  await page.palette("Research this note");
  await page.page.waitForFunction(() => document.querySelectorAll(".notice button").length === 2);
  await page.palette("Show research progress");
  const view = window(page, "Research in progress");
  const more = view.locator(".ibid-run", { hasText: "More tea" });
  await more.locator(".ibid-run-topic", { hasText: "Searching" }).first().waitFor();
  await more.locator("button", { hasText: "Stop" }).focus();
  await page.page.keyboard.press("Enter");
  await page.notice("Stopped. The note is unchanged.");
  await window(page, "Researching “Tea”").waitFor();
  letGo();
  await page.notice(": 2 topics from");
  assert.equal(await page.text("More tea.md"), TEXT);
  await over(page);
});

test("a stopped run can be written as a partial report without further requests", async () => {
  const { page, heard } = await waitingRun(site);
  await page.palette("Show research progress");
  await press(window(page, "Researching “Tea”"), "Stop");
  await page.notice("Stopped. The note is unchanged. The results so far are saved.");
  assert.equal(await page.text(NOTE), TEXT);
  const asked = heard.length;
  await page.pressInNotice("Write partial report");
  await page.notice(": 1 topic from");
  assert.match(await page.text(NOTE), /about 30 milligrams in a cup/);
  assert.equal(heard.length, asked);
  await over(page);
});

test("a stopped run can be resumed without repeating requests", async () => {
  const { page, heard, letGo } = await waitingRun(site);
  await page.pressInNotice("Cancel");
  await page.notice("The results so far are saved");
  letGo();
  await page.pressInNotice("Resume");
  await page.notice(": 2 topics from");
  assert.match(await page.text(NOTE), /no sugar unless it is sweetened/);
  assert.equal(wikipedia(heard).filter((words) => /green/i.test(words)).length, 1);
  await over(page);
});

test("a discarded run is deleted", async () => {
  const { page } = await waitingRun(site);
  await page.pressInNotice("Cancel");
  await page.notice("The results so far are saved");
  await page.pressInNotice("Discard");
  await page.palette("Resume interrupted research");
  await page.notice("No interrupted research.");
  assert.equal(await page.text(NOTE), TEXT);
  await over(page);
});

test("a run that was interrupted by closing the app is offered at the next start, without starting the core", async () => {
  const { page, heard, letGo } = await waitingRun(site);
  await page.page.reload();
  await page.ready();
  await setUpVault(page);
  await page.notice("Research on “Tea” was interrupted.");
  assert.equal(page.page.workers().length, 0, "the core is not started");
  letGo();
  await page.pressInNotice("Resume");
  await page.notice(": 2 topics from");
  assert.equal(wikipedia(heard).filter((words) => /green/i.test(words)).length, 1);
  await page.page.reload();
  await page.ready();
  assert.equal(await page.page.locator(".notice", { hasText: "interrupted" }).count(), 0);
  await over(page);
});

test("interrupted runs are listed by a command, without running ones", async () => {
  const { page, letGo } = await waitingRun(site);
  await page.palette("Resume interrupted research");
  await page.notice("No interrupted research.");
  await page.pressInNotice("Cancel");
  await page.notice("The results so far are saved");
  await page.dismissNotices();
  letGo();
  await page.palette("Resume interrupted research");
  const list = window(page, "Interrupted research");
  assert.match(await list.innerText(), /Tea[\s\S]*2 topics/);
  await press(list, "Resume");
  await page.notice(": 2 topics from");
  await over(page);
});

test("the details of a result and the list of what was sent show the words, and a trace can be saved", async () => {
  const { page, letGo } = await webPage(site, { keepTraces: true });
  letGo();
  await start(page);
  await agree(page);
  await page.notice(": 2 topics from");
  await page.pressInNotice("Details");
  const details = window(page, "Research on “Tea”");
  assert.match(
    await details.innerText(),
    /Topics[\s\S]*Skipped[\s\S]*DuckDuckGo[\s\S]*Time and cost[\s\S]*Searching the web: (under )?[\d.]+\ss[\s\S]*What was sent/,
  );
  assert.ok((await details.locator(".ibid-details-topics li a").count()) > 0, "the sources of each topic");
  for (const action of ["Show", "Undo", "Research again"])
    assert.equal(await details.getByRole("button", { name: action, exact: true }).count(), 1, action);
  await details.locator(".ibid-audit-total").waitFor();
  await press(details, "Export run log");
  const saved = await page.notice("Run log exported to");
  assert.match(saved, /“Research inbox\/Run log \w+\.json”/);
  await page.page.keyboard.press("Escape");
  await page.palette("Show what was sent");
  const ledger = window(page, "What was sent");
  await ledger.locator("li .ibid-collapsible-line", { hasText: "en.wikipedia.org" }).first().click();
  assert.match(await ledger.locator("pre").first().innerText(), /^https:\/\/en\.wikipedia\.org\/\S+/);
  await press(ledger, "Export run log");
  await page.page.waitForFunction(
    () => globalThis.app.vault.getFiles().filter((file) => file.name.startsWith("Run log ")).length === 2,
  );
  const names = await page.inApp((app) =>
    app.vault
      .getFiles()
      .filter((file) => file.name.startsWith("Run log "))
      .map((file) => file.name)
      .sort(),
  );
  assert.match(names.join(), /^Run log (\w+) 1\.json,Run log \1\.json$/, "nothing is overwritten");
  await over(page);
});

test("a new run replaces the notice of the one before", async () => {
  const { page, letGo } = await webPage(site);
  letGo();
  await start(page);
  await agree(page);
  await page.notice(": 2 topics from");
  await page.pressInNotice("Details");
  await press(window(page, "Research on “Tea”"), "Research again");
  await page.notice(": 2 topics from");
  assert.equal(await page.page.locator(".notice", { hasText: "Researched “Tea”" }).count(), 1);
  await start(page);
  assert.equal(await page.page.locator(".notice", { hasText: "Researched “Tea”" }).count(), 0, "a new run has begun");
  await page.notice(": 2 topics from");
  await over(page);
});

test("a run log is replayed without a request and without a change, and its report can be copied", async () => {
  const { page, heard, letGo } = await webPage(site, { keepTraces: true });
  letGo();
  await page.palette("Replay a run log…");
  await page.notice("This device stores no run logs");
  await start(page);
  await agree(page);
  await page.notice(": 2 topics from");
  await page.dismissNotices();
  const [written, requests] = [await page.text(NOTE), heard.length];
  await page.inApp(() => {
    navigator.clipboard.writeText = (text) => Promise.resolve(void (globalThis.copied = text));
  });
  await page.palette("Replay a run log…");
  const choice = page.page.locator(".prompt", { has: page.page.locator("[placeholder='Choose a run log to replay']") });
  await choice.locator("input").fill("coffee");
  await choice.locator(".suggestion-empty", { hasText: "No run log found." }).waitFor();
  await choice.locator("input").fill("tea");
  await choice.locator(".suggestion-item", { hasText: "Tea" }).click();
  const replay = window(page, "Replay of “Tea”");
  const report = await replay.locator("pre").innerText();
  assert.match(report, /Green tea does contain caffeine/);
  assert.ok(written.trimEnd().endsWith(`## Research\n\n${report.trimEnd()}`), "the replay gives the report of the run");
  await press(replay, "Copy");
  await page.notice("Report copied.");
  assert.equal((await page.inApp(() => globalThis.copied)).trimEnd(), report.trimEnd());
  await press(replay, "Close");
  assert.equal(await replay.count(), 0);
  assert.equal(heard.length, requests, "nothing is sent");
  assert.equal(await page.text(NOTE), written, "the note stays as it is");
  await over(page);
});

/** The preview is rendered, shows no comment, and its links lead nowhere. */
async function checkPreview(page, preview, note) {
  await preview.locator("h3").first().waitFor();
  assert.equal((await preview.locator(".callout").count()) > 0, true);
  assert.doesNotMatch(await preview.innerText(), /%%|\[\[/);
  const opened = await page.inApp((app) => {
    const before = app.workspace.getActiveFile().path;
    for (const link of document.querySelectorAll(".ibid-section-preview a")) link.click();
    return [before, app.workspace.getActiveFile().path, location.hash];
  });
  assert.deepEqual(opened, [note, note, ""]);
  assert.equal(page.page.context().pages().length, 1);
  assert.ok((await preview.locator("a").count()) > 0);
}

test("the previous section is restored in one edit, and one undo reverts that", async () => {
  const { page } = await webPage(site, { webSearch: "off", askBeforeRun: true });
  await page.open("Coffee/Afternoon coffee.md");
  const note = "Coffee/Afternoon coffee.md";
  await page.palette("Restore previous research section");
  await page.notice("no previous research section");
  await page.research(note);
  const first = await page.text(note);
  await page.dismissNotices();
  await page.set({ citations: "footnotes" });
  await page.research(note);
  const second = await page.text(note);
  assert.notEqual(second, first);
  await page.dismissNotices();
  await page.palette("Restore previous research section");
  const question = window(page, "Restore previous research section?");
  await checkPreview(page, question.locator(".ibid-section-preview"), note);
  await press(question, "Restore");
  await page.notice("Restored the version of");
  assert.equal(await page.text(note), first);
  await page.page.locator(".cm-content").focus();
  await page.page.keyboard.press("Control+z");
  assert.equal(await page.text(note), second);
  await over(page);
});

test("a first report can be removed later with its heading, and restored", async () => {
  const { page } = await webPage(site, { webSearch: "off", askBeforeRun: true });
  const note = "Coffee/Afternoon coffee.md";
  const before = await page.text(note);
  await page.research(note);
  const written = await page.text(note);
  await page.dismissNotices();
  await page.palette("Restore previous research section");
  const question = window(page, "Restore previous research section?");
  assert.equal(await question.locator(".ibid-section-preview").innerText(), "No section (before the first report).");
  await press(question, "Remove section");
  await page.notice("Section removed.");
  assert.equal(await page.text(note), before);
  await page.pressInNotice("Undo");
  await page.page.waitForFunction((text) => globalThis.app.workspace.activeEditor.editor.getValue() === text, written);
  await over(page);
});

test("only versions that differ from the section are offered, and no section is removed where none is", async () => {
  const { page } = await webPage(site, { webSearch: "off", askBeforeRun: true });
  const note = "Coffee/Afternoon coffee.md";
  await page.research(note);
  await page.dismissNotices();
  await page.palette("Restore previous research section");
  const question = window(page, "Restore previous research section?");
  await press(question, "Remove section");
  await page.notice("Section removed.");
  await page.dismissNotices();
  await page.palette("Restore previous research section");
  await question.locator(".ibid-section-preview h3").first().waitFor();
  assert.equal(await question.locator("select").count(), 0, "only the removed report is left to restore");
  assert.equal(await question.locator("button", { hasText: "Remove section" }).count(), 0);
  await page.page.keyboard.press("Escape");
  await page.inApp((app) => app.workspace.detachLeavesOfType("markdown"));
  await page.page.keyboard.press("Control+p");
  await page.page.locator(".prompt-input").fill("Restore");
  await page.page.locator(".suggestion-empty").waitFor();
  await over(page);
});

test("typing elsewhere does not prevent the undo of a result", async () => {
  const { page } = await webPage(site, { webSearch: "off", askBeforeRun: true });
  const note = "Coffee/Afternoon coffee.md";
  const before = await page.text(note);
  await page.research(note);
  await page.inApp((app) => app.workspace.activeEditor.editor.replaceRange("x", { line: 0, ch: 0 }));
  await page.pressInNotice("Undo");
  await page.page.waitForFunction(
    (text) => globalThis.app.workspace.activeEditor.editor.getValue() === text,
    `x${before}`,
  );
  assert.equal(await page.page.locator(".notice", { hasText: "edited after the run" }).count(), 0);
  await over(page);
});

test("a renamed note under research is not researched twice", async () => {
  const { page, heard, letGo } = await waitingRun(site);
  await page.inApp(async (app) => {
    await app.vault.createFolder("Drinks");
    await app.vault.rename(app.vault.getFileByPath("Tea.md"), "Drinks/Green tea.md");
    await app.vault.rename(app.vault.getFolderByPath("Drinks"), "Hot drinks");
  });
  const asked = heard.length;
  await page.palette("Research this note");
  await page.notice("This note is already being researched.");
  await page.palette("Show research progress");
  const progress = window(page, "Researching “Green tea”");
  await progress.locator(".modal-close-button").click();
  // While the window is open, it shows the result and there is no notice.
  await progress.waitFor({ state: "detached" });
  assert.equal(heard.length, asked);
  letGo();
  await page.notice(": 2 topics from");
  assert.match(await page.text("Hot drinks/Green tea.md"), /no sugar unless it is sweetened/);
  await over(page);
});

test("local data is deleted after a confirmation; keys, settings and notes stay", async () => {
  const { page, letGo } = await webPage(site);
  letGo();
  await start(page);
  await agree(page);
  await page.notice(": 2 topics from");
  const text = await page.text(NOTE);
  await page.inApp((app) => {
    app.secretStorage.setSecret("my-key", "sk-1");
    app.setting.open();
    app.setting.openTabById("ibid");
  });
  const row = page.page.locator(".setting-item", { hasText: "Clear local data" });
  await press(row, "Clear");
  const question = window(page, "Clear local data?");
  assert.match(await question.innerText(), /Your notes, Ibid's settings and your API keys don't change\./);
  await press(question, "Cancel");
  assert.ok((await storedNames(page)).some((name) => name.endsWith("/sent-runs")));
  await press(row, "Clear");
  await press(question, "Clear local data");
  await row.locator(".mod-success", { hasText: "Local data cleared" }).waitFor();
  assert.deepEqual(
    (await storedNames(page)).filter((name) => !name.includes("index") && !name.includes("library")),
    [],
  );
  assert.equal(await page.inApp((app) => app.loadLocalStorage("ibid-consent")), null);
  assert.equal(await page.inApp((app) => app.secretStorage.getSecret("my-key")), "sk-1");
  await page.inApp((app) => app.setting.close());
  await page.palette("Show what was sent");
  await window(page, "Nothing has been sent from this device.").waitFor();
  await page.page.keyboard.press("Escape");
  assert.equal(await page.text(NOTE), text);
  await start(page);
  await page.page.locator(".modal", { hasText: "Search the web?" }).waitFor();
  await over(page);
});

/** Returns the stored data by name. */
function storedNames(page) {
  return page.page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("ibid", 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asking = opening.result.transaction("files").objectStore("files").getAllKeys();
          asking.onsuccess = () => {
            opening.result.close();
            resolve(asking.result);
          };
        };
      }),
  );
}
