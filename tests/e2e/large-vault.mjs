// A vault of ten thousand notes, generated in the page: words with the frequencies of a language, headings, links, and
// one unique word per note. It is the same on every load, including modification times.

/** Runs in the page before anything else: replaces the vault. */
export const largeVaultScript = (notes) => `(${replaceVault})(${notes});`;

function replaceVault(count) {
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const syllables = [
    "ka",
    "to",
    "mi",
    "ren",
    "sol",
    "ve",
    "lan",
    "dor",
    "pi",
    "gra",
    "nel",
    "us",
    "te",
    "qua",
    "bri",
    "fen",
    "ol",
    "ha",
    "zu",
    "cor",
  ];
  const word = (number) => {
    let text = syllables[number % 20];
    for (let rest = Math.floor(number / 20) + 1; rest > 0; rest = Math.floor(rest / 20)) text += syllables[rest % 20];
    return text;
  };
  // Few words are frequent and many are rare, as in every language.
  const drawn = () => word(Math.floor(20000 ** random()) - 1);
  const sentence = (length) => Array.from({ length }, drawn).join(" ");
  const path = (number) => `Folder ${number % 100}/Note ${number}.md`;
  const link = () => `[[Note ${Math.floor(random() * count)}]]`;
  const section = () => `## ${sentence(3)}\n\n${sentence(45)}. ${sentence(30)} ${random() < 0.5 ? link() : drawn()}.\n`;
  const note = (number) =>
    `# ${sentence(2)}\n\n${sentence(20)} unique${number}word.\n\n${section()}\n${section()}\n${section()}`;
  const files = () => {
    seed = 7;
    const made = { "Welcome.md": "A large vault." };
    for (let number = 0; number < count; number += 1) made[path(number)] = note(number);
    return made;
  };
  const fetched = window.fetch;
  window.fetch = (address, ...rest) =>
    address === "vault.json" ? Promise.resolve(new Response(JSON.stringify(files()))) : fetched(address, ...rest);
}

/**
 * Sets each note's modification time, which is the same after every reload. Also counts and lists the reads from now
 * on.
 */
export async function settleVault(page) {
  await page.inApp((app) => {
    app.vault.getFiles().forEach((file, at) => (file.stat.mtime = 1_700_000_000_000 + at));
    globalThis.reads = 0;
    globalThis.readPaths = new Set();
    const read = app.vault.cachedRead.bind(app.vault);
    app.vault.cachedRead = (file) => {
      globalThis.reads += 1;
      globalThis.readPaths.add(file.path);
      return read(file);
    };
  });
}
