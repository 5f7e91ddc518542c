/**
 * InternalPlugins: the app's core plugins, of which only “Daily notes” is here, and only its settings. They are read from
 * the vault's configuration folder, as in the app.
 */
import type { Vault } from "./vault";

const DAILY_NOTES = "daily-notes";

export class InternalPlugin {
  enabled = true;
  readonly instance: { id: string; options: Record<string, unknown> };

  constructor(id: string, options: Record<string, unknown>) {
    this.instance = { id, options };
  }

  async enable(): Promise<void> {
    this.enabled = true;
  }

  disable(): void {
    this.enabled = false;
  }
}

export class InternalPlugins {
  readonly plugins: Record<string, InternalPlugin>;

  constructor(vault: Vault) {
    this.plugins = { [DAILY_NOTES]: new InternalPlugin(DAILY_NOTES, savedOptions(vault, DAILY_NOTES)) };
  }

  getPluginById(id: string): InternalPlugin | null {
    return this.plugins[id] ?? null;
  }
}

function savedOptions({ adapter, configDir }: Vault, id: string): Record<string, unknown> {
  const path = `${configDir}/${id}.json`;
  return adapter.statNow(path) === null ? {} : (JSON.parse(adapter.readNow(path)) as Record<string, unknown>);
}
