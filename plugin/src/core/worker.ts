/**
 * The worker: runs the core and forwards the core's requests to the app's thread. It gets the wasm
 * from the app already compiled, so that a replaced worker starts quickly.
 */
import init, {
  applyEdit,
  combineAgendas,
  Engine,
  fileName,
  type Host,
  replay,
  replayAsk,
  type Task,
  updateAgenda,
} from "../../../pkg/ibid";
import { DeviceStore } from "./device-store";
import { IbidError, toFailure } from "./failure";
import type {
  CallResult,
  CallsWithoutTask,
  CoreMethod,
  MessageFromWorker,
  HostMethod,
  MessageToWorker,
} from "./messages";
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

const callsWithoutTask: CallsWithoutTask = {
  configure: (saved) => startedEngine().configure(saved),
  applyEdit: ({ text, edit }) => applyEdit(text, edit),
  combineAgendas,
  fileName,
  replay,
  replayAsk,
  updateAgenda,
};

function isWithoutTask(method: CoreMethod): method is keyof CallsWithoutTask {
  return method in callsWithoutTask;
}

function startedEngine(): Engine {
  if (engine === undefined) throw new Error("The core was called before it was started");
  return engine;
}

/** Calls one of the functions above, or the method of the engine with this name, which takes the task last. */
function dispatch(method: CoreMethod, params: unknown, task: Task): unknown {
  const core = startedEngine();
  if (isWithoutTask(method)) return (callsWithoutTask[method] as (params: unknown) => unknown)(params);
  const call = core[method].bind(core) as (...params: unknown[]) => unknown;
  return params === null ? call(task) : call(params, task);
}

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
    return { ok: true, value: await dispatch(method, params, task) };
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
