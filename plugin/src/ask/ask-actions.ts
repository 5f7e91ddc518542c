/** The buttons below an answer: copy it, insert it, save it as a note, and export the files of the question. */
import { ButtonComponent, normalizePath } from "obsidian";
import { type AskedQuestion, type AskExportServices, exportQuestion } from "./ask-export";
import { toFailure } from "../core/failure";
import { insertTextAtCursor } from "../vault/note-link";
import type { SettingsStore } from "../settings/settings-store";
import { ChooseFolderModal } from "../ui/choose-folder-modal";
import { showFailureNotice, showMessageNotice, withFailureNotice } from "../ui/notices";

export interface AskActionServices extends AskExportServices {
  settings: SettingsStore;
}

/** A question with the answer that the buttons act on. */
export interface AnsweredQuestion extends AskedQuestion {
  answer: string;
}

export function renderActions(parent: HTMLElement, services: AskActionServices, asked: AnsweredQuestion): void {
  const actions = renderTextActions(parent, services, asked);
  new ButtonComponent(actions).setButtonText("Export…").onClick(() => exportToFolder(services, asked));
}

/** What the buttons for a text need. */
export type TextActionServices = Pick<AskActionServices, "app" | "core" | "host" | "settings">;

/** Adds the buttons that copy a text, insert it, and save it as a note. Returns their parent, for further buttons. */
export function renderTextActions(
  parent: HTMLElement,
  services: TextActionServices,
  asked: Pick<AnsweredQuestion, "question" | "answer">,
): HTMLElement {
  const { app } = services;
  const { answer } = asked;
  const actions = parent.createDiv({ cls: "ibid-ask-actions" });
  new ButtonComponent(actions)
    .setButtonText("Copy")
    .onClick(() => void act(() => navigator.clipboard.writeText(answer), "Answer copied."));
  new ButtonComponent(actions)
    .setButtonText("Insert")
    .setTooltip("Insert into the note")
    .onClick(() => void act(() => Promise.resolve(insertTextAtCursor(app, answer))));
  new ButtonComponent(actions).setButtonText("Save as note").onClick(() => void act(() => saveAsNote(services, asked)));
  return actions;
}

function act(action: () => Promise<unknown>, done?: string): Promise<void> {
  return withFailureNotice(async () => {
    await action();
    if (done !== undefined) showMessageNotice(done);
  });
}

async function saveAsNote(
  { app, core, host, settings }: TextActionServices,
  { question, answer }: Pick<AnsweredQuestion, "question" | "answer">,
): Promise<void> {
  const folder = settings.getValid("inboxFolder");
  const name = await core.call("fileName", question);
  const path = await host.create(normalizePath(`${folder}/${name}.md`), `${answer}\n`);
  await app.workspace.openLinkText(path, "", "tab");
}

/** Exports to the folder in the settings, or else to one that the user chooses. */
function exportToFolder(services: AskActionServices, asked: AskedQuestion): void {
  const exportTo = async (folder: string) =>
    showMessageNotice(`Exported to “${await exportQuestion(services, folder, asked)}”.`);
  const folder = services.settings.getValid("askFolder");
  if (folder === "") new ChooseFolderModal(services.app, (chosen) => void act(() => exportTo(chosen.path))).open();
  else void act(() => exportTo(folder));
}

/**
 * Exports a question if the user chose a folder for that in settings. Returns the path of the exported folder. Shows a
 * notice if the files cannot be written.
 */
export async function exportIfWanted(services: AskActionServices, asked: AskedQuestion): Promise<string | undefined> {
  const folder = services.settings.getValid("askFolder");
  if (folder === "") return undefined;
  try {
    return await exportQuestion(services, folder, asked);
  } catch (thrown) {
    const failure = toFailure(thrown);
    showFailureNotice({ ...failure, message: `The question couldn't be saved in “${folder}”: ${failure.message}` });
    return undefined;
  }
}
