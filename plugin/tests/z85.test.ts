import { expect, test } from "vitest";
import { encodeZ85 } from "../scripts/z85.mjs";
import { decodeZ85 } from "../src/core/z85";

test("Z85 is the text of the specification, and every byte comes back", async () => {
  expect(encodeZ85(new Uint8Array([0x86, 0x4f, 0xd2, 0x6f, 0xb5, 0x59, 0xf7, 0x5b]))).toBe("HelloWorld");
  const bytes = new Uint8Array(100_000).map((_, at) => (at * 2_654_435_761) >>> 13);
  expect(await decodeZ85(encodeZ85(bytes))).toEqual(bytes);
  expect(await decodeZ85("")).toEqual(new Uint8Array());
  expect(() => encodeZ85(new Uint8Array(3))).toThrow("multiple of four");
});
