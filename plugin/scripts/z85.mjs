// Encodes bytes as Z85 (rfc.zeromq.org/spec/32): four bytes become five printable characters, none of which has a meaning
// in a string of JavaScript. Base64 needs a fifteenth more. plugin/src/core/z85.ts decodes it.
const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

/** The length must be a multiple of four, as that of an xz file is. */
export function encodeZ85(bytes) {
  if (bytes.length % 4 !== 0) throw new Error("Z85 needs a multiple of four bytes");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = new Uint8Array((bytes.length / 4) * 5);
  for (let block = 0; block < bytes.length / 4; block += 1) {
    let value = view.getUint32(block * 4);
    for (let place = 4; place >= 0; place -= 1) {
      text[block * 5 + place] = ALPHABET.charCodeAt(value % 85);
      value = Math.floor(value / 85);
    }
  }
  return new TextDecoder().decode(text);
}
