// A model that answers questions about the notes of the demo by calling tools, step by step, as a test defines it.
import { evidenceId, yesToAll } from "./fake-services.mjs";

export const QUESTION = "What is the half-life of caffeine?";
export const SLEEP_NOTE = "Sleep/Caffeine and sleep.md";
export const BOOK_NOTE = "Reading/Why We Sleep.md";

export const SEARCH = { tool: "search_vault", query: "caffeine half-life", reason: "Find notes about caffeine" };
export const OPEN_LINES = { tool: "open_lines", path: BOOK_NOTE, first: 11, last: 14, reason: "Compare with the book" };
export const OPEN_PAGE = { tool: "open_page", url: "https://example.org/caffeine", reason: "Look for a newer figure" };

const HALF_LIFE = "The half-life of caffeine in healthy adults is about 5 hours";

/** Ends with a sentence that the note says, and one that no note says. */
export const finish = (prompt) => {
  const id = evidenceId(prompt, HALF_LIFE);
  return {
    tool: "finish",
    answer: `${HALF_LIFE}. [${id}] Penguins drink four cups of coffee before each dive in winter. [${id}]`,
    confidence: "high",
  };
};

/** What a model does that has no more steps. */
const NO_ANSWER = { tool: "finish", answer: "Nothing.", confidence: "low" };

/** The steps of a usual run: a search, a passage, a tool that was not offered, the answer. */
export const STEPS = [SEARCH, OPEN_LINES, OPEN_PAGE, finish];

/** A model that takes these steps: calls, or functions that return a call for the prompt. Its sentences are found supported. */
export function stepModel(steps) {
  return (kind, prompt) => {
    if (kind === "reading") return yesToAll(prompt);
    if (kind !== "step") return JSON.stringify({ sentences: [] });
    const step = steps[prompt.match(/^(Steps left: |Last step: )/gm)?.length ?? 0] ?? NO_ANSWER;
    return typeof step === "function" ? step(prompt) : step;
  };
}

/** Settings with the fake model, and without web search. */
export const modelSettings = (world) => ({
  engine: "model",
  provider: "other",
  modelUrl: `${world.model}/v1`,
  model: "bee-1",
  webSearch: "off",
  papers: "off",
});

export const pane = (page) => page.page.locator(".ibid-ask");

/** Opens the pane and asks, without waiting for the answer. */
export async function startQuestion(page, question = QUESTION) {
  await page.inApp((app) => app.commands.executeCommandById("ibid:ask-vault"));
  const field = pane(page).getByRole("textbox", { name: "Question", exact: true });
  await field.fill(question);
  await field.press("Enter");
}

/** Asks a follow-up question, without waiting for the answer. */
export async function startFollowUp(page, question) {
  const field = pane(page).getByRole("textbox", { name: "Follow-up question" });
  await field.fill(question);
  await field.press("Enter");
}

/** Waits for the answer to the question with this number. */
export async function answerTo(page, number = 1) {
  const turn = pane(page)
    .locator(".ibid-ask-turn")
    .nth(number - 1);
  await turn.locator(".ibid-ask-text, .ibid-ask-empty").first().waitFor();
  return turn;
}
