/**
 * FileManager: changes that affect more than one file: links that follow a rename, properties, the trash. Settings are
 * the app's defaults: shortest wikilinks, new files and attachments at the top of the vault.
 */
import type { DataWriteOptions } from "obsidian";
import { TFile, TFolder, type TAbstractFile } from "./files";
import { getFrontMatterInfo } from "./frontmatter";
import { findLinks, getLinkpath, rewriteLink } from "./linktext";
import type { MetadataCache } from "./metadata-cache";
import { normalizePath } from "./normalize-path";
import { proseOf } from "./note-metadata";
import { Vault } from "./vault";
import { parseYaml, stringifyYaml } from "./yaml";

/** The target files of one note's links before a rename. */
type LinkTargets = Map<string, TFile>;
type PropertyChange = (frontmatter: Record<string, unknown>) => void;

export class FileManager {
  readonly #vault: Vault;
  readonly #metadata: MetadataCache;

  constructor(vault: Vault, metadata: MetadataCache) {
    this.#vault = vault;
    this.#metadata = metadata;
  }

  getNewFileParent(): TFolder {
    return this.#vault.getRoot();
  }

  async renameFile(file: TAbstractFile, newPath: string): Promise<void> {
    const linking = this.#notesLinkingTo(filesIn(file));
    await this.#vault.rename(file, newPath);
    for (const [note, targets] of linking) {
      await this.#vault.process(note, (text) => this.#followRename(text, note, targets));
    }
  }

  trashFile(file: TAbstractFile): Promise<void> {
    return this.#vault.trash(file, true);
  }

  generateMarkdownLink(file: TFile, sourcePath: string, subpath = "", alias = ""): string {
    const isOwn = file.path === sourcePath && subpath !== "";
    const linktext = (isOwn ? "" : this.#metadata.fileToLinktext(file, sourcePath)) + subpath;
    const bang = file.extension === "md" ? "" : "!";
    if (alias.toLowerCase() === linktext.toLowerCase()) return `${bang}[[${alias}]]`;
    return `${bang}[[${linktext}${alias ? `|${alias}` : ""}]]`;
  }

  /** Changes the file in one step, so that nothing is written if the YAML is invalid or `change` throws. */
  async processFrontMatter(file: TFile, change: PropertyChange, options?: DataWriteOptions): Promise<void> {
    await this.#vault.process(file, (text) => changeProperties(text, change), options);
  }

  async getAvailablePathForAttachment(filename: string): Promise<string> {
    const path = normalizePath(filename);
    const dot = path.lastIndexOf(".");
    const end = dot > 0 ? dot : path.length;
    let free = path;
    for (let n = 1; await this.#vault.adapter.exists(free); n += 1)
      free = `${path.slice(0, end)} ${n}${path.slice(end)}`;
    return free;
  }

  #notesLinkingTo(files: Set<TFile>): Map<TFile, LinkTargets> {
    const linking = new Map<TFile, LinkTargets>();
    for (const note of this.#vault.getMarkdownFiles()) {
      const targets = this.#targetsAmong(note, files);
      if (targets.size > 0) linking.set(note, targets);
    }
    return linking;
  }

  #targetsAmong(note: TFile, files: Set<TFile>): LinkTargets {
    const cache = this.#metadata.getFileCache(note);
    const targets: LinkTargets = new Map();
    for (const { link } of [...(cache?.links ?? []), ...(cache?.embeds ?? []), ...(cache?.frontmatterLinks ?? [])]) {
      const linkpath = getLinkpath(link);
      const target = linkpath === "" ? null : this.#metadata.getFirstLinkpathDest(linkpath, note.path);
      if (target && files.has(target)) targets.set(linkpath, target);
    }
    return targets;
  }

  /** Links in code and comments stay unchanged; links in properties are updated too. */
  #followRename(text: string, note: TFile, targets: LinkTargets): string {
    const start = getFrontMatterInfo(text).contentStart;
    const visible = text.slice(0, start) + proseOf(text).slice(start);
    let result = text;
    for (const link of findLinks(visible).reverse()) {
      const target = targets.get(getLinkpath(link.link));
      if (!target) continue;
      // Read again from the note: the text in which links are found has blanks instead of code, also in labels.
      const [written = link] = findLinks(text.slice(link.from, link.to));
      const linktext = this.#metadata.fileToLinktext(target, note.path);
      result = result.slice(0, link.from) + rewriteLink(written, linktext, target.path) + result.slice(link.to);
    }
    return result;
  }
}

function filesIn(node: TAbstractFile): Set<TFile> {
  const files = new Set<TFile>();
  if (node instanceof TFile) files.add(node);
  if (node instanceof TFolder) Vault.recurseChildren(node, (child) => child instanceof TFile && files.add(child));
  return files;
}

function changeProperties(text: string, change: PropertyChange): string {
  const info = getFrontMatterInfo(text);
  const parsed = (info.exists ? parseYaml(info.frontmatter) : null) ?? {};
  if (typeof parsed !== "object" || Array.isArray(parsed)) throw new TypeError("The properties are not a map");
  const properties = { ...parsed };
  change(properties);
  const body = text.slice(info.contentStart);
  return Object.keys(properties).length === 0 ? body : `---\n${stringifyYaml(properties)}---\n${body}`;
}
