/** Suggests models of the chosen service below the model field. */
import { AbstractInputSuggest, type App } from "obsidian";
import type { CoreProxy } from "../core/core";

const MAX_SHOWN_MODELS = 30;

export class ModelSuggest extends AbstractInputSuggest<string> {
  constructor(
    app: App,
    input: HTMLInputElement,
    private readonly core: CoreProxy,
  ) {
    super(app, input);
  }

  protected override async getSuggestions(query: string): Promise<string[]> {
    const queryWords = query.toLowerCase().split(/\s+/);
    // The suggestions are optional: a failed request shows none here.
    const models = await this.core.call("models", null).catch(() => []);
    return models
      .filter((model) => queryWords.every((word) => model.toLowerCase().includes(word)))
      .slice(0, MAX_SHOWN_MODELS);
  }

  override renderSuggestion(model: string, el: HTMLElement): void {
    el.setText(model);
  }

  override selectSuggestion(model: string, event: MouseEvent | KeyboardEvent): void {
    super.selectSuggestion(model, event);
    this.close();
  }
}
