/**
 * Scope and Keymap: decide who gets a key press. Only the topmost scope gets it, as in the app, so that the hotkeys of
 * commands do not work while a modal is open.
 */
import type {
  Hotkey,
  KeymapContext,
  KeymapEventHandler as HandlerInfo,
  KeymapEventListener,
  Modifier,
  PaneType,
  UserEvent,
} from "obsidian";

export interface KeymapEventHandler extends Omit<HandlerInfo, "scope"> {
  scope: Scope;
  func: KeymapEventListener;
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** "Mod" is Cmd on a Mac and Ctrl elsewhere; modifiers are sorted so that two spellings compare equal. */
function spell(modifiers: readonly string[]): string {
  const plain = modifiers.map((one) => (one === "Mod" ? (isMac() ? "Meta" : "Ctrl") : one));
  return plain.sort().join(",");
}

function held(event: KeyboardEvent): string {
  const names: string[] = [];
  if (event.ctrlKey) names.push("Ctrl");
  if (event.metaKey) names.push("Meta");
  if (event.altKey) names.push("Alt");
  if (event.shiftKey) names.push("Shift");
  return spell(names);
}

function sameKey(wanted: string | null, event: KeyboardEvent): boolean {
  return wanted === null || wanted.toLowerCase() === event.key.toLowerCase();
}

export class Scope {
  private readonly handlers: KeymapEventHandler[] = [];

  constructor(private readonly parent?: Scope) {}

  register(modifiers: Modifier[] | null, key: string | null, func: KeymapEventListener): KeymapEventHandler {
    const handler = { modifiers: modifiers === null ? null : spell(modifiers), key, func, scope: this };
    this.handlers.unshift(handler);
    return handler;
  }

  unregister(handler: KeymapEventHandler): void {
    const index = this.handlers.indexOf(handler);
    if (index >= 0) this.handlers.splice(index, 1);
  }

  /** Whether a key press matches the hotkey with exactly its modifiers. */
  matches(hotkey: Hotkey, event: KeyboardEvent): boolean {
    return sameKey(hotkey.key, event) && spell(hotkey.modifiers) === held(event);
  }

  /** Runs the matching handlers, newest first; a handler that returns false has consumed the key. */
  handleKey(event: KeyboardEvent): boolean {
    const modifiers = held(event);
    const context: KeymapContext = { modifiers, key: event.key, vkey: event.key };
    for (const handler of [...this.handlers]) {
      const matches = (handler.modifiers === null || handler.modifiers === modifiers) && sameKey(handler.key, event);
      if (matches && handler.func(event, context) === false) return true;
    }
    return this.parent?.handleKey(event) ?? false;
  }
}

export class Keymap {
  private readonly scopes: Scope[] = [];

  constructor(private readonly root: Scope) {}

  listen(): void {
    window.addEventListener("keydown", this.onKeydown, { capture: true });
  }

  pushScope(scope: Scope): void {
    this.scopes.push(scope);
  }

  popScope(scope: Scope): void {
    const index = this.scopes.lastIndexOf(scope);
    if (index >= 0) this.scopes.splice(index, 1);
  }

  /** For a page that starts a second app: the first one must stop listening. */
  stop(): void {
    window.removeEventListener("keydown", this.onKeydown, { capture: true });
  }

  static isModifier(event: MouseEvent | TouchEvent | KeyboardEvent, modifier: Modifier): boolean {
    if (modifier === "Mod") return isMac() ? event.metaKey : event.ctrlKey;
    if (modifier === "Ctrl") return event.ctrlKey;
    if (modifier === "Meta") return event.metaKey;
    if (modifier === "Alt") return event.altKey;
    return event.shiftKey;
  }

  static isModEvent(event?: UserEvent | null): PaneType | boolean {
    if (!event) return false;
    const middle = event instanceof MouseEvent && event.button === 1;
    if (!middle && !Keymap.isModifier(event, "Mod")) return false;
    if (event.altKey) return event.shiftKey ? "window" : "split";
    return "tab";
  }

  private readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const scope = this.scopes[this.scopes.length - 1] ?? this.root;
    if (!scope.handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
