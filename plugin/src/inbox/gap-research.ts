/**
 * Research of the vault's gaps and the findings in the research inbox, as the core has them. Runs an approved agenda in the
 * background, one task after the other.
 */
import type {
  AcceptFindingRequest,
  AppendFindingRequest,
  ApproveGapsRequest,
  ChangeGapTaskRequest,
  DismissFindingRequest,
  Finding,
  GapAgenda,
  GapSources,
  GapTask,
} from "../core/exports";
import type { CoreProxy } from "../core/core";
import { type Failure, IbidError, toFailure } from "../core/failure";
import { hooksForTask, syncIndex } from "../research/run-actions";
import type { ServiceConsent } from "../consent/service-approval";
import type { RunningTask, Tasks } from "../ui/task";
import { Watched } from "../core/watched";

/** The name under which the research is listed with other tasks. */
export const GAPS_TASK_NAME = "Gaps in your vault";

/** What is kept on this device between two starts of the app, so that the core need not start to show it. */
export interface GapMemory {
  /** Number of findings that wait for the user. */
  newFindings: number;
  /** Whether an agenda was running when the app was closed. */
  isRunning: boolean;
}

export interface GapResearchOptions {
  core: CoreProxy;
  tasks: Tasks;
  consent: ServiceConsent;
  remember: (memory: GapMemory) => void;
  /** Called when an agenda has ended. */
  onDone: (agenda: GapAgenda) => void;
}

export class GapResearch extends Watched {
  private shownAgenda: GapAgenda | undefined;
  private shownFindings: Finding[] = [];
  private isRunning = false;

  constructor(private readonly options: GapResearchOptions) {
    super();
  }

  /** The agenda that waits for the user, runs, or ran last. */
  get agenda(): GapAgenda | undefined {
    return this.shownAgenda;
  }

  /** All findings, the newest first. */
  get findings(): readonly Finding[] {
    return this.shownFindings;
  }

  get running(): boolean {
    return this.isRunning;
  }

  /** Reads the agenda and the inbox again, because they may have been changed on another device. */
  async load(): Promise<void> {
    const { core } = this.options;
    this.shownAgenda = await core.call("gapAgenda", null);
    await this.loadFindings();
  }

  /** Finds gaps and proposes to research them. */
  draft(sources: GapSources): Promise<GapAgenda> {
    const { core } = this.options;
    return this.runTask(async (task) => {
      await syncIndex(core, task);
      return this.setAgenda(await core.call("draftGapAgenda", { sources }, hooksForTask(task)));
    });
  }

  /** Adds a topic of a note to the agenda that waits for the user. */
  async add(path: string, topic: string): Promise<GapAgenda> {
    return this.setAgenda(await this.options.core.call("addGap", { path, topic }));
  }

  async change(request: ChangeGapTaskRequest): Promise<void> {
    this.setAgenda(await this.options.core.call("changeGapTask", request));
  }

  /** Asks which services may be used, approves the agenda and carries it out. */
  approve(): Promise<GapAgenda> {
    return this.runTask(async (task) => {
      const permissions = await this.askPermissions(task);
      this.setAgenda(await this.options.core.call("approveGapAgenda", permissions));
      return this.carryOut(task);
    });
  }

  /** Approves and carries out the agenda if the user has allowed all its services before. */
  approveUnasked(): Promise<GapAgenda> {
    return this.runTask(async (task) => {
      // Consent that is not stored counts as a no.
      const permissions = await this.askPermissions({
        ...task,
        signal: task.signal,
        report: (message) => task.report(message),
        ask: <T>() => Promise.resolve(false as T),
      });
      this.setAgenda(await this.options.core.call("approveGapAgenda", permissions));
      return this.carryOut(task);
    });
  }

  /** Goes on with an agenda that was approved before the app was closed. */
  resume(): Promise<GapAgenda> {
    return this.runTask((task) => this.carryOut(task));
  }

  /** Stops the agenda. What was found stays. */
  async discard(): Promise<void> {
    this.setAgenda(await this.options.core.call("cancelGapAgenda", null));
    this.remember();
  }

  async accept(request: AcceptFindingRequest): Promise<string> {
    const { path } = await this.options.core.call("acceptFinding", request);
    await this.loadFindings();
    return path;
  }

  async append(request: AppendFindingRequest): Promise<void> {
    await this.options.core.call("appendFinding", request);
    await this.loadFindings();
  }

  async dismiss(request: DismissFindingRequest): Promise<void> {
    await this.options.core.call("dismissFinding", request);
    await this.loadFindings();
  }

  /** Takes back what the user did with a finding. */
  async restore(id: string): Promise<void> {
    await this.options.core.call("restoreFinding", id);
    await this.loadFindings();
  }

  private async loadFindings(): Promise<void> {
    this.shownFindings = await this.options.core.call("inbox", null);
    this.remember();
    this.notify();
  }

  private setAgenda(agenda: GapAgenda): GapAgenda {
    this.shownAgenda = agenda;
    this.notify();
    return agenda;
  }

  private async runTask<T>(work: (task: RunningTask) => Promise<T>): Promise<T> {
    try {
      return await this.options.tasks.run(GAPS_TASK_NAME, work);
    } finally {
      this.setRunning("ended");
    }
  }

  private setRunning(state: "running" | "ended"): void {
    this.isRunning = state === "running";
    this.remember();
    this.notify();
  }

  /** Carries out one task after the other until none is left or the user stops. */
  private async carryOut(task: RunningTask): Promise<GapAgenda> {
    const { core, onDone } = this.options;
    this.setRunning("running");
    let agenda = this.shownAgenda ?? (await core.call("gapAgenda", null));
    try {
      while (agenda !== undefined && nextTask(agenda) !== undefined) {
        const next = nextTask(agenda);
        this.setAgenda({
          ...agenda,
          tasks: agenda.tasks.map((each) => (each === next ? { ...each, state: "running" } : each)),
        });
        const onProgress = ({ message }: { message: string }) => task.report(`${next?.gap.topic ?? ""}: ${message}`);
        agenda = this.setAgenda(await core.call("researchNextGap", null, { signal: task.signal, onProgress }));
        await this.loadFindings();
      }
    } catch (thrown) {
      if (toFailure(thrown).code !== "cancelled") throw thrown;
      agenda = this.setAgenda(await core.call("cancelGapAgenda", null));
    }
    if (agenda === undefined) throw new IbidError(NO_AGENDA_FAILURE);
    onDone(agenda);
    return agenda;
  }

  private async askPermissions(task: RunningTask): Promise<ApproveGapsRequest> {
    const { core, consent } = this.options;
    const wanted = (this.shownAgenda?.tasks ?? []).filter(({ state }) => state === "proposed");
    const combined = await core.call(
      "combineAgendas",
      wanted.map(({ plan }) => plan),
    );
    if (combined === undefined) throw new IbidError(NO_AGENDA_FAILURE);
    const isWebAllowed = combined.asks.length > 0 && (await consent.toSearchWeb(combined.asks, task));
    if (!isWebAllowed) throw new IbidError(NO_WEB_FAILURE);
    const isModelAllowed = combined.model !== undefined && (await consent.toUseModel(combined.model, task));
    return { web: "allowed", model: isModelAllowed ? "allowed" : "off" };
  }

  private remember(): void {
    const newFindings = this.shownFindings.filter(isNew).length;
    this.options.remember({ newFindings, isRunning: this.isRunning });
  }
}

/** Whether a finding waits for the user. */
export function isNew({ state }: Finding): boolean {
  return state.kind === "new" || state.kind === "accepting";
}

/** The task that runs or comes next; `undefined` if the agenda is not approved or has none left. */
function nextTask({ state, tasks }: GapAgenda): GapTask | undefined {
  if (state !== "approved") return undefined;
  return tasks.find((task) => task.state === "running") ?? tasks.find((task) => task.state === "proposed");
}

const NO_AGENDA_FAILURE: Failure = {
  code: "no-topics",
  message: "There is no topic to research",
  hint: "Choose at least one.",
};

const NO_WEB_FAILURE: Failure = {
  code: "not-allowed",
  message: "Findings come from the web, and the search wasn't allowed",
  hint: "Choose a source in settings, and allow the search when you are asked.",
};
