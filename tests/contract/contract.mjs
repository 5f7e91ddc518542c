// What Ibid leans on in Obsidian, one spec a behaviour: a list of { name, run(driver, assert) }. A spec opens its own
// vault, says nothing that only our stand-in could know, and leaves nothing behind that the next `open` does not clear.
import { dailyNoteSpecs } from "./specs/daily-notes.mjs";
import { editorSpecs } from "./specs/editor.mjs";
import { findingSpecs } from "./specs/finding.mjs";
import { linkSpecs } from "./specs/links.mjs";
import { menuSpecs } from "./specs/menus.mjs";
import { networkSpecs } from "./specs/network.mjs";
import { pluginSpecs } from "./specs/plugin.mjs";
import { settingSpecs } from "./specs/settings.mjs";
import { storageSpecs } from "./specs/storage.mjs";
import { vaultSpecs } from "./specs/vault.mjs";
import { windowSpecs } from "./specs/windows.mjs";
import { workspaceSpecs } from "./specs/workspace.mjs";

export const contract = [
  ...vaultSpecs,
  ...linkSpecs,
  ...dailyNoteSpecs,
  ...storageSpecs,
  ...pluginSpecs,
  ...menuSpecs,
  ...windowSpecs,
  ...settingSpecs,
  ...workspaceSpecs,
  ...editorSpecs,
  ...findingSpecs,
  ...networkSpecs,
];
