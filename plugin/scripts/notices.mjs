// THIRD_PARTY_NOTICES.txt: the licences of everything in main.js. The crates are those that cargo compiles into the
// wasm; the npm packages are those that esbuild reports. Downloads nothing.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure, output } from "./command.mjs";
import { inProject, rustChannel } from "./project.mjs";
import { toolEnvironment } from "./tools.mjs";

export const NOTICES = "THIRD_PARTY_NOTICES.txt";

const LICENCE_FILE = /^(licen[cs]e|copying|notice|unlicense)/i;
/** If there are several licences to choose from, the shortest is enough. */
const CHOSEN = /mit|unicode|bsd/i;

const INTRODUCTION = `Ibid's main.js includes the software below. Each text stands once, under the packages that it is the licence of.
`;

/** Writes the notices for a bundle of these files. */
export function writeNotices({ folder, inputs }) {
  const packages = [standardLibrary(), ...crates(), ...npmPackages(inputs)];
  const byText = new Map();
  for (const { title, text } of packages) byText.set(text, [...(byText.get(text) ?? []), title]);
  const parts = [...byText].map(
    ([text, titles]) => `${"=".repeat(100)}\n${titles.join("\n")}\n${"-".repeat(100)}\n\n${text}\n`,
  );
  writeFileSync(join(folder, NOTICES), [INTRODUCTION, ...parts].join("\n"));
}

/** Crates that are compiled into every wasm without being a dependency. */
function standardLibrary() {
  return {
    title: `The Rust standard library ${rustChannel()} (MIT OR Apache-2.0)`,
    text: mit("The Rust Project Contributors"),
  };
}

/** Returns the crates in the wasm: normal dependencies for its target, except those that run only at compile time. */
function crates() {
  const args = ["metadata", "--format-version", "1", "--locked", "--filter-platform", "wasm32-unknown-unknown"];
  const told = output("cargo", args, { env: toolEnvironment() });
  if (told === undefined) throw new Failure("cargo does not tell which crates the core is made of.");
  const { packages, resolve } = JSON.parse(told);
  const byId = new Map(packages.map((crate) => [crate.id, crate]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const found = new Set([resolve.root]);
  for (const id of found) {
    for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps) {
      const isMacro = byId.get(pkg).targets.some(({ kind }) => kind.includes("proc-macro"));
      if (!isMacro && kinds.some(({ kind }) => kind === null)) found.add(pkg);
    }
  }
  found.delete(resolve.root);
  return [...found].map((id) => crate(byId.get(id))).sort((a, b) => a.title.localeCompare(b.title, "en"));
}

function crate({ name, version, license, authors, manifest_path: manifest }) {
  const people = authors.length > 0 ? authors.join(", ").replaceAll(/ <[^>]*>/g, "") : `The authors of ${name}`;
  return {
    title: `${name} ${version} (${license})`,
    text: licenceText(dirname(manifest)) ?? templateFor(license, people, name),
  };
}

/** Returns the packages that esbuild bundled, each once. */
export function packagesOf(inputs) {
  const names = inputs.map((path) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

function npmPackages(inputs) {
  return packagesOf(inputs).map((name) => {
    const folder = inProject("node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return {
      title: `${name} ${version} (${license})`,
      text: licenceText(folder) ?? templateFor(license, `The authors of ${name}`, name),
    };
  });
}

function licenceText(folder) {
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .sort();
  const chosen = files.filter((name) => CHOSEN.test(name));
  const texts = (chosen.length > 0 ? chosen : files).map((name) =>
    readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim(),
  );
  return texts.length > 0 ? texts.join("\n\n") : undefined;
}

/** For packages that name their licence but do not include its text. */
function templateFor(license, people, name) {
  if (!license?.includes("MIT")) throw new Failure(`There is no licence text for ${name} (${license}).`);
  return mit(people);
}

function mit(people) {
  return `Copyright (c) ${people}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
