/**
 * Obsidian as the core's host: the vault and the network. Carries, and decides only what the
 * platform forces: how to write without losing what was typed meanwhile.
 */
import { type App, MarkdownView, normalizePath, requestUrl, TFile } from "obsidian";
import type { HttpRequest, HttpResponse, NoteEdit, NoteInfo } from "../../pkg/ibid";
import { IbidError } from "./failure";
import type { AppHost, EditSession } from "./messages";
import { type NoteList, packed } from "./note-list";
import { type Made, onlyChange, takenBack } from "./text-change";
import { turns } from "./turn";

/** How often a write is tried again because somebody typed just then. */
const WRITE_ATTEMPTS = 5;

/** The name under which our changes stand in the editor's history: never joined with typing. */
const EDIT_ORIGIN = "ibid";

const CARRIAGE_RETURN = 13;

/** Stands where a key stood. */
const MASK = "***";

/** Characters that no ordinary word has. */
const SHORTEST_MASKED = 16;

/** What may stand in the header of a request. */
const IN_HEADERS = /^[\x21-\x7e]+$/;

/** A change that was made, so that it can be taken back. */
interface Written extends Made {
  file: TFile;
}

export class ObsidianHost implements AppHost {
  /** Notes that are being researched, by the path they had then: they may be renamed since. */
  private readonly followed = new Map<string, TFile>();
  /** The last change of each note, by the path it was written to. */
  private readonly written = new Map<string, Written>();

  constructor(private readonly app: App) {}

  /** Follows a note through renames until the answer is called. */
  follow(path: string): () => void {
    const file = this.app.vault.getFileByPath(path);
    if (file !== null) this.followed.set(path, file);
    return () => this.followed.delete(path);
  }

  async http(request: HttpRequest): Promise<HttpResponse> {
    const key = request.secret === undefined ? undefined : await this.secret(request.secret.secret);
    const sent = requestUrl({
      url: request.url,
      method: request.method,
      headers: headersOf(request, key),
      throw: false,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const response = await withTimeout(sent, request.timeoutMillis, request.url);
    const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
    const { status, arrayBuffer } = response;
    if (request.wants === "bytes") return { status, headers, text: "", bytes: new Uint8Array(arrayBuffer, 0, Math.min(arrayBuffer.byteLength, request.mostBytes)) };
    if (arrayBuffer.byteLength > request.mostBytes) throw new IbidError({ code: "too-large", message: `the response from ${hostName(request.url)} is too large`, hint: "Check that the URL in settings belongs to this kind of service." });
    return { status, headers, text: withoutKey(response.text, status, key) };
  }

  /** For the worker's own requests, whose answers come in pieces. */
  secret(name: string): Promise<string> {
    const value = this.app.secretStorage.getSecret(name)?.trim() ?? "";
    if (value === "") return Promise.reject(new IbidError({ code: "secret-missing", message: `the API key “${name}” isn't stored on this device`, hint: "Add it in settings." }));
    if (!IN_HEADERS.test(value)) return Promise.reject(new IbidError({ code: "secret-odd", message: `the API key “${name}” contains invalid characters`, hint: "Copy it again from the service's website." }));
    return Promise.resolve(value);
  }

  notes(): Promise<NoteList> {
    const info = (file: TFile): NoteInfo => ({ path: file.path, modified: file.stat.mtime, size: file.stat.size });
    return packed(this.app.vault.getFiles(), info, turns());
  }

  async read(path: string): Promise<string> {
    const file = this.find(path);
    return this.onFile(file, async () => this.editing(file)?.editor.getValue() ?? (await this.app.vault.cachedRead(file)));
  }

  locate(path: string): Promise<string> {
    return new Promise((resolve) => resolve(this.find(path).path));
  }

  async edit(path: string, edit: NoteEdit, session: EditSession): Promise<string> {
    // The same file each time: one that was deleted and made anew under its name is another note.
    const file = this.find(path);
    for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt++) {
      if (this.stillThere(file) === null) throw missing(path);
      const written = await this.onFile(file, () => this.editOnce(file, edit, session));
      if (written !== undefined) return written;
    }
    throw new IbidError({ code: "note-busy", message: `“${path}” kept changing while Ibid tried to write to it`, hint: "Try again when nothing else is editing it." });
  }

  async create(path: string, text: string): Promise<string> {
    const folder = normalizePath(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    if (folder !== "/" && this.app.vault.getFolderByPath(folder) === null) await this.app.vault.createFolder(folder);
    const file = await this.app.vault.create(this.freePath(path), text);
    return file.path;
  }

  /** Whether a note has a change of ours that could be taken back. */
  canUndo(path: string): boolean {
    return this.written.has(path);
  }

  /** Takes our last change of a note back and leaves the rest as it is now; answers whether it could. */
  async undo(path: string): Promise<boolean> {
    for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt++) {
      const last = this.written.get(path);
      if (last === undefined || this.stillThere(last.file) === null) return false;
      const now = await this.current(last.file);
      const before = takenBack(now, last);
      if (before === undefined) return false;
      if (!(await this.swap(last.file, now, before))) continue;
      this.written.delete(path);
      return true;
    }
    return false;
  }

  /** Answers with where it was written; with nothing if somebody typed just then. */
  private async editOnce(file: TFile, edit: NoteEdit, session: EditSession): Promise<string | undefined> {
    const before = await this.current(file);
    const after = await session.apply(before, edit);
    session.ensureWanted();
    if (!(await this.swap(file, before, after))) return undefined;
    this.written.set(file.path, { file, before, after });
    return file.path;
  }

  /** Works on a file, and once more if it was renamed meanwhile. */
  private async onFile<T>(file: TFile, work: () => Promise<T>): Promise<T> {
    const { path: name } = file;
    try {
      return await work();
    } catch (thrown) {
      if (file.path === name) throw thrown;
      return this.onFile(file, work);
    }
  }

  private find(path: string): TFile {
    const followed = this.followed.get(path);
    const file = followed === undefined ? this.app.vault.getFileByPath(path) : this.stillThere(followed);
    if (file === null) throw missing(path);
    return file;
  }

  /** A renamed file keeps its object and changes its path; a deleted one is no longer found under it. */
  private stillThere(file: TFile): TFile | null {
    return this.app.vault.getFileByPath(file.path) === file ? file : null;
  }

  /** The view in which the file is being edited; a reading view does not count. */
  private editing(file: TFile): MarkdownView | undefined {
    const views = this.app.workspace.getLeavesOfType("markdown").map((leaf) => leaf.view);
    return views.find((view): view is MarkdownView => view instanceof MarkdownView && view.file === file && view.getMode() === "source");
  }

  /** The text as it is now, read from where `swap` will write it. */
  private async current(file: TFile): Promise<string> {
    const bytes = new Uint8Array(await this.app.vault.readBinary(file));
    refuseBrokenText(file, bytes);
    const view = this.editing(file);
    if (view === undefined) return this.app.vault.read(file);
    if (!bytes.includes(CARRIAGE_RETURN)) return view.editor.getValue();
    // An editor knows only \n: writing through it would change every line of such a note.
    await view.save();
    return this.app.vault.read(file);
  }

  /** Writes `after` if the note still says `before`, in one tick; answers whether it did. */
  private async swap(file: TFile, before: string, after: string): Promise<boolean> {
    if (this.stillThere(file) === null) return false;
    const view = this.editing(file);
    if (view !== undefined && !before.includes("\r")) return swapInEditor(view, before, after);
    let same = false;
    await this.app.vault.process(file, (data) => {
      // What was typed and not saved yet stands only in the editor.
      const typed = this.editing(file)?.editor.getValue();
      same = this.stillThere(file) !== null && data === before && (typed === undefined || typed === editorLines(before));
      return same ? after : data;
    });
    return same;
  }

  private freePath(path: string): string {
    const dot = path.lastIndexOf(".");
    let free = normalizePath(path);
    for (let number = 1; this.app.vault.getAbstractFileByPath(free) !== null; number++) {
      free = normalizePath(`${path.slice(0, dot)} ${number}${path.slice(dot)}`);
    }
    return free;
  }
}

function headersOf(request: HttpRequest, key: string | undefined): Record<string, string> {
  const headers = Object.fromEntries(request.headers);
  if (request.secret === undefined || key === undefined) return headers;
  const { header, prefix } = request.secret;
  return { ...headers, [header]: `${prefix}${key}` };
}

/** A response without the key that was sent: some services repeat it in their errors, and those are shown. */
function withoutKey(text: string, status: number, key: string | undefined): string {
  // In a reply that is no error, a short key may be an ordinary word.
  if (key === undefined || (status < 400 && key.length < SHORTEST_MASKED)) return text;
  return text.replaceAll(key, MASK).replaceAll(encodeURIComponent(key), MASK);
}

/** One transaction over the changed stretch only, so that one undo restores the note. */
function swapInEditor(view: MarkdownView, before: string, after: string): boolean {
  const { editor } = view;
  if (editor.getValue() !== before) return false;
  const change = onlyChange(before, after);
  if (change !== undefined) {
    const { from, to, text } = change;
    editor.transaction({ changes: [{ from: editor.offsetToPos(from), to: editor.offsetToPos(to), text }] }, EDIT_ORIGIN);
  }
  return true;
}

function missing(path: string): IbidError {
  return new IbidError({ code: "note-missing", message: `“${path}” is no longer in the vault`, hint: "" });
}

function refuseBrokenText(file: TFile, bytes: Uint8Array<ArrayBuffer>): void {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new IbidError({ code: "note-not-text", message: `“${file.path}” isn't a text file`, hint: "Ibid didn't change it. Save it as UTF-8 first." });
  }
}

/** The lines of a file as an editor holds them. */
function editorLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** A server on the user's own device or network. */
const LOCAL_HOST = /^(localhost|127\.|10\.|192\.168\.|\[::1\])|\.local(:|$)/;

/** The platform's request has no timeout; a late answer is dropped. */
async function withTimeout<T>(sent: Promise<T>, millis: number, url: string): Promise<T> {
  const host = hostName(url);
  let timer: number | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = window.setTimeout(() => reject(new IbidError({ code: "timeout", message: `${host} didn't respond in time`, hint: "Try again later." })), millis);
  });
  try {
    return await Promise.race([sent, late]);
  } catch (thrown) {
    if (thrown instanceof IbidError) throw thrown;
    if (!navigator.onLine) throw new IbidError({ code: "offline", message: "this device is offline", hint: "Check your internet connection." });
    throw new IbidError({ code: "unreachable", message: `no connection to ${host}`, hint: connectionHint(host) });
  } finally {
    window.clearTimeout(timer);
  }
}

function connectionHint(host: string): string {
  return LOCAL_HOST.test(host) ? "Check that the service is running and the URL is correct." : "Check your internet connection.";
}

function hostName(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "The service";
}
