/** What past runs of research on gaps did: findings made, known and accepted, time and cost of each topic and step. */
import { type App, Modal } from "obsidian";
import type { Finding, GapAgenda } from "../core/exports";
import type { CoreProxy } from "../core/core";
import { renderPastAgenda } from "./gap-agenda";
import { agendaSummary, filterOf } from "./inbox-text";
import { withFailureNotice } from "../ui/notices";

export class PastRunsModal extends Modal {
  constructor(
    app: App,
    private readonly core: CoreProxy,
    private readonly openNote: (path: string, event: MouseEvent) => void,
  ) {
    super(app);
    this.setTitle("What past runs did");
  }

  override onOpen(): void {
    void this.draw();
  }

  private draw(): Promise<void> {
    return withFailureNotice(async () => {
      const agendas = await this.core.call("finishedGapAgendas", null);
      const findings = await this.core.call("inbox", null);
      if (agendas.length === 0) this.contentEl.createDiv({ cls: "ibid-inbox-empty", text: "No run has ended yet." });
      const openNote = (path: string, event: MouseEvent) => {
        this.close();
        this.openNote(path, event);
      };
      for (const agenda of agendas)
        renderPastAgenda(
          this.contentEl,
          agenda,
          { openNote },
          `${agenda.approvedOn ?? ""}: ${agendaSummary(agenda)} ${acceptedText(agenda, findings)}`,
        );
    });
  }
}

/** How many findings of a run the user has accepted. The ids of findings begin with the id of their task's run. */
function acceptedText({ tasks }: GapAgenda, findings: Finding[]): string {
  const ofRun = findings.filter(({ id }) => tasks.some(({ plan }) => id.startsWith(`${plan.run}-`)));
  return `${String(ofRun.filter((finding) => filterOf(finding) === "accepted").length)} accepted.`;
}
