// The contract against the real app: the same list as contract.test.mjs, in the words of the other runner.
import assert from "node:assert/strict";
import { contract } from "./contract.mjs";
import { WdioDriver } from "./wdio-driver.mjs";

describe("the contract with Obsidian", () => {
  const driver = new WdioDriver();
  for (const { name, run } of contract) it(name, () => run(driver, assert));
});
