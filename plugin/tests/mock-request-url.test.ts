/** requestUrl of the stand-in against a real server on the loopback interface. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { request, requestUrl } from "../mocks/obsidian/request-url";

let server: Server;
let base: string;

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method, headers, url } = incoming;
  if (url === "/echo") outgoing.end(JSON.stringify({ method, headers, body: await bodyOf(incoming) }));
  else if (url === "/redirect") outgoing.writeHead(302, { location: "/text" }).end();
  else if (url === "/text") outgoing.setHeader("X-Custom", "yes").end("plain täxt");
  else if (url === "/empty") outgoing.writeHead(204).end();
  else if (url === "/hang-up") incoming.socket.destroy();
  else outgoing.writeHead(404, { "content-type": "application/json" }).end('{"error":"missing"}');
}

beforeAll(async () => {
  server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe("a request", () => {
  it("may be just an address, and is a GET", async () => {
    const { status, json } = await requestUrl(`${base}/echo`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ method: "GET", body: "" });
  });

  it("sends method, content type, headers and text, and labels no body by itself", async () => {
    const sent = await requestUrl({
      url: `${base}/echo`,
      method: "POST",
      contentType: "application/json",
      headers: { "X-Key": "k" },
      body: '{"ä":1}',
    }).json;
    expect(sent).toMatchObject({
      method: "POST",
      body: '{"ä":1}',
      headers: { "content-type": "application/json", "x-key": "k" },
    });
    const bare = await requestUrl({ url: `${base}/echo`, method: "POST", body: "x" }).json;
    expect(bare.headers).not.toHaveProperty("content-type");
  });

  it("sends bytes", async () => {
    const sent = await requestUrl({
      url: `${base}/echo`,
      method: "PUT",
      body: new TextEncoder().encode("bytes").buffer,
    }).json;
    expect(sent.body).toBe("bytes");
  });

  it.each(["Host", "content-length"])("is refused with a header %s", async (name) => {
    await expect(requestUrl({ url: `${base}/echo`, headers: { [name]: "1" } })).rejects.toThrow(
      "net::ERR_INVALID_ARGUMENT",
    );
  });
});

describe("an answer", () => {
  it("has status, lower-case headers, text and bytes, after redirects", async () => {
    const response = await requestUrl(`${base}/redirect`);
    expect(response).toMatchObject({ status: 200, text: "plain täxt" });
    expect(response.headers["x-custom"]).toBe("yes");
    expect(response.arrayBuffer.byteLength).toBe(11);
  });

  it("throws only when json is read of what is not JSON", async () => {
    const response = await requestUrl(`${base}/text`);
    expect(() => response.json).toThrow(SyntaxError);
    await expect(requestUrl(`${base}/text`).json).rejects.toThrow(SyntaxError);
  });

  it("can be had as promises of text and bytes", async () => {
    expect(await requestUrl(`${base}/text`).text).toBe("plain täxt");
    expect((await requestUrl(`${base}/text`).arrayBuffer).byteLength).toBe(11);
    expect(await request(`${base}/text`)).toBe("plain täxt");
  });

  it("may be empty", async () => {
    expect(await requestUrl(`${base}/empty`)).toMatchObject({ status: 204, text: "" });
  });
});

describe("a failure", () => {
  it("of 400 and above rejects with the status", async () => {
    await expect(requestUrl(`${base}/nothing`)).rejects.toMatchObject({
      message: "Request failed, status 404",
      status: 404,
    });
  });

  it("of 400 and above is an answer with throw: false", async () => {
    const response = await requestUrl({ url: `${base}/nothing`, throw: false });
    expect(response.status).toBe(404);
    expect(response.json).toEqual({ error: "missing" });
  });

  it("of the network rejects all the same", async () => {
    await expect(requestUrl({ url: `${base}/hang-up`, throw: false })).rejects.toThrow(/^net::ERR_CONNECTION_/);
    await expect(requestUrl({ url: "http://127.0.0.1:1/", throw: false })).rejects.toThrow(/^net::ERR_/);
    await expect(requestUrl("not an address")).rejects.toThrow("net::ERR_INVALID_URL");
  });
});
