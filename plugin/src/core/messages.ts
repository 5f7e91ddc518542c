/**
 * The messages between the app's thread and the worker. Every request has an id that its response repeats, so responses
 * may come in any order.
 */
import type * as pkg from "../../../pkg/ibid";
import type { Engine, Host, LoadedSettings, NoteEdit, Progress, Task } from "../../../pkg/ibid";
import type { Failure } from "./failure";
import type { NoteList } from "./note-list";

/** The calls that need no task: the settings, and functions beside the engine. */
export interface CallsWithoutTask extends Pick<
  typeof pkg,
  "combineAgendas" | "fileName" | "replay" | "replayAsk" | "updateAgenda"
> {
  configure(saved: unknown): LoadedSettings;
  applyEdit(change: { text: string; edit: NoteEdit }): string;
}

/** The names of the engine's methods that take a task last. */
type MethodWithTask = {
  [M in keyof Engine]: Parameters<Engine[M]> extends [...unknown[], Task] ? M : never;
}[keyof Engine];

type Calls = CallsWithoutTask & Pick<Engine, Exclude<MethodWithTask, keyof CallsWithoutTask>>;

/** Methods of the core, each with its parameters, which are `null` if there are none, and its result. */
export type CoreCalls = {
  [M in keyof Calls]: {
    params: Parameters<Calls[M]> extends [Task] ? null : Parameters<Calls[M]>[0];
    result: Awaited<ReturnType<Calls[M]>>;
  };
};

/** Computes edits of notes for one worker. Once that worker was replaced, its edits are refused. */
export interface NoteEditSession {
  apply(text: string, edit: NoteEdit): Promise<string>;
  /** Throws if the worker was replaced: its runs have failed and must not write to a note any more. */
  ensureActive(): void;
}

/** Methods that the core calls in the app: only the app has access to the network and the vault. */
export interface AppHost extends Pick<
  Required<Host>,
  "http" | "secret" | "read" | "locate" | "create" | "rename" | "trash" | "readBinary" | "dailyNote"
> {
  notes(): Promise<NoteList>;
  edit(path: string, edit: NoteEdit, session: NoteEditSession): Promise<string>;
}

export type CoreMethod = keyof CoreCalls;
export type HostMethod = keyof AppHost;

export type CallResult = { ok: true; value: unknown } | { ok: false; failure: Failure };

export type MessageToWorker =
  | { kind: "start"; module: WebAssembly.Module; vault: string; settings: unknown }
  | { kind: "call"; id: number; method: CoreMethod; params: unknown }
  | { kind: "cancel"; id: number }
  | { kind: "host-result"; id: number; result: CallResult };

export type MessageFromWorker =
  | { kind: "started"; loaded: LoadedSettings }
  | { kind: "crashed"; message: string }
  | { kind: "no-storage" }
  | { kind: "result"; id: number; result: CallResult }
  | { kind: "progress"; id: number; progress: Progress }
  | { kind: "host-call"; id: number; method: HostMethod; params: unknown[] };
