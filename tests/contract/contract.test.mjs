// The contract against our stand-in for Obsidian: `node --test tests/contract/contract.test.mjs`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { contract } from "./contract.mjs";
import { startPlaywrightDriver } from "./playwright-driver.mjs";

let driver;
before(async () => (driver = await startPlaywrightDriver()));
after(() => driver?.close());

for (const { name, run } of contract) test(name, () => run(driver, assert));
