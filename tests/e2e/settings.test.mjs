// The settings for models and web sources: errors are shown at the pressed button, and keys are
// only sent in their header.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demo } from "./demo-page.mjs";

const KEY = "sk-settings-0123456789abcdefghij";
const STREAM = ["Hel", "lo"]
  .map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] })}\n\n`)
  .join("");
const STREAM_END = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }], usage: { prompt_tokens: 8, completion_tokens: 2 } })}\n\ndata: [DONE]\n\n`;
const WHOLE = {
  choices: [{ message: { content: "Hello" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 8, completion_tokens: 2 },
};

let site;
before(async () => {
  site = await demo();
});
after(() => site.close());

/** Opens the settings of the plugin with a fake model service. */
async function settingsPage(answer, values = {}) {
  const page = await site.page({ services: "on" });
  const heard = [];
  await page.page.route("**/v1/**", async (route) => {
    const request = route.request();
    heard.push({
      path: new URL(request.url()).pathname,
      body: request.postData() ?? "",
      headers: await request.allHeaders(),
    });
    return answer(route, request);
  });
  await page.inApp((app, key) => app.secretStorage.setSecret("my-key", key), KEY);
  await page.set({
    engine: "model",
    provider: "open-ai",
    modelUrl: `${new URL(page.address).origin}/v1`,
    apiKey: "my-key",
    model: "bee-1",
    ...values,
  });
  await page.inApp((app) => {
    app.setting.open();
    app.setting.openTabById("ibid");
  });
  return { page, heard };
}

const row = (page, help) => page.page.locator(".setting-item", { hasText: help });

/** Presses a button of the tab and returns its result. */
async function pressed(page, help) {
  const setting = row(page, help);
  await setting.locator("button").click();
  const result = setting.locator(".ibid-checkup.mod-success, .ibid-checkup.mod-warning");
  await result.waitFor();
  return { text: await result.innerText(), good: (await result.getAttribute("class")).includes("mod-success") };
}

const testModel = (page) => pressed(page, "Sends a short message to the model");

async function outcome(answer, values) {
  const { page, heard } = await settingsPage(answer, values);
  const result = await testModel(page);
  assert.deepEqual(page.errors, []);
  assert.ok(!result.text.includes(KEY));
  const shown = await page.page.locator("body").innerText();
  assert.ok(!shown.includes(KEY), "the key is shown nowhere");
  await page.close();
  return { ...result, heard };
}

const failing = (status, error) => (route) => route.fulfill({ status, json: { error } });

test("a model that streams is reported as streaming", async () => {
  const { text, good, heard } = await outcome((route, request) =>
    request.postData().includes('"stream":true')
      ? route.fulfill({ contentType: "text/event-stream", body: STREAM + STREAM_END })
      : route.fulfill({ json: WHOLE }),
  );
  assert.ok(good);
  assert.match(text, /^bee-1 at localhost:\d+ works\. Streaming works\.$/);
  assert.equal(heard.length, 1);
  assert.equal(heard[0].headers.authorization, `Bearer ${KEY}`);
});

test("a service that does not allow streaming is called without it, and the reason is shown", async () => {
  const { text, good, heard } = await outcome((route, request) =>
    request.postData().includes('"stream":true') ? route.abort("failed") : route.fulfill({ json: WHOLE }),
  );
  assert.ok(good);
  assert.match(text, /Streaming isn't available: .*CORS/);
  assert.equal(heard.length, 2);
  assert.equal(heard[1].headers.authorization, `Bearer ${KEY}`);
});

test("with streaming switched off no stream is requested", async () => {
  const { good, heard } = await outcome((route) => route.fulfill({ json: WHOLE }), { streaming: false });
  assert.ok(good);
  assert.deepEqual(
    heard.map(({ body }) => body.includes('"stream"')),
    [false],
  );
});

test("a wrong key is reported", async () => {
  const { text, good } = await outcome(
    failing(401, { message: `Incorrect API key provided: ${KEY}`, code: "invalid_api_key" }),
  );
  assert.ok(!good);
  assert.equal(text, "OpenAI rejected the API key. Check the API key in settings.");
});

test("an account without credit is reported", async () => {
  const { text } = await outcome(
    failing(429, { message: "You exceeded your current quota", code: "insufficient_quota" }),
  );
  assert.match(text, /no credit left.*Add credit/);
});

test("a missing model is reported, with the available ones", async () => {
  const answer = (route, request) =>
    request.url().endsWith("/models")
      ? route.fulfill({ json: { data: [{ id: "wasp-2" }, { id: "bee-2" }, { id: "text-embedding-9" }] } })
      : failing(404, { message: "The model `bee-1` does not exist", code: "model_not_found" })(route);
  const { text } = await outcome(answer);
  assert.match(text, /doesn't have this model\. Available models: bee-2, wasp-2\. Choose one/);
});

test("an address of another kind of service is reported", async () => {
  const { text } = await outcome((route) => route.fulfill({ contentType: "text/html", body: "<h1>Welcome</h1>" }));
  assert.match(text, /returned a reply Ibid couldn't read.*URL/);
});

test("an address without a server is reported, after three attempts", async () => {
  const { text, heard } = await outcome((route) => route.abort("connectionrefused"));
  assert.match(text, /no connection to \S+\. Check that the service is running and the URL is correct\.$/);
  assert.equal(heard.length, 4, "once as a stream, and three times whole");
});

test("an offline device is reported", async () => {
  const { page } = await settingsPage((route) => route.fulfill({ json: WHOLE }));
  // The core is loaded, then the network is switched off.
  await testModel(page);
  await page.page.context().setOffline(true);
  await page.page.unroute("**/v1/**");
  const setting = row(page, "Sends a short message to the model");
  await setting.locator("button").click();
  await setting.locator(".mod-warning").waitFor();
  assert.match(await setting.innerText(), /No internet connection\. Check your internet connection/);
  await page.close();
});

test("a missing key is reported before anything is sent", async () => {
  const { text, heard } = await outcome((route) => route.fulfill({ json: WHOLE }), { modelUrl: "", apiKey: "" });
  assert.equal(text, "OpenAI needs an API key. Add it in settings.");
  assert.deepEqual(heard, []);
});

test("a test uses the text typed a moment ago", async () => {
  const { page, heard } = await settingsPage((route) => route.fulfill({ json: WHOLE }), { streaming: false });
  await row(page, "Finds topics and reads pages").locator("input").fill("bee-7");
  await testModel(page);
  assert.match(heard.at(-1).body, /"model":"bee-7"/);
  await page.close();
});

test("the models of the service are suggested in the model field", async () => {
  const { page } = await settingsPage(
    (route) => route.fulfill({ json: { data: [{ id: "bee-2" }, { id: "wasp-2" }] } }),
    { model: "", provider: "other" },
  );
  await page.page.clock.install();
  await row(page, "Finds topics and reads pages").locator("input").fill("was");
  const suggestion = page.page.locator(".suggestion-item", { hasText: "wasp-2" });
  await suggestion.waitFor();
  assert.equal(await page.page.locator(".suggestion-item").count(), 1);
  await suggestion.click();
  // Longer than the delay of saving: letters typed before must not be saved afterwards.
  await page.page.clock.runFor(600);
  assert.equal(await page.saved("model"), "wasp-2");
  await page.close();
});

test("prices are fetched on demand, and their date is shown", async () => {
  const { page } = await settingsPage((route) => route.fulfill({ json: WHOLE }));
  const model = (number) => ({ id: `maker/model-${number}`, pricing: { prompt: "0.000001", completion: "0.000002" } });
  const heard = [];
  await page.page.route("https://openrouter.ai/**", (route) => {
    heard.push(route.request().url());
    return route.fulfill({
      headers: { "access-control-allow-origin": "*" },
      json: { data: Array.from({ length: 30 }, (_, number) => model(number)) },
    });
  });
  const { text, good } = await pressed(page, "Refresh downloads the current public list");
  assert.ok(good, text);
  assert.match(text, /^\d+ prices as of \d{4}-\d\d-\d\d\.$/);
  assert.deepEqual(heard, ["https://openrouter.ai/api/v1/models"]);
  await page.close();
});

test("each web source is tested, and failures are reported while the rest works", async () => {
  const { page } = await settingsPage((route) => route.fulfill({ json: WHOLE }), { webSearch: "keyless" });
  const cors = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
  const play = (pattern, answer) =>
    page.page.route(pattern, (route) =>
      route.request().method() === "OPTIONS"
        ? route.fulfill({ status: 204, headers: cors })
        : route.fulfill({ headers: cors, ...answer }),
    );
  await play("https://en.wikipedia.org/**", {
    json: { query: { pages: [{ pageid: 1, index: 1, title: "Photosynthesis", extract: "Plants make sugar." }] } },
  });
  await play("https://api.tavily.com/**", {
    status: 429,
    json: { error: { code: "limit", message: "Too many", retry_after_seconds: 3600 } },
  });
  await play("https://html.duckduckgo.com/**", {
    status: 202,
    body: '<form id="challenge-form" action="//duckduckgo.com/anomaly.js"></form>',
  });
  const { text, good } = await pressed(page, "Searches for one word with each enabled source");
  assert.ok(!good);
  assert.match(
    text,
    /^Working: Wikipedia\. Tavily rate limit reached\. (Try again in 60\smin\. )?DuckDuckGo requires a CAPTCHA/,
  );
  await page.close();
});

test("another provider gets neither the key nor the address of the one before", async () => {
  const { page, heard } = await settingsPage((route) => route.fulfill({ json: WHOLE }));
  assert.equal(await row(page, "not in the settings file").locator("button").innerText(), "my-key");
  await row(page, "The service that runs the model").locator("select").selectOption("fireworks");
  await row(page, "not in the settings file").locator("button", { hasText: "Link" }).waitFor();
  assert.equal(await row(page, "Finds topics and reads pages").locator("input").inputValue(), "");
  const { text } = await testModel(page);
  assert.equal(text, "Fireworks needs an API key. Add it in settings.");
  assert.deepEqual(heard, []);
  await page.close();
});

test("a newcomer is led from the provider to a key and a test, and a result belongs to its provider", async () => {
  const { page } = await settingsPage(failing(401, { message: "Bad key" }), { model: "" });
  const names = await page.page.locator(".setting-item:visible .setting-item-name").allInnerTexts();
  const steps = names.slice(names.indexOf("Provider"), names.indexOf("Provider") + 4);
  assert.deepEqual(steps, ["Provider", "API key", "Test model", "Model"]);
  const link = row(page, "secret storage on this device").first().locator("a");
  assert.equal(await link.getAttribute("href"), "https://platform.openai.com/api-keys");
  const model = row(page, "Finds topics and reads pages").locator("input");
  assert.match(await model.getAttribute("placeholder"), /^gpt-/);
  assert.match((await testModel(page)).text, /rejected the API key/);
  await row(page, "The service that runs the model").locator("select").selectOption("anthropic");
  assert.equal(await row(page, "Sends a short message to the model").locator(".ibid-checkup:visible").count(), 0);
  assert.match(await model.getAttribute("placeholder"), /^claude-/);
  assert.match(await link.getAttribute("href"), /anthropic/);
  await page.close();
});

test("a local server needs no key and has no price, lists its models, and its first one is the default", async () => {
  const { page, heard } = await settingsPage((route) => route.abort(), { provider: "open-ai" });
  const chat = { message: { content: "Hello" }, done: true, prompt_eval_count: 3, eval_count: 2 };
  const requests = [];
  let isRunning = false;
  await page.page.route("http://localhost:11434/**", (route) => {
    const request = route.request();
    const cors = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    if (!isRunning) return route.abort("connectionrefused");
    if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers: cors });
    requests.push(`${new URL(request.url()).pathname} ${request.postData() ?? ""}`);
    return request.url().endsWith("/api/tags")
      ? route.fulfill({ headers: cors, json: { models: [{ name: "llama9:8b" }, { name: "qwen9:4b" }] } })
      : route.fulfill({ headers: cors, json: chat });
  });
  const provider = row(page, "The service that runs the model").locator("select");
  await provider.selectOption("ollama");
  const models = row(page, "Finds topics and reads pages").locator(".ibid-setting-models");
  await models.filter({ hasText: "no connection to localhost:11434. Check that the service is running" }).waitFor();
  const names = await page.page.locator(".setting-item:visible .setting-item-name").allInnerTexts();
  for (const hidden of ["API key", "Budget per run (US cents)", "Model prices"])
    assert.ok(!names.includes(hidden), hidden);
  assert.match((await testModel(page)).text, /no connection to localhost:11434/);
  isRunning = true;
  await provider.selectOption("lm-studio");
  await provider.selectOption("ollama");
  await models.filter({ hasText: "Available: llama9:8b, qwen9:4b." }).waitFor();
  const { text, good } = await testModel(page);
  assert.ok(good, text);
  assert.match(text, /^llama9:8b at localhost:11434 works\.(?! Cost| Price)/);
  assert.match(requests.at(-1), /"model":"llama9:8b"/);
  // On a slow machine the other server is asked for its models before the first one is chosen again.
  assert.deepEqual(
    heard.filter(({ path }) => path !== "/v1/models"),
    [],
  );
  await page.close();
});

test("search by meaning has its own group, which says what would be sent to which host", async () => {
  const page = await site.page();
  await page.inApp((app) => {
    app.setting.open();
    app.setting.openTabById("ibid");
  });
  const headings = page.page.locator(".setting-item-heading");
  await headings.filter({ hasText: "Vault and privacy" }).waitFor();
  const names = await headings.allInnerTexts();
  assert.deepEqual(names.slice(-2), ["Search by meaning", "Vault and privacy"]);
  const service = page.page.locator(".setting-item", { hasText: "Embedding service" });
  assert.match(
    await service.innerText(),
    /sends the passages of your notes.*to api\.openai\.com, with Ollama to localhost.*or to the host of the URL below\. Private notes are never sent\./s,
  );
  await service.locator("select").selectOption("ollama");
  await page.page.locator(".setting-item", { hasText: "Embedding URL" }).waitFor();
  await page.close();
});
