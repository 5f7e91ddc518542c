// Types of the virtual modules that the build creates, see plugin/esbuild.config.mjs.

/** The compiled core, compressed by gzip and encoded as base64 text. It is decoded and decompressed on first use. */
declare module "ibid:wasm" {
  const base64: string;
  export default base64;
}

/** The worker as one classic script, to be started from a Blob. It does not contain the wasm. */
declare module "ibid:worker" {
  const script: string;
  export default script;
}

/** The result of the core's `settingsForm()` at build time, so that the tab opens before the core starts. */
declare module "ibid:settings-form" {
  const form: ReturnType<typeof import("../../pkg/ibid").settingsForm>;
  export default form;
}
