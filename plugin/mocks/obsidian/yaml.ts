/**
 * parseYaml and stringifyYaml for what people write in frontmatter: nested maps and lists, block and flow, quoted and
 * multi-line strings. Not all of YAML: several documents, anchors and tags are errors.
 */
import { parseValue, plainScalar, YAMLParseError } from "./yaml-flow";

interface Line {
  indent: number;
  text: string;
}

const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s\-[\]{}"'#&*!|>%@`](?:[^:]|:(?=\S))*?|-(?:[^\s:]|:(?=\S))(?:[^:]|:(?=\S))*?)\s*:(?:\s+(.*))?$/;
const BLOCK_SCALAR = /^([|>])([-+]?)\s*(?:#.*)?$/;

export function parseYaml(source: string): unknown {
  const reader = new BlockReader(source);
  const value = reader.node(0);
  reader.expectEnd();
  return value;
}

class BlockReader {
  readonly #lines: Line[];
  #at = 0;

  constructor(source: string) {
    this.#lines = source.split(/\r?\n/).map((raw) => {
      const indent = raw.length - raw.trimStart().length;
      if (raw.trim() && raw.slice(0, indent).includes("\t")) throw new YAMLParseError("Tabs are not allowed as indentation");
      return { indent, text: raw.trim() };
    });
  }

  /** What stands at this indentation or deeper; null when nothing does. */
  node(minimum: number): unknown {
    const line = this.#peek();
    if (!line || line.indent < minimum) return null;
    if (isItem(line)) return this.#list(line.indent);
    if (KEY.test(line.text)) return this.#map(line.indent);
    return this.#value(this.#next().text, line.indent - 1);
  }

  expectEnd(): void {
    const line = this.#peek();
    if (line) throw new YAMLParseError(`Unexpected line: ${line.text}`);
  }

  #map(indent: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    for (let line = this.#peek(); line && line.indent === indent && !isItem(line); line = this.#peek()) {
      const [, rawKey = "", rest = ""] = KEY.exec(this.#next().text) ?? [];
      if (!rawKey) throw new YAMLParseError(`Implicit map keys need to be followed by a colon: ${line.text}`);
      const key = String(parseValue(rawKey));
      if (Object.hasOwn(map, key)) throw new YAMLParseError(`Map keys must be unique: ${key}`);
      map[key] = this.#value(rest, indent);
    }
    this.#checkIndent(indent);
    return map;
  }

  #list(indent: number): unknown[] {
    const items: unknown[] = [];
    for (let line = this.#peek(); line && line.indent === indent && isItem(line); line = this.#peek()) {
      const rest = line.text.slice(1).trimStart();
      if (isItem({ indent, text: rest }) || KEY.test(rest)) {
        // "- key: value": the rest is a node of its own, at the column where it starts.
        this.#lines[this.#at] = { indent: indent + line.text.length - rest.length, text: rest };
        items.push(this.node(indent + 1));
      } else {
        this.#next();
        items.push(rest === "" ? this.node(indent + 1) : this.#value(rest, indent));
      }
    }
    this.#checkIndent(indent);
    return items;
  }

  #value(rest: string, indent: number): unknown {
    const block = BLOCK_SCALAR.exec(rest);
    if (block) return this.#blockScalar(block[1] ?? "", block[2] ?? "", indent);
    if (rest === "" || rest.startsWith("#")) return this.#nested(indent);
    return parseValue([rest, ...this.#continuation(rest, indent)].join(" "));
  }

  /** A list may stand at its key's own column; a map must be deeper. */
  #nested(indent: number): unknown {
    const line = this.#peek();
    return line && isItem(line) && line.indent === indent ? this.#list(indent) : this.node(indent + 1);
  }

  #continuation(first: string, indent: number): string[] {
    const more: string[] = [];
    const isFlow = /^[[{"']/.test(first);
    for (let line = this.#peek(); line && line.indent > indent; line = this.#peek()) {
      if (!isFlow && KEY.test(line.text)) throw new YAMLParseError(`Nested mappings are not allowed in compact mappings: ${line.text}`);
      more.push(this.#next().text);
    }
    return more;
  }

  #blockScalar(style: string, chomp: string, indent: number): string {
    const lines: string[] = [];
    let margin = -1;
    for (let line = this.#lines[this.#at]; line && (line.text === "" || line.indent > indent); line = this.#lines[this.#at]) {
      if (line.text && margin < 0) margin = line.indent;
      lines.push(line.text && " ".repeat(Math.max(0, line.indent - margin)) + line.text);
      this.#at += 1;
    }
    const text = style === "|" ? lines.join("\n") : lines.join("\n").replace(/(\S)\n(?=\S)/g, "$1 ");
    if (chomp === "+") return text;
    return text.trimEnd() + (chomp === "-" || text.trim() === "" ? "" : "\n");
  }

  #checkIndent(indent: number): void {
    const line = this.#peek();
    if (line && line.indent > indent) throw new YAMLParseError(`All items must start at the same column: ${line.text}`);
  }

  #peek(): Line | undefined {
    while (this.#lines[this.#at]?.text === "" || this.#lines[this.#at]?.text.startsWith("#")) this.#at += 1;
    return this.#lines[this.#at];
  }

  #next(): Line {
    const line = this.#peek();
    if (!line) throw new YAMLParseError("Unexpected end");
    this.#at += 1;
    return line;
  }
}

function isItem(line: Line): boolean {
  return line.text === "-" || line.text.startsWith("- ");
}

export function stringifyYaml(value: unknown): string {
  return isFilled(value) ? block(value, "") : `${scalar(value)}\n`;
}

type Filled = unknown[] | Record<string, unknown>;

function isFilled(value: unknown): value is Filled {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function block(value: Filled, indent: string): string {
  if (Array.isArray(value)) {
    return value.map((item) => `${indent}- ${isFilled(item) ? block(item, `${indent}  `).trimStart() : `${scalar(item)}\n`}`).join("");
  }
  return Object.entries(value).map(([key, item]) => `${indent}${scalar(key)}:${entry(item, indent)}`).join("");
}

function entry(value: unknown, indent: string): string {
  if (isFilled(value)) return `\n${block(value, `${indent}  `)}`;
  return value === null || value === undefined ? "\n" : ` ${scalar(value)}\n`;
}

function scalar(value: unknown): string {
  if (Array.isArray(value)) return "[]";
  if (typeof value === "string") return isSafePlain(value) ? value : JSON.stringify(value);
  if (typeof value === "object" && value !== null) return "{}";
  return String(value ?? "null");
}

/** Whether a string, written bare, is read back as itself. */
function isSafePlain(text: string): boolean {
  if (text !== text.trim() || /[\n\r\t]|\s#|^[-?#[\]{}"',]|^---/.test(text)) return false;
  try {
    return plainScalar(text) === text;
  } catch {
    return false;
  }
}
