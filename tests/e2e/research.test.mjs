// Research from end to end: the plugin in its browser host, used as a user does.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { demo, onPageOf } from "./demo-page.mjs";

const NOTE = "Coffee/Afternoon coffee.md";
const TITLE = "Research this note";

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

const onPage = onPageOf(() => site);

const ways = {
  "the command palette": (page) => page.palette(TITLE),
  "the ribbon": (page) => page.ribbon(TITLE),
  "the file menu": async (page) => {
    await page.page.locator(`.nav-file-title[data-path="${NOTE}"]`).click({ button: "right" });
    await page.page.locator(".menu-item", { hasText: TITLE }).click();
  },
  "the editor menu": async (page) => {
    await page.page.locator(".cm-content").click({ button: "right" });
    await page.page.locator(".menu-item", { hasText: TITLE }).click();
  },
};

for (const [place, press] of Object.entries(ways)) {
  onPage(`${place} starts it and the section is written`, async (page) => {
    const before = await page.text(NOTE);
    await page.open(NOTE);
    await page.inApp(
      (app, path) =>
        app.workspace.leftSplit &&
        app.workspace.getLeavesOfType("file-explorer")[0]?.view.revealInFolder?.(app.vault.getFileByPath(path)),
      NOTE,
    );
    const pressed = performance.now();
    await press(page);
    await page.approve();
    const notice = await page.notice("Researched");
    console.log(`from ${place} to the written section: ${Math.round(performance.now() - pressed)} ms`);
    assert.match(notice, /Researched “[^”]+”: \d+ topics? from \d+ sources? in [\d.]+\ss, free\./);
    const after = await page.text(NOTE);
    assert.ok(after.startsWith(before), "what stood there still stands there");
    assert.match(
      after.slice(before.length),
      /^\n## Research\n\n%% ibid run=\w+ hash=\w+ %%\n\n> \[!info\]- Researched /,
    );
    assert.match(after, /\(\[\[Caffeine and sleep#[^\]]+\]\]\)/);
  });
}

onPage("a second run replaces the section and one undo each restores the exact text", async (page) => {
  await page.open(NOTE);
  const before = await page.text(NOTE);
  await page.ribbon(TITLE);
  await page.approve();
  await page.notice("Researched");
  const first = await page.text(NOTE);
  await page.dismissNotices();
  await page.ribbon(TITLE);
  await page.approve();
  await page.notice("Researched");
  const second = await page.text(NOTE);
  assert.equal(second.match(/^## Research$/gm).length, 1);
  assert.notEqual(second, first, "the run's id differs");
  await page.page.locator(".cm-content").focus();
  await page.page.keyboard.press("Control+z");
  assert.equal(await page.text(NOTE), first);
  await page.page.keyboard.press("Control+z");
  assert.equal(await page.text(NOTE), before);
});

onPage("undo reverts only our change, even right after typing", async (page) => {
  await page.open(NOTE);
  await page.page.locator(".cm-content").focus();
  await page.page.keyboard.press("Control+End");
  await page.page.keyboard.type("Typed by hand.");
  const typed = await page.text(NOTE);
  await page.ribbon(TITLE);
  await page.approve();
  await page.notice("Researched");
  await page.page.locator(".cm-content").focus();
  await page.page.keyboard.press("Control+z");
  assert.equal(await page.text(NOTE), typed);
});

onPage("the notice's undo restores the bytes of the file", async (page) => {
  await page.open(NOTE);
  const before = await page.text(NOTE);
  await page.ribbon(TITLE);
  await page.approve();
  await page.notice("Researched");
  await page.pressInNotice("Undo");
  await page.page.waitForFunction(
    (before) => globalThis.app.workspace.activeEditor?.editor?.getValue() === before,
    before,
  );
});

onPage("a note in reading view is written through the vault", async (page) => {
  await page.open(NOTE);
  const before = await page.text(NOTE);
  await page.inApp(async (app) => {
    const { leaf } = app.workspace.activeEditor;
    await leaf.setViewState({ ...leaf.getViewState(), state: { ...leaf.getViewState().state, mode: "preview" } });
  });
  await page.ribbon(TITLE);
  await page.approve();
  await page.notice("Researched");
  const after = await page.text(NOTE);
  assert.ok(after.startsWith(before) && after.includes("\n## Research\n"));
});

onPage("a note with Windows line endings keeps them", async (page) => {
  const path = "Windows.md";
  const before = "How late is too late for coffee?\r\n\r\nSee [[Adenosine]].\r\n";
  await page.write(path, before);
  await page.research(path);
  const bytes = await page.inApp((app, path) => app.vault.read(app.vault.getFileByPath(path)), path);
  assert.ok(bytes.startsWith(`${before}\r\n## Research\r\n\r\n%% ibid`), JSON.stringify(bytes.slice(0, 120)));
  assert.equal(bytes.replaceAll("\r\n", "").includes("\n"), false);
});

onPage("a section edited by hand needs a decision; keeping it keeps every word", async (page) => {
  await page.research(NOTE);
  await page.page.locator(".cm-content").focus();
  await page.page.keyboard.press("Control+End");
  await page.page.keyboard.type("My own thought.");
  const edited = await page.text(NOTE);
  await page.dismissNotices();
  await page.ribbon(TITLE);
  await page.page.locator(".modal button", { hasText: "Cancel" }).click();
  await page.notice("Nothing was changed");
  assert.equal(await page.text(NOTE), edited);
  await page.ribbon(TITLE);
  await page.page.locator(".modal button", { hasText: "Keep and add below" }).click();
  await page.approve();
  await page.notice("Researched");
  const kept = await page.text(NOTE);
  assert.ok(kept.startsWith(edited.trimEnd()), "everything that stood there stays");
  assert.equal(kept.match(/%% ibid /g).length, 2);
});

onPage("a section of the user needs a decision; replacing it is possible", async (page) => {
  const path = "Projects/A tree for Alder Street.md";
  await page.open(path);
  await page.ribbon(TITLE);
  await page.page
    .locator(".modal", { hasText: "Ibid didn't write it" })
    .locator("button", { hasText: "Replace section" })
    .click();
  await page.approve();
  await page.notice("Researched");
  const text = await page.text(path);
  assert.match(text, /\n## Research\n\n%% ibid /);
});

onPage("cancel in the middle of a run leaves the note untouched", async (page) => {
  await page.open(NOTE);
  const before = await page.text(NOTE);
  await page.holdReads();
  await page.ribbon(TITLE);
  await page.notice("Indexing your vault");
  await page.readHeld();
  assert.match(await page.page.locator(".status-bar").innerText(), /Ibid: Indexing your vault/);
  await page.pressInNotice("Cancel");
  await page.letRead();
  await page.notice("Stopped. The note is unchanged.");
  assert.equal(await page.text(NOTE), before);
  assert.doesNotMatch(await page.page.locator(".status-bar").innerText(), /Ibid/);
});

onPage("a second run on the same note is refused while one is running", async (page) => {
  await page.open(NOTE);
  await page.holdReads();
  await page.ribbon(TITLE);
  await page.readHeld();
  await page.ribbon(TITLE);
  await page.notice("This note is already being researched.");
  await page.palette("Stop research");
  await page.letRead();
  await page.notice("Stopped. The note is unchanged.");
});

onPage("text typed during a run is kept", async (page) => {
  await page.open(NOTE);
  await page.holdReads();
  await page.ribbon(TITLE);
  await page.readHeld();
  await page.page.locator(".cm-content").focus();
  await page.page.keyboard.press("Control+Home");
  await page.page.keyboard.type("Typed meanwhile. ");
  // The agenda would take the focus.
  await page.letRead();
  await page.approve();
  await page.notice("Researched");
  const text = await page.text(NOTE);
  assert.ok(text.includes("Typed meanwhile. ") && text.includes("\n## Research\n"));
});

/** A run that waits for the first note it wants to quote. */
async function gathering(page) {
  await page.ribbon(TITLE);
  await page.agenda.waitFor();
  await page.holdReads();
  await page.approve();
  await page.notice("Gathering evidence");
  await page.readHeld();
}

onPage("a note renamed during the run is followed, a deleted one goes to the inbox", async (page) => {
  await page.open(NOTE);
  await gathering(page);
  await page.inApp((app, path) => app.vault.rename(app.vault.getFileByPath(path), "Coffee/Late coffee.md"), NOTE);
  await page.letRead();
  await page.notice("Researched");
  assert.match(await page.text("Coffee/Late coffee.md"), /\n## Research\n/);
  await page.dismissNotices();
  await gathering(page);
  await page.inApp((app) => app.vault.delete(app.vault.getFileByPath("Coffee/Late coffee.md")));
  await page.letRead();
  await page.notice("the report is in the inbox");
  assert.match(await page.text("Research inbox/Late coffee.md"), /^## Research\n/);
});

const refusals = [
  ["an empty note", "Journal/Untitled.md", "The note is empty."],
  ["a picture", "Attachments/soil-test.png", "is not a note. Ibid researches .md, .markdown and .txt files."],
];
for (const [what, path, message] of refusals) {
  onPage(`${what} gets its message`, async (page) => {
    await page.open(path);
    await page.ribbon(TITLE);
    await page.notice(message);
  });
}

onPage("a note in an excluded folder gets its message, and settings reach a running core", async (page) => {
  await page.research(NOTE);
  await page.inApp(async (app) => {
    app.setting.open();
    await app.setting.openTabById("ibid");
  });
  await page.page
    .locator(".setting-item", { hasText: "Excluded folders" })
    .locator("textarea")
    .fill("Templates\nSleep");
  await page.page.keyboard.press("Escape");
  const path = "Sleep/Naps.md";
  const before = await page.text(path);
  await page.open(path);
  await page.ribbon(TITLE);
  await page.notice("is in the excluded folder “Sleep”.");
  assert.equal(await page.text(path), before);
});

onPage("two headings and a fence that was never closed name their lines", async (page) => {
  await page.write("Twice.md", "Why coffee?\n\n## Research\n\n## Research\n");
  await page.open("Twice.md");
  await page.ribbon(TITLE);
  await page.notice("The note has several “## Research” headings, on lines 3 and 5.");
  await page.write("Open.md", "Why coffee?\n\n```\nlate\n");
  await page.open("Open.md");
  await page.ribbon(TITLE);
  await page.notice("The note has an unclosed code fence that starts on line 3.");
});
