/** Tests of the TypeScript side, in jsdom, with our stand-in for the `obsidian` module. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const inPlugin = (path) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      obsidian: inPlugin("mocks/obsidian/index.ts"),
      "ibid:wasm": inPlugin("tests/built-modules.ts"),
      "ibid:worker": inPlugin("tests/built-modules.ts"),
    },
  },
  test: {
    environment: "jsdom",
    include: ["plugin/tests/**/*.test.ts"],
  },
});
