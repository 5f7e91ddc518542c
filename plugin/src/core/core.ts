/**
 * Runs the core in a web worker. The wasm is compiled once and passed to the worker. The worker starts with the first
 * call and is replaced if it crashes or does not respond. Does not depend on Obsidian.
 */
import workerScript from "ibid:worker";
import type { ActionResult, LoadedSettings, Progress } from "../../../pkg/ibid";
import { type Failure, IbidError, toFailure } from "./failure";
import type {
  AppHost,
  CallResult,
  CoreCalls,
  CoreMethod,
  NoteEditSession,
  MessageFromWorker,
  HostMethod,
  MessageToWorker,
} from "./messages";
import { transferableBuffers } from "./note-list";
import { unpackWasm } from "./packed-wasm";

/** How long the core may take to respond to a cancel request. After that the worker is replaced. */
const CANCEL_GRACE_MILLIS = 2000;

/**
 * Time limit of a call, after which the worker is replaced. It is longer than a run, which ends by itself within five
 * minutes.
 */
const MAX_CALL_MILLIS = 310_000;

/** Calls that update the index. Parallel calls wait for the same work. */
const INDEXING_CALLS: ReadonlySet<CoreMethod> = new Set<CoreMethod>(["sync", "learn"]);

/**
 * Calls whose time limit restarts with every progress message: the first sync of a large vault and its
 * first check take long on a phone, and a turn of a conversation may have many steps.
 */
const EXTENDABLE_TIMEOUT_CALLS: ReadonlySet<CoreMethod> = new Set<CoreMethod>([
  ...INDEXING_CALLS,
  "health",
  "converse",
  "resumeTurn",
]);

/** Progress listener and cancel signal of one call to the core. */
export interface CallHooks {
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

export interface CoreOptions {
  host: AppHost;
  /** Id of this vault. It separates the stored data of the app's vaults, which share one database. */
  vault: string;
  /** Returns the saved settings; called at every start of a worker. */
  settings: () => unknown;
  /** Called after the core has read the settings, with the valid settings and the warnings about invalid ones. */
  onLoaded: (loaded: LoadedSettings) => void;
  /** Called after the worker was replaced. The new worker has lost everything that was only in memory. */
  onRestarted?: () => void;
  /** Called when the device's storage does not respond: data is then lost when the app is closed. */
  onNoStorage?: () => void;
}

interface PendingCall {
  method: CoreMethod;
  complete: (result: CallResult) => void;
  onProgress: (progress: Progress) => void;
}

export class CoreProxy {
  private module: Promise<WebAssembly.Module> | undefined;
  private worker: Promise<Worker> | undefined;
  private readonly pending = new Map<number, PendingCall>();
  private calls = 0;
  private stopped = false;

  constructor(private readonly options: CoreOptions) {}

  /** Calls the core, which is started if necessary. The time limit and the cancel signal also cover the start. */
  call<M extends CoreMethod>(
    method: M,
    params: CoreCalls[M]["params"],
    hooks: CallHooks = {},
  ): Promise<CoreCalls[M]["result"]> {
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
      const timer = new CallTimer(hooks.signal, {
        cancel: () =>
          void this.worker?.then((worker) => postToWorker(worker, { kind: "cancel", id })).catch(() => undefined),
        abandon: (failure) => this.abandon(id, failure),
        timeoutFailure: INDEXING_CALLS.has(method)
          ? INDEXING_STALLED_FAILURE
          : method === "health"
            ? CHECK_STALLED_FAILURE
            : TIME_LIMIT_FAILURE,
      });
      this.pending.set(id, {
        method,
        onProgress: (progress) => {
          if (EXTENDABLE_TIMEOUT_CALLS.has(method)) timer.extend();
          hooks.onProgress?.(progress);
        },
        complete: (result) => {
          timer.end();
          this.pending.delete(id);
          if (result.ok) resolve(result.value as CoreCalls[M]["result"]);
          else reject(new IbidError(result.failure));
        },
      });
      this.send(id, method, params).catch((thrown: unknown) => this.fail(id, toFailure(thrown)));
    });
  }

  /** Passes new settings to a running core. A core that starts later reads them anyway. */
  async configure(saved: unknown): Promise<void> {
    if (this.worker === undefined) return;
    this.options.onLoaded(await this.call("configure", saved));
  }

  /** Deletes all data on this device. The worker is replaced first, because it could save data after the deletion. */
  forget(): Promise<ActionResult> {
    this.replaceWorker(CANCELLED_FAILURE);
    return this.call("act", "forget");
  }

  /** Must be called when the plugin is unloaded: terminates the worker and fails all calls. */
  stop(): void {
    this.stopped = true;
    this.replaceWorker(UNLOADED_FAILURE);
  }

  private async send(id: number, method: CoreMethod, params: unknown): Promise<void> {
    const workerPromise = this.runningWorker();
    const worker = await workerPromise;
    // If the worker was replaced while it was starting, the call is not sent: the call has already failed.
    if (this.worker === workerPromise && this.pending.has(id))
      postToWorker(worker, { kind: "call", id, method, params });
    else this.fail(id, CORE_RESTARTED_FAILURE);
  }

  private fail(id: number, failure: Failure): void {
    this.pending.get(id)?.complete({ ok: false, failure });
  }

  /** Fails a call that does not end, and replaces the worker, which is stuck. */
  private abandon(id: number, failure: Failure): void {
    this.fail(id, failure);
    this.replaceWorker(CORE_RESTARTED_FAILURE);
  }

  private runningWorker(): Promise<Worker> {
    if (this.stopped) return Promise.reject(new IbidError(UNLOADED_FAILURE));
    if (this.worker === undefined) {
      const startingWorker: Promise<Worker> = this.start().catch((thrown: unknown) => {
        if (this.worker === startingWorker) this.worker = undefined;
        throw thrown;
      });
      this.worker = startingWorker;
    }
    return this.worker;
  }

  private async start(): Promise<Worker> {
    const module = await this.compileModule();
    if (this.stopped) throw new IbidError(UNLOADED_FAILURE);
    const workerScriptUrl = URL.createObjectURL(new Blob([workerScript], { type: "text/javascript" }));
    const worker = new Worker(workerScriptUrl, { name: "ibid" });
    try {
      await this.initialize(worker, module);
    } catch (thrown) {
      worker.terminate();
      throw thrown;
    } finally {
      URL.revokeObjectURL(workerScriptUrl);
    }
    return worker;
  }

  /** Compiles the wasm once for all workers; after a failure the next call tries again. */
  private compileModule(): Promise<WebAssembly.Module> {
    if (typeof WebAssembly === "undefined") return Promise.reject(new IbidError(NO_WASM_FAILURE));
    this.module ??= unpackWasm()
      .then((bytes) => WebAssembly.compile(bytes))
      .catch((thrown: unknown) => {
        this.module = undefined;
        throw thrown;
      });
    return this.module;
  }

  private initialize(worker: Worker, module: WebAssembly.Module): Promise<void> {
    return new Promise((resolve, reject) => {
      const failAndReplaceWorker = (message: string) => {
        const failure = crashFailure(message);
        reject(new IbidError(failure));
        this.replaceWorker(failure);
      };
      worker.onerror = (event) => failAndReplaceWorker(event.message);
      worker.onmessageerror = () => failAndReplaceWorker("a message couldn't be read");
      worker.onmessage = (event: MessageEvent<MessageFromWorker>) => {
        const message = event.data;
        if (message.kind === "crashed") return failAndReplaceWorker(message.message);
        if (message.kind !== "started") return this.receive(worker, message);
        this.options.onLoaded(message.loaded);
        resolve();
      };
      postToWorker(worker, { kind: "start", module, vault: this.options.vault, settings: this.options.settings() });
    });
  }

  private receive(worker: Worker, message: Exclude<MessageFromWorker, { kind: "started" | "crashed" }>): void {
    switch (message.kind) {
      case "result":
        this.pending.get(message.id)?.complete(message.result);
        break;
      case "progress":
        for (const { onProgress } of this.progressListeners(message.id)) onProgress(message.progress);
        break;
      case "no-storage":
        this.options.onNoStorage?.();
        break;
      case "host-call":
        void this.callHost(message.method, message.params).then((result) =>
          postToWorker(
            worker,
            { kind: "host-result", id: message.id, result },
            result.ok ? transferableBuffers(result.value) : [],
          ),
        );
        break;
    }
  }

  /**
   * Returns the calls that get a progress message. Parallel `sync` calls wait for the same work, so
   * all of them get the message.
   */
  private progressListeners(id: number): PendingCall[] {
    const pendingCall = this.pending.get(id);
    if (pendingCall === undefined) return [];
    return INDEXING_CALLS.has(pendingCall.method)
      ? [...this.pending.values()].filter(({ method }) => method === pendingCall.method)
      : [pendingCall];
  }

  private async callHost(method: HostMethod, params: unknown[]): Promise<CallResult> {
    try {
      const { host } = this.options;
      const hostMethod = host[method].bind(host) as (...params: unknown[]) => Promise<unknown>;
      return { ok: true, value: await hostMethod(...params, this.editSession()) };
    } catch (thrown) {
      return { ok: false, failure: toFailure(thrown) };
    }
  }

  /** Returns an edit session for the current worker. Once the worker is replaced, the session refuses to edit notes. */
  private editSession(): NoteEditSession {
    const { worker } = this;
    const ensureSameWorker = () => {
      if (this.worker !== worker) throw new IbidError(CANCELLED_FAILURE);
    };
    return {
      ensureActive: ensureSameWorker,
      apply: (text, edit) => {
        ensureSameWorker();
        return this.call("applyEdit", { text, edit });
      },
    };
  }

  /** Terminates the worker and fails all calls that wait for it. */
  private replaceWorker(failure: Failure): void {
    const { worker } = this;
    this.worker = undefined;
    void worker?.then((running) => running.terminate()).catch(() => undefined);
    for (const id of [...this.pending.keys()]) this.fail(id, failure);
    if (worker !== undefined && !this.stopped) this.options.onRestarted?.();
  }
}

/** Cancels a call when its signal fires, and abandons a call that does not react or takes too long. */
class CallTimer {
  private limit: number;
  private grace: number | undefined;

  constructor(
    private readonly signal: AbortSignal | undefined,
    private readonly act: { cancel: () => void; abandon: (failure: Failure) => void; timeoutFailure: Failure },
  ) {
    this.limit = this.newLimit();
    if (signal?.aborted === true) this.stop();
    else signal?.addEventListener("abort", this.stop);
  }

  end(): void {
    window.clearTimeout(this.limit);
    window.clearTimeout(this.grace);
    this.signal?.removeEventListener("abort", this.stop);
  }

  /** Restarts the time limit, because the call has reported progress. */
  extend(): void {
    window.clearTimeout(this.limit);
    this.limit = this.newLimit();
  }

  private newLimit(): number {
    return window.setTimeout(() => this.act.abandon(this.act.timeoutFailure), MAX_CALL_MILLIS);
  }

  private readonly stop = (): void => {
    this.act.cancel();
    this.grace = window.setTimeout(() => this.act.abandon(CANCELLED_FAILURE), CANCEL_GRACE_MILLIS);
  };
}

const CANCELLED_FAILURE: Failure = { code: "cancelled", message: "Stopped. The note is unchanged", hint: "" };

const UNLOADED_FAILURE: Failure = { code: "cancelled", message: "Ibid was disabled", hint: "" };

const CORE_RESTARTED_FAILURE: Failure = {
  code: "core-restarted",
  message: "Ibid restarted because another run stopped responding",
  hint: "The note is unchanged. Try again.",
};

const TIME_LIMIT_FAILURE: Failure = {
  code: "too-long",
  message: "The run was stopped after five minutes",
  hint: "The note is unchanged. Try again with fewer topics.",
};

const INDEXING_STALLED_FAILURE: Failure = {
  code: "too-long",
  message: "Indexing made no progress for five minutes and was stopped",
  hint: "The notes indexed so far are kept. Try again.",
};

const CHECK_STALLED_FAILURE: Failure = {
  code: "too-long",
  message: "The check made no progress for five minutes and was stopped",
  hint: "Try again.",
};

const NO_WASM_FAILURE: Failure = {
  code: "no-webassembly",
  message: "Ibid needs WebAssembly, which is disabled on this device",
  hint: "On iPhone or iPad, exclude this app from Lockdown Mode.",
};

function crashFailure(message: string): Failure {
  return {
    code: "core-crashed",
    message: `Ibid stopped unexpectedly (${message})`,
    hint: "The note is unchanged. Try again.",
  };
}

/** Posts a message. `buffers` are moved to the worker instead of copied, so the sender must not use them afterwards. */
function postToWorker(worker: Worker, message: MessageToWorker, buffers: ArrayBuffer[] = []): void {
  worker.postMessage(message, buffers);
}
