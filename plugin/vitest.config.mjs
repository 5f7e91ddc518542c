/** Tests of the TypeScript side, in jsdom, with our stand-in for the `obsidian` module. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Far more than any test needs: tests wait for states, and a busy machine must not fail them. */
const PATIENCE_MILLIS = 120_000;

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
    testTimeout: PATIENCE_MILLIS,
    hookTimeout: PATIENCE_MILLIS,
    expect: { poll: { timeout: PATIENCE_MILLIS } },
  },
});
