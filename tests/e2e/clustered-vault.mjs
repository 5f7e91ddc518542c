// A vault with many subjects, generated in the page: the notes of a subject have their own words and link to each other,
// and a few link to another subject. It is the same on every load.

/** Runs in the page before anything else: replaces the vault by one with this many notes. */
export const clusteredVaultScript = (notes) => `(${replaceVault})(${notes});`;

/** Runs in the page before anything else: replaces the vault by these notes. */
export const smallVaultScript = (files) => `(${replaceFiles})(${JSON.stringify(files)});`;

function replaceFiles(files) {
  const fetched = window.fetch;
  window.fetch = (address, ...rest) =>
    address === "vault.json" ? Promise.resolve(new Response(JSON.stringify(files))) : fetched(address, ...rest);
}

function replaceVault(count) {
  let seed = 11;
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
  // Subjects are of different size.
  const subjects = [];
  for (let left = count, size = Math.ceil(count / 30); left > 0; size = Math.max(12, Math.floor(size * 0.98))) {
    subjects.push(Math.min(size, left));
    left -= size;
  }
  const subjectWord = (subject) => word(400 + subject * 30 + Math.floor(random() * 12));
  const generalWord = () => word(Math.floor(380 ** random()) - 1);
  const sentence = (subject) =>
    `${Array.from({ length: 12 }, () => (random() < 0.45 ? subjectWord(subject) : generalWord())).join(" ")}.`;
  const name = (subject, number) => `${word(400 + subject * 30)} ${number}`;
  const link = (subject) => `[[${name(subject, Math.floor(random() * subjects[subject]))}]]`;
  const other = (subject) =>
    link(random() < 0.7 ? (subject + 1) % subjects.length : Math.floor(random() * subjects.length));
  const note = (subject, number) =>
    `# ${name(subject, number)}\n\n${sentence(subject)} ${sentence(subject)} See ${link(subject)} and ${link(subject)}.\n\n${sentence(subject)} ${number % 14 === 0 ? `Compare ${other(subject)} and ${other(subject)}.` : ""}${number % 40 === 3 ? ` Not yet: [[${name(subject, 9999)}]].` : ""}\n`;
  const files = () => {
    seed = 11;
    const made = { "Welcome.md": "A vault with many subjects." };
    for (const [subject, size] of subjects.entries()) {
      for (let number = 0; number < size; number += 1)
        made[`Subject ${subject}/${name(subject, number)}.md`] = note(subject, number);
    }
    return made;
  };
  const fetched = window.fetch;
  window.fetch = (address, ...rest) =>
    address === "vault.json" ? Promise.resolve(new Response(JSON.stringify(files()))) : fetched(address, ...rest);
}
