/**
 * SecretComponent: links a setting to an entry of the secret storage. It returns only the entry's name; the value goes
 * from the picker straight into the storage and is never shown again.
 */
import type { AppWindow } from "./app-window";
import { BaseComponent } from "./control";
import { Modal } from "./modal";
import { Setting } from "./setting";

export class SecretComponent extends BaseComponent {
  readonly buttonEl: HTMLButtonElement;
  private value = "";
  private changeCallback: ((value: string) => unknown) | null = null;

  constructor(
    private readonly app: AppWindow,
    containerEl: HTMLElement,
  ) {
    super();
    this.buttonEl = containerEl.createEl("button", { cls: "secret-component", attr: { type: "button" } });
    this.buttonEl.addEventListener("click", () => new SecretPicker(this.app, (id) => this.choose(id)).open());
    this.setValue("");
  }

  override setDisabled(disabled: boolean): this {
    this.buttonEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setValue(value: string): this {
    this.value = value;
    this.buttonEl.textContent = value || "Link…";
    return this;
  }

  onChange(cb: (value: string) => unknown): this {
    this.changeCallback = cb;
    return this;
  }

  private choose(id: string): void {
    if (id === this.value) return;
    this.setValue(id);
    this.changeCallback?.(id);
  }
}

class SecretPicker extends Modal {
  private id = "";
  private secret = "";

  constructor(
    app: AppWindow,
    private readonly chosen: (id: string) => void,
  ) {
    super(app);
    this.modalEl.classList.add("mod-secret-picker");
    this.setTitle("Link a secret");
  }

  override onOpen(): void {
    this.showExisting();
    this.showNew();
  }

  private showExisting(): void {
    const ids = this.app.secretStorage.listSecrets();
    if (ids.length === 0) return;
    const list = this.contentEl.createDiv({ cls: "secret-list" });
    for (const id of ids) {
      const item = list.createEl("button", { cls: "secret-list-item", text: id, attr: { type: "button" } });
      item.addEventListener("click", () => this.finish(id));
    }
  }

  private showNew(): void {
    const name = new Setting(this.contentEl).setName("Name").setDesc("Lower case letters, digits and dashes.");
    name.addText((text) => text.setPlaceholder("my-api-key").onChange((value) => (this.id = value)));
    const secret = new Setting(this.contentEl).setName("Secret").setDesc("Kept on this device only.");
    secret.addText((text) => {
      text.inputEl.type = "password";
      text.onChange((value) => (this.secret = value));
    });
    const buttons = this.contentEl.createDiv({ cls: "modal-button-container" });
    const save = buttons.createEl("button", { cls: "mod-cta", text: "Save", attr: { type: "button" } });
    save.addEventListener("click", () => this.save(name));
  }

  private save(name: Setting): void {
    try {
      this.app.secretStorage.setSecret(this.id, this.secret);
    } catch (error) {
      name.setErrorMessage(error instanceof Error ? error.message : String(error));
      return;
    }
    this.finish(this.id);
  }

  private finish(id: string): void {
    this.close();
    this.chosen(id);
  }
}
