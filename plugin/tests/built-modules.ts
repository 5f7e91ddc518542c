/** What the build would put behind `ibid:wasm` and `ibid:worker`: the smallest wasm there is, compressed, which also serves as a script nobody runs. */
const SMALLEST_WASM = "H4sIAAAAAAACA2NILM5lZGBgAADOM0scCAAAAA==";

export default SMALLEST_WASM;
