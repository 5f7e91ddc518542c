// `npm run dev [-- --port N]`: the demo page, rebuilt whenever a source changes. Reload the page to see the change.
// A build that fails is reported and does not end the watch. Checks no types: the editor and `npm run lint` do.
import { watch } from "node:fs";
import { main, say } from "./command.mjs";
import { buildAll, servePage, wantedPort } from "./demo.mjs";
import { inProject } from "./project.mjs";
import { setUp } from "./tools.mjs";

const WATCHED = ["src", "www", "plugin/src", "plugin/mocks", "plugin/styles.css", "Cargo.toml"];
/** An editor saves a file in several steps; one build is enough for them. */
const QUIET_MS = 150;

await main(async () => {
  const port = wantedPort();
  await setUp();
  await rebuild();
  watchSources();
  say(await servePage(port));
});

function watchSources() {
  let timer;
  let building = Promise.resolve();
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (building = building.then(rebuild)), QUIET_MS);
  };
  for (const path of WATCHED) watch(inProject(path), { recursive: true }, changed);
}

async function rebuild() {
  const started = performance.now();
  try {
    await buildAll();
    say(`Built in ${Math.round(performance.now() - started)} ms.`);
  } catch (error) {
    console.error(`✗ ${error.message}`);
  }
}
