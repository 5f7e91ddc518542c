/** The account of a finished run: what was found on each topic, what was left out and why, and what was sent. */
import { type App, ButtonComponent, Modal, setIcon } from "obsidian";
import type { ReportSource, Report, TopicFindings, TopicOutcome } from "../core/exports";
import { toFailure } from "../core/failure";
import { createTopicNote, unresolvedLinkOfTopic } from "../vault/topic-note";
import type { TraceExportServices } from "./trace-file";
import { addTraceButton } from "./audit-log-modal";
import { type NoticeActions, showFailureNotice } from "../ui/notices";
import { countText, noteName, reportFacts } from "../ui/run-text";
import { createCollapsible, renderSentRequests } from "./sent-request-list";

const FINDINGS: Record<TopicFindings, { icon: string; text: string }> = {
  answered: { icon: "check", text: "" },
  closest: { icon: "circle-help", text: "No clear answer" },
  nothing: { icon: "minus", text: "Nothing found" },
};

/** Opens the account of a run. `actions` are those of its notice, which closes when this window opens. */
export function showRunDetails(app: App, report: Report, services: TraceExportServices, actions: NoticeActions): void {
  new RunDetailsModal(app, report, services, actions).open();
}

class RunDetailsModal extends Modal {
  constructor(
    app: App,
    private readonly report: Report,
    private readonly services: TraceExportServices,
    private readonly actions: NoticeActions,
  ) {
    super(app);
  }

  override onOpen(): void {
    const { report, contentEl } = this;
    this.modalEl.addClass("ibid-audit-log-modal");
    this.setTitle(`Research on “${noteName(report.note ?? report.path)}”`);
    contentEl.createEl("p", { text: reportFacts(report) });
    this.drawTopics(report.topics ?? []);
    this.drawLeftOut();
    this.drawSkipped();
    this.drawSteps();
    this.addHeading("What was sent");
    void this.drawSent(contentEl.createDiv());
    addTraceButton(contentEl, this.services, report.run);
    this.addButtons(contentEl.createDiv({ cls: ["modal-button-container", "ibid-details-buttons"] }));
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private addHeading(text: string): void {
    this.contentEl.createDiv({ cls: "ibid-details-title", text });
  }

  private drawTopics(topics: TopicOutcome[]): void {
    if (topics.length === 0) return;
    this.addHeading("Topics");
    const list = this.contentEl.createEl("ul", { cls: "ibid-details-topics" });
    for (const topic of topics) {
      const { name, found, sources } = topic;
      const item = list.createEl("li");
      setIcon(item.createSpan({ cls: "ibid-details-icon", attr: { "aria-hidden": "true" } }), FINDINGS[found].icon);
      const textEl = item.createDiv();
      textEl.createDiv({ text: name });
      const sourcesEl = textEl.createDiv({ cls: "ibid-details-sources", text: FINDINGS[found].text });
      sources.forEach((source, at) => {
        if (at > 0 || FINDINGS[found].text !== "") sourcesEl.appendText(at > 0 ? ", " : "; closest: ");
        this.addSource(sourcesEl, source);
      });
      this.addCreateButton(item, topic);
    }
  }

  /** Offers a note of its own for a topic that is an unresolved link. */
  private addCreateButton(parent: HTMLElement, topic: TopicOutcome): void {
    const link = unresolvedLinkOfTopic(this.app, this.report, topic);
    if (link === undefined) return;
    const button = new ButtonComponent(parent).setButtonText("Create note").onClick(() => {
      this.close();
      createTopicNote(this.app, this.report, link, topic.noteText ?? "").catch((thrown: unknown) =>
        showFailureNotice(toFailure(thrown)),
      );
    });
    button.buttonEl.ariaLabel = `Create note “${link}”`;
  }

  private addSource(parent: HTMLElement, { title, path, url }: ReportSource): void {
    if (path === undefined) {
      parent.createEl("a", { cls: "external-link", text: title, href: url ?? "" });
      return;
    }
    const link = parent.createEl("a", { cls: "internal-link", text: title, href: path });
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.close();
      void this.app.workspace.openLinkText(path, "", "tab");
    });
  }

  private drawLeftOut(): void {
    const { leftOut = [] } = this.report;
    if (leftOut.length === 0) return;
    this.addHeading("Left out by the check");
    const line = createCollapsible(this.contentEl.createDiv(), (body) => {
      const list = body.createEl("ul", { cls: "ibid-details-warnings" });
      for (const { text, reason } of leftOut)
        list.createEl("li", { text }).createDiv({ cls: "ibid-details-sources", text: reason });
    });
    line.setText(`${countText(leftOut.length, "sentence")} that no source supports`);
  }

  private drawSkipped(): void {
    const { warnings } = this.report;
    if (warnings.length === 0) return;
    this.addHeading("Skipped");
    const list = this.contentEl.createEl("ul", { cls: "ibid-details-warnings" });
    for (const warning of warnings) list.createEl("li", { text: `${warning}.` });
  }

  private drawSteps(): void {
    const { steps = [] } = this.report;
    if (steps.length === 0) return;
    this.addHeading("Time and cost");
    const list = this.contentEl.createEl("ul", { cls: "ibid-details-warnings" });
    for (const { name, elapsedText, costText } of steps)
      list.createEl("li", { text: [`${name}: ${elapsedText}`, costText].filter((part) => part !== "").join(", ") });
  }

  private async drawSent(parent: HTMLElement): Promise<void> {
    const { runs } = await this.services.core.call("auditLog", null).catch(() => ({ runs: [] }));
    const runLog = runs.find(({ run }) => run === this.report.run);
    if (runLog === undefined) parent.createEl("p", { text: "Nothing left this device." });
    else renderSentRequests(parent, runLog);
  }

  /** Adds the actions of the notice: they stay available here. */
  private addButtons(parent: HTMLElement): void {
    for (const [label, act] of Object.entries(this.actions)) {
      new ButtonComponent(parent).setButtonText(label).onClick(() => {
        this.close();
        act();
      });
    }
  }
}
