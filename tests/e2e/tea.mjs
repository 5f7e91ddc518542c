// A run in slow motion for the end-to-end tests: a note about tea, and services that are played here and hold one answer
// back until they are told.
export const NOTE = "Tea.md";
export const TEXT = "# Tea\n\nDoes green tea contain caffeine?\n\nDoes matcha contain sugar?\n";
const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

/** Services that answer about green tea at once, and about matcha when they are let. */
async function play(page) {
  const heard = [];
  let letGo;
  const gate = new Promise((resolve) => (letGo = resolve));
  let tell;
  /** Both that are asked about matcha at once stand at the gate. */
  const held = new Promise((resolve) => (tell = resolve));
  const standing = new Set();
  const answers = {
    "https://en.wikipedia.org/**": (words) => ({ json: { query: { pages: [{ pageid: 1, index: 1, ...about(words) }] } } }),
    "https://api.tavily.com/**": () => ({ status: 432, json: { detail: { error: "limit" } } }),
    "https://html.duckduckgo.com/**": () => ({ status: 202, body: '<form id="challenge-form" action="//duckduckgo.com/anomaly.js"></form>' }),
  };
  for (const [pattern, answer] of Object.entries(answers)) {
    await page.page.route(pattern, async (route) => {
      const request = route.request();
      if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers: CORS });
      const words = decodeURIComponent(`${request.url()} ${request.postData() ?? ""}`);
      heard.push(words);
      if (/matcha/i.test(words)) {
        if (standing.add(pattern).size === 2) tell();
        await gate;
      }
      // Whoever asked may be gone by now.
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

/** The plugin with web search on and the note to research. */
export async function webPage(site, settings = {}, options = {}) {
  const page = await site.page(options);
  const services = await play(page);
  await furnish(page, settings);
  return { page, ...services };
}

/** The note and the settings, which the demo forgets with every reload. */
export async function furnish(page, settings = {}) {
  await page.set({ webSearch: "keyless", askBeforeRun: false, ...settings });
  await page.write(NOTE, TEXT);
}

export async function start(page) {
  await page.open(NOTE);
  await page.inApp((app) => app.commands.executeCommandById("ibid:research-note"));
}

export const agree = (page) => page.page.locator(".modal button", { hasText: "Search the web" }).click();

/**
 * A run that waits for what matcha is, and keeps what green tea is. Before the web is asked about matcha, one of two may
 * be counted for what the vault says; after that, only for an answer that is kept.
 */
export async function waiting(site, settings, options) {
  const played = await webPage(site, settings, options);
  await start(played.page);
  await agree(played.page);
  await played.held;
  await played.page.notice("Searching the web (1 of 2)");
  return played;
}
