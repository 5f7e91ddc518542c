/**
 * The conversations of this session: what is shown of each, and the turns that are running. A turn goes on while the pane
 * shows another conversation. Does not depend on Obsidian.
 */
import type {
  AgentStep,
  Applied,
  Conversation,
  ConversationSummary,
  ConversationTurn,
  ConverseRequest,
  Permission,
  Progress,
  ResumeTurnRequest,
} from "../core/exports";
import type { CoreProxy } from "../core/core";
import { type Failure, failureText, toFailure } from "../core/failure";
import { Watched } from "../core/watched";

/** Whether the model and the web services may be called, and whether audio files may be sent to be transcribed. */
export interface ChatPermissions {
  model: Permission;
  web: Permission;
  audio: Permission;
}

/** Asks the user which services may be called, unless that is known. */
export type AskPermissions = (signal: AbortSignal, turn: ConversationTurn) => Promise<ChatPermissions>;

/** A turn that is running. */
export interface RunningTurn {
  /** The reply so far, as the model wrote it. */
  text: string;
  steps: AgentStep[];
  /** What is being done, as a text for the user. */
  status: string;
  isStopping: boolean;
}

/** What is known of a conversation. */
export interface Chat {
  turns: ConversationTurn[];
  evidence: NonNullable<Conversation["evidence"]>;
  /** What is done without asking, in words. */
  allowedActions: string[];
  /** Whether text from the web is in the conversation, so that every change needs a yes. */
  hasWebText: boolean;
  /** How many of the oldest turns the model gets only in short. */
  summarizedTurns: number;
  /** What the model wrote in place of the oldest turns. */
  summary?: ConversationSummary;
  /** The tokens of all turns, also of those that were replaced. */
  tokens: number;
  /** What all turns cost, as a text. */
  spent: string;
  running?: RunningTurn;
}

/** What changed: everything, or only what the running turn shows. */
export type ChatChange = "all" | "progress";

const EMPTY_CHAT: Chat = {
  turns: [],
  evidence: [],
  allowedActions: [],
  hasWebText: false,
  summarizedTurns: 0,
  tokens: 0,
  spent: "",
};

export class Chats extends Watched<[id: string, change: ChatChange]> {
  private readonly chats = new Map<string, Chat>();
  private readonly controllers = new Map<string, AbortController>();
  /** The running turns; each promise resolves at the end of its turn. */
  private readonly runs = new Map<string, Promise<boolean>>();
  /**
   * What takes changes of this session back, by conversation and turn. The core forgets the ids of earlier sessions and
   * uses them again, so those that are stored with a turn may belong to other changes.
   */
  private readonly undoIds = new Map<string, string[]>();

  constructor(private readonly core: Pick<CoreProxy, "call">) {
    super();
  }

  /** What is known of a conversation; `undefined` before it was loaded. */
  get(id: string): Chat | undefined {
    return this.chats.get(id);
  }

  isRunning(id: string): boolean {
    return this.controllers.has(id);
  }

  /** Loads a conversation from this device, unless it is known. One that is not stored is empty. */
  async load(id: string): Promise<void> {
    if (this.chats.has(id)) return;
    const stored = await this.stored(id);
    if (!this.chats.has(id)) this.set(id, stored);
  }

  /** Sends a message. Returns whether it was sent: the user may refuse to use the model. */
  async send(request: ConverseRequest, askPermissions: AskPermissions): Promise<boolean> {
    const { conversation: id } = request;
    const chat = this.chats.get(id) ?? EMPTY_CHAT;
    const earlier = chat.turns.slice(0, request.replacesTurn ?? chat.turns.length);
    return this.run(id, { ...chat, turns: [...earlier, newTurn(request)] }, askPermissions, (permissions, hooks) =>
      this.core.call("converse", { ...request, ...permissions, knownTurns: earlier.length }, hooks),
    );
  }

  /** Sends the user's answer to a call that waits. Returns whether it was sent. */
  async answer(request: ResumeTurnRequest, askPermissions: AskPermissions): Promise<boolean> {
    const { conversation: id } = request;
    const chat = this.chats.get(id) ?? EMPTY_CHAT;
    const turns = chat.turns.map((turn, at) => (at === chat.turns.length - 1 ? withoutWaiting(turn) : turn));
    return this.run(id, { ...chat, turns }, askPermissions, (permissions, hooks) =>
      this.core.call("resumeTurn", { ...request, ...permissions, knownTurns: Math.max(0, turns.length - 1) }, hooks),
    );
  }

  /** Stops the running turn. */
  stop(id: string): void {
    const running = this.chats.get(id)?.running;
    if (running !== undefined) this.progress(id, { ...running, status: "Stopping…", isStopping: true });
    this.controllers.get(id)?.abort();
  }

  /** Whether changes of a turn can be taken back. Turns are counted from 0. */
  canUndo(id: string, turn: number): boolean {
    return this.undoIds.has(turnKey(id, turn));
  }

  /** Takes the changes of a turn back, the last one first. What could not be taken back can be tried again. */
  async undo(id: string, turn: number): Promise<Applied> {
    const key = turnKey(id, turn);
    const all: Applied = { changed: [], failed: [], undo: "" };
    const left: string[] = [];
    for (const undoId of this.undoIds.get(key) ?? []) {
      const { changed, failed } = await this.core.call("undo", { undo: undoId });
      all.changed.push(...changed);
      all.failed.push(...failed);
      if (failed.length > 0) left.push(undoId);
    }
    if (left.length > 0) this.undoIds.set(key, left);
    else this.undoIds.delete(key);
    this.notify(id, "all");
    return all;
  }

  /** Deletes a conversation. A running turn is stopped first, because it saves the conversation at its end. */
  async delete(id: string): Promise<void> {
    this.stop(id);
    await this.runs.get(id);
    await this.core.call("deleteConversation", id);
    this.chats.delete(id);
    this.notify(id, "all");
  }

  /** Must be called when the core was restarted: changes of earlier turns can't be taken back any more. */
  coreRestarted(): void {
    this.undoIds.clear();
    for (const id of this.chats.keys()) this.notify(id, "all");
  }

  /** Forgets everything, because all data on this device is deleted. */
  clear(): void {
    for (const controller of this.controllers.values()) controller.abort();
    const ids = [...this.chats.keys()];
    this.chats.clear();
    this.undoIds.clear();
    for (const id of ids) this.notify(id, "all");
  }

  /** Runs a turn, which is shown as `shown` until its result is there. A conversation runs one turn at a time. */
  private run(id: string, shown: Chat, askPermissions: AskPermissions, call: TurnCall): Promise<boolean> {
    if (this.controllers.has(id)) return Promise.resolve(false);
    const run = this.runTurn(id, shown, askPermissions, call);
    this.runs.set(id, run);
    return run;
  }

  private async runTurn(id: string, shown: Chat, askPermissions: AskPermissions, call: TurnCall): Promise<boolean> {
    const before = this.chats.get(id);
    const controller = new AbortController();
    const { signal } = controller;
    const last = shown.turns[shown.turns.length - 1] ?? newTurn({ conversation: id, message: "" });
    this.controllers.set(id, controller);
    this.chats.set(id, {
      ...shown,
      running: { text: "", steps: stepsOf(shown), status: "Waiting for the model…", isStopping: false },
    });
    this.notify(id, "all");
    try {
      const permissions = await askPermissions(signal, last);
      if (permissions.model === "off") {
        this.end(id, before ?? EMPTY_CHAT);
        return false;
      }
      const conversation = await call(permissions, {
        signal,
        onProgress: (progress) => this.showProgress(id, progress),
      });
      const chat = toChat(conversation, shown.turns);
      this.rememberUndo(id, shown, chat);
      this.end(id, chat);
    } catch (thrown) {
      this.end(id, await this.afterFailure(id, shown, toFailure(thrown)));
    }
    return true;
  }

  private rememberUndo(id: string, { turns: shown }: Chat, { turns }: Chat): void {
    const earlier = shown[turns.length - 1]?.undo ?? [];
    const undo = turns[turns.length - 1]?.undo ?? [];
    // The newest come first.
    const added = undo.slice(0, undo.length - earlier.length).filter((undoId) => undoId !== "");
    const key = turnKey(id, turns.length - 1);
    if (added.length > 0)
      this.undoIds.set(key, [...added, ...(earlier.length > 0 ? (this.undoIds.get(key) ?? []) : [])]);
  }

  private end(id: string, chat: Chat): void {
    this.controllers.delete(id);
    this.runs.delete(id);
    this.set(id, chat);
  }

  /** What is shown after a failure: what the core has saved, or else the message with the reason. */
  private async afterFailure(id: string, shown: Chat, failure: Failure): Promise<Chat> {
    const saved = await this.stored(id).catch(() => EMPTY_CHAT);
    const chat = saved.turns.length >= shown.turns.length ? saved : shown;
    const isStopped = failure.code === "cancelled";
    const last = chat.turns[chat.turns.length - 1];
    if (last === undefined) return chat;
    const warnings = isStopped ? (last.warnings ?? []) : [...(last.warnings ?? []), failureText(failure)];
    // A call whose answer failed still waits, and can be answered again.
    const status = last.status !== "interrupted" ? last.status : isStopped ? "stopped" : "failed";
    return { ...chat, turns: [...chat.turns.slice(0, -1), { ...last, status, warnings }] };
  }

  private async stored(id: string): Promise<Chat> {
    try {
      return toChat(await this.core.call("conversation", id));
    } catch (thrown) {
      if (toFailure(thrown).code === "no-such-run") return EMPTY_CHAT;
      throw thrown;
    }
  }

  private showProgress(id: string, { stage, message, steps = [] }: Progress): void {
    const running = this.chats.get(id)?.running;
    if (running === undefined || running.isStopping) return;
    if (stage !== "chat") return this.progress(id, { ...running, status: `${message}…` });
    const isCalling = steps.some(({ state }) => state === "running");
    this.progress(id, {
      ...running,
      text: message,
      steps,
      status: isCalling ? "Working…" : message === "" ? "Waiting for the model…" : "Replying…",
    });
  }

  private progress(id: string, running: RunningTurn): void {
    const chat = this.chats.get(id);
    if (chat === undefined) return;
    this.chats.set(id, { ...chat, running });
    this.notify(id, "progress");
  }

  private set(id: string, chat: Chat): void {
    this.chats.set(id, chat);
    this.notify(id, "all");
  }
}

type TurnCall = (
  permissions: ChatPermissions,
  hooks: { signal: AbortSignal; onProgress: (progress: Progress) => void },
) => Promise<Conversation>;

function turnKey(id: string, turn: number): string {
  return `${String(turn)} ${id}`;
}

/** Adds the turns that the core has not repeated, because they are known. */
function toChat(
  {
    earlierTurns = 0,
    turns,
    evidence = [],
    allowedActions = [],
    hasWebText = false,
    summarizedTurns = 0,
    summary,
    spending,
    spent = "",
  }: Conversation,
  known: ConversationTurn[] = [],
): Chat {
  const earlier = known.slice(0, earlierTurns);
  const before = earlier.pop();
  if (before !== undefined) earlier.push(withoutResults(before));
  return {
    turns: [...earlier, ...turns],
    evidence,
    allowedActions,
    hasWebText,
    summarizedTurns,
    ...(summary === undefined ? {} : { summary }),
    tokens: spending?.tokens ?? 0,
    spent,
  };
}

/** A turn without the results of its calls, which nobody reads in a later turn. */
function withoutResults(turn: ConversationTurn): ConversationTurn {
  const { rounds } = turn;
  return rounds === undefined ? turn : { ...turn, rounds: rounds.map((round) => ({ ...round, result: "" })) };
}

function newTurn({ message, note, attached = [], selection = "" }: ConverseRequest): ConversationTurn {
  return {
    message: message.trim(),
    attachedNotes: note === undefined ? attached : [note, ...attached],
    selection,
    status: "interrupted",
  };
}

function withoutWaiting(turn: ConversationTurn): ConversationTurn {
  const { waiting: _waiting, ...rest } = turn;
  return { ...rest, status: "interrupted" };
}

function stepsOf({ turns }: Chat): AgentStep[] {
  return (turns[turns.length - 1]?.rounds ?? []).map(({ step }) => step);
}
