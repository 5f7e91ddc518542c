/** What the build would put behind `ibid:wasm` and `ibid:worker`: the smallest wasm there is, which also serves as a script nobody runs. */
const SMALLEST_WASM = "AGFzbQEAAAA=";

export default SMALLEST_WASM;
