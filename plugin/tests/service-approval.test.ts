/** The questions before a run follow the core's check, and the answers are passed on. */
import { expect, test } from "vitest";
import type { Agenda, ChosenModel, ServiceCheck } from "../../pkg/ibid";
import { askToUseServices } from "../src/consent/service-approval";
import type { RunningTask } from "../src/ui/task";

const mini: ChosenModel = { name: "mini", host: "api.example.com", local: false };
const other: ChosenModel = { name: "big", host: "elsewhere.example", local: false };
const task = {} as RunningTask;

/** Gives the same answer to every question, and records the questions. */
function user(answer: boolean) {
  const questions: string[] = [];
  const reply = (question: string) => {
    questions.push(question);
    return Promise.resolve(answer);
  };
  return {
    questions,
    toSearchWeb: (services: string[]) => reply(`web ${services.join("+")}`),
    toUseModel: ({ name }: ChosenModel) => reply(`model ${name}`),
    toUseOtherModel: ({ name }: ChosenModel, approved: ChosenModel) => reply(`${name} instead of ${approved.name}`),
  };
}

function agenda(parts: Partial<Agenda>): Agenda {
  return { asks: [], ...parts } as unknown as Agenda;
}

async function check(
  approved: Partial<Agenda>,
  now: Pick<ServiceCheck, "web" | "model"> & Partial<Agenda>,
  answer: boolean,
  expected: { questions: string[]; web: string; model: string },
) {
  const consent = user(answer);
  const { web: webCheck, model: modelCheck, ...current } = now as ServiceCheck & Partial<Agenda>;
  const result = await askToUseServices(
    consent,
    agenda(approved),
    { agenda: agenda({ ...approved, ...current }), web: webCheck, model: modelCheck },
    task,
  );
  expect({ questions: consent.questions, web: result.web, model: result.model }).toEqual(expected);
  return result;
}

test("services that the agenda named are asked about as usual", async () => {
  await check({ asks: ["Wikipedia"], model: mini }, { web: "approved", model: "approved" }, true, {
    questions: ["model mini", "web Wikipedia"],
    web: "allowed",
    model: "allowed",
  });
  await check({}, { web: "unused", model: "unused" }, true, { questions: [], web: "off", model: "off" });
});

test("another model than the approved one gets its own question", async () => {
  const consent = user(true);
  const yes = await askToUseServices(
    consent,
    agenda({ model: mini }),
    { agenda: agenda({ model: other }), web: "unused", model: "changed" },
    task,
  );
  expect([consent.questions, yes.model, yes.agenda.model]).toEqual([["big instead of mini"], "allowed", other]);
  const no = await askToUseServices(
    user(false),
    agenda({ model: mini }),
    { agenda: agenda({ model: other }), web: "unused", model: "changed" },
    task,
  );
  expect(no.model).toBe("off");
});

test("a refused web search is passed on", async () => {
  const result = await check(
    { asks: ["Wikipedia"] },
    { web: "changed", model: "unused", asks: ["Wikipedia", "Exa"] } as never,
    false,
    { questions: ["web Wikipedia+Exa"], web: "off", model: "off" },
  );
  expect(result.agenda.asks).toEqual(["Wikipedia", "Exa"]);
});
