/** The upper part of the Ask pane: the question, the notes to which it is limited, the web, and the engine that answers. */
import { type App, ButtonComponent, debounce, DropdownComponent } from "obsidian";
import type { AskRequest, AskServices, Permission } from "../core/exports";
import { engineText } from "./ask-text";
import { QuestionField } from "../ui/question-field";
import { noteName } from "../ui/run-text";

/** Local storage key for whether the web is searched too. */
const WEB_STORAGE_KEY = "ibid-ask-web";

const LIST_FOLDERS_PAUSE_MILLIS = 500;

export interface AskFormOptions {
  app: App;
  ask: () => void;
  stop: () => void;
  /** Called when the user removes the limit to one note. */
  askAllNotes: () => void;
}

export class AskForm {
  readonly field: QuestionField;
  private readonly scopeEl: HTMLElement;
  private readonly folder: DropdownComponent;
  private readonly webEl: HTMLElement;
  private readonly webBox: HTMLInputElement;
  private readonly engineEl: HTMLElement;
  private note: string | undefined;

  constructor(
    parent: HTMLElement,
    private readonly options: AskFormOptions,
  ) {
    const form = parent.createDiv({ cls: "ibid-ask-form" });
    this.field = new QuestionField(form, {
      placeholder: "Ask a question…",
      label: "Question",
      rows: 3,
      ask: options.ask,
      stop: options.stop,
    });
    this.scopeEl = form.createDiv({ cls: "ibid-ask-scope" });
    this.folder = new DropdownComponent(form);
    this.folder.selectEl.ariaLabel = "Folder";
    this.field.addButton(form).setCta();
    this.webEl = form.createEl("label", { cls: "ibid-ask-web" });
    this.webBox = this.webEl.createEl("input", { type: "checkbox" });
    this.webEl.createSpan({ text: "Search the web too" });
    this.webBox.checked = options.app.loadLocalStorage(WEB_STORAGE_KEY) === true;
    this.webBox.addEventListener("change", () =>
      options.app.saveLocalStorage(WEB_STORAGE_KEY, this.webBox.checked ? true : null),
    );
    this.engineEl = form.createDiv({ cls: "ibid-ask-engine" });
    this.showServices(undefined);
  }

  /** The notes to which the question is limited. */
  get scope(): Pick<AskRequest, "note" | "folder"> {
    if (this.note !== undefined) return { note: this.note };
    const folder = this.folder.getValue();
    return folder === "" ? {} : { folder };
  }

  /** Whether the user wants the web to be searched too. */
  get webChoice(): Permission {
    return this.webBox.checked ? "allowed" : "off";
  }

  /** Shows which engine will answer, and whether the web can be searched. Shows neither until that is known. */
  showServices(services: AskServices | undefined): void {
    this.webEl.toggle(services !== undefined && services.web.length > 0);
    this.engineEl.setText(services === undefined ? "" : engineText(services));
  }

  /** Limits the question to a note, with a button that removes the limit; `undefined` for all notes. */
  setNote(note: string | undefined): void {
    this.note = note;
    this.scopeEl.empty();
    this.folder.selectEl.toggle(note === undefined);
    if (note === undefined) return;
    this.scopeEl.createSpan({ text: `Only “${noteName(note)}”` });
    new ButtonComponent(this.scopeEl).setButtonText("Ask all notes").onClick(this.options.askAllNotes);
  }

  readonly listFoldersLater = debounce(() => this.listFolders(), LIST_FOLDERS_PAUSE_MILLIS, true);

  listFolders(): void {
    const chosen = this.folder.getValue();
    this.folder.selectEl.empty();
    this.folder.addOption("", "All notes");
    const folders = this.options.app.vault.getAllFolders(false).map(({ path }) => path);
    for (const path of folders.sort((a, b) => a.localeCompare(b))) this.folder.addOption(path, path);
    this.folder.setValue(folders.includes(chosen) ? chosen : "");
  }
}
