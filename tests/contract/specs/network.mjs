// requestUrl against a server on this machine.
import { withServer } from "../steps.mjs";

const json = (response, status, value) => {
  response.writeHead(status, { "Content-Type": "application/json", "X-Contract-Name": "Value" });
  response.end(JSON.stringify(value));
};

async function received(request) {
  const chunks = await request.toArray();
  return { method: request.method, key: request.headers["x-key"], body: Buffer.concat(chunks).toString("utf8") };
}

export const networkSpecs = [
  {
    name: "requestUrl sends method, headers and body, and answers with status, text and headers",
    async run(driver, assert) {
      await driver.open({});
      const answer = async (request, response) => json(response, 200, await received(request));
      const found = await withServer(answer, (address) =>
        driver.exec(async ({ obsidian }, url) => {
          const sent = { url, method: "POST", headers: { "X-Key": "abc" }, body: '{"é":1}', throw: false };
          const { status, text, headers } = await obsidian.requestUrl(sent);
          // The case of the names is the platform's.
          const names = Object.entries(headers).filter(([name]) => name.toLowerCase() === "x-contract-name");
          return { status, received: JSON.parse(text), named: names.map(([, value]) => value) };
        }, `${address}/post`),
      );
      const sent = { method: "POST", key: "abc", body: '{"é":1}' };
      assert.deepEqual(found, { status: 200, received: sent, named: ["Value"] });
    },
  },
  {
    name: "requestUrl with throw false answers a 404 with its status and text",
    async run(driver, assert) {
      await driver.open({});
      const found = await withServer(
        (_request, response) => json(response, 404, { error: "not here" }),
        (address) =>
          driver.exec(async ({ obsidian }, url) => {
            const { status, text } = await obsidian.requestUrl({ url, throw: false });
            return [status, text];
          }, address),
      );
      assert.deepEqual(found, [404, '{"error":"not here"}']);
    },
  },
  {
    name: "requestUrl rejects a 404 otherwise",
    async run(driver, assert) {
      await driver.open({});
      await withServer(
        (_request, response) => json(response, 404, {}),
        (address) =>
          assert.rejects(
            driver.exec(({ obsidian }, url) => obsidian.requestUrl({ url }), address),
            /404/,
          ),
      );
    },
  },
  {
    name: "requestUrl rejects where nobody listens, throw false or not",
    async run(driver, assert) {
      await driver.open({});
      const closed = await withServer(
        () => undefined,
        (address) => address,
      );
      const ask = ({ obsidian }, url) => obsidian.requestUrl({ url, throw: false });
      await assert.rejects(driver.exec(ask, closed), /net::ERR_|ECONNREFUSED/);
    },
  },
  {
    name: "requestUrl follows redirects",
    async run(driver, assert) {
      await driver.open({});
      const answer = (request, response) => {
        if (request.url === "/end") return json(response, 200, "arrived");
        return response.writeHead(302, { Location: "/end" }).end();
      };
      const found = await withServer(answer, (address) =>
        driver.exec(
          async ({ obsidian }, url) => (await obsidian.requestUrl({ url, throw: false })).text,
          `${address}/start`,
        ),
      );
      assert.equal(found, '"arrived"');
    },
  },
];
