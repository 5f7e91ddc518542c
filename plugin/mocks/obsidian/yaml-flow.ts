/**
 * Single values of YAML: scalars, quoted strings and the flow forms `[a, b]` and `{a: b}`. The block structure is
 * yaml.ts. Dates stay strings, as in the app. Anchors, tags and aliases are refused.
 */
export class YAMLParseError extends Error {
  override readonly name = "YAMLParseError";
}

const KEYWORDS: Record<string, unknown> = {
  "": null, "~": null, null: null, Null: null, NULL: null,
  true: true, True: true, TRUE: true, false: false, False: false, FALSE: false,
};
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

export function parseValue(source: string): unknown {
  const flow = new FlowReader(source);
  const value = flow.value("");
  flow.expectEnd();
  return value;
}

/** A plain scalar, read for what it looks like. */
export function plainScalar(text: string): unknown {
  if (Object.hasOwn(KEYWORDS, text)) return KEYWORDS[text];
  if (NUMBER.test(text)) return Number(text);
  if (/:(?:\s|$)/.test(text)) throw new YAMLParseError(`Nested mappings are not allowed in compact mappings: ${text}`);
  if (/^[&*!|>%@`,\]}]/.test(text)) throw new YAMLParseError(`A plain value cannot start with ${text.charAt(0)}`);
  return text;
}

class FlowReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** `stops` are the characters that end a plain scalar here: none outside brackets. */
  value(stops: string): unknown {
    this.#skipSpace();
    const first = this.#source[this.#at];
    if (first === "[") return this.#list();
    if (first === "{") return this.#map();
    if (first === '"' || first === "'") return this.#quoted(first);
    return plainScalar(this.#plain(stops));
  }

  expectEnd(): void {
    this.#skipSpace();
    if (this.#at < this.#source.length && this.#source[this.#at] !== "#") {
      throw new YAMLParseError(`Unexpected text after a value: ${this.#source.slice(this.#at)}`);
    }
  }

  #list(): unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    while (!this.#take("]")) {
      items.push(this.value(",]"));
      this.#separate("]");
    }
    return items;
  }

  #map(): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    this.#at += 1;
    while (!this.#take("}")) {
      const key = String(this.value(":,}"));
      map[key] = this.#take(":") ? this.value(",}") : null;
      this.#separate("}");
    }
    return map;
  }

  #separate(close: string): void {
    if (this.#take(",")) return;
    this.#skipSpace();
    if (this.#source[this.#at] !== close) throw new YAMLParseError(`Flow collection is not closed: ${this.#source}`);
  }

  #quoted(quote: string): string {
    const pattern = quote === '"' ? /"((?:[^"\\]|\\[\s\S])*)"/y : /'((?:[^']|'')*)'/y;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (!match) throw new YAMLParseError(`Missing closing ${quote}quote: ${this.#source}`);
    this.#at = pattern.lastIndex;
    const body = match[1] ?? "";
    return quote === '"' ? unescapeDouble(body) : body.replaceAll("''", "'");
  }

  #plain(stops: string): string {
    const start = this.#at;
    while (this.#at < this.#source.length && !this.#endsPlain(stops)) this.#at += 1;
    return this.#source.slice(start, this.#at).trim();
  }

  #endsPlain(stops: string): boolean {
    const char = this.#source.charAt(this.#at);
    return stops.includes(char) || (char === "#" && /\s/.test(this.#source[this.#at - 1] ?? " "));
  }

  #take(char: string): boolean {
    this.#skipSpace();
    if (this.#source[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#source[this.#at] ?? "")) this.#at += 1;
  }
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", "0": "\0", '"': '"', "\\": "\\", "/": "/" };

function unescapeDouble(body: string): string {
  return body.replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\s\S]))/g, (_, x?: string, u?: string, char?: string) => {
    if (char === undefined) return String.fromCharCode(parseInt(x ?? u ?? "", 16));
    return ESCAPES[char] ?? char;
  });
}
