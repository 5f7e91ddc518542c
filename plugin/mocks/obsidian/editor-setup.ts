/**
 * The CodeMirror state of a note's editor: history, keys, decorations, the note's title above the text, clickable
 * links, and extensions of plugins. It knows no file and saves nothing.
 */
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { syntaxTree } from "@codemirror/language";
import {
  Compartment,
  EditorState,
  StateField,
  Transaction,
  type ChangeSet,
  type Extension,
  type StateEffect,
} from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, WidgetType, type ViewUpdate } from "@codemirror/view";
import { editorLook, isBeingEdited } from "./editor-decorations";
import { flashField } from "./editor-flash";
import { Keymap } from "./scope";

export interface EditorHooks {
  onChange(update: ViewUpdate): void;
  resolves(linktext: string): boolean;
  onFollowLink(linktext: string, event: MouseEvent): void;
  onContextMenu(event: MouseEvent): void;
}

/** Marks changes that come from the disk, so that they do not count as typing. */
export const fromDisk = "set.disk";

/** Extensions that plugins registered; reconfigured when they change. */
export const pluginExtensions = new Compartment();

const titlePlace = new Compartment();

class TitleWidget extends WidgetType {
  constructor(private readonly title: string) {
    super();
  }

  override eq(other: TitleWidget): boolean {
    return other.title === this.title;
  }

  toDOM(): HTMLElement {
    return createDiv({ cls: "inline-title", text: this.title });
  }
}

function titleAbove(title: string): Extension {
  const decoration = Decoration.set(
    Decoration.widget({ widget: new TitleWidget(title), side: -1, block: true }).range(0),
  );
  return StateField.define({
    create: () => decoration,
    update: (value) => value,
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** Effect that shows another title without changing text or history. */
export function retitle(title: string): StateEffect<unknown> {
  return titlePlace.reconfigure(titleAbove(title));
}

function urlAt(view: EditorView, event: MouseEvent): string | null {
  const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
  if (at === null) return null;
  const inner = syntaxTree(view.state).resolveInner(at, 1);
  for (let node = inner; node.parent; node = node.parent) {
    const url = node.name === "URL" ? node : node.name === "Link" ? node.getChild("URL") : null;
    if (url) return view.state.sliceDoc(url.from, url.to);
  }
  return null;
}

/** A click follows a rendered link; a link that is being edited needs Ctrl or Cmd. */
function followLink(event: MouseEvent, view: EditorView, hooks: EditorHooks): boolean {
  const target = event.target instanceof Element ? event.target : null;
  const link =
    target?.closest<HTMLElement>(".cm-hmd-internal-link") ?? target?.closest<HTMLElement>(".cm-link, .cm-url");
  if (!link || event.button !== 0) return false;
  const at = view.posAtDOM(link);
  if (!Keymap.isModifier(event, "Mod") && isBeingEdited(view, at, at)) return false;
  const linktext = link.dataset["href"];
  const url = linktext === undefined ? urlAt(view, event) : null;
  if (linktext !== undefined) hooks.onFollowLink(linktext, event);
  else if (url && /^https?:/i.test(url)) window.open(url, "_blank", "noopener");
  else return false;
  event.preventDefault();
  return true;
}

export interface EditorContent {
  text: string;
  title: string;
  plugins: readonly Extension[];
}

/** A new state has a new history: undo in one note must not affect another. */
export function editorState({ text, title, plugins }: EditorContent, hooks: EditorHooks): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      drawSelection(),
      editorLook((linktext) => hooks.resolves(linktext)),
      titlePlace.of(titleAbove(title)),
      flashField,
      EditorView.contentAttributes.of({ "aria-label": "Note text", spellcheck: "true", autocapitalize: "on" }),
      EditorView.updateListener.of((update) => hooks.onChange(update)),
      EditorView.domEventHandlers({
        mousedown: (event, view) => followLink(event, view, hooks),
        contextmenu: (event) => {
          hooks.onContextMenu(event);
          return true;
        },
      }),
      pluginExtensions.of([...plugins]),
    ],
  });
}

/** A change from the disk is one step of the history, never merged with typing. */
export function applyFromDisk(view: EditorView, changes: ChangeSet): void {
  view.dispatch({ changes, userEvent: fromDisk, annotations: isolateHistory.of("full") });
}

export function isFromDisk(update: ViewUpdate): boolean {
  return update.transactions.every(
    (transaction) => !transaction.docChanged || transaction.annotation(Transaction.userEvent) === fromDisk,
  );
}
