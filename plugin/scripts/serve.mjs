// A small static server for the demo page and its tests: loopback only, one folder, read-only.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** Serves `folder` and returns `{ port, address, close }`. Port 0 chooses any free port. */
export function serve({ folder, port }) {
  const server = createServer((request, response) => void answer(resolve(folder), request, response));
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, "127.0.0.1", () => {
      const taken = server.address().port;
      done({ port: taken, address: `http://localhost:${taken}`, close: () => close(server) });
    });
  });
}

function close(server) {
  return new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
}

async function answer(folder, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405);
  const file = await fileFor(folder, request.url);
  if (file === undefined) return refuse(response, 404);
  const type = TYPES[extname(file).toLowerCase()] ?? "application/octet-stream";
  // Not cached: the page is rebuilt under the same names.
  response.writeHead(200, { "content-type": type, "cache-control": "no-store", "x-content-type-options": "nosniff" });
  if (request.method === "HEAD") return response.end();
  return pipeline(createReadStream(file), response, () => response.destroy());
}

function refuse(response, status) {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${status}\n`);
}

/** Returns the file of an address, or undefined if there is none or it is outside the folder. */
async function fileFor(folder, address) {
  try {
    const path = decodeURIComponent(new URL(address, "http://localhost").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    return file.startsWith(folder + sep) && (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
