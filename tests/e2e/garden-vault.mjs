// A small vault with gaps, and pages of the web about them.
const MOSS =
  "Moss absorbs water directly through its leaves. A moss cushion can hold up to twenty times its dry weight in water. Sphagnum moss was used as a wound dressing in the First World War.";
const FERNS =
  "Ferns reproduce by spores instead of seeds. The spores of ferns grow into a small plant called a gametophyte. Some ferns unroll their young leaves as fiddleheads.";
/** What a search for any topic finds: address, title, snippet. */
export const HITS = [
  ["https://moss.example.org/water", "How moss holds water", MOSS],
  ["https://ferns.example.org/spores", "Ferns and their spores", FERNS],
];
export const QUESTION = "How much water can moss hold?";
export const PLAN = "Garden/Plan.md";
export const VAULT = {
  [PLAN]: `See [[Ferns]] and [[Shade]].\n\n## Questions\n\n- ${QUESTION}\n`,
  "Garden/Shade.md": "Under the oak it is dark all day. [[Ferns]] might grow there.\n",
  "Garden/Beds.md": "The beds by the wall. [[Ferns]] again, and [[Shade]].\n",
  "Diary.md": "---\nprivate: true\n---\nIs my neighbour stealing my spoons?\n",
};

/** Replaces the demo's vault, which is there again after a reload. */
export function writeVault(page) {
  return page.inApp(async (app, notes) => {
    for (const file of app.vault.getFiles()) await app.vault.delete(file);
    await app.vault.createFolder("Garden");
    for (const [path, text] of Object.entries(notes)) await app.vault.create(path, text);
  }, VAULT);
}
