/** Tests of the TypeScript side, in jsdom, with our stand-in for the `obsidian` module. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: { obsidian: fileURLToPath(new URL("./mocks/obsidian/index.ts", import.meta.url)) },
  },
  test: {
    environment: "jsdom",
    include: ["plugin/tests/**/*.test.ts"],
  },
});
