/**
 * Replaces the modules `ibid:wasm` and `ibid:worker` of the build: the smallest wasm, compressed, which also serves as
 * a script that is never run.
 */
const SMALLEST_WASM = "@wP48s]XK6x^hy(0STwA5c8XgSbN=K0rru8vrln^00000=ne9k00a5Bl%}H=Kv2uA0rr9100cka";

export default SMALLEST_WASM;
