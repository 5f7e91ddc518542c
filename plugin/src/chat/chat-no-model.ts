/** What the Chat pane shows without a model: what it needs, and what works without one. */
import { ButtonComponent } from "obsidian";

/** Renders the text and a button for each action. It is hidden at first. */
export function renderNoModel(parent: HTMLElement, actions: Record<string, () => void>): HTMLElement {
  const root = parent.createDiv({ cls: "ibid-chat-no-model" });
  root.createDiv({
    text: "Chat needs a model. Choose one in Ibid's settings. Local models keep your notes on this device.",
  });
  root.createDiv({ cls: "ibid-ask-line", text: "These work without a model:" });
  const buttons = root.createDiv({ cls: "ibid-ask-actions" });
  for (const [name, act] of Object.entries(actions)) new ButtonComponent(buttons).setButtonText(name).onClick(act);
  root.hide();
  return root;
}
