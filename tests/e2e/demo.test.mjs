// The demo page itself: what it may send, what it says about that, and how it leads to the first research.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { demo, onPageOf } from "./demo-page.mjs";

const OUTSIDE = "https://service.example.org/";

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

const onPage = onPageOf(() => site);
const phone = { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } };

const request = (page) =>
  page.inApp(
    (app, url) =>
      fetch(url).then(
        (answer) => answer.text(),
        () => "blocked",
      ),
    OUTSIDE,
  );

onPage("the browser blocks every request to another site, and the page says why", async (page, tab) => {
  await tab.route(`${OUTSIDE}**`, (route) =>
    route.fulfill({ body: "answer", headers: { "access-control-allow-origin": "*" } }),
  );
  assert.equal(await request(page), "blocked");
  await page.notice("This page sends nothing, so the request was blocked.");
  await tab.locator(".demo-intro summary").click();
  await tab.getByText("Nothing is sent.", { exact: true }).waitFor();
  assert.equal(await tab.getByText("Services are on.", { exact: true }).isVisible(), false);
});

onPage("services can be turned on and off again, and the page says which they are", async (page, tab) => {
  await tab.route(`${OUTSIDE}**`, (route) =>
    route.fulfill({ body: "answer", headers: { "access-control-allow-origin": "*" } }),
  );
  await tab.locator(".demo-intro summary").click();
  await tab.getByRole("link", { name: "turn on services" }).click();
  await tab.getByText("services on", { exact: false }).first().waitFor();
  await page.ready();
  assert.equal(await request(page), "answer");
  assert.deepEqual(page.outside.splice(0), [OUTSIDE]);
  await tab.locator(".demo-intro summary").click();
  assert.equal(await tab.getByText("Nothing is sent.", { exact: true }).isVisible(), false);
  await tab.getByRole("link", { name: "Turn off services" }).click();
  await tab.waitForURL((url) => !url.pathname.endsWith("services.html"));
  await page.ready();
  assert.equal(await request(page), "blocked");
});

onPage("the welcome note tells of the agenda, and of the button on a phone", async (page) => {
  const text = await page.text("Welcome.md");
  assert.match(text, /First you see the agenda: the topics/);
  assert.match(text, /On a phone, tap the menu button at the bottom/);
});

onPage("the button that starts research is shown", async (page, tab) => {
  await tab.getByRole("button", { name: "Show me where" }).click();
  await tab.locator(".side-dock-ribbon-action.demo-pointed[aria-label='Research this note']").waitFor();
});

onPage(
  "on a phone the way to research is shown step by step",
  async (page, tab) => {
    await tab.getByRole("button", { name: "Show me where" }).tap();
    await page.notice("tap the menu button at the bottom");
    await tab.locator(".mobile-navbar-action.demo-pointed").tap();
    await tab.locator(".menu-item.demo-pointed", { hasText: "Research this note" }).tap();
    await page.agenda.waitFor();
  },
  phone,
);

onPage("text in Chinese has fonts of each system to choose from", async (page, tab) => {
  await page.open("Gardens/堆肥.md");
  const fonts = await tab.locator(".cm-content").evaluate((el) => getComputedStyle(el).fontFamily);
  for (const font of ["PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC"]) assert.ok(fonts.includes(font), fonts);
});
