/**
 * What other plugins and scripts can do with Ibid: `app.plugins.plugins.ibid.api`, and commands of the app's command
 * line. A search finds no private or excluded notes, and the user is asked before anything is sent, as in Ibid's own panes.
 */
import { type CliData, type CliFlags, type Plugin, requireApiVersion } from "obsidian";
import type { AskRequest, AskResult, CheckedCitation, Hit, Page, Report } from "./core/exports";
import { askToAnswer } from "./consent/ask-permission";
import { checkNote } from "./citations/citation-check";
import { failureText, IbidError, toFailure } from "./core/failure";
import { planAndRun, type ResearchScope, type ResearchServices } from "./research/research";
import { hooksForTask, syncIndex } from "./research/run-actions";
import type { RunningTask } from "./ui/task";
import { reportSummary } from "./ui/run-text";

/** Can be passed to every call, to stop it. */
export interface CallOptions {
  signal?: AbortSignal;
}

export interface SearchOptions extends CallOptions {
  /** Maximum number of passages; 5 if absent. */
  limit?: number;
  mode?: "hybrid" | "keyword" | "semantic";
  /** Limits the search to notes in this folder. */
  folder?: string;
}

export interface AskOptions extends CallOptions, Pick<AskRequest, "folder" | "note" | "web"> {}

/**
 * The functions for other plugins. A failed call rejects with an error that has a stable `code`, a message and a hint
 * for the user. Paths are relative to the vault.
 */
export interface IbidApi {
  /** Searches the vault; the best passages first. */
  search(query: string, options?: SearchOptions): Promise<Hit[]>;
  /** Answers a question from the vault, with the model in the settings if the user agrees. */
  ask(question: string, options?: AskOptions): Promise<AskResult>;
  /** Researches a note. The user reviews the agenda first, unless the settings say otherwise. */
  research(path: string, options?: ResearchScope & CallOptions): Promise<Report>;
  /** Compares the sentences of a note that have a link with what the link leads to. */
  check(path: string, options?: CallOptions): Promise<CheckedCitation[]>;
  /** Reads the main text of a web page as Markdown. */
  readPage(url: string, options?: CallOptions): Promise<Page>;
}

/** Creates the functions for other plugins. */
export function createApi(services: ResearchServices): IbidApi {
  const { core, consent, tasks } = services;
  return {
    async search(query, { signal, limit, mode, folder } = {}) {
      const task = silentTask(signal);
      await syncIndex(core, task);
      const { data } = await core.call(
        "callTool",
        { name: "search_vault", arguments: withoutUndefined({ query, limit, mode, folder }) },
        hooksForTask(task),
      );
      return (data as { hits: Hit[] }).hits;
    },
    async ask(question, { signal, web = "off", note, folder } = {}) {
      const task = silentTask(signal);
      const request = withoutUndefined({ question, web, note, folder });
      const permissions = await askToAnswer(
        consent,
        await core.call("askServices", request, hooksForTask(task)),
        web,
        task,
      );
      return core.call("ask", { ...request, ...permissions }, hooksForTask(task));
    },
    async research(path, { signal, ...scope } = {}) {
      const stop = () => tasks.all.find(({ initialPath }) => initialPath === path)?.stop();
      signal?.addEventListener("abort", stop);
      try {
        return await tasks.run(path, (task) => planAndRun(services, { path, ...scope }, task));
      } finally {
        signal?.removeEventListener("abort", stop);
      }
    },
    async check(path, { signal } = {}) {
      const { citations } = await checkNote(services, path, silentTask(signal));
      return citations;
    },
    async readPage(url, { signal } = {}) {
      const task = silentTask(signal);
      if (!(await consent.toReadPages(hostOf(url), task)))
        throw new IbidError({
          code: "not-allowed",
          message: "The page was not opened because you didn't allow it",
          hint: "",
        });
      return core.call("readPage", url, hooksForTask(task));
    },
  };
}

/** A command of the app's command line. */
interface CliCommand {
  name: string;
  description: string;
  flags: CliFlags;
  run: (params: CliData) => Promise<CliResult>;
}

/** The result of a command: the text that it prints, and the value that it prints as JSON. */
interface CliResult {
  text: string;
  value: unknown;
}

const FOLDER_FLAG: CliFlags = { folder: { value: "<path>", description: "Only notes in this folder" } };
const JSON_FLAG: CliFlags = { json: { description: "Print JSON" } };

/** Adds the commands of the app's command line, if the app has one. */
export function addCliCommands(plugin: Plugin, api: IbidApi): void {
  if (requireApiVersion("1.12.2")) {
    for (const { name, description, flags, run } of cliCommands(api)) {
      plugin.registerCliHandler(`${plugin.manifest.id}:${name}`, description, { ...flags, ...JSON_FLAG }, (params) =>
        cliOutput(params, run),
      );
    }
  }
}

function cliCommands(api: IbidApi): CliCommand[] {
  return [
    {
      name: "search",
      description: "Search the vault",
      flags: {
        query: { value: "<text>", description: "Words to search for", required: true },
        limit: { value: "<number>", description: "Maximum number of passages" },
        ...FOLDER_FLAG,
      },
      async run(params) {
        const hits = await api.search(
          requiredText(params, "query"),
          withoutUndefined({ folder: params.folder, limit: numberParam(params.limit) }),
        );
        return { text: hitsText(hits), value: hits };
      },
    },
    {
      name: "ask",
      description: "Answer a question from the vault",
      flags: {
        question: { value: "<text>", description: "The question", required: true },
        note: { value: "<path>", description: "Only this note" },
        ...FOLDER_FLAG,
      },
      async run(params) {
        const answer = await api.ask(
          requiredText(params, "question"),
          withoutUndefined({ folder: params.folder, note: params.note }),
        );
        return { text: answerText(answer), value: answer };
      },
    },
    {
      name: "research",
      description: "Research a note",
      flags: {
        path: { value: "<path>", description: "The note", required: true },
        focus: { value: "<text>", description: "What to focus on" },
      },
      async run(params) {
        const report = await api.research(requiredText(params, "path"), withoutUndefined({ focus: params.focus }));
        return { text: reportSummary(report), value: report };
      },
    },
  ];
}

/** Runs a command. With `json`, a failure is printed as JSON too, so that a script can read its code. */
async function cliOutput(params: CliData, run: CliCommand["run"]): Promise<string> {
  const { text, value } = await run(params).catch((thrown: unknown) => {
    const { code, message, hint } = toFailure(thrown);
    return { text: failureText({ message, hint }), value: { error: { code, message, hint } } };
  });
  return params.json === undefined ? text : JSON.stringify(value, null, 2);
}

function hitsText(hits: Hit[]): string {
  if (hits.length === 0) return "Nothing found.";
  return hits.map(({ path, firstLine, passage }) => `${path}:${String(firstLine)}\n${passage}`).join("\n\n");
}

function answerText({ found, answer, closest, evidence }: AskResult): string {
  if (!found)
    return [
      "I could not find this in your vault.",
      ...closest.map(({ path, firstLine }) => `Closest: ${path}:${String(firstLine)}`),
    ].join("\n");
  return [
    answer,
    "",
    ...evidence.map(
      ({ path, url, firstLine }) => `Source: ${path === undefined ? String(url) : `${path}:${String(firstLine)}`}`,
    ),
  ].join("\n");
}

function requiredText(params: CliData, name: string): string {
  const value = params[name];
  if (typeof value !== "string" || value.trim() === "" || value === "true")
    throw new IbidError({ code: "invalid-argument", message: `“${name}” is missing`, hint: `Add ${name}=…` });
  return value;
}

function numberParam(value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** A task without a view: the caller shows the progress, if it wants to. */
function silentTask(signal: AbortSignal = new AbortController().signal): RunningTask {
  return { signal, report: () => undefined, ask: (question) => question() };
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    throw new IbidError({ code: "not-public", message: "This isn't a web address", hint: "" });
  }
}

/** Leaves out the fields without a value: the core distinguishes a missing field from an invalid one. */
function withoutUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
