// What the specs ask of a host of the plugin, and the two facts its back ends share. playwright-driver.mjs answers with
// our stand-in for Obsidian, wdio-driver.mjs with the real app. Nothing here knows either of them.
//
//   open(files)               starts the app on a fresh vault with these files and the contract's plugin, until its
//                             layout is ready. A file is a text, or { base64 } for bytes.
//   run(commandId)            runs a command by its full id.
//   exec(inside, ...args)     runs `inside({ app, obsidian, plugins }, ...args)` in the app and gives its result as JSON.
//                             It is sent as text: it can use nothing but its arguments. What it throws, exec throws.
//   find(selector, label?)    waits until such an element is on show; with a label, one that has exactly this text.
//   gone(selector, label?)    waits until none is.
//   text(selector)            waits for the first one on show and gives its text.
//   click(selector, label?)   waits for it and clicks it.
//   rightClick(selector)      the same with the other button.
//   press(keys)               one key or chord, such as "Enter" or "Mod+P" (Mod is Cmd on a Mac, Ctrl elsewhere).
//   type(text)                types into whatever has the focus.
//   close()                   ends the app.

/** How long an element or a value may take to appear on a busy machine. */
export const PATIENCE_MILLIS = 60_000;

/** The folder of the plugin that the specs look through. */
export const PLUGIN_FOLDER = new URL("plugin/", import.meta.url);
