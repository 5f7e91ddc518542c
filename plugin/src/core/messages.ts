/**
 * The messages between the app's thread and the worker. Every request has an id that its response repeats, so responses
 * may come in any order.
 */
import type {
  GapAgendaRequest,
  GapAgenda,
  FindingNote,
  Finding,
  DismissFindingRequest,
  ChangeGapTaskRequest,
  ApproveGapsRequest,
  AppendFindingRequest,
  AddGapRequest,
  AcceptFindingRequest,
  Applied,
  ApplyRequest,
  AskFiles,
  AskRequest,
  AskResult,
  AskServices,
  QuickAnswer,
  QuickAnswerRequest,
  Action,
  Agenda,
  AuditLog,
  ActionResult,
  ChosenModel,
  CitationsCheck,
  CitationsRequest,
  CitedPages,
  Conversation,
  ConversationEntry,
  ConverseRequest,
  DailyNote,
  FillPromptRequest,
  FixLinkRequest,
  Health,
  HealthRequest,
  HealthRowRequest,
  HttpRequest,
  HttpResponse,
  LibraryStatus,
  LoadedSettings,
  MentionsRequest,
  MissingNoteRequest,
  NoteChange,
  NoteEdit,
  Page,
  PlanRequest,
  Progress,
  Proposal,
  Query,
  RelatedRequest,
  ReplayedRun,
  Report,
  ResumeRequest,
  ResumeTurnRequest,
  RunRequest,
  NoteSearchResults,
  ServiceCheck,
  StoredSection,
  StoredTrace,
  NoteSurvey,
  Tool,
  ToolCall,
  ToolResult,
  UnlinkedMentions,
  UndoRequest,
  UnfinishedRun,
} from "../../../pkg/ibid";
import type { Failure } from "./failure";
import type { NoteList } from "./note-list";

/** Methods of the core, each with its parameters and result. */
export interface CoreCalls {
  configure: { params: unknown; result: LoadedSettings };
  survey: { params: string; result: NoteSurvey };
  ask: { params: AskRequest; result: AskResult };
  askServices: { params: AskRequest; result: AskServices };
  askFiles: { params: string; result: AskFiles };
  answer: { params: QuickAnswerRequest; result: QuickAnswer };
  quickModel: { params: null; result: ChosenModel | undefined };
  plan: { params: PlanRequest; result: Agenda };
  updateAgenda: { params: Agenda; result: Agenda };
  fileName: { params: string; result: string };
  combineAgendas: { params: Agenda[]; result: Agenda | undefined };
  checkServices: { params: Agenda; result: ServiceCheck };
  run: { params: RunRequest; result: Report };
  resume: { params: ResumeRequest; result: Report };
  unfinished: { params: null; result: UnfinishedRun[] };
  discard: { params: string; result: undefined };
  auditLog: { params: null; result: AuditLog };
  sections: { params: string; result: StoredSection[] };
  restore: { params: string; result: string };
  traces: { params: null; result: StoredTrace[] };
  trace: { params: string; result: string | undefined };
  replay: { params: string; result: ReplayedRun };
  replayAsk: { params: string; result: AskFiles };
  forget: { params: null; result: undefined };
  sync: { params: null; result: LibraryStatus };
  follow: { params: NoteChange[]; result: LibraryStatus };
  learn: { params: null; result: undefined };
  search: { params: Query; result: NoteSearchResults };
  related: { params: RelatedRequest; result: NoteSearchResults };
  mentions: { params: MentionsRequest; result: UnlinkedMentions };
  citedPages: { params: string; result: CitedPages };
  citationsCheck: { params: CitationsRequest; result: CitationsCheck };
  readPage: { params: string; result: Page };
  tools: { params: null; result: Tool[] };
  callTool: { params: ToolCall; result: ToolResult };
  applyProposal: { params: ApplyRequest; result: Applied };
  undo: { params: UndoRequest; result: Applied };
  health: { params: HealthRequest; result: Health };
  ignoreHealthRow: { params: HealthRowRequest; result: undefined };
  restoreHealthRow: { params: HealthRowRequest; result: undefined };
  ignoredHealthRows: { params: null; result: string[] };
  fixLink: { params: FixLinkRequest; result: Proposal };
  missingNoteText: { params: MissingNoteRequest; result: string };
  converse: { params: ConverseRequest; result: Conversation };
  resumeTurn: { params: ResumeTurnRequest; result: Conversation };
  conversation: { params: string; result: Conversation };
  conversations: { params: string; result: ConversationEntry[] };
  deleteConversation: { params: string; result: undefined };
  fillPrompt: { params: FillPromptRequest; result: string };
  draftGapAgenda: { params: GapAgendaRequest; result: GapAgenda };
  gapAgenda: { params: null; result: GapAgenda | undefined };
  finishedGapAgendas: { params: null; result: GapAgenda[] };
  addGap: { params: AddGapRequest; result: GapAgenda };
  changeGapTask: { params: ChangeGapTaskRequest; result: GapAgenda };
  approveGapAgenda: { params: ApproveGapsRequest; result: GapAgenda };
  cancelGapAgenda: { params: null; result: GapAgenda };
  researchNextGap: { params: null; result: GapAgenda };
  inbox: { params: null; result: Finding[] };
  acceptFinding: { params: AcceptFindingRequest; result: FindingNote };
  appendFinding: { params: AppendFindingRequest; result: FindingNote };
  dismissFinding: { params: DismissFindingRequest; result: undefined };
  restoreFinding: { params: string; result: undefined };
  suppressedTopics: { params: null; result: string[] };
  allowTopic: { params: string; result: undefined };
  act: { params: Action; result: ActionResult };
  models: { params: null; result: string[] };
  applyEdit: { params: { text: string; edit: NoteEdit }; result: string };
}

/** Computes edits of notes for one worker. Once that worker was replaced, its edits are refused. */
export interface NoteEditSession {
  apply(text: string, edit: NoteEdit): Promise<string>;
  /**
   * Throws if the worker was replaced: its runs have failed and must not write to a note any more.
   */
  ensureActive(): void;
}

/** Methods that the core calls in the app: only the app has access to the network and the vault. */
export interface AppHost {
  http(request: HttpRequest): Promise<HttpResponse>;
  secret(name: string): Promise<string>;
  notes(): Promise<NoteList>;
  read(path: string): Promise<string>;
  locate(path: string): Promise<string>;
  edit(path: string, edit: NoteEdit, session: NoteEditSession): Promise<string>;
  create(path: string, text: string): Promise<string>;
  rename(from: string, to: string): Promise<string>;
  trash(path: string): Promise<void>;
  readBinary(path: string): Promise<Uint8Array>;
  dailyNote(): Promise<DailyNote | undefined>;
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
