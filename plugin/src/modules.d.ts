// Types of the virtual modules that the build creates, see plugin/esbuild.config.mjs.

/** The compiled core, compressed by xz and encoded as Z85 text. It is decoded and decompressed on first use. */
declare module "ibid:wasm" {
  const compressedWasm: string;
  export default compressedWasm;
}

/** The worker as one classic script, to be started from a Blob. It does not contain the wasm. */
declare module "ibid:worker" {
  const workerScript: string;
  export default workerScript;
}

/** The result of the core's `settingsForm()` at build time, so that the tab opens before the core starts. */
declare module "ibid:settings-form" {
  const settingsForm: import("./core/exports").SettingsForm;
  export default settingsForm;
}
