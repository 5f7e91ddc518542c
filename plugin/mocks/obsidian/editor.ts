/**
 * Editor: the app's editor API over one CodeMirror view, with CodeMirror's own undo history. Lines and columns start at
 * 0 and the document uses LF. The decorations are in editor-decorations.ts; files and saving belong to the view.
 */
import { indentLess, indentMore, redo, undo } from "@codemirror/commands";
import { EditorSelection, type ChangeSpec, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type {
  EditorChange,
  EditorPosition,
  EditorRange,
  EditorRangeOrCaret,
  EditorSelectionOrCaret,
  EditorTransaction,
  EditorSelection as SelectedRange,
} from "obsidian";

const commands: Record<string, (view: EditorView) => boolean> = { indentMore, indentLess };

export class Editor {
  constructor(readonly cm: EditorView) {}

  getDoc(): this {
    return this;
  }

  refresh(): void {
    this.cm.requestMeasure();
  }

  getValue(): string {
    return this.cm.state.doc.toString();
  }

  setValue(content: string): void {
    this.cm.dispatch({ changes: { from: 0, to: this.cm.state.doc.length, insert: toLf(content) } });
  }

  getLine(line: number): string {
    return line < 0 || line >= this.lineCount() ? "" : this.cm.state.doc.line(line + 1).text;
  }

  setLine(line: number, text: string): void {
    this.replaceRange(text, { line, ch: 0 }, { line, ch: this.getLine(line).length });
  }

  lineCount(): number {
    return this.cm.state.doc.lines;
  }

  lastLine(): number {
    return this.lineCount() - 1;
  }

  getSelection(): string {
    const { from, to } = this.cm.state.selection.main;
    return this.cm.state.sliceDoc(from, to);
  }

  somethingSelected(): boolean {
    return this.cm.state.selection.ranges.some((range) => !range.empty);
  }

  getRange(from: EditorPosition, to: EditorPosition): string {
    return this.cm.state.sliceDoc(this.posToOffset(from), this.posToOffset(to));
  }

  replaceSelection(replacement: string, origin?: string): void {
    this.cm.dispatch(this.cm.state.replaceSelection(toLf(replacement)), event(origin));
  }

  replaceRange(replacement: string, from: EditorPosition, to?: EditorPosition, origin?: string): void {
    this.cm.dispatch({ changes: this.change({ text: replacement, from, to }), ...event(origin) });
  }

  getCursor(side: "from" | "to" | "head" | "anchor" = "head"): EditorPosition {
    return this.offsetToPos(this.cm.state.selection.main[side]);
  }

  listSelections(): SelectedRange[] {
    return this.cm.state.selection.ranges.map(({ anchor, head }) => ({
      anchor: this.offsetToPos(anchor),
      head: this.offsetToPos(head),
    }));
  }

  setCursor(pos: EditorPosition | number, ch = 0): void {
    this.setSelection(typeof pos === "number" ? { line: pos, ch } : pos);
  }

  setSelection(anchor: EditorPosition, head?: EditorPosition): void {
    this.setSelections([{ anchor, head }]);
  }

  setSelections(ranges: EditorSelectionOrCaret[], main?: number): void {
    const selected = ranges.map(({ anchor, head }) =>
      EditorSelection.range(this.posToOffset(anchor), this.posToOffset(head ?? anchor)),
    );
    this.cm.dispatch({ selection: EditorSelection.create(selected, main), scrollIntoView: true });
  }

  focus(): void {
    this.cm.focus();
  }

  blur(): void {
    this.cm.contentDOM.blur();
  }

  hasFocus(): boolean {
    return this.cm.hasFocus;
  }

  getScrollInfo(): { top: number; left: number } {
    return { top: this.cm.scrollDOM.scrollTop, left: this.cm.scrollDOM.scrollLeft };
  }

  scrollTo(x?: number | null, y?: number | null): void {
    if (typeof x === "number") this.cm.scrollDOM.scrollLeft = x;
    if (typeof y === "number") this.cm.scrollDOM.scrollTop = y;
  }

  scrollIntoView(range: EditorRange, center?: boolean): void {
    const at = EditorSelection.range(this.posToOffset(range.from), this.posToOffset(range.to));
    this.cm.dispatch({ effects: EditorView.scrollIntoView(at, { y: center ? "center" : "nearest" }) });
  }

  undo(): void {
    undo(this.cm);
  }

  redo(): void {
    redo(this.cm);
  }

  exec(command: string): void {
    commands[command]?.(this.cm);
  }

  /** Applies everything in one CodeMirror transaction, so that one undo reverts all of it. */
  transaction(tx: EditorTransaction, origin?: string): void {
    const changes = (tx.changes ?? []).map((change) => this.change(change));
    if (tx.replaceSelection !== undefined) changes.push(...this.overSelection(toLf(tx.replaceSelection)));
    const wanted = tx.selections ?? (tx.selection ? [tx.selection] : []);
    if (changes.length === 0 && wanted.length === 0) return;
    const after = this.cm.state.changes(changes).apply(this.cm.state.doc);
    const selection =
      wanted.length === 0 ? undefined : EditorSelection.create(wanted.map((range) => selected(after, range)));
    this.cm.dispatch({ changes, selection, ...event(origin) });
  }

  wordAt(pos: EditorPosition): EditorRange | null {
    const word = this.cm.state.wordAt(this.posToOffset(pos));
    return word && { from: this.offsetToPos(word.from), to: this.offsetToPos(word.to) };
  }

  /** A position beyond the end of its line, or of the document, is moved to that end. */
  posToOffset(pos: EditorPosition): number {
    return offsetIn(this.cm.state.doc, pos);
  }

  offsetToPos(offset: number): EditorPosition {
    const { doc } = this.cm.state;
    const line = doc.lineAt(Math.max(0, Math.min(offset, doc.length)));
    return { line: line.number - 1, ch: Math.min(offset, doc.length) - line.from };
  }

  processLines<T>(
    read: (line: number, text: string) => T | null,
    write: (line: number, text: string, value: T | null) => EditorChange | void,
    ignoreEmpty = true,
  ): void {
    const lines = this.selectedLines().filter((line) => !ignoreEmpty || this.getLine(line).trim() !== "");
    const values = lines.map((line) => read(line, this.getLine(line)));
    const changes = lines
      .map((line, i) => write(line, this.getLine(line), values[i] ?? null))
      .filter((change) => change !== undefined);
    if (changes.length > 0) this.transaction({ changes });
  }

  private selectedLines(): number[] {
    const { from, to } = this.cm.state.selection.main;
    const first = this.offsetToPos(from).line;
    return Array.from({ length: this.offsetToPos(to).line - first + 1 }, (_, i) => first + i);
  }

  private overSelection(insert: string): ChangeSpec[] {
    return this.cm.state.selection.ranges.map(({ from, to }) => ({ from, to, insert }));
  }

  private change({ text, from, to }: EditorChange): ChangeSpec {
    return { from: this.posToOffset(from), to: this.posToOffset(to ?? from), insert: toLf(text) };
  }
}

type Doc = EditorView["state"]["doc"];

function offsetIn(doc: Doc, pos: EditorPosition): number {
  if (pos.line < 0) return 0;
  if (pos.line >= doc.lines) return doc.length;
  const line = doc.line(pos.line + 1);
  return Math.max(line.from, Math.min(line.from + pos.ch, line.to));
}

function selected(doc: Doc, { from, to }: EditorRangeOrCaret): ReturnType<typeof EditorSelection.range> {
  return EditorSelection.range(offsetIn(doc, from), offsetIn(doc, to ?? from));
}

/** The history treats a change with an origin as its own step; without one it may merge it with typing. */
function event(origin: string | undefined): TransactionSpec {
  return origin === undefined ? {} : { userEvent: origin };
}

export function toLf(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
