/** Today's daily note, by the settings of Obsidian's core plugin “Daily notes”. */
import { type App, moment, normalizePath } from "obsidian";
import type { DailyNote } from "../core/exports";

const DEFAULT_DATE_FORMAT = "YYYY-MM-DD";
const DEFAULT_TIME_FORMAT = "HH:mm";

/** Matches `{{date}}`, `{{time:HH:mm}}` and `{{title}}` in a template. */
const TEMPLATE_FIELD = /\{\{\s*(?:(date|time)\s*(?::([^}]*))?|title\s*)\}\}/gi;

/** The settings of the core plugin; an empty text stands for the default. */
interface DailyNoteOptions {
  folder: string;
  format: string;
  template: string;
}

/** What Ibid calls in the app's list of core plugins, which isn't part of the public API. */
interface CorePluginList {
  getPluginById(id: string): unknown;
}

/**
 * Returns the path of today's daily note and the text with which the app would create it, whether it exists or not;
 * `undefined` if the settings can't be read.
 */
export async function todaysDailyNote(app: App): Promise<DailyNote | undefined> {
  const options = dailyNoteOptions(app);
  if (options === undefined) return undefined;
  const now = moment();
  const name = now.format(options.format === "" ? DEFAULT_DATE_FORMAT : options.format);
  const path = normalizePath(`${options.folder}/${name}${name.endsWith(".md") ? "" : ".md"}`);
  const title = path.slice(path.lastIndexOf("/") + 1, -".md".length);
  return { path, text: fillTemplate(await templateText(app, options.template), title, now) };
}

/** Reads the settings. A disabled plugin has the defaults, as the app's own commands don't use its settings either. */
function dailyNoteOptions(app: App): DailyNoteOptions | undefined {
  const plugin = corePlugins(app)?.getPluginById("daily-notes");
  if (!isRecord(plugin)) return undefined;
  const instance = plugin.enabled === true && isRecord(plugin.instance) ? plugin.instance : {};
  const options = isRecord(instance.options) ? instance.options : {};
  return {
    folder: trimmedText(options.folder),
    format: trimmedText(options.format),
    template: trimmedText(options.template),
  };
}

function corePlugins(app: object): CorePluginList | undefined {
  const list: unknown = "internalPlugins" in app ? app.internalPlugins : undefined;
  return isCorePluginList(list) ? list : undefined;
}

function isCorePluginList(list: unknown): list is CorePluginList {
  return isRecord(list) && typeof list.getPluginById === "function";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function trimmedText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** Reads the template note. If it doesn't exist, the daily note starts empty. */
async function templateText(app: App, template: string): Promise<string> {
  const file = template === "" ? null : app.metadataCache.getFirstLinkpathDest(normalizePath(template), "");
  return file === null ? "" : app.vault.cachedRead(file);
}

function fillTemplate(template: string, title: string, now: moment.Moment): string {
  return template.replace(TEMPLATE_FIELD, (_field, kind: string | undefined, format: string | undefined) => {
    if (kind === undefined) return title;
    const defaultFormat = kind.toLowerCase() === "time" ? DEFAULT_TIME_FORMAT : DEFAULT_DATE_FORMAT;
    const givenFormat = format?.trim() ?? "";
    return now.format(givenFormat === "" ? defaultFormat : givenFormat);
  });
}
