/**
 * The core in its worker. The wasm is compiled once and handed over; the worker starts with the
 * first call, and a new one takes its place when it crashed or does not answer. Knows no Obsidian.
 */
import wasm from "ibid:wasm";
import workerScript from "ibid:worker";
import type { Loaded, Progress } from "../../pkg/ibid";
import { failureOf, IbidError } from "./failure";
import type { Answer, AppHost, CoreCalls, CoreMethod, FromWorker, HostMethod, ToWorker } from "./messages";

/** A core that was asked to stop and says nothing for this long is stuck. */
const CANCEL_GRACE_MILLIS = 2000;

/** No run takes longer: what has not come by then does not come. */
const CALL_LIMIT_MILLIS = 300_000;

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
}

interface Pending {
  settle: (answer: Answer) => void;
  onProgress: (progress: Progress) => void;
}

export class Core {
  private module: Promise<WebAssembly.Module> | undefined;
  private worker: Promise<Worker> | undefined;
  private readonly pending = new Map<number, Pending>();
  private calls = 0;

  constructor(private readonly options: CoreOptions) {}

  /** Calls the core, starting it if need be. */
  async call<M extends CoreMethod>(method: M, params: CoreCalls[M]["params"], hooks: CallHooks = {}): Promise<CoreCalls[M]["result"]> {
    const worker = await this.running();
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
      const watch = new Watch(hooks.signal, {
        cancel: () => post(worker, { kind: "cancel", id }),
        abandon: (error) => this.discard(error),
      });
      this.pending.set(id, {
        onProgress: hooks.onProgress ?? (() => undefined),
        settle: (answer) => {
          watch.end();
          this.pending.delete(id);
          if (answer.ok) resolve(answer.value as CoreCalls[M]["result"]);
          else reject(new IbidError(answer.failure));
        },
      });
      post(worker, { kind: "call", id, method, params });
    });
  }

  /** Hands new settings to a core that runs; one that starts later reads them anyway. */
  async configure(saved: unknown): Promise<void> {
    if (this.worker === undefined) return;
    this.options.onLoaded(await this.call("configure", saved));
  }

  /** Ends the worker. The next call starts a new one. */
  stop(): void {
    this.discard(new IbidError({ code: "cancelled", message: "Ibid was switched off", hint: "" }));
  }

  private running(): Promise<Worker> {
    this.worker ??= this.start().catch((thrown: unknown) => {
      this.worker = undefined;
      throw new IbidError(failureOf(thrown));
    });
    return this.worker;
  }

  private async start(): Promise<Worker> {
    if (typeof WebAssembly === "undefined") throw new IbidError(NO_WASM);
    this.module ??= WebAssembly.compile(decoded(wasm));
    const module = await this.module;
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

  private started(worker: Worker, module: WebAssembly.Module): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (message: string) => {
        const error = crash(message);
        reject(error);
        this.discard(error);
      };
      worker.onerror = (event) => fail(event.message);
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
        this.pending.get(message.id)?.onProgress(message.progress);
        break;
      case "ask":
        void answerOf(this.options.host, message.method, message.params).then((answer) => post(worker, { kind: "answer", id: message.id, answer }));
        break;
    }
  }

  /** Gives the worker up, and every call that waits for it. */
  private discard(error: IbidError): void {
    const worker = this.worker;
    this.worker = undefined;
    void worker?.then((running) => running.terminate()).catch(() => undefined);
    for (const pending of [...this.pending.values()]) pending.settle({ ok: false, failure: failureOf(error) });
  }
}

/** Passes on the wish to stop one call, and gives up on a core that does not react. */
class Watch {
  private readonly limit: number;
  private grace: number | undefined;

  constructor(
    private readonly signal: AbortSignal | undefined,
    private readonly act: { cancel: () => void; abandon: (error: IbidError) => void },
  ) {
    this.limit = window.setTimeout(() => act.abandon(new IbidError(TOO_LONG)), CALL_LIMIT_MILLIS);
    if (signal?.aborted === true) this.stop();
    else signal?.addEventListener("abort", this.stop);
  }

  end(): void {
    window.clearTimeout(this.limit);
    window.clearTimeout(this.grace);
    this.signal?.removeEventListener("abort", this.stop);
  }

  private readonly stop = (): void => {
    this.act.cancel();
    this.grace = window.setTimeout(() => this.act.abandon(new IbidError(CANCELLED)), CANCEL_GRACE_MILLIS);
  };
}

const CANCELLED = { code: "cancelled", message: "Stopped. The note is unchanged", hint: "" };

const TOO_LONG = {
  code: "too-long",
  message: "The run took longer than five minutes and was stopped",
  hint: "The note is unchanged. Try again with fewer topics.",
};

const NO_WASM = {
  code: "no-webassembly",
  message: "This device does not allow WebAssembly, which Ibid is built on",
  hint: "On an iPhone or iPad, Lockdown Mode switches it off: exclude this app from it.",
};

function crash(message: string): IbidError {
  return new IbidError({ code: "core-crashed", message: `Ibid's core stopped unexpectedly (${message})`, hint: "The note is unchanged. Try again: a new one is started." });
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

async function answerOf(host: AppHost, method: HostMethod, params: unknown[]): Promise<Answer> {
  try {
    const act = host[method].bind(host) as (...params: unknown[]) => Promise<unknown>;
    return { ok: true, value: await act(...params) };
  } catch (thrown) {
    return { ok: false, failure: failureOf(thrown) };
  }
}

/** A plain loop: decoding through an iterator takes fifty times as long and would be felt. */
function decoded(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
