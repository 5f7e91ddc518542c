// Helper functions for tests of the vault's health: notes with something to mend, and the parts of the view.

export const BROKEN = "Coffee/Espresso notes.md";
export const BROKEN_TEXT =
  "# Espresso notes\n\nA shot late in the day, see [[Cafeine and sleep#Half-life|what it does]] and ![[Cafeine and sleep]].\n\nFrom [[Lung Espresso Bar]].\n";
export const FIXED_TEXT = BROKEN_TEXT.replace("[[Cafeine", "[[Caffeine");

export const view = (page) => page.page.locator(".workspace-leaf-content[data-type='ibid-health']");
export const group = (page, kind) => view(page).locator(`.ibid-health-group[data-kind="${kind}"]`);
export const row = (page, kind, text) => group(page, kind).locator(".ibid-health-row", { hasText: text });
export const picture = (page) => view(page).locator(".ibid-clusters-picture");
export const count = (page, kind) => group(page, kind).locator(".ibid-health-count").innerText();

/** Adds notes with something to mend. */
export async function addNotes(page) {
  await page.write(BROKEN, BROKEN_TEXT);
  for (const at of [1, 2, 3])
    await page.write(
      `Coffee/Bar ${at}.md`,
      `We went to [[Lung Espresso Bar]] with guest ${at} at noon. It was full. The coffee of visit ${at} was good.\n`,
    );
  await page.write(
    "People/Secret bar.md",
    "---\nprivate: true\n---\nThe hidden place [[Cold brw]] is ours, and nobody else knows where it is.\n",
  );
}

/** Starts the check and waits until its rows are shown. */
export async function check(page) {
  const checks = () =>
    page.page.evaluate(() => globalThis.calledMethods.filter((method) => method === "health").length);
  const before = await checks();
  await page.inApp((app) => void app.commands.executeCommandById("ibid:check-health"));
  await page.page.waitForFunction(
    (before) => globalThis.calledMethods.filter((method) => method === "health").length > before,
    before,
  );
  await view(page).locator(".ibid-health-summary", { hasText: "checked" }).waitFor();
  await view(page).locator(".ibid-health-group").first().waitFor();
}

export async function unfold(page, kind) {
  await group(page, kind).evaluate((element) => (element.open = true));
  await group(page, kind).locator(".ibid-health-row").first().waitFor();
}

export async function checked(page) {
  await addNotes(page);
  await check(page);
  await unfold(page, "broken-link");
}

/** A vault without anything to mend. */
export const TIDY = {
  "Welcome.md":
    "The start of a small vault, which has enough words to be a note and links to [[Tea]] and [[Coffee]] for more.",
  "Tea.md":
    "Tea leaves are dried and rolled, and then water is poured on them for three minutes, as [[Coffee]] drinkers never do.",
  "Coffee.md":
    "Roasted beans are ground, and hot water runs through the powder, which [[Tea]] drinkers find strange but interesting.",
};
