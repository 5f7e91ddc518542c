/** MarkdownProcessors: the post-processors that plugins registered for rendered Markdown, in order. */
import type { MarkdownPostProcessor, MarkdownPostProcessorContext } from "obsidian";

export type CodeBlockHandler = (
  source: string,
  el: HTMLElement,
  context: MarkdownPostProcessorContext,
) => Promise<unknown> | void;

export class MarkdownProcessors {
  #postProcessors: MarkdownPostProcessor[] = [];

  add(processor: MarkdownPostProcessor): void {
    const order = (other: MarkdownPostProcessor): number => other.sortOrder ?? 0;
    this.#postProcessors = [...this.#postProcessors, processor].sort((a, b) => order(a) - order(b));
  }

  remove(processor: MarkdownPostProcessor): void {
    this.#postProcessors = this.#postProcessors.filter((other) => other !== processor);
  }

  /** Runs every processor on one rendered part of a note. */
  async run(el: HTMLElement, context: MarkdownPostProcessorContext): Promise<void> {
    for (const processor of this.#postProcessors) await processor(el, context);
  }
}

/** Replaces code blocks of one language, `<pre><code class="language-x">`, by what the handler draws. */
export function codeBlockProcessor(language: string, handler: CodeBlockHandler): MarkdownPostProcessor {
  return async (el, context) => {
    for (const code of el.querySelectorAll("pre > code")) {
      if (!code.classList.contains(`language-${language}`)) continue;
      const drawn = document.createElement("div");
      drawn.className = `block-language-${language}`;
      code.parentElement?.replaceWith(drawn);
      await handler(code.textContent ?? "", drawn, context);
    }
  };
}
