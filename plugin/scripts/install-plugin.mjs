// `npm run install-plugin -- <vault>`: copies the release build into a vault. Changes only the three files of a
// release; the plugin's data.json with the user's settings stays.
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { Failure, main, run, say } from "./command.mjs";
import { dist, inProject, shipped } from "./project.mjs";

await main(async () => {
  const vault = wantedVault();
  await run(process.execPath, [inProject("plugin", "scripts", "build.mjs")]);
  const folder = join(vault, ".obsidian", "plugins", "ibid");
  mkdirSync(folder, { recursive: true });
  for (const file of shipped) copyFileSync(join(dist, file), join(folder, file));
  say(`Installed Ibid in ${folder}.`);
  say("To enable it: Settings → Community plugins → Installed plugins → Ibid. If it runs already, turn it off first.");
});

function wantedVault() {
  const [given] = process.argv.slice(2);
  if (given === undefined) throw new Failure("Say which vault: npm run install-plugin -- <folder of the vault>");
  // npm starts us in the project's folder; a relative path is relative to the user's folder.
  const vault = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (!existsSync(vault)) throw new Failure(`There is no folder ${vault}.`);
  if (!existsSync(join(vault, ".obsidian"))) {
    throw new Failure(`${vault} is not a vault: it has no .obsidian folder. Open it in Obsidian once, then try again.`);
  }
  return vault;
}
