// How the real app is started for the contract: which versions, with which plugin. Not run where this project is
// developed; see README.md. OBSIDIAN_VERSIONS overrides the versions ("app/installer", separated by spaces).
import { parseObsidianVersions } from "wdio-obsidian-service";
import { inProject, readJson } from "../../plugin/scripts/project.mjs";

const cacheDir = inProject(".obsidian-cache");
/** The oldest version Ibid promises to run on, and the newest. */
const wanted = process.env.OBSIDIAN_VERSIONS ?? `${readJson("manifest.json").minAppVersion}/earliest latest/latest`;
const versions = await parseObsidianVersions(wanted, { cacheDir });

export const config = {
  runner: "local",
  framework: "mocha",
  specs: ["./contract.wdio.mjs"],
  // One at a time: windows that are not in front do not get the keys.
  maxInstances: 1,
  capabilities: versions.map(([browserVersion, installerVersion]) => ({
    browserName: "obsidian",
    browserVersion,
    "wdio:obsidianOptions": { installerVersion, plugins: ["./plugin"] },
  })),
  services: ["obsidian"],
  reporters: ["obsidian"],
  cacheDir,
  // A restart of the app is part of every spec.
  mochaOpts: { ui: "bdd", timeout: 300_000 },
  logLevel: "warn",
};
