/**
 * Gives the core access to the vault and the network through Obsidian's API. Writes to a note so
 * that text that the user types at the same time is not lost.
 */
import { type App, MarkdownView, normalizePath, requestUrl, TFile } from "obsidian";
import type { DailyNote, HttpRequest, HttpResponse, NoteEdit, NoteInfo } from "../core/exports";
import { todaysDailyNote } from "./daily-note";
import { IbidError } from "../core/failure";
import type { AppHost, NoteEditSession } from "../core/messages";
import { type NoteList, packNotes } from "../core/note-list";
import { revertChange, smallestChange, type BeforeAfterText } from "./text-change";
import { createYieldToApp } from "../core/yield-to-app";

/** Number of attempts to write a note that changes at the same moment; then the edit fails with `note-busy`. */
const MAX_WRITE_ATTEMPTS = 5;

/** Name of our changes in the editor's history, so that they are never merged with the user's typing. */
const EDITOR_TRANSACTION_ORIGIN = "ibid";

const CARRIAGE_RETURN = 13;

/** Replaces an API key that a service repeats in its response. */
const API_KEY_MASK = "***";

/**
 * Minimum length of an API key that is masked in successful responses. A shorter key could be an ordinary word of the
 * response.
 */
const MIN_MASKED_API_KEY_LENGTH = 16;

/** Matches an API key that is valid in a request header: ASCII characters without spaces. */
const HEADER_VALUE_PATTERN = /^[\x21-\x7e]+$/;

/** A change that was written to a note, stored so that it can be undone. */
interface UndoableChange extends BeforeAfterText {
  file: TFile;
}

export class ObsidianHost implements AppHost {
  /** Notes under research, by the path they had at the start: they may be renamed meanwhile. */
  private readonly followedFiles = new Map<string, TFile>();
  /** Ibid's last change of each note, by the path of the note at that time. */
  private readonly undoableChanges = new Map<string, UndoableChange>();

  constructor(private readonly app: App) {}

  /** Tracks a note through renames until the returned function is called. */
  follow(path: string): () => void {
    const file = this.app.vault.getFileByPath(path);
    if (file !== null) this.followedFiles.set(path, file);
    return () => this.followedFiles.delete(path);
  }

  async http(request: HttpRequest): Promise<HttpResponse> {
    const apiKey = request.secret === undefined ? undefined : await this.secret(request.secret.secret);
    const responsePromise = requestUrl({
      url: request.url,
      method: request.method,
      headers: requestHeaders(request, apiKey),
      throw: false,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const response = await withTimeout(responsePromise, request.timeoutMillis, request.url);
    const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
      name.toLowerCase(),
      value,
    ]);
    const { status, arrayBuffer } = response;
    if (request.wants === "bytes")
      return {
        status,
        headers,
        text: "",
        bytes: new Uint8Array(arrayBuffer, 0, Math.min(arrayBuffer.byteLength, request.mostBytes)),
      };
    if (arrayBuffer.byteLength > request.mostBytes)
      throw new IbidError({
        code: "too-large",
        message: `the response from ${hostOf(request.url)} is too large`,
        hint: "Check that the URL in settings belongs to this kind of service.",
      });
    return { status, headers, text: maskApiKey(response.text, status, apiKey) };
  }

  /**
   * Returns an API key from the app's secret storage. The worker also calls this, for requests that it sends itself to
   * stream the response.
   */
  secret(name: string): Promise<string> {
    const secretValue = this.app.secretStorage.getSecret(name)?.trim() ?? "";
    if (secretValue === "")
      return Promise.reject(
        new IbidError({
          code: "secret-missing",
          message: `the API key “${name}” isn't stored on this device`,
          hint: "Add it in settings.",
        }),
      );
    if (!HEADER_VALUE_PATTERN.test(secretValue))
      return Promise.reject(
        new IbidError({
          code: "secret-odd",
          message: `the API key “${name}” contains invalid characters`,
          hint: "Copy it again from the service's website.",
        }),
      );
    return Promise.resolve(secretValue);
  }

  notes(): Promise<NoteList> {
    const toNoteInfo = (file: TFile): NoteInfo => ({
      path: file.path,
      modified: file.stat.mtime,
      created: file.stat.ctime,
      size: file.stat.size,
    });
    return packNotes(this.app.vault.getFiles(), toNoteInfo, createYieldToApp());
  }

  async read(path: string): Promise<string> {
    const file = this.find(path);
    return this.retryAfterRename(
      file,
      async () => this.editingView(file)?.editor.getValue() ?? (await this.app.vault.cachedRead(file)),
    );
  }

  locate(path: string): Promise<string> {
    return new Promise((resolve) => resolve(this.find(path).path));
  }

  async edit(path: string, edit: NoteEdit, session: NoteEditSession): Promise<string> {
    const change = await this.change(path, edit, session);
    this.undoableChanges.set(change.file.path, change);
    return change.file.path;
  }

  /**
   * Edits a note on behalf of the user. Returns a function that undoes this edit and keeps all other text; it returns
   * whether that was possible. Research that can still be undone stays so.
   */
  async editWithUndo(path: string, edit: NoteEdit, session: NoteEditSession): Promise<() => Promise<boolean>> {
    const change = await this.change(path, edit, session);
    return () => this.revert(() => change);
  }

  private async change(path: string, edit: NoteEdit, session: NoteEditSession): Promise<UndoableChange> {
    // All attempts use the same file object: a file that was deleted and created again is another
    // note.
    const file = this.find(path);
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt++) {
      if (this.currentFile(file) === null) throw noteMissingError(path);
      const change = await this.retryAfterRename(file, () => this.editOnce(file, edit, session));
      if (change !== undefined) return change;
    }
    throw new IbidError({
      code: "note-busy",
      message: `“${path}” kept changing while Ibid tried to write to it`,
      hint: "Try again when nothing else is editing it.",
    });
  }

  async create(path: string, text: string): Promise<string> {
    await this.createParentFolder(path);
    const file = await this.app.vault.create(this.freePath(path), text);
    return file.path;
  }

  /** Moves a note and creates missing folders; the app updates the links to it. Never overwrites a file. */
  async rename(from: string, to: string): Promise<string> {
    const file = this.find(from);
    const path = normalizePath(to);
    if (this.isTakenByAnother(path, file)) throw noteExistsError(path);
    await this.createParentFolder(path);
    await this.app.fileManager.renameFile(file, path);
    return file.path;
  }

  /** Moves a note to the trash that the user chose in the app's settings. */
  async trash(path: string): Promise<void> {
    await this.app.fileManager.trashFile(this.find(path));
  }

  /** Returns the bytes of a file that is no note, such as an audio file. */
  async readBinary(path: string): Promise<Uint8Array> {
    return new Uint8Array(await this.app.vault.readBinary(this.find(path)));
  }

  dailyNote(): Promise<DailyNote | undefined> {
    return todaysDailyNote(this.app);
  }

  /** Whether Ibid has changed this note since the app was started and the change was not undone yet. */
  canUndo(path: string): boolean {
    return this.undoableChanges.has(path);
  }

  /** Undoes Ibid's last change of a note and keeps all other text; returns whether that was possible. */
  async undo(path: string): Promise<boolean> {
    const isUndone = await this.revert(() => this.undoableChanges.get(path));
    if (isUndone) this.undoableChanges.delete(path);
    return isUndone;
  }

  /** Reverts a change and keeps all other text. `findChange` is called again for each attempt. */
  private async revert(findChange: () => UndoableChange | undefined): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt++) {
      const change = findChange();
      if (change === undefined || this.currentFile(change.file) === null) return false;
      const currentText = await this.readCurrent(change.file);
      const revertedText = revertChange(currentText, change);
      if (revertedText === undefined) return false;
      if (await this.replaceIfUnchanged(change.file, currentText, revertedText)) return true;
    }
    return false;
  }

  /** Tries to edit a note once. Returns the change, or `undefined` if the user typed at the same moment. */
  private async editOnce(file: TFile, edit: NoteEdit, session: NoteEditSession): Promise<UndoableChange | undefined> {
    const textBefore = await this.readCurrent(file);
    const textAfter = await session.apply(textBefore, edit);
    session.ensureActive();
    if (!(await this.replaceIfUnchanged(file, textBefore, textAfter))) return undefined;
    return { file, before: textBefore, after: textAfter };
  }

  /** Runs `work`, and runs it again if it failed while the file was renamed. */
  private async retryAfterRename<T>(file: TFile, work: () => Promise<T>): Promise<T> {
    const { path: name } = file;
    try {
      return await work();
    } catch (thrown) {
      if (file.path === name) throw thrown;
      return this.retryAfterRename(file, work);
    }
  }

  private find(path: string): TFile {
    const followedFile = this.followedFiles.get(path);
    const file = followedFile === undefined ? this.app.vault.getFileByPath(path) : this.currentFile(followedFile);
    if (file === null) throw noteMissingError(path);
    return file;
  }

  /**
   * Returns the file if it still exists. A renamed file keeps its object; a deleted one is no longer found by its path.
   */
  private currentFile(file: TFile): TFile | null {
    return this.app.vault.getFileByPath(file.path) === file ? file : null;
  }

  /** Returns the view in which the file is edited; a reading view does not count. */
  private editingView(file: TFile): MarkdownView | undefined {
    const markdownViews = this.app.workspace.getLeavesOfType("markdown").map((leaf) => leaf.view);
    return markdownViews.find(
      (view): view is MarkdownView => view instanceof MarkdownView && view.file === file && view.getMode() === "source",
    );
  }

  /**
   * Reads the current text of a note: from the editor if `replaceIfUnchanged` will write to the editor, otherwise from
   * the file.
   */
  private async readCurrent(file: TFile): Promise<string> {
    const bytes = new Uint8Array(await this.app.vault.readBinary(file));
    ensureUtf8(file, bytes);
    const view = this.editingView(file);
    if (view === undefined) return this.app.vault.read(file);
    if (!bytes.includes(CARRIAGE_RETURN)) return view.editor.getValue();
    // The editor uses only \n, so writing through it would change the note's \r\n line endings. The typed text is
    // saved, and the file is used instead.
    await view.save();
    return this.app.vault.read(file);
  }

  /** Writes `after` in one step if the text of the note still is `before`; returns whether it did. */
  private async replaceIfUnchanged(file: TFile, before: string, after: string): Promise<boolean> {
    if (this.currentFile(file) === null) return false;
    const view = this.editingView(file);
    if (view !== undefined && !before.includes("\r")) return tryReplaceInEditor(view, before, after);
    let same = false;
    await this.app.vault.process(file, (data) => {
      // Nothing is written if the editor has typed text that is not in the file yet: it would be lost.
      const editorText = this.editingView(file)?.editor.getValue();
      same =
        this.currentFile(file) !== null &&
        data === before &&
        (editorText === undefined || editorText === withEditorLineBreaks(before));
      return same ? after : data;
    });
    return same;
  }

  private async createParentFolder(path: string): Promise<void> {
    const folder = normalizePath(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    if (folder !== "/" && this.app.vault.getFolderByPath(folder) === null) await this.app.vault.createFolder(folder);
  }

  /**
   * Whether another file or folder has this path. Case makes no difference, because many devices don't distinguish it
   * and the vault may be synced to one of them.
   */
  private isTakenByAnother(path: string, file: TFile): boolean {
    const foldCase = (text: string) => text.normalize("NFC").toLowerCase();
    const wanted = foldCase(path);
    return this.app.vault.getAllLoadedFiles().some((other) => other !== file && foldCase(other.path) === wanted);
  }

  private freePath(path: string): string {
    const extensionStart = path.lastIndexOf(".");
    let free = normalizePath(path);
    for (let number = 1; this.app.vault.getAbstractFileByPath(free) !== null; number++) {
      free = normalizePath(`${path.slice(0, extensionStart)} ${number}${path.slice(extensionStart)}`);
    }
    return free;
  }
}

function requestHeaders(request: HttpRequest, apiKey: string | undefined): Record<string, string> {
  const headers = Object.fromEntries(request.headers);
  if (request.secret === undefined || apiKey === undefined) return headers;
  const { header, prefix } = request.secret;
  return { ...headers, [header]: `${prefix}${apiKey}` };
}

/** Removes the API key from a response: some services repeat it in error messages, which the user sees. */
function maskApiKey(text: string, status: number, apiKey: string | undefined): string {
  // In a successful response a short key is not masked, because it may be an ordinary word.
  if (apiKey === undefined || (status < 400 && apiKey.length < MIN_MASKED_API_KEY_LENGTH)) return text;
  return text.replaceAll(apiKey, API_KEY_MASK).replaceAll(encodeURIComponent(apiKey), API_KEY_MASK);
}

/**
 * Replaces only the part of the text that differs, in one transaction, so that one undo restores
 * the note. Returns false if the editor's text is no longer `before`.
 */
function tryReplaceInEditor(view: MarkdownView, before: string, after: string): boolean {
  const { editor } = view;
  if (editor.getValue() !== before) return false;
  const change = smallestChange(before, after);
  if (change !== undefined) {
    const { from, to, text } = change;
    editor.transaction(
      { changes: [{ from: editor.offsetToPos(from), to: editor.offsetToPos(to), text }] },
      EDITOR_TRANSACTION_ORIGIN,
    );
  }
  return true;
}

function noteMissingError(path: string): IbidError {
  return new IbidError({ code: "note-missing", message: `“${path}” is no longer in the vault`, hint: "" });
}

function noteExistsError(path: string): IbidError {
  return new IbidError({ code: "note-exists", message: `“${path}” already exists`, hint: "Choose another name." });
}

function ensureUtf8(file: TFile, bytes: Uint8Array<ArrayBuffer>): void {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new IbidError({
      code: "note-not-text",
      message: `“${file.path}” isn't a text file`,
      hint: "Ibid didn't change it. Save it as UTF-8 first.",
    });
  }
}

/** Converts all line endings of a text to `\n`, as in the editor. */
function withEditorLineBreaks(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Matches the address of a server on the user's own device or network. */
const LOCAL_HOST_PATTERN = /^(localhost|127\.|10\.|192\.168\.|\[::1\])|\.local(:|$)/;

/**
 * Waits for a response for at most `millis`, because Obsidian's requests have no timeout. Turns a
 * network error into a message for the user.
 */
async function withTimeout<T>(responsePromise: Promise<T>, millis: number, url: string): Promise<T> {
  const host = hostOf(url);
  let timer: number | undefined;
  const timeoutPromise = new Promise<never>((_resolve, reject) => {
    timer = window.setTimeout(
      () =>
        reject(new IbidError({ code: "timeout", message: `${host} didn't respond in time`, hint: "Try again later." })),
      millis,
    );
  });
  try {
    return await Promise.race([responsePromise, timeoutPromise]);
  } catch (thrown) {
    if (thrown instanceof IbidError) throw thrown;
    if (!navigator.onLine)
      throw new IbidError({
        code: "offline",
        message: "No internet connection",
        hint: "Check your internet connection.",
      });
    throw new IbidError({ code: "unreachable", message: `no connection to ${host}`, hint: connectionHint(host) });
  } finally {
    window.clearTimeout(timer);
  }
}

function connectionHint(host: string): string {
  return LOCAL_HOST_PATTERN.test(host)
    ? "Check that the service is running and the URL is correct."
    : "Check your internet connection.";
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "The service";
}
