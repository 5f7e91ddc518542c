/**
 * Replaces the modules `ibid:wasm` and `ibid:worker` of the build: the smallest wasm, compressed, which also serves as
 * a script that is never run.
 */
const SMALLEST_WASM = "H4sIAAAAAAACA2NILM5lZGBgAADOM0scCAAAAA==";

export default SMALLEST_WASM;
