/** Loads what a page needs to start the app from its own site: a vault in one JSON file and a built plugin. */
import type { PluginManifest } from "obsidian";
import type { PluginPackage } from "./plugins";

type StoredFile = string | { base64: string };

async function get(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response;
}

/** Text files as they are, other files decoded from base64. */
export async function loadVault(address: string): Promise<Record<string, string | Uint8Array>> {
  const stored = (await (await get(address)).json()) as Record<string, StoredFile>;
  return Object.fromEntries(
    Object.entries(stored).map(([path, file]) => [path, typeof file === "string" ? file : bytes(file.base64)]),
  );
}

export async function loadPluginPackage(folder: string): Promise<PluginPackage> {
  const [manifest, main, styles] = await Promise.all(
    ["manifest.json", "main.js", "styles.css"].map(async (file) => (await get(`${folder}/${file}`)).text()),
  );
  return { manifest: JSON.parse(manifest!) as PluginManifest, main: main!, styles };
}

function bytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
