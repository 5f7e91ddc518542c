/**
 * The modules that `require` returns to a plugin: our own module as "obsidian", and the CodeMirror packages that the
 * app shares with plugins, so that both sides have the same classes.
 */
import * as commands from "@codemirror/commands";
import * as language from "@codemirror/language";
import * as state from "@codemirror/state";
import * as view from "@codemirror/view";
import * as obsidian from "./index";

export const forPlugins: Record<string, unknown> = {
  obsidian: { ...obsidian },
  "@codemirror/commands": commands,
  "@codemirror/language": language,
  "@codemirror/state": state,
  "@codemirror/view": view,
};
