/**
 * The objects that the plugin creates when it is loaded, and passes to its commands and windows.
 */
import type { App } from "obsidian";
import type { Chats } from "./chat/chats";
import type { Consent } from "./consent/consent";
import type { ConversationNotes } from "./chat/conversation-notes";
import type { CoreProxy } from "./core/core";
import type { HealthStore } from "./health/health-store";
import type { ObsidianHost } from "./vault/obsidian-host";
import type { SettingsStore } from "./settings/settings-store";
import type { StartedRuns } from "./research/started-runs";
import type { Tasks } from "./ui/task";
import type { VaultWatcher } from "./vault/vault-watcher";

export interface Services {
  app: App;
  core: CoreProxy;
  host: ObsidianHost;
  watcher: VaultWatcher;
  consent: Consent;
  tasks: Tasks;
  startedRuns: StartedRuns;
  settings: SettingsStore;
  /** The last check of the vault. */
  health: HealthStore;
  chats: Chats;
  conversationNotes: ConversationNotes;
  /** Names of the web services in the settings; empty until the core has read them. */
  webServices: () => string[];
  /** Host of the service that transcribes audio files; `undefined` without one, and until the core has read the settings. */
  audioSentTo: () => string | undefined;
  /** Whether the user wants to review the agenda before a run. */
  shouldReviewAgenda: () => boolean;
}
