/** TFile and TFolder: the nodes of the vault's tree. They contain no text; only Vault changes them. */
import type { FileStats } from "obsidian";
import { fileName } from "./normalize-path";

export abstract class TAbstractFile {
  /** The vault of the file: plugins compare it and pass it on. */
  vault: object;
  path = "";
  name = "";
  parent: TFolder | null = null;

  constructor(vault: object, path: string) {
    this.vault = vault;
    this.setPath(path);
  }

  /** Used by the vault for a rename; plugins call Vault.rename. */
  setPath(path: string): void {
    this.path = path;
    this.name = path === "/" ? "" : fileName(path);
  }
}

export class TFile extends TAbstractFile {
  stat: FileStats;
  declare basename: string;
  declare extension: string;

  constructor(vault: object, path: string, stat: FileStats) {
    super(vault, path);
    this.stat = stat;
  }

  override setPath(path: string): void {
    super.setPath(path);
    const dot = this.name.lastIndexOf(".");
    const hasExtension = dot > 0 && dot < this.name.length - 1;
    this.basename = hasExtension ? this.name.slice(0, dot) : this.name;
    this.extension = hasExtension ? this.name.slice(dot + 1).toLowerCase() : "";
  }
}

export class TFolder extends TAbstractFile {
  children: TAbstractFile[] = [];

  isRoot(): boolean {
    return this.path === "/";
  }
}
