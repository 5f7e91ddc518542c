/**
 * Replaces the modules `ibid:wasm` and `ibid:worker` of the build: the smallest wasm, compressed, which also serves as
 * a script that is never run.
 */
const SMALLEST_WASM = "/Td6WFoAAAFpIt42AgAhARAAAACocI6GAQAHAGFzbQEAAAAAzjNLHAABHAhEYCrIkEKZDQEAAAAAAVla";

export default SMALLEST_WASM;
