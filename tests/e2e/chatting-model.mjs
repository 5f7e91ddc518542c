// A model that takes part in conversations: for each message of the user it has a list of replies and calls of tools.
import { evidenceId } from "./fake-services.mjs";

export const SLEEP_NOTE = "Sleep/Caffeine and sleep.md";
export const NAPS_NOTE = "Sleep/Naps.md";
export const HALF_LIFE = "The half-life of caffeine in healthy adults is about 5 hours";

/** A call that finds the note on caffeine. */
export const SEARCH = { tool: "search_vault", query: "caffeine half-life", reason: "Find notes about caffeine" };

/** A reply with a sentence that a note says, and one that the model says by itself. */
export const citedReply = (prompt) =>
  `${HALF_LIFE}. [${evidenceId(prompt, HALF_LIFE)}]\n\nMost people like it all the same.`;

/**
 * A model with a script: for each message of the user the replies in their order. A reply is a text, a call, or a function
 * that returns one of them for the prompt.
 */
export function chatModel(script) {
  return (_step, prompt, messages) => {
    const asked = messages.findLastIndex(
      ({ role, content }) => role === "user" && Object.keys(script).some((message) => content.endsWith(message)),
    );
    const message = Object.keys(script).find((message) => messages[asked]?.content.endsWith(message));
    const results = messages.slice(asked + 1).filter(({ role }) => role === "tool").length;
    const reply = script[message]?.[results] ?? "I have nothing to say.";
    return typeof reply === "function" ? reply(prompt) : reply;
  };
}

export const pane = (page) => page.page.locator(".ibid-chat");
export const field = (page) => pane(page).getByRole("textbox", { name: "Message", exact: true });
export const turn = (page, number) =>
  pane(page)
    .locator(".ibid-chat-turn")
    .nth(number - 1);
export const proposal = (page) => pane(page).locator(".ibid-chat-proposal");

/** Opens a note and its conversation. */
export async function openChat(page, path = SLEEP_NOTE) {
  await page.open(path);
  await page.inApp((app) => app.commands.executeCommandById("ibid:chat-note"));
  await field(page).waitFor();
  await pane(page)
    .locator(".ibid-chat-chip", { hasText: path.split("/").at(-1).replace(".md", "") })
    .waitFor();
}

/** Sends a message, without waiting for the reply. */
export async function say(page, message) {
  await field(page).fill(message);
  await field(page).press("Enter");
}

/** Waits until a turn has a reply, and returns it. The app renders texts later; until then they are empty, so not visible. */
export async function replyOf(page, number = 1) {
  const place = turn(page, number);
  const texts = place.locator(".ibid-chat-part .ibid-ask-text");
  await texts.first().waitFor();
  await texts.last().waitFor();
  return place;
}
