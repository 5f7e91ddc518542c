/** The types of the core, for all other folders: this folder alone imports pkg. */
export type * from "../../../pkg/ibid";
