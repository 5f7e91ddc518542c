// Shared by `npm start`, `npm run dev` and the tests: builds the demo page and serves it at a free port. Opens no browser. esbuild
// is imported after the set-up, which may have to install it first.
import { connect } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, say } from "./command.mjs";
import { buildCore } from "./core.mjs";
import { development } from "./project.mjs";
import { serve } from "./serve.mjs";

const PORT = 4173;
const SITE = join(development, "www");

/** The port from the command line. */
export function wantedPort() {
  const { values } = parseArgs({ options: { port: { type: "string", default: String(PORT) } } });
  const port = Number(values.port);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Failure(`--port wants a number from 1 to 65535, not ${values.port}.`);
}

/** Builds everything the page needs. */
export async function buildAll() {
  await buildCore({ kind: "quick" });
  const { buildDemo, buildPlugin } = await import("../esbuild.config.mjs");
  await buildPlugin({ outdir: development, production: false });
  await buildDemo({ outdir: SITE, plugin: development });
}

/** Serves the page, at the next free port if the wanted one is taken. */
export async function servePage(wanted) {
  for (let port = wanted; port < 65536; port += 1) {
    if (!(await answers(port))) {
      const { address } = await serve({ folder: SITE, port });
      return address;
    }
    say(`Port ${port} is taken; trying ${port + 1}.`);
  }
  throw new Failure(`There is no free port from ${wanted} up.`);
}

/**
 * Tests a port by connecting: a server on the IPv6 loopback alone would not block us, but would get the browser's
 * requests.
 */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: "localhost", port, autoSelectFamily: true });
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy() && resolve(true));
  });
}
