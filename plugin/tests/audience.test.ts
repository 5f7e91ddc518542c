/** Who may be asked is settled by what the person agreed to, whatever the settings have become since. */
import { expect, test } from "vitest";
import type { Agenda, AskedModel, Survey } from "../../pkg/ibid";
import { audienceOf } from "../src/audience";
import type { RunningTask } from "../src/task";

const mini: AskedModel = { name: "mini", host: "api.example.com", local: false };
const other: AskedModel = { name: "big", host: "elsewhere.example", local: false };
const task = {} as RunningTask;

/** Says the same to every question, and writes them down. */
function person(answer: boolean) {
  const asked: string[] = [];
  const say = (words: string) => {
    asked.push(words);
    return Promise.resolve(answer);
  };
  return {
    asked,
    toSearchWeb: (services: string[]) => say(`web ${services.join("+")}`),
    toUseModel: ({ name }: AskedModel) => say(`model ${name}`),
    toUseOtherModel: ({ name }: AskedModel, agreed: AskedModel) => say(`${name} instead of ${agreed.name}`),
  };
}

async function check(approved: Partial<Agenda>, now: Partial<Survey>, answer: boolean, expected: { asked: string[]; web: string; model: string; names?: string | undefined }) {
  const consent = person(answer);
  const survey = { section: "absent", mergeable: false, asks: [], ...now } as Survey;
  const { agenda, web, model } = await audienceOf(consent, { asks: [], ...approved } as unknown as Agenda, survey, task);
  expect({ asked: consent.asked, web, model, names: agenda.model?.name }).toEqual({ names: undefined, ...expected });
}

test("what the agenda named is asked about as ever", async () => {
  await check({ asks: ["Wikipedia"], model: mini }, { asks: ["Wikipedia"], model: mini }, true, { asked: ["model mini", "web Wikipedia"], web: "allowed", model: "allowed", names: "mini" });
  await check({}, {}, true, { asked: [], web: "off", model: "off" });
});

test("another model is asked about, whoever agreed to the first", async () => {
  await check({ model: mini }, { model: other }, true, { asked: ["big instead of mini"], web: "off", model: "allowed", names: "big" });
  await check({ model: mini }, { model: other }, false, { asked: ["big instead of mini"], web: "off", model: "off", names: "mini" });
  await check({ model: mini }, { model: { ...mini, name: "large" } }, true, { asked: ["large instead of mini"], web: "off", model: "allowed", names: "large" });
});

test("what was planned without a model, or has none any more, is done without one", async () => {
  await check({}, { model: other }, true, { asked: [], web: "off", model: "off" });
  await check({ model: mini }, {}, true, { asked: [], web: "off", model: "off", names: "mini" });
});

test("further services of the web are asked about, fewer are not", async () => {
  await check({ asks: ["Wikipedia"] }, { asks: ["Wikipedia", "Exa"] }, false, { asked: ["web Wikipedia+Exa"], web: "off", model: "off" });
  await check({ asks: ["Wikipedia", "arXiv"] }, { asks: ["arXiv"] }, true, { asked: ["web Wikipedia+arXiv"], web: "allowed", model: "off" });
  await check({ asks: ["Wikipedia"] }, { asks: [] }, true, { asked: [], web: "off", model: "off" });
});
