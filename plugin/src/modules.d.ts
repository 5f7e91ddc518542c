// What the build puts behind import names that are no files: see plugin/esbuild.config.mjs.
// Declares only; the wasm is text here because unpacking it is left to the first use.

/** The compiled core by gzip, as base64. */
declare module "ibid:wasm" {
  const base64: string;
  export default base64;
}

/** The worker as the text of one classic script, to be started from a Blob. It holds no wasm. */
declare module "ibid:worker" {
  const script: string;
  export default script;
}

/** What the core's `settingsForm()` answered when the plugin was built, so that the tab opens before the core starts. */
declare module "ibid:settings-form" {
  const form: ReturnType<typeof import("../../pkg/ibid").settingsForm>;
  export default form;
}
