/** The agenda window, with a core that answers when the test says so. */
import { expect, test } from "vitest";
import type { Agenda } from "../../pkg/ibid";
import { newTopic } from "../src/ui/agenda-text";
import { askToReviewAgenda } from "../src/research/agenda-modal";
import { press, texts, windowApp } from "./window-app";

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined;

/** An agenda with the fields that the window reads. */
function agendaOf(names: string[]): Agenda {
  return {
    path: "Note.md",
    depth: "shallow",
    topics: names.map(newTopic),
    warnings: [],
    asks: ["Wikipedia"],
  } as unknown as Agenda;
}

test("a row that is moved while the core computes keeps its topic", async () => {
  document.body.replaceChildren();
  const app = windowApp();
  const updates: (() => void)[] = [];
  const update = (edited: Agenda) =>
    new Promise<Agenda>((resolve) => updates.push(() => resolve(structuredClone(edited))));
  const agenda = agendaOf(["First", "Second", "Third"]);
  const reviewed = askToReviewAgenda(app as never, { agenda, update, signal: new AbortController().signal });
  const names = () => texts(".ibid-agenda-label > span:first-child");
  const focused = () => document.activeElement?.ariaLabel;
  const answer = async () => {
    await expect.poll(() => updates.length).toBe(1);
    updates.pop()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const tick = () => (document.activeElement as HTMLInputElement).click();

  tick();
  press("ArrowDown", { altKey: true });
  await answer();
  expect(names()).toEqual(["Second", "First", "Third"]);
  tick();
  await expect.poll(() => updates.length).toBe(1);
  press("ArrowDown", { altKey: true });
  await answer();
  expect(names()).toEqual(["Second", "Third", "First"]);
  expect(focused()).toBe("Research: First");
  press("Enter", { ctrlKey: true });
  expect((await reviewed)?.topics.map(({ name }) => name)).toEqual(["Second", "Third", "First"]);
  app.stop();
});
