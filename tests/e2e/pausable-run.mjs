// A run that can be paused, for the end-to-end tests: a note about tea, and fake services that delay one response until
// the test releases it.
export const NOTE = "Tea.md";
export const TEXT = "# Tea\n\nDoes green tea contain caffeine?\n\nDoes matcha contain sugar?\n";
const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

/** Services that respond about green tea at once, and about matcha when the test releases them. */
async function play(page) {
  const heard = [];
  let letGo;
  const gate = new Promise((resolve) => (letGo = resolve));
  let tell;
  /** Waits until both services that are asked about matcha are delayed. */
  const held = new Promise((resolve) => (tell = resolve));
  const runUntilDelayed = new Set();
  const answers = {
    "https://en.wikipedia.org/**": (words) => ({
      json: { query: { pages: [{ pageid: 1, index: 1, ...about(words) }] } },
    }),
    "https://api.tavily.com/**": () => ({ status: 432, json: { detail: { error: "limit" } } }),
    "https://html.duckduckgo.com/**": () => ({
      status: 202,
      body: '<form id="challenge-form" action="//duckduckgo.com/anomaly.js"></form>',
    }),
  };
  for (const [pattern, answer] of Object.entries(answers)) {
    await page.page.route(pattern, async (route) => {
      const request = route.request();
      if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers: CORS });
      const words = decodeURIComponent(`${request.url()} ${request.postData() ?? ""}`);
      heard.push(words);
      if (/matcha/i.test(words)) {
        if (runUntilDelayed.add(pattern).size === 2) tell();
        await gate;
      }
      // The client may have disconnected by now.
      return route.fulfill({ headers: CORS, ...answer(words) }).catch(() => undefined);
    });
  }
  return { heard, held, letGo };
}

function about(words) {
  return /matcha/i.test(words)
    ? { title: "Matcha", extract: "Matcha does contain no sugar unless it is sweetened." }
    : { title: "Green tea", extract: "Green tea does contain caffeine, about 30 milligrams in a cup." };
}

/** Opens the plugin with web search on and the note to research. */
export async function webPage(site, settings = {}, options = {}) {
  const page = await site.page({ services: "on", ...options });
  const services = await play(page);
  await setUpVault(page, settings);
  return { page, ...services };
}

/**
 * Creates the note and the settings, which the demo loses with every reload. One topic after the other: Wikipedia gets
 * one request at a time, and one about green tea behind the delayed one about matcha would wait until that times out.
 */
export async function setUpVault(page, settings = {}) {
  await page.set({ webSearch: "keyless", askBeforeRun: false, concurrency: 1, ...settings });
  await page.write(NOTE, TEXT);
}

export async function start(page) {
  await page.open(NOTE);
  await page.inApp((app) => app.commands.executeCommandById("ibid:research-note"));
}

export const agree = (page) => page.page.locator(".modal button", { hasText: "Search the web" }).click();

/** A run that waits for the response about matcha and has stored the one about green tea. */
export async function waitingRun(site, settings, options) {
  const played = await webPage(site, settings, options);
  await start(played.page);
  await agree(played.page);
  await played.held;
  await played.page.notice("Searching the web (1 of 2)");
  return played;
}
