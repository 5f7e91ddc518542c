// `npm run lint`: checks formatting, Clippy, types, the rules of the plugin directory, and values that must agree
// between files. Changes nothing.
import { Failure, main, run, say } from "./command.mjs";
import { buildCore } from "./core.mjs";
import { inProject, readJson, readText } from "./project.mjs";
import { setUp, toolEnvironment } from "./tools.mjs";

await main(async () => {
  await setUp();
  checkVersions();
  checkLockFile();
  await lintRust();
  // TypeScript reads the core's types from pkg.
  await buildCore({ kind: "quick" });
  await lintTypeScript();
  say("Lint: no findings.");
});

async function lintRust() {
  const cargo = (...args) => run("cargo", args, { env: toolEnvironment() });
  await cargo("fmt", "--check");
  await cargo("clippy", "--all-targets", "--", "-D", "warnings");
  await cargo("clippy", "--lib", "--target", "wasm32-unknown-unknown", "--", "-D", "warnings");
  const env = toolEnvironment({ RUSTDOCFLAGS: "-D warnings" });
  await run("cargo", ["doc", "--lib", "--no-deps", "--document-private-items"], { env });
}

async function lintTypeScript() {
  const node = (script, ...args) => run(process.execPath, [inProject("node_modules", script), ...args]);
  await node("typescript/bin/tsc", "-p", "plugin");
  // The stand-in app and the demo page need not run on a phone, so they may use newer libraries.
  await node("typescript/bin/tsc", "-p", "plugin/mocks");
  const formatted = ["plugin/**/*.{ts,mjs}", "tests/**/*.mjs", "www/**/*.{ts,mjs}"];
  await node("prettier/bin/prettier.cjs", "--check", ...formatted);
  const scanned = ["plugin/src", "www", "LICENSE", "manifest.json"];
  await node("eslint/bin/eslint.js", "--config", "plugin/eslint.config.mjs", "--max-warnings", "0", ...scanned);
}

function checkVersions() {
  const { version, minAppVersion } = readJson("manifest.json");
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Failure(`manifest.json: version ${version} is not x.y.z.`);
  const others = { "package.json": readJson("package.json").version, "Cargo.toml": packageVersion() };
  for (const [file, other] of Object.entries(others)) {
    if (other !== version) throw new Failure(`${file} has version ${other}, manifest.json has ${version}.`);
  }
  if (readJson("versions.json")[version] !== minAppVersion) {
    throw new Failure(`versions.json must map ${version} to ${minAppVersion}, the manifest's minAppVersion.`);
  }
}

function packageVersion() {
  return /^\[package\][^[]*?^version = "([^"]+)"/ms.exec(readText("Cargo.toml"))?.[1];
}

/** Download addresses of one machine's registry must not be committed. */
function checkLockFile() {
  if (readText("package-lock.json").includes('"resolved"')) {
    throw new Failure("package-lock.json names download addresses: run `npm install` with the project's .npmrc.");
  }
}
