// Research of the vault's gaps and the research inbox: the agenda, a run over a fake web, accepting, appending,
// dismissing, undoing, and the app closing in the middle.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { agree, close, onPage as onModelPage, open, setUpVault, world } from "./fake-services-page.mjs";
import { HITS, PLAN, QUESTION, VAULT, writeVault } from "./garden-vault.mjs";

const ON_DEVICE = { engine: "built-in", inboxPlace: "device" };
const INBOX_FILE = "Research inbox/Research inbox.md";

before(open);
after(close);

/** A test on a vault with gaps, without a model. */
function onPage(name, run, values = {}) {
  onModelPage(
    name,
    async (page) => {
      world.reset({ hits: HITS, pages: {} });
      await writeVault(page);
      await run(page);
    },
    { engine: "built-in", ...values },
  );
}

/** Closes the app and opens it again; the demo forgets its settings and notes. */
async function restart(page, values) {
  await page.page.reload();
  await page.ready();
  await setUpVault(page, values);
  await writeVault(page);
}

const command = (page, id) => page.inApp((app, id) => app.commands.executeCommandById(`ibid:${id}`), id);
const view = (page) => page.page.locator(".ibid-inbox");
const task = (page, topic) =>
  view(page)
    .locator(".ibid-gap")
    .filter({ has: page.page.locator(`[aria-label="Research “${topic}”"]`) });
const card = (page, title) => view(page).locator(".ibid-finding", { hasText: title });
const button = (place, name) => place.getByRole("button", { name, exact: true });
const badge = (page) => page.page.locator(".ibid-badge");
const paths = (page) =>
  page.inApp((app) =>
    app.vault
      .getFiles()
      .map(({ path }) => path)
      .sort(),
  );

async function propose(page) {
  await command(page, "research-gaps");
  await task(page, QUESTION).waitFor();
}

const runButton = (page) => view(page).getByRole("button", { name: /^Research \d topics?$/ });

async function research(page) {
  await propose(page);
  await runButton(page).click();
  await agree(page);
  await page.notice("Research of gaps:");
  await card(page, "How moss holds water").waitFor();
}

onPage("the agenda says why, sends nothing before the yes, and leaves a blocked topic out", async (page) => {
  await propose(page);
  assert.equal(world.log.length, 0, "nothing is sent for an agenda");
  assert.match(await task(page, QUESTION).innerText(), /An open question\. Plan/);
  assert.ok(!(await view(page).innerText()).includes("spoons"), "nothing of a private note");
  assert.match(await view(page).locator(".ibid-gap-services").innerText(), /^Searches SearXNG.*\. Free\.$/);
  await task(page, QUESTION).getByRole("checkbox").uncheck();
  await task(page, "Ferns").getByRole("textbox").fill("Ferns in shade");
  await task(page, "Ferns").getByRole("textbox").blur();
  await task(page, "Ferns in shade").waitFor();
  await runButton(page).click();
  await agree(page);
  await page.notice("Research of gaps:");
  const sent = world.sent;
  assert.ok(sent.includes("Ferns+in+shade") || sent.includes("Ferns in shade"), sent);
  assert.ok(!sent.includes("moss"), sent);
});

onPage("findings wait in the inbox, with a badge, and in a note that people can read", async (page) => {
  await research(page);
  const moss = card(page, "How moss holds water");
  const text = await moss.innerText();
  assert.match(text, /twenty times its dry weight/);
  assert.match(text, /About the question “How much water can moss hold\?” in Plan\./);
  assert.match(text, /moss\.example\.org/);
  assert.equal(await badge(page).innerText(), String(await view(page).locator(".ibid-finding").count()));
  const file = await page.text(INBOX_FILE);
  assert.match(file, /^# Research inbox/);
  assert.match(file, /## How moss holds water/);
  // The same pages again are known.
  await command(page, "research-gaps");
  await task(page, QUESTION).waitFor();
  await runButton(page).click();
  await page.notice("0 new findings: your vault already covers this.");
});

onPage("accept once, open, undo; accept with a link; append; all taken back", async (page) => {
  await research(page);
  const before = await paths(page);
  const moss = card(page, "How moss holds water");
  await button(moss, "Accept").click();
  await page.notice("Created “How moss holds water”.");
  const created = "Research inbox/How moss holds water.md";
  assert.match(await page.text(created), /tags:\n {2}- research\n/);
  assert.match(await page.text(created), /source: https:\/\/moss\.example\.org\/water/);
  await moss.waitFor({ state: "detached" });
  await view(page).getByRole("combobox", { name: "Show findings" }).selectOption("accepted");
  await button(moss, "Undo").click();
  await moss.waitFor({ state: "detached" });
  assert.deepEqual(await paths(page), before);
  await view(page).getByRole("combobox", { name: "Show findings" }).selectOption("new");
  await button(moss, "More").click();
  await page.page.locator(".menu-item", { hasText: "Accept, and link from “Plan”" }).click();
  await page.page.waitForFunction(
    async (path) =>
      (await globalThis.app.vault.read(globalThis.app.vault.getFileByPath(path))).includes(
        "[[Research inbox/How moss holds water|How moss holds water]]",
      ),
    PLAN,
  );
  const ferns = card(page, "Ferns and their spores");
  await button(ferns, "More").click();
  await page.page.locator(".menu-item", { hasText: "Append to a note…" }).click();
  await page.page.locator(".prompt-input").fill("Garden/Shade");
  await page.page.keyboard.press("Enter");
  await page.notice("Added to “Shade”.");
  assert.match(await page.text("Garden/Shade.md"), /\*\*Ferns and their spores\*\*/);
  await view(page).getByRole("combobox", { name: "Show findings" }).selectOption("accepted");
  await button(ferns, "Undo").click();
  await ferns.waitFor({ state: "detached" });
  assert.equal(await page.text("Garden/Shade.md"), VAULT["Garden/Shade.md"]);
});

onPage("dismissing for good keeps the topic away, and can be taken back", async (page) => {
  await research(page);
  await button(card(page, "How moss holds water"), "More").click();
  await page.page.locator(".menu-item", { hasText: "never this topic again" }).click();
  await page.notice("won't be researched again");
  await command(page, "research-gaps");
  await task(page, "Ferns").waitFor();
  assert.equal(await task(page, QUESTION).count(), 0);
  await button(view(page), "Not now").click();
  await button(view(page), "Topics you never want to see").click();
  await page.page
    .locator(".modal .setting-item", { hasText: QUESTION })
    .getByRole("button", { name: "Allow again" })
    .click();
  await page.page.locator(".modal").getByText("None.").waitFor();
  await page.page.keyboard.press("Escape");
  await propose(page);
});

onPage("the keyboard moves, accepts, dismisses and undoes", async (page) => {
  await research(page);
  const cards = view(page).locator(".ibid-finding");
  const count = await cards.count();
  await cards.first().focus();
  await page.page.keyboard.press("ArrowDown");
  await page.page.keyboard.press("ArrowUp");
  await page.page.keyboard.press("d");
  await page.notice("Dismissed.");
  await page.page.waitForFunction((count) => document.querySelectorAll(".ibid-finding").length === count, count - 1);
  await page.page.waitForFunction(() => document.activeElement?.classList.contains("ibid-finding"));
  await page.page.keyboard.press("a");
  await page.notice("Created “");
  await view(page).getByRole("combobox", { name: "Show findings" }).selectOption("dismissed");
  await cards.first().focus();
  await page.page.keyboard.press("u");
  await view(page).getByText("You have dismissed no findings.").waitFor();
});

onPage(
  "the app closes in the middle: the run goes on, and nothing is lost or doubled",
  async (page) => {
    await propose(page);
    const reached = world.hold(({ step }) => step === "search");
    await runButton(page).click();
    await agree(page);
    await reached;
    await restart(page, ON_DEVICE);
    world.letGo();
    await page.page
      .locator(".notice", { hasText: "was interrupted" })
      .getByRole("button", { name: "Continue" })
      .click();
    await page.notice("Research of gaps:");
    await card(page, "How moss holds water").waitFor();
    const titles = await view(page).locator(".ibid-finding-title").allInnerTexts();
    assert.equal(new Set(titles).size, titles.length);
    await restart(page, ON_DEVICE);
    assert.equal(await badge(page).innerText(), String(titles.length), "the badge is there before the core");
    await command(page, "open-inbox");
    await card(page, "How moss holds water").waitFor();
  },
  ON_DEVICE,
);

onPage("a run is stopped, and what was found stays", async (page) => {
  await propose(page);
  const reached = world.hold(({ step }) => step === "search");
  await runButton(page).click();
  await agree(page);
  await reached;
  await page.page.locator(".notice", { hasText: "Cancel" }).getByRole("button", { name: "Cancel" }).click();
  await page.notice("Stopped before the end.");
  world.letGo();
});

onPage("a damaged file and a conflict copy lose nothing", async (page) => {
  await research(page);
  const text = await page.text(INBOX_FILE);
  const count = await view(page).locator(".ibid-finding").count();
  await page.write("Research inbox/Research inbox (conflicted copy 1).md", text);
  await page.write(INBOX_FILE, `${text.replace("%% ibid-finding {", "%% ibid-finding {{")}\nMy remark.\n`);
  await command(page, "open-inbox");
  await button(card(page, "Ferns and their spores"), "Dismiss").click();
  await page.page.waitForFunction((count) => document.querySelectorAll(".ibid-finding").length === count, count - 1);
  assert.match(await page.text(INBOX_FILE), /My remark\./);
  assert.match(await page.text("Research inbox/Research inbox (unreadable).md"), /ibid-finding \{\{/);
});

onPage("a topic of a note joins the agenda, and past runs are listed", async (page) => {
  await page.open("Garden/Shade.md");
  await page.inApp((app) => {
    const { editor } = app.workspace.activeEditor;
    editor.setSelection({ line: 0, ch: 0 }, { line: 0, ch: 13 });
  });
  await page.page.locator(".cm-content").click({ button: "right" });
  await page.page.locator(".menu-item", { hasText: "Research this topic" }).click();
  await page.notice("“Under the oak” is on the agenda of gaps.");
  await page.page.locator(".notice", { hasText: "on the agenda" }).getByRole("button", { name: "Review" }).click();
  await task(page, "Under the oak").waitFor();
  await view(page).getByRole("button", { name: "Research 1 topic" }).click();
  await agree(page);
  await page.notice("Research of gaps:");
  await button(view(page), "What past runs did").click();
  await page.page.locator(".modal", { hasText: "What past runs did" }).locator("details").first().waitFor();
});

const today = () => new Date().toLocaleDateString("en", { weekday: "long" }).toLowerCase();

onPage(
  "on the day of the schedule an agenda is proposed once, and runs unasked only after that was allowed",
  async (page) => {
    // The core has read the settings once, so that changes of them are noticed.
    await command(page, "open-inbox");
    await view(page).getByText("No findings are waiting for you.").waitFor();
    await page.set({ gapSchedule: today() });
    await page.notice("An agenda of gaps in your vault is ready.");
    assert.equal(world.log.length, 0, "nothing is sent");
    await page.dismissNotices();
    await page.set({ gapSchedule: "off" });
    await page.set({ gapSchedule: today() });
    await command(page, "open-inbox");
    await task(page, QUESTION).waitFor();
    assert.equal(await page.page.locator(".notice", { hasText: "An agenda" }).count(), 0, "once a day");
    // Unasked, but the search of the web was never allowed.
    await page.inApp((app) => app.saveLocalStorage("ibid-gaps-day", null));
    await page.set({ gapSchedule: today(), scheduledApproval: "run" });
    await page.notice("the search wasn't allowed");
    assert.equal(world.log.length, 0);
    await runButton(page).click();
    await agree(page);
    await page.notice("Research of gaps:");
    const sent = world.log.length;
    await page.dismissNotices();
    await page.inApp((app) => app.saveLocalStorage("ibid-gaps-day", null));
    await page.set({ maxFindings: 4 });
    await page.notice("Research of gaps:");
    assert.ok(world.log.length > sent);
  },
);
