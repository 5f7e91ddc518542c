// What a user does with a report: a note for an unresolved link, a report in a separate note,
// folded topics, and the research of a whole folder.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { demo, onPageOf } from "./demo-page.mjs";

const FERRY = "The Night ferry to Hull leaves at eight in the evening and takes eleven hours.";
const TRIP = "# Trip\n\nWe take the [[Night ferry]] to Hull.\n\nWhen does the night ferry to Hull leave?\n";

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

const onPage = onPageOf(() => site);
const details = (page) => page.page.locator(".modal", { hasText: "Research on" });

/** Replaces the sample vault by two notes. */
async function setUpVault(page, notes = {}) {
  await page.inApp(async (app) => {
    for (const file of app.vault.getFiles()) await app.vault.delete(file);
    for (const folder of ["Trips", "Trips/South"]) await app.vault.createFolder(folder);
  });
  for (const [path, text] of Object.entries({ "Trip.md": TRIP, "Ships.md": `# Ships\n\n${FERRY}\n`, ...notes }))
    await page.write(path, text);
}

onPage("an unresolved link gets a note with what was found, linked back", async (page) => {
  const trip = "# Trip\n\nWe take the [[Night ferry]] to Hull.\n";
  await setUpVault(page, { "Trip.md": trip });
  await page.research("Trip.md");
  await page.pressInNotice("Details");
  await details(page).getByRole("button", { name: "Create note “Night ferry”" }).click();
  await page.page.waitForFunction(() => globalThis.app.workspace.getActiveFile()?.path === "Night ferry.md");
  const text = await page.text("Night ferry.md");
  assert.ok(text.includes(FERRY) && text.includes("[[Ships#Ships|Ships]]"), text);
  assert.ok(text.endsWith("\n\n[[Trip]]\n"), text);
  assert.ok(!text.includes("%%"), text);
  assert.ok((await page.text("Trip.md")).startsWith(trip));
});

onPage("a report goes to a separate note, which the next run updates, and the note stays as it was", async (page) => {
  await setUpVault(page);
  await page.set({ reportPlace: "separate" });
  await page.research("Trip.md");
  assert.match(await page.notice("Researched"), /Researched “Trip”/);
  assert.equal(await page.text("Trip.md"), TRIP);
  const text = await page.text("Trip – Research.md");
  assert.match(text, /^\[\[Trip\]\]\n\n## Research\n/);
  assert.ok(text.includes(FERRY), text);
  await page.dismissNotices();
  await page.write("Ships.md", "# Ships\n\nThe Night ferry to Hull leaves at nine in the evening.\n");
  await page.research("Trip.md");
  const again = await page.text("Trip – Research.md");
  assert.ok(again.includes("leaves at nine") && !again.includes("leaves at eight"), again);
  assert.equal(again.match(/^## Research$/gm).length, 1);
  await page.pressInNotice("Undo");
  await page.page.waitForFunction(
    (text) =>
      globalThis.app.vault.getFileByPath("Trip – Research.md") &&
      globalThis.app.vault.read(globalThis.app.vault.getFileByPath("Trip – Research.md")).then((now) => now === text),
    text,
  );
  assert.equal(await page.text("Trip.md"), TRIP);
});

onPage("topics are folded if the user wants that", async (page) => {
  await setUpVault(page);
  await page.set({ topicLayout: "folded" });
  await page.research("Trip.md");
  const text = await page.text("Trip.md");
  assert.match(text, /^> \[!quote\]- When does the night ferry to Hull leave\?\n> /m);
  assert.doesNotMatch(text, /^### When/m);
});

onPage("the notes of a folder are researched with one agenda; notes that fail are listed", async (page) => {
  const london = "# London\n\nHow long does the night ferry take to Hull?\n";
  await setUpVault(page, {
    "Trips/Hull.md": "# Hull\n\nWhen does the night ferry to Hull leave?\n\nWho built the docks?\n",
    "Trips/South/London.md": london,
    "Trips/Empty.md": "",
  });
  const hull = await page.text("Trips/Hull.md");
  await page.open("Trips/Hull.md");
  await page.palette("Research the notes of this folder");
  await page.agenda.waitFor();
  assert.match(await page.agenda.innerText(), /Research “Trips”[^]*Hull: [^]*London: Question in this note/);
  assert.equal(await page.agenda.locator(".ibid-agenda-add").isVisible(), false);
  assert.equal(await page.text("Trips/Hull.md"), hull, "nothing happens before the approval");
  await page.agenda
    .locator(".ibid-agenda-topic", { hasText: "Who built the docks?" })
    .locator("input[type=checkbox]")
    .click();
  await page.approve();
  await page.notice("Researched 2 notes in “Trips”; 1 note skipped.");
  assert.match(await page.text("Trips/Hull.md"), /## Research[^]*leaves at eight/);
  assert.doesNotMatch((await page.text("Trips/Hull.md")).split("## Research")[1], /docks/, "not even as skipped");
  assert.ok((await page.text("Trips/South/London.md")).startsWith(london));
  assert.match(await page.text("Trips/South/London.md"), /## Research[^]*takes eleven hours/);
  await page.pressInNotice("Details");
  assert.match(
    await details(page).innerText(),
    /Hull\n1 topic from[^]*London\n1 topic from[^]*Empty\nThe note is empty/,
  );
});
