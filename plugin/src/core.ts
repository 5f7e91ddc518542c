/**
 * The core in its worker. The wasm is compiled once and handed over; the worker starts with the
 * first call, and a new one takes its place when it crashed or does not answer. Knows no Obsidian.
 */
import { gunzipSync } from "fflate";
import wasm from "ibid:wasm";
import workerScript from "ibid:worker";
import type { Checkup, Loaded, Progress } from "../../pkg/ibid";
import { type Failure, failureOf, IbidError } from "./failure";
import type { Answer, AppHost, CoreCalls, CoreMethod, EditSession, FromWorker, HostMethod, ToWorker } from "./messages";
import { buffersOf } from "./note-list";
import { turns } from "./turn";

/** A core that was asked to stop and says nothing for this long is stuck. */
const CANCEL_GRACE_MILLIS = 2000;

/** A run ends by itself before five minutes are over, with what it has: what has not come by then does not come. */
const CALL_LIMIT_MILLIS = 310_000;

/** Calls that may take longer as long as they tell how far they are: a first look at a large vault does, on a phone. */
const UNHURRIED: ReadonlySet<CoreMethod> = new Set<CoreMethod>(["sync", "learn"]);

/** What a caller of the core brings: where progress goes, and the wish to stop. */
export interface CallHooks {
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

export interface CoreOptions {
  host: AppHost;
  /** Names this vault among the vaults of the app. */
  vault: string;
  /** The settings as saved, read anew at every start. */
  settings: () => unknown;
  /** Told what was wrong with the settings. */
  onLoaded: (loaded: Loaded) => void;
  /** Told when a worker was given up: the next call gets one that knows only what was kept on the device. */
  onReplaced?: () => void;
  /** Told when the device's storage does not answer: everything is then kept in memory. */
  onNoStorage?: () => void;
}

interface Pending {
  method: CoreMethod;
  settle: (answer: Answer) => void;
  onProgress: (progress: Progress) => void;
}

export class Core {
  private module: Promise<WebAssembly.Module> | undefined;
  private worker: Promise<Worker> | undefined;
  private readonly pending = new Map<number, Pending>();
  private calls = 0;
  private stopped = false;

  constructor(private readonly options: CoreOptions) {}

  /** Calls the core, starting it if need be. Progress, cancel and the time limit count from here on. */
  call<M extends CoreMethod>(method: M, params: CoreCalls[M]["params"], hooks: CallHooks = {}): Promise<CoreCalls[M]["result"]> {
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
      const watch = new Watch(hooks.signal, {
        cancel: () => void this.worker?.then((worker) => post(worker, { kind: "cancel", id })).catch(() => undefined),
        abandon: (failure) => this.abandon(id, failure),
        late: UNHURRIED.has(method) ? STALLED : TOO_LONG,
      });
      this.pending.set(id, {
        method,
        onProgress: (progress) => {
          if (UNHURRIED.has(method)) watch.extend();
          hooks.onProgress?.(progress);
        },
        settle: (answer) => {
          watch.end();
          this.pending.delete(id);
          if (answer.ok) resolve(answer.value as CoreCalls[M]["result"]);
          else reject(new IbidError(answer.failure));
        },
      });
      this.send(id, method, params).catch((thrown: unknown) => this.fail(id, failureOf(thrown)));
    });
  }

  /** Hands new settings to a core that runs; one that starts later reads them anyway. */
  async configure(saved: unknown): Promise<void> {
    if (this.worker === undefined) return;
    this.options.onLoaded(await this.call("configure", saved));
  }

  /**
   * Drops what is kept on this device. The worker goes first, with what it remembers: what was on its way there could be
   * kept afterwards.
   */
  forget(): Promise<Checkup> {
    this.discard(CANCELLED);
    return this.call("act", "forget");
  }

  /** Ends the core for good. */
  stop(): void {
    this.stopped = true;
    this.discard(SWITCHED_OFF);
  }

  private async send(id: number, method: CoreMethod, params: unknown): Promise<void> {
    const running = this.running();
    const worker = await running;
    // A worker that was given up while it started is not asked; its calls were answered then.
    if (this.worker === running && this.pending.has(id)) post(worker, { kind: "call", id, method, params });
    else this.fail(id, RESTARTED);
  }

  private fail(id: number, failure: Failure): void {
    this.pending.get(id)?.settle({ ok: false, failure });
  }

  /** Gives up one call that does not end, and with it the worker it is stuck in. */
  private abandon(id: number, failure: Failure): void {
    this.fail(id, failure);
    this.discard(RESTARTED);
  }

  private running(): Promise<Worker> {
    if (this.stopped) return Promise.reject(new IbidError(SWITCHED_OFF));
    if (this.worker === undefined) {
      const starting: Promise<Worker> = this.start().catch((thrown: unknown) => {
        if (this.worker === starting) this.worker = undefined;
        throw thrown;
      });
      this.worker = starting;
    }
    return this.worker;
  }

  private async start(): Promise<Worker> {
    const module = await this.compiled();
    if (this.stopped) throw new IbidError(SWITCHED_OFF);
    const url = URL.createObjectURL(new Blob([workerScript], { type: "text/javascript" }));
    const worker = new Worker(url, { name: "ibid" });
    try {
      await this.started(worker, module);
    } catch (thrown) {
      worker.terminate();
      throw thrown;
    } finally {
      URL.revokeObjectURL(url);
    }
    return worker;
  }

  /** Compiled once for all workers; a failure is not remembered. */
  private compiled(): Promise<WebAssembly.Module> {
    if (typeof WebAssembly === "undefined") return Promise.reject(new IbidError(NO_WASM));
    this.module ??= decoded(wasm)
      .then(unpacked)
      .then((bytes) => WebAssembly.compile(bytes))
      .catch((thrown: unknown) => {
        this.module = undefined;
        throw thrown;
      });
    return this.module;
  }

  private started(worker: Worker, module: WebAssembly.Module): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (message: string) => {
        const failure = crash(message);
        reject(new IbidError(failure));
        this.discard(failure);
      };
      worker.onerror = (event) => fail(event.message);
      worker.onmessageerror = () => fail("a message couldn't be read");
      worker.onmessage = (event: MessageEvent<FromWorker>) => {
        const message = event.data;
        if (message.kind === "crashed") return fail(message.message);
        if (message.kind !== "started") return this.receive(worker, message);
        this.options.onLoaded(message.loaded);
        resolve();
      };
      post(worker, { kind: "start", module, vault: this.options.vault, settings: this.options.settings() });
    });
  }

  private receive(worker: Worker, message: Exclude<FromWorker, { kind: "started" | "crashed" }>): void {
    switch (message.kind) {
      case "result":
        this.pending.get(message.id)?.settle(message.answer);
        break;
      case "progress":
        for (const { onProgress } of this.waitingFor(message.id)) onProgress(message.progress);
        break;
      case "no-storage":
        this.options.onNoStorage?.();
        break;
      case "ask":
        void this.answer(message.method, message.params).then((answer) => post(worker, { kind: "answer", id: message.id, answer }, answer.ok ? buffersOf(answer.value) : []));
        break;
    }
  }

  /** The vault is read once for all who want that: the others wait for whoever began, and hear how far it is. */
  private waitingFor(id: number): Pending[] {
    const call = this.pending.get(id);
    if (call === undefined) return [];
    return UNHURRIED.has(call.method) ? [...this.pending.values()].filter(({ method }) => method === call.method) : [call];
  }

  private async answer(method: HostMethod, params: unknown[]): Promise<Answer> {
    try {
      const { host } = this.options;
      const act = host[method].bind(host) as (...params: unknown[]) => Promise<unknown>;
      return { ok: true, value: await act(...params, this.editSession()) };
    } catch (thrown) {
      return { ok: false, failure: failureOf(thrown) };
    }
  }

  /** Bound to the worker of the moment: once that is gone, what it asked for is not done. */
  private editSession(): EditSession {
    const { worker } = this;
    const ensureWanted = () => {
      if (this.worker !== worker) throw new IbidError(CANCELLED);
    };
    return {
      ensureWanted,
      apply: (text, edit) => {
        ensureWanted();
        return this.call("applyEdit", { text, edit });
      },
    };
  }

  /** Gives the worker up, and every call that waits for it. */
  private discard(failure: Failure): void {
    const { worker } = this;
    this.worker = undefined;
    void worker?.then((running) => running.terminate()).catch(() => undefined);
    for (const id of [...this.pending.keys()]) this.fail(id, failure);
    if (worker !== undefined && !this.stopped) this.options.onReplaced?.();
  }
}

/** Passes on the wish to stop one call, and gives up on a core that does not react. */
class Watch {
  private limit: number;
  private grace: number | undefined;

  constructor(
    private readonly signal: AbortSignal | undefined,
    private readonly act: { cancel: () => void; abandon: (failure: Failure) => void; late: Failure },
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

  /** Counts the limit from now on. */
  extend(): void {
    window.clearTimeout(this.limit);
    this.limit = this.newLimit();
  }

  private newLimit(): number {
    return window.setTimeout(() => this.act.abandon(this.act.late), CALL_LIMIT_MILLIS);
  }

  private readonly stop = (): void => {
    this.act.cancel();
    this.grace = window.setTimeout(() => this.act.abandon(CANCELLED), CANCEL_GRACE_MILLIS);
  };
}

const CANCELLED = { code: "cancelled", message: "Stopped. The note is unchanged", hint: "" };

const SWITCHED_OFF = { code: "cancelled", message: "Ibid was disabled", hint: "" };

const RESTARTED = {
  code: "core-restarted",
  message: "Ibid restarted because another run stopped responding",
  hint: "The note is unchanged. Try again.",
};

const TOO_LONG = {
  code: "too-long",
  message: "The run was stopped after five minutes",
  hint: "The note is unchanged. Try again with fewer topics.",
};

const STALLED = {
  code: "too-long",
  message: "Indexing made no progress for five minutes and was stopped",
  hint: "The notes indexed so far are kept. Try again.",
};

const NO_WASM = {
  code: "no-webassembly",
  message: "Ibid needs WebAssembly, which is disabled on this device",
  hint: "On iPhone or iPad, exclude this app from Lockdown Mode.",
};

function crash(message: string): Failure {
  return { code: "core-crashed", message: `Ibid stopped unexpectedly (${message})`, hint: "The note is unchanged. Try again." };
}

/** Buffers are handed over rather than copied: nobody here needs them any more. */
function post(worker: Worker, message: ToWorker, buffers: ArrayBuffer[] = []): void {
  worker.postMessage(message, buffers);
}

/** Characters that are decoded before the app may have its turn; four of them make three bytes. */
const DECODED_TOGETHER = 1 << 16;

async function decoded(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((base64.length / 4) * 3 - padding);
  const turn = turns();
  for (let from = 0; from < base64.length; from += DECODED_TOGETHER) {
    await turn();
    decodeInto(bytes, (from / 4) * 3, atob(base64.slice(from, from + DECODED_TOGETHER)));
  }
  return bytes;
}

/** By the browser, off this thread; phones with an iOS before 16.4 cannot do that. */
async function unpacked(gzip: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  if (typeof DecompressionStream === "undefined") return new Uint8Array(gunzipSync(gzip));
  return new Response(new Blob([gzip]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** A plain loop: an iterator takes fifty times as long and would be felt. */
function decodeInto(bytes: Uint8Array, start: number, text: string): void {
  for (let at = 0; at < text.length; at++) bytes[start + at] = text.charCodeAt(at);
}
