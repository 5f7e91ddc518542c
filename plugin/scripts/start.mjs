// `npm start [-- --port N]`: builds and serves the demo page from a fresh clone. Opens no browser and watches no files.
import { main, say } from "./command.mjs";
import { compileCrates } from "./core.mjs";
import { buildAll, servePage, wantedPort } from "./demo.mjs";
import { setUp } from "./tools.mjs";

await main(async () => {
  const port = wantedPort();
  await setUp({ beside: compileCrates });
  await buildAll();
  const address = await servePage(port);
  say("The demo vault runs until you press Ctrl+C.");
  say(address);
});
