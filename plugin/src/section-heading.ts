/** The heading of the section that Ibid writes, as the settings have it. */
import type { SettingsStore } from "./settings-store";

type Settings = Pick<SettingsStore, "get">;

const USUAL = "## Research";

/** With its hashes. What is not a heading below which others fit counts as none, as in the core. */
export function sectionHeading(settings: Settings): string {
  const named = settings.get("sectionHeading");
  return typeof named === "string" && /^#{1,5}[ \t]+\S/.test(named.trim()) ? named.trim() : USUAL;
}

/** Without them, as links name it. */
export function headingTitle(settings: Settings): string {
  return sectionHeading(settings).replace(/^#+\s+/, "");
}
