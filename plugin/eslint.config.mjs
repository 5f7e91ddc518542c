// The rules of the plugin directory's own scanner, for the files it scans: plugin/src, www, LICENSE and manifest.json.
// Tests, mocks and scripts are not scanned.
import { defineConfig, globalIgnores } from "eslint/config";
import obsidianmd from "eslint-plugin-obsidianmd";
import { PlainTextParser } from "eslint-plugin-obsidianmd/dist/lib/plainTextParser.js";
import tseslint from "typescript-eslint";

export default defineConfig([
  globalIgnores(["dist", "pkg", "target", "plugin/mocks", "plugin/tests", "plugin/scripts", "tests", "**/*.mjs"]),
  ...obsidianmd.configs.recommended,
  {
    files: ["**/*.ts"],
    languageOptions: {
      parserOptions: { project: ["tsconfig.json", "mocks/tsconfig.json"], tsconfigRootDir: import.meta.dirname },
    },
  },
  // The recommended rules do not include these two files.
  {
    files: ["manifest.json"],
    languageOptions: { parser: tseslint.parser },
    plugins: { obsidianmd },
    rules: { "obsidianmd/validate-manifest": "error" },
  },
  {
    files: ["LICENSE"],
    languageOptions: { parser: PlainTextParser },
    plugins: { obsidianmd },
    rules: { "obsidianmd/validate-license": "error" },
  },
]);
