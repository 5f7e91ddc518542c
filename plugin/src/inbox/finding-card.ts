/** One finding of the research inbox: what was found, where, how it relates, and what the user can do with it. */
import { type App, ButtonComponent, Component, MarkdownRenderer, Menu } from "obsidian";
import type { Finding } from "../core/exports";
import { toFailure } from "../core/failure";
import { filterOf, findingFacts } from "./inbox-text";
import { addMenuItem } from "../ui/menu-item";
import { showFailureNotice } from "../ui/notices";
import { noteName } from "../ui/run-text";

export interface FindingActions {
  accept: (finding: Finding, link: "yes" | "no") => void;
  append: (finding: Finding) => void;
  dismiss: (finding: Finding, suppress: "topic" | undefined) => void;
  restore: (finding: Finding) => void;
  openNote: (path: string, event?: MouseEvent) => void;
}

export class FindingCard extends Component {
  readonly root: HTMLElement;

  constructor(
    parent: HTMLElement,
    private readonly app: App,
    readonly finding: Finding,
    private readonly actions: FindingActions,
  ) {
    super();
    this.root = parent.createEl("li", {
      cls: "ibid-finding",
      attr: { tabindex: 0, "data-id": finding.id, "data-state": filterOf(finding) },
    });
    this.root.addEventListener("keydown", (event) => this.actOnKey(event));
  }

  override onload(): void {
    const { root, finding } = this;
    root.createDiv({ cls: "ibid-finding-title", text: finding.title, attr: { role: "heading", "aria-level": "3" } });
    root.createDiv({ cls: "ibid-finding-facts", text: findingFacts(finding) });
    this.renderMarkdown(finding.synthesis, "ibid-finding-text");
    this.renderMarkdown(finding.relation, "ibid-finding-relation");
    if (finding.keyIdeas.length > 0)
      this.renderMarkdown(finding.keyIdeas.map((idea) => `- ${idea}`).join("\n"), "ibid-finding-ideas");
    this.renderEvidence();
    this.renderRelated();
    this.renderButtons();
  }

  private renderMarkdown(markdown: string, cls: string): void {
    if (markdown.trim() === "") return;
    const el = this.root.createDiv({ cls });
    MarkdownRenderer.render(this.app, markdown, el, this.finding.note, this).catch((thrown: unknown) =>
      showFailureNotice(toFailure(thrown)),
    );
  }

  private renderEvidence(): void {
    const { evidence, source } = this.finding;
    if (source.url === "") return;
    const line = this.root.createDiv({ cls: "ibid-finding-facts" });
    line.createEl("a", {
      cls: "external-link ibid-inbox-link",
      text: source.title === "" ? source.url : source.title,
      href: source.url,
      attr: { target: "_blank", rel: "noopener nofollow" },
    });
    if (evidence === "") return;
    const details = this.root.createEl("details", { cls: "ibid-finding-evidence" });
    details.createEl("summary", { cls: "ibid-collapsible-line", text: "What the source says" });
    const quote = details.createEl("blockquote");
    MarkdownRenderer.render(this.app, evidence, quote, this.finding.note, this).catch((thrown: unknown) =>
      showFailureNotice(toFailure(thrown)),
    );
  }

  private renderRelated(): void {
    const notes = this.finding.relatedNotes.filter((path) => this.app.vault.getFileByPath(path) !== null);
    if (notes.length === 0) return;
    const line = this.root.createDiv({ cls: "ibid-finding-facts", text: "Related: " });
    notes.forEach((path, at) => {
      if (at > 0) line.appendText(", ");
      const link = line.createEl("a", { cls: "internal-link ibid-inbox-link", text: noteName(path), href: path });
      link.addEventListener("click", (event) => this.actions.openNote(path, event));
    });
  }

  private renderButtons(): void {
    const { finding, actions } = this;
    const row = this.root.createDiv({ cls: "ibid-finding-buttons" });
    const { state, reportPath = "" } = finding;
    if (filterOf(finding) !== "new") {
      if ("path" in state)
        new ButtonComponent(row).setButtonText("Open note").onClick(() => actions.openNote(state.path));
      new ButtonComponent(row).setButtonText("Undo").onClick(() => actions.restore(finding));
      return;
    }
    if (reportPath !== "")
      new ButtonComponent(row).setButtonText("Open report").onClick(() => actions.openNote(reportPath));
    new ButtonComponent(row)
      .setButtonText(reportPath === "" ? "Accept" : "Done")
      .setCta()
      .onClick(() => actions.accept(finding, "no"));
    new ButtonComponent(row).setButtonText("Dismiss").onClick(() => actions.dismiss(finding, undefined));
    if (reportPath === "")
      new ButtonComponent(row)
        .setIcon("more-horizontal")
        .setTooltip("More")
        .onClick((event) => this.moreMenu().showAtMouseEvent(event));
  }

  private moreMenu(): Menu {
    const { finding, actions } = this;
    const note = noteName(finding.note);
    const menu = new Menu();
    if (this.app.vault.getFileByPath(finding.note) !== null)
      addMenuItem(menu, `Accept, and link from “${note}”`, "link", () => actions.accept(finding, "yes"));
    addMenuItem(menu, "Append to a note…", "file-plus-2", () => actions.append(finding));
    addMenuItem(menu, "Dismiss, and never this topic again", "ban", () => actions.dismiss(finding, "topic"));
    return menu;
  }

  /** A, D, U and O accept, dismiss, undo and open the source of the focused finding. */
  private actOnKey(event: KeyboardEvent): void {
    if (event.target !== this.root || event.ctrlKey || event.metaKey || event.altKey) return;
    const { finding, actions } = this;
    const isNew = filterOf(finding) === "new";
    const key = event.key.toLowerCase();
    if (key === "a" && isNew) actions.accept(finding, "no");
    else if (key === "d" && isNew) actions.dismiss(finding, undefined);
    else if (key === "u" && !isNew) actions.restore(finding);
    else if (key === "o" && finding.source.url !== "") this.root.querySelector<HTMLElement>("a.external-link")?.click();
    else return;
    event.preventDefault();
  }
}
