/** Which services the user is asked about before a question, and what follows from the answers. */
import { expect, test } from "vitest";
import type { ChosenModel } from "../../pkg/ibid";
import { askToAnswer } from "../src/consent/ask-permission";
import type { RunningTask } from "../src/ui/task";

const model: ChosenModel = { name: "mini", host: "api.example.com", local: false };

async function check(
  web: string[],
  wants: { model?: ChosenModel; web: boolean },
  answers: boolean[],
  expected: { questions: string[]; model: string; web: string },
) {
  const questions: string[] = [];
  const reply = (question: string) => {
    questions.push(question);
    return Promise.resolve(answers.shift() ?? false);
  };
  const consent = {
    toAskModel: ({ name }: ChosenModel) => reply(name),
    toLetModelSearchWeb: (services: string[]) => reply(services.join("+")),
  };
  const services = wants.model === undefined ? { web } : { model: wants.model, web };
  expect({
    questions,
    ...(await askToAnswer(consent, services, wants.web ? "allowed" : "off", {} as RunningTask)),
  }).toEqual(expected);
}

test("without a model nothing is asked and nothing is allowed", async () => {
  await check([], { web: true }, [], { questions: [], model: "off", web: "off" });
});

test("the web is asked about only if the user wants it and the model is allowed", async () => {
  await check(["Exa"], { model, web: false }, [true], { questions: ["mini"], model: "allowed", web: "off" });
  await check(["Exa", "Wikipedia"], { model, web: true }, [true, true], {
    questions: ["mini", "Exa+Wikipedia"],
    model: "allowed",
    web: "allowed",
  });
  await check(["Exa"], { model, web: true }, [true, false], {
    questions: ["mini", "Exa"],
    model: "allowed",
    web: "off",
  });
  await check(["Exa"], { model, web: true }, [false], { questions: ["mini"], model: "off", web: "off" });
  await check([], { model, web: true }, [true], { questions: ["mini"], model: "allowed", web: "off" });
});
