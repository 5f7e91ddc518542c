/**
 * The worker: runs the core and forwards the core's requests to the app's thread. It gets the wasm
 * from the app already compiled, so that a replaced worker starts quickly.
 */
import init, { applyEdit, combineAgendas, Engine, fileName, type Host, replay, replayAsk, type Task, updateAgenda } from "../../../pkg/ibid";
import { DeviceStore } from "./device-store";
import { IbidError, toFailure } from "./failure";
import type { CallResult, CoreCalls, CoreMethod, MessageFromWorker, HostMethod, MessageToWorker } from "./messages";
import type { NoteList } from "./note-list";

/** Running calls by id, each with its cancel signal. */
const cancelSignalByCallId = new Map<number, CancelSignal>();
const pendingHostCalls = new Map<number, (result: CallResult) => void>();
let hostCalls = 0;
let engine: Engine | undefined;

function postToPlugin(message: MessageFromWorker): void {
  self.postMessage(message);
}

/** Calls a method of the host on the app's thread and waits for the result. */
function callHost<T>(method: HostMethod, ...params: unknown[]): Promise<T> {
  const id = ++hostCalls;
  return new Promise((resolve, reject) => {
    pendingHostCalls.set(id, (result) => {
      if (result.ok) resolve(result.value as T);
      else reject(new IbidError(result.failure));
    });
    postToPlugin({ kind: "host-call", id, method, params });
  });
}

function createHost(store: DeviceStore): Host {
  return {
    http: (request) => callHost("http", request),
    notes: () => callHost<NoteList>("notes"),
    read: (path) => callHost("read", path),
    locate: (path) => callHost("locate", path),
    edit: (path, edit) => callHost("edit", path, edit),
    create: (path, text) => callHost("create", path, text),
    rename: (from, to) => callHost("rename", from, to),
    trash: (path) => callHost("trash", path),
    readBinary: (path) => callHost("readBinary", path),
    dailyNote: () => callHost("dailyNote"),
    load: (name) => store.load(name),
    save: (name, bytes) => store.save(name, bytes),
    forget: () => store.forget(),
    sleep: (millis) => new Promise((resolve) => self.setTimeout(resolve, millis)),
    now: () => Date.now(),
    offsetMinutes: () => -new Date().getTimezoneOffset(),
    random: () => Math.random(),
    decode: (bytes, charset) => new TextDecoder(charset).decode(bytes),
    secret: (name) => callHost("secret", name),
  };
}

/**
 * Cancel signal of one call. Its promise also resolves at the end of the call, so that nothing in the core waits for it
 * forever.
 */
class CancelSignal {
  cancelled = false;
  private settle: () => void = () => undefined;
  readonly stopped = new Promise<void>((resolve) => {
    this.settle = resolve;
  });

  cancel(): void {
    this.cancelled = true;
    this.settle();
  }

  end(): void {
    this.settle();
  }
}

async function startCore(message: Extract<MessageToWorker, { kind: "start" }>): Promise<void> {
  await init({ module_or_path: message.module });
  engine = new Engine(createHost(new DeviceStore(message.vault, () => postToPlugin({ kind: "no-storage" }))));
  postToPlugin({ kind: "started", loaded: engine.configure(message.settings) });
}

type CallHandlers = { [M in CoreMethod]: (core: Engine, params: CoreCalls[M]["params"], task: Task) => unknown };

const callHandlers: CallHandlers = {
  configure: (core, saved) => core.configure(saved),
  survey: (core, path, task) => core.survey(path, task),
  ask: (core, request, task) => core.ask(request, task),
  askServices: (core, request, task) => core.askServices(request, task),
  askFiles: (core, run, task) => core.askFiles(run, task),
  answer: (core, request, task) => core.answer(request, task),
  quickModel: (core, _none, task) => core.quickModel(task),
  plan: (core, request, task) => core.plan(request, task),
  updateAgenda: (_core, agenda) => updateAgenda(agenda),
  fileName: (_core, title) => fileName(title),
  combineAgendas: (_core, agendas) => combineAgendas(agendas),
  checkServices: (core, agenda, task) => core.checkServices(agenda, task),
  run: (core, request, task) => core.run(request, task),
  resume: (core, request, task) => core.resume(request, task),
  unfinished: (core, _none, task) => core.unfinished(task),
  discard: (core, run, task) => core.discard(run, task),
  auditLog: (core, _none, task) => core.auditLog(task),
  sections: (core, path, task) => core.sections(path, task),
  restore: (core, run, task) => core.restore(run, task),
  traces: (core, _none, task) => core.traces(task),
  trace: (core, run, task) => core.trace(run, task),
  replay: (_core, trace) => replay(trace),
  replayAsk: (_core, trace) => replayAsk(trace),
  forget: (core, _none, task) => core.forget(task),
  sync: (core, _none, task) => core.sync(task),
  follow: (core, changes, task) => core.follow(changes, task),
  learn: (core, _none, task) => core.learn(task),
  search: (core, query, task) => core.search(query, task),
  related: (core, request, task) => core.related(request, task),
  mentions: (core, request, task) => core.mentions(request, task),
  citedPages: (core, path, task) => core.citedPages(path, task),
  citationsCheck: (core, request, task) => core.citationsCheck(request, task),
  readPage: (core, url, task) => core.readPage(url, task),
  tools: (core) => core.tools(),
  callTool: (core, call, task) => core.callTool(call, task),
  applyProposal: (core, request, task) => core.applyProposal(request, task),
  undo: (core, request, task) => core.undo(request, task),
  health: (core, request, task) => core.health(request, task),
  ignoreHealthRow: (core, request, task) => core.ignoreHealthRow(request, task),
  restoreHealthRow: (core, request, task) => core.restoreHealthRow(request, task),
  ignoredHealthRows: (core, _none, task) => core.ignoredHealthRows(task),
  fixLink: (core, request, task) => core.fixLink(request, task),
  missingNoteText: (core, request, task) => core.missingNoteText(request, task),
  converse: (core, request, task) => core.converse(request, task),
  resumeTurn: (core, request, task) => core.resumeTurn(request, task),
  conversation: (core, id, task) => core.conversation(id, task),
  conversations: (core, query, task) => core.conversations(query, task),
  deleteConversation: (core, id, task) => core.deleteConversation(id, task),
  fillPrompt: (core, request, task) => core.fillPrompt(request, task),
  draftGapAgenda: (core, request, task) => core.draftGapAgenda(request, task),
  gapAgenda: (core, _none, task) => core.gapAgenda(task),
  finishedGapAgendas: (core, _none, task) => core.finishedGapAgendas(task),
  addGap: (core, request, task) => core.addGap(request, task),
  changeGapTask: (core, request, task) => core.changeGapTask(request, task),
  approveGapAgenda: (core, request, task) => core.approveGapAgenda(request, task),
  cancelGapAgenda: (core, _none, task) => core.cancelGapAgenda(task),
  researchNextGap: (core, _none, task) => core.researchNextGap(task),
  inbox: (core, _none, task) => core.inbox(task),
  acceptFinding: (core, request, task) => core.acceptFinding(request, task),
  appendFinding: (core, request, task) => core.appendFinding(request, task),
  dismissFinding: (core, request, task) => core.dismissFinding(request, task),
  restoreFinding: (core, id, task) => core.restoreFinding(id, task),
  suppressedTopics: (core, _none, task) => core.suppressedTopics(task),
  allowTopic: (core, topic, task) => core.allowTopic(topic, task),
  act: (core, action, task) => core.act(action, task),
  models: (core, _none, task) => core.models(task),
  applyEdit: (_core, { text, edit }) => applyEdit(text, edit),
};

async function handleCall(id: number, method: CoreMethod, params: unknown): Promise<void> {
  const cancelSignal = new CancelSignal();
  cancelSignalByCallId.set(id, cancelSignal);
  const task: Task = {
    report: (progress) => postToPlugin({ kind: "progress", id, progress }),
    cancelled: () => cancelSignal.cancelled,
    stopped: cancelSignal.stopped,
  };
  postToPlugin({ kind: "result", id, result: await callCore(method, params, task) });
  cancelSignalByCallId.delete(id);
  cancelSignal.end();
}

async function callCore(method: CoreMethod, params: unknown, task: Task): Promise<CallResult> {
  try {
    if (engine === undefined) throw new Error("The core was called before it was started");
    const handler = callHandlers[method] as (core: Engine, params: unknown, task: Task) => unknown;
    return { ok: true, value: await handler(engine, params, task) };
  } catch (thrown) {
    if (thrown instanceof WebAssembly.RuntimeError) reportCrash(thrown);
    return { ok: false, failure: toFailure(thrown) };
  }
}

/** Reports a panic of the core. After a panic, its results cannot be trusted. */
function reportCrash(thrown: unknown): void {
  postToPlugin({ kind: "crashed", message: toFailure(thrown).message });
}

self.addEventListener("unhandledrejection", (event) => reportCrash(event.reason));

self.addEventListener("message", (event: MessageEvent<MessageToWorker>) => {
  const message = event.data;
  switch (message.kind) {
    case "start":
      startCore(message).catch(reportCrash);
      break;
    case "call":
      void handleCall(message.id, message.method, message.params);
      break;
    case "cancel":
      cancelSignalByCallId.get(message.id)?.cancel();
      break;
    case "host-result":
      pendingHostCalls.get(message.id)?.(message.result);
      pendingHostCalls.delete(message.id);
      break;
  }
});
