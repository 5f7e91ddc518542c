/**
 * The messages between the app's thread and the worker. Every question carries a number that its
 * answer repeats, so answers may come in any order.
 */
import type {
  Action,
  Agenda,
  SearchResults as Found,
  NoteChange,
  Checkup,
  HttpRequest,
  HttpResponse,
  StoredSection,
  AuditLog,
  LibraryStatus,
  LoadedSettings,
  NoteEdit,
  PlanRequest,
  Progress,
  Query,
  RelatedRequest,
  Report,
  ResumeRequest,
  RunRequest,
  Survey,
  UnfinishedRun,
} from "../../pkg/ibid";
import type { Failure } from "./failure";
import type { NoteList } from "./note-list";

/** What the app may ask the core: each name with what goes in and what comes out. */
export interface CoreCalls {
  configure: { params: unknown; result: LoadedSettings };
  survey: { params: string; result: Survey };
  plan: { params: PlanRequest; result: Agenda };
  run: { params: RunRequest; result: Report };
  resume: { params: ResumeRequest; result: Report };
  unfinished: { params: null; result: UnfinishedRun[] };
  discard: { params: string; result: undefined };
  auditLog: { params: null; result: AuditLog };
  sections: { params: null; result: StoredSection[] };
  restore: { params: string; result: string };
  trace: { params: string; result: string | undefined };
  forget: { params: null; result: undefined };
  sync: { params: null; result: LibraryStatus };
  follow: { params: NoteChange[]; result: LibraryStatus };
  learn: { params: null; result: undefined };
  search: { params: Query; result: Found };
  related: { params: RelatedRequest; result: Found };
  act: { params: Action; result: Checkup };
  models: { params: null; result: string[] };
  applyEdit: { params: { text: string; edit: NoteEdit }; result: string };
}

/** Applies edits for the run that asked, for as long as that run's core is the one in charge. */
export interface EditSession {
  apply(text: string, edit: NoteEdit): Promise<string>;
  /** Throws once the run was given up: nothing may be written for it any more. */
  ensureWanted(): void;
}

/** What the core may ask the app: the network and the vault exist only there. */
export interface AppHost {
  http(request: HttpRequest): Promise<HttpResponse>;
  secret(name: string): Promise<string>;
  notes(): Promise<NoteList>;
  read(path: string): Promise<string>;
  locate(path: string): Promise<string>;
  edit(path: string, edit: NoteEdit, session: EditSession): Promise<string>;
  create(path: string, text: string): Promise<string>;
}

export type CoreMethod = keyof CoreCalls;
export type HostMethod = keyof AppHost;

export type Answer = { ok: true; value: unknown } | { ok: false; failure: Failure };

export type ToWorker =
  | { kind: "start"; module: WebAssembly.Module; vault: string; settings: unknown }
  | { kind: "call"; id: number; method: CoreMethod; params: unknown }
  | { kind: "cancel"; id: number }
  | { kind: "answer"; id: number; answer: Answer };

export type FromWorker =
  | { kind: "started"; loaded: LoadedSettings }
  | { kind: "crashed"; message: string }
  | { kind: "no-storage" }
  | { kind: "result"; id: number; answer: Answer }
  | { kind: "progress"; id: number; progress: Progress }
  | { kind: "ask"; id: number; method: HostMethod; params: unknown[] };
