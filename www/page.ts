/**
 * Shows what the core reads on a web page, beside its HTML: the Markdown, the metadata, and the removed parts with
 * reasons. Everything is shown as text; nothing of a page is executed or loaded.
 */
import "../plugin/mocks/obsidian/theme.css";
import "./page.css";
import init, { extractPage, type Page } from "../pkg/ibid";
import { installDom } from "../plugin/mocks/obsidian/dom";
import { loadVault } from "../plugin/mocks/obsidian/load";

type Texts = Awaited<ReturnType<typeof loadVault>>;

interface Sample {
  name: string;
  file: string;
  address: string;
}

const samples: Sample[] = [
  { name: "News article", file: "article.html", address: "https://quay-gazette.example/news/harbour-clock" },
  {
    name: "Documentation with code and math",
    file: "documentation.html",
    address: "https://docs.tidefilter.example/average.html",
  },
  { name: "Forum thread", file: "thread.html", address: "https://crumb-talk.example/t/2300-metres" },
  { name: "Product", file: "product.html", address: "https://ember-and-tin.example/kettles/field-kettle" },
  { name: "Page with hidden text and traps", file: "hostile.html", address: "https://orchard.example/pruning" },
];

/** The rows of the second tab. */
const facts: [label: string, fact: "title" | "author" | "published" | "site" | "language" | "canonical"][] = [
  ["Title", "title"],
  ["Author", "author"],
  ["Published", "published"],
  ["Site", "site"],
  ["Language", "language"],
  ["Canonical URL", "canonical"],
];

/** The page is read again after a pause of this length. */
const pauseMillis = 200;

function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${id}.`);
}

const address = element("address", HTMLInputElement);
const html = element("html", HTMLTextAreaElement);
const choice = element("sample", HTMLSelectElement);
const summary = element("summary", HTMLElement);

function followSystemTheme(): void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = (): void => {
    document.body.classList.toggle("theme-dark", dark.matches);
    document.body.classList.toggle("theme-light", !dark.matches);
  };
  dark.addEventListener("change", apply);
  apply();
}

/** One tab is in the tab order; the arrow keys go to the others. */
function startTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLElement>("[role=tab]")];
  const choose = (chosen: HTMLElement): void => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      element(tab.getAttribute("aria-controls") ?? "", HTMLElement).hidden = tab !== chosen;
    }
  };
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = step === undefined ? undefined : tabs[(at + step + tabs.length) % tabs.length];
      if (!next) return;
      choose(next);
      next.focus();
    });
  });
  const [first] = tabs;
  if (first) choose(first);
}

interface Cell {
  text: string;
  /** Placeholder for an empty text. */
  absent?: string;
  span?: number;
}

function addRow(table: HTMLElement, label: string | undefined, cells: Cell[]): void {
  const row = table.createEl("tr");
  if (label !== undefined) row.createEl("th", { text: label, attr: { scope: "row" } });
  for (const { text, absent, span } of cells) {
    row.createEl("td", { text: text || absent, cls: text ? "" : "page-absent", attr: { colspan: span ?? 1 } });
  }
}

function show(page: Page): void {
  element("markdown", HTMLElement).setText(page.markdown);
  const told = element("metadata", HTMLElement);
  told.empty();
  for (const [label, fact] of facts) addRow(told, label, [{ text: page[fact], absent: "not given" }]);
  const removed = element("removed", HTMLElement);
  removed.empty();
  for (const { reason, element, text } of page.removed) {
    addRow(removed, undefined, [{ text: reason }, { text: element }, { text, absent: "no text" }]);
  }
  if (page.removed.length === 0) addRow(removed, undefined, [{ text: "", absent: "Nothing was left out.", span: 3 }]);
}

function read(): void {
  const started = performance.now();
  const page = extractPage(html.value, address.value);
  const millis = Math.max(1, Math.round(performance.now() - started));
  show(page);
  const parts = page.removed.length === 1 ? "1 part" : `${page.removed.length} parts`;
  summary.textContent = `Read in ${millis} ms: ${page.markdown.length} characters of Markdown, ${parts} left out.`;
}

function loadSample(texts: Texts): void {
  const sample = samples.find(({ file }) => file === choice.value);
  if (!sample) return;
  address.value = sample.address;
  html.value = String(texts[sample.file] ?? "");
  read();
}

async function start(): Promise<void> {
  installDom();
  followSystemTheme();
  startTabs();
  const [texts] = await Promise.all([loadVault("samples.json"), init({ module_or_path: "ibid_bg.wasm" })]);
  for (const { name, file } of samples) choice.append(new Option(name, file));
  choice.append(new Option("Your own", ""));
  choice.addEventListener("change", () => loadSample(texts));
  let pause = 0;
  for (const field of [address, html]) {
    field.addEventListener("input", () => {
      choice.value = "";
      window.clearTimeout(pause);
      pause = window.setTimeout(read, pauseMillis);
    });
  }
  loadSample(texts);
}

start().catch((error: unknown) => {
  summary.textContent = `Ibid couldn't start: ${error instanceof Error ? error.message : String(error)}`;
});
