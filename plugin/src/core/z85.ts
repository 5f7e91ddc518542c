/** Decodes Z85, in which the build writes the core: five printable characters are four bytes. */
import { createYieldToApp } from "./yield-to-app";

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

/** Number of blocks of five characters that are decoded before yielding to the app. */
const BATCH_BLOCKS = 1 << 14;

/** Decodes text, yielding to the app in between. */
export async function decodeZ85(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const digits = new Uint8Array(128);
  [...ALPHABET].forEach((character, digit) => (digits[character.charCodeAt(0)] = digit));
  const blocks = text.length / 5;
  const view = new DataView(new ArrayBuffer(blocks * 4));
  const yieldToApp = createYieldToApp();
  for (let block = 0; block < blocks; block += 1) {
    if (block % BATCH_BLOCKS === 0) await yieldToApp();
    let value = 0;
    for (let place = 0; place < 5; place += 1) value = value * 85 + (digits[text.charCodeAt(block * 5 + place)] ?? 0);
    view.setUint32(block * 4, value);
  }
  return new Uint8Array(view.buffer);
}
