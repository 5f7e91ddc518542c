/** `parseYaml` and `stringifyYaml` of the app, by the npm package `yaml`. */
import { parse, stringify } from "yaml";

/** Parses YAML. Dates stay strings, as in the app; an empty text is null. */
export function parseYaml(source: string): unknown {
  return parse(source) as unknown;
}

/** Writes YAML as the app does: long texts stay on one line, and empty values have no text. */
export function stringifyYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, nullStr: "" });
}
