/** Views: which class draws which type of view, and which type opens which file extension. */
import type { WorkspaceLeaf } from "./leaf";
import type { View } from "./view";

export type ViewCreator = (leaf: WorkspaceLeaf) => View;

export class Views {
  private readonly creators = new Map<string, ViewCreator>();
  private readonly typeByExtension = new Map<string, string>();

  constructor(private readonly onUnregister: (type: string) => void) {}

  registerView(type: string, creator: ViewCreator): void {
    if (this.creators.has(type)) throw new Error(`Attempting to register an existing view type "${type}"`);
    this.creators.set(type, creator);
  }

  unregisterView(type: string): void {
    this.creators.delete(type);
    this.onUnregister(type);
  }

  registerExtensions(extensions: string[], viewType: string): void {
    for (const extension of extensions) {
      if (this.typeByExtension.has(extension))
        throw new Error(`Attempting to register an existing file extension "${extension}"`);
    }
    for (const extension of extensions) this.typeByExtension.set(extension, viewType);
  }

  unregisterExtensions(extensions: string[]): void {
    for (const extension of extensions) this.typeByExtension.delete(extension);
  }

  getTypeByExtension(extension: string): string | undefined {
    return this.typeByExtension.get(extension);
  }

  getViewCreatorByType(type: string): ViewCreator | undefined {
    return this.creators.get(type);
  }
}
