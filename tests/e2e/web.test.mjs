// Research with the web: consent before anything is sent, citations with real links, and an intact
// note whatever the services do.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demo } from "./demo-page.mjs";

const NOTE = "Tea.md";
const TEXT = "# Tea\n\nDoes green tea contain caffeine?\n\nGreen tea is picked in spring.\n";
const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

/** Opens the plugin with web search on, a note to research, and fake services. */
async function webPage(
  wikipedia = { json: found("Green tea", "Green tea does contain caffeine, about 30 milligrams in a cup.") },
) {
  const page = await site.page({ services: "on" });
  const heard = [];
  const play = (pattern, answer) =>
    page.page.route(pattern, (route) => {
      const request = route.request();
      if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers: CORS });
      heard.push(`${request.url()} ${request.postData() ?? ""}`);
      return answer === "nobody" ? route.abort("connectionrefused") : route.fulfill({ headers: CORS, ...answer });
    });
  await play("https://en.wikipedia.org/**", wikipedia);
  await play("https://api.tavily.com/**", { status: 432, json: { detail: { error: "limit" } } });
  await play("https://html.duckduckgo.com/**", {
    status: 202,
    body: '<form id="challenge-form" action="//duckduckgo.com/anomaly.js"></form>',
  });
  await page.set({ webSearch: "keyless" });
  await page.write(NOTE, TEXT);
  return { page, heard };
}

function found(title, extract) {
  return { query: { pages: [{ pageid: 1, index: 1, title, extract }] } };
}

async function start(page, path = NOTE) {
  await page.open(path);
  await page.ribbon("Research this note");
  await page.approve();
}

const question = (page) => page.page.locator(".modal", { hasText: "Search the web?" });

test("the first run asks for consent, names the services, and cites their results", async () => {
  const { page, heard } = await webPage();
  await start(page);
  await question(page).waitFor();
  assert.match(await question(page).innerText(), /to Tavily, DuckDuckGo and Wikipedia\./);
  assert.deepEqual(heard, [], "nothing is sent before the answer");
  await question(page).locator("button", { hasText: "Search the web" }).click();
  await page.notice("Researched");
  const text = await page.text(NOTE);
  assert.ok(text.startsWith(TEXT), text);
  assert.match(
    text,
    /Green tea does contain caffeine, about 30 milligrams in a cup\. \(\[Green tea\]\(https:\/\/en\.wikipedia\.org\/wiki\/Green_tea\)\)/,
  );
  assert.match(text, /DuckDuckGo requires a CAPTCHA/);
  assert.ok(!heard.join("\n").includes("picked"), "only topics and questions are sent");
  await page.dismissNotices();
  const asked = heard.length;
  await start(page);
  await page.notice("Researched");
  assert.equal(
    heard.filter((request) => request.includes("wikipedia")).length,
    heard.slice(0, asked).filter((request) => request.includes("wikipedia")).length,
    "what was answered today is not asked again",
  );
  assert.deepEqual(page.errors, []);
  await page.close();
});

test("the depth is changed for one run", async () => {
  const { page } = await webPage();
  await page.open(NOTE);
  await page.ribbon("Research this note");
  const depth = page.agenda.locator("select");
  assert.equal(await depth.inputValue(), "shallow");
  await depth.selectOption("deep");
  await page.approve();
  await question(page).locator("button", { hasText: "Search the web" }).click();
  await page.notice("Researched");
  assert.match(await page.text(NOTE), /> \[!info\]- Researched .*deep/i);
  assert.equal(await page.saved("depth"), undefined, "the setting stays as it was");
  await page.close();
});

test("without consent the report uses only notes, and nothing is sent", async () => {
  const { page, heard } = await webPage();
  await page.write("Caffeine.md", "Green tea contains less caffeine than coffee does, about a third of it.\n");
  await start(page);
  await question(page).locator("button", { hasText: "Only my notes" }).click();
  await page.notice("Researched");
  assert.match(await page.text(NOTE), /Nothing left this device/);
  assert.deepEqual(heard, []);
  await page.close();
});

test("nothing of a private note is sent, and no question is shown", async () => {
  const { page, heard } = await webPage();
  await page.write("Mine.md", `---\nprivate: true\n---\n${TEXT}`);
  await page.write("Caffeine.md", "Green tea contains less caffeine than coffee does, about a third of it.\n");
  await start(page, "Mine.md");
  await page.notice("Researched");
  assert.deepEqual(heard, []);
  await page.close();
});

test("if all services fail, the note is unchanged or gets a report from notes", async () => {
  const { page } = await webPage("nobody");
  await page.write("Caffeine.md", "Green tea contains less caffeine than coffee does, about a third of it.\n");
  await start(page);
  await question(page).locator("button", { hasText: "Search the web" }).click();
  await page.notice("Researched");
  const text = await page.text(NOTE);
  assert.ok(text.startsWith(TEXT));
  assert.match(text, /Wikipedia request failed: no connection to en\.wikipedia\.org/);
  await page.close();
});

test("an offline device is recognised at once, and the run offers to use only notes", async () => {
  const { page, heard } = await webPage();
  await page.write("Caffeine.md", "# Caffeine\n\nGreen tea does contain caffeine, about 30 milligrams in a cup.\n");
  // The core is loaded, then the network is switched off.
  await page.readVault();
  await page.page.context().setOffline(true);
  await page.open(NOTE);
  await page.ribbon("Research this note");
  const offline = page.page.locator(".modal", { hasText: "No internet connection" });
  assert.match(await offline.innerText(), /can't use Tavily, DuckDuckGo and Wikipedia now/);
  await offline.locator("button", { hasText: "Cancel" }).click();
  await page.notice("Nothing was changed");
  assert.equal(await page.text(NOTE), TEXT);
  await page.dismissNotices();
  await page.ribbon("Research this note");
  await offline.locator("button", { hasText: "Use my notes only" }).click();
  await page.agenda.waitFor();
  assert.match(await page.agenda.innerText(), /No internet connection, notes only[^]*Nothing leaves this device/);
  await page.approve();
  await page.notice("Researched");
  assert.match(
    await page.text(NOTE),
    /Green tea does contain caffeine, about 30 milligrams in a cup\. \(\[\[Caffeine#Caffeine\|Caffeine\]\]\)/,
  );
  assert.deepEqual(heard, []);
  await page.close();
});

test("a network that is down is one sentence, without retries in the note", async () => {
  const { page, heard } = await webPage("nobody");
  for (const address of ["https://api.tavily.com/**", "https://html.duckduckgo.com/**"]) {
    await page.page.route(address, (route) => {
      heard.push(route.request().url());
      return route.abort("connectionrefused");
    });
  }
  await page.write("Caffeine.md", "# Caffeine\n\nGreen tea does contain caffeine, about 30 milligrams in a cup.\n");
  await start(page);
  await question(page).locator("button", { hasText: "Search the web" }).click();
  await page.notice("Researched");
  const skipped = (await page.text(NOTE)).split("### Skipped")[1];
  assert.match(skipped, /No internet connection/);
  assert.doesNotMatch(skipped, /retr|second|wait|\d\s?s\b/i);
  await page.close();
});
