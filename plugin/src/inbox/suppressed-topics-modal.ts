/** The topics that the user never wants to see again, each with a button that takes this back. */
import { type App, Modal, Setting } from "obsidian";
import type { CoreProxy } from "../core/core";
import { withFailureNotice } from "../ui/notices";

export class SuppressedTopicsModal extends Modal {
  constructor(
    app: App,
    private readonly core: CoreProxy,
  ) {
    super(app);
    this.setTitle("Topics you never want to see");
  }

  override onOpen(): void {
    void this.draw();
  }

  private draw(): Promise<void> {
    return withFailureNotice(async () => {
      const topics = await this.core.call("suppressedTopics", null);
      this.contentEl.empty();
      if (topics.length === 0)
        this.contentEl.createDiv({
          cls: "ibid-inbox-empty",
          text: "None. Dismiss a finding with “never this topic again” to add one.",
        });
      for (const topic of topics)
        new Setting(this.contentEl)
          .setName(topic)
          .addButton((button) => button.setButtonText("Allow again").onClick(() => void this.allow(topic)));
    });
  }

  private async allow(topic: string): Promise<void> {
    await this.core.call("allowTopic", topic);
    await this.draw();
  }
}
