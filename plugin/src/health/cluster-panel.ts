/** The clusters of the vault: a picture, the notes of the chosen cluster, and all clusters as a list. */
import { Component, Keymap } from "obsidian";
import type { NoteCluster } from "../core/exports";
import { ClusterCanvas } from "./cluster-canvas";
import { clusterText } from "./health-text";
import { countText, noteName } from "../ui/run-text";

export interface ClusterPanelActions {
  openNote: (path: string, event: MouseEvent | KeyboardEvent) => void;
}

/** Number of notes or clusters that a list shows at first, and with each “Show more”. */
const ITEMS_PER_PAGE = 50;

export class ClusterPanel extends Component {
  readonly containerEl = createDiv({ cls: "ibid-clusters" });
  private readonly headEl: HTMLElement;
  private readonly canvas: ClusterCanvas;
  private readonly notesEl: HTMLElement;
  private readonly listEl: HTMLDetailsElement;
  private clusters: readonly NoteCluster[] = [];

  constructor(private readonly actions: ClusterPanelActions) {
    super();
    const head = this.containerEl.createDiv({ cls: "ibid-clusters-head" });
    this.headEl = head.createDiv({ cls: "ibid-clusters-summary" });
    this.canvas = this.addChild(
      new ClusterCanvas({
        openCluster: (number) => this.openCluster(number),
        openNote: (path, event) => actions.openNote(path, event),
      }),
    );
    head.append(this.canvas.buttonsEl);
    this.containerEl.append(this.canvas.containerEl);
    this.notesEl = this.containerEl.createDiv({ cls: "ibid-clusters-notes" });
    this.listEl = this.containerEl.createEl("details", { cls: "ibid-clusters-list" });
    this.listEl.addEventListener("toggle", () => this.drawList());
  }

  /** Shows the clusters of a check. */
  async show(clusters: readonly NoteCluster[]): Promise<void> {
    // The picture stays as it is if a check changed only rows.
    if (JSON.stringify(clusters) === JSON.stringify(this.clusters)) return;
    this.clusters = clusters;
    this.closeCluster();
    this.containerEl.toggleClass("is-empty", clusters.length === 0);
    this.headEl.setText(
      clusters.length === 0
        ? "No clusters yet. A cluster is three or more notes that link to each other or are on the same subject."
        : clustersText(clusters),
    );
    this.listEl.replaceChildren(createEl("summary", { cls: "ibid-collapsible-line", text: "Clusters as a list" }));
    this.drawList();
    await this.canvas.show(clusters);
  }

  themeChanged(): void {
    this.canvas.themeChanged();
  }

  /** Shows the notes of a cluster below the picture. */
  private openCluster(number: number): void {
    const cluster = this.clusters[number];
    if (cluster === undefined) return;
    this.notesEl.empty();
    const head = this.notesEl.createDiv({ cls: "ibid-clusters-notes-head" });
    const title = head.createDiv({
      cls: "ibid-clusters-notes-title",
      text: cluster.name,
      attr: { role: "heading", "aria-level": 3, tabindex: -1 },
    });
    head.createSpan({ cls: "ibid-health-count", text: countText(cluster.notes.length, "note") });
    const closeButton = head.createEl("button", {
      text: "Close",
      attr: { type: "button", "aria-label": `Close the notes of ${cluster.name}` },
    });
    closeButton.addEventListener("click", () => this.backToPicture());
    const bridges = new Set(cluster.bridges);
    const inOrder = [...cluster.bridges, ...cluster.notes.filter((path) => !bridges.has(path))];
    const list = this.notesEl.createEl("ul");
    addPaged(this.notesEl, list, inOrder, (path) => this.noteItem(path, bridges.has(path) ? "bridge" : "note"));
    title.focus();
    this.notesEl.onkeydown = (event) => {
      if (event.key === "Escape") this.backToPicture();
    };
  }

  private noteItem(path: string, role: "bridge" | "note"): HTMLElement {
    const item = createEl("li");
    const link = item.createEl("a", {
      cls: "internal-link",
      text: noteName(path),
      href: path,
      attr: { "data-href": path },
    });
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.actions.openNote(path, event);
    });
    link.addEventListener(
      "auxclick",
      (event) => event.button === 1 && Keymap.isModEvent(event) !== false && this.actions.openNote(path, event),
    );
    if (role === "bridge") item.createSpan({ cls: "ibid-clusters-bridge", text: "Connects clusters" });
    return item;
  }

  private closeCluster(): void {
    this.notesEl.empty();
  }

  private backToPicture(): void {
    this.closeCluster();
    this.canvas.focus();
  }

  /** Draws the list for people who can't use the picture, once it is opened. */
  private drawList(): void {
    this.listEl.toggle(this.clusters.length > 0);
    if (!this.listEl.open || this.listEl.childElementCount > 1) return;
    const list = this.listEl.createEl("ul");
    addPaged(this.listEl, list, [...this.clusters.entries()], ([number, cluster]) => {
      const item = createEl("li");
      const button = item.createEl("button", {
        cls: "ibid-clusters-item",
        text: clusterText(cluster),
        attr: { type: "button" },
      });
      button.addEventListener("click", () => {
        this.canvas.select(number);
        this.openCluster(number);
      });
      return item;
    });
  }
}

/** Adds the first items of a list, and a button that adds more. */
function addPaged<T>(
  parent: HTMLElement,
  list: HTMLElement,
  items: readonly T[],
  draw: (item: T) => HTMLElement,
): void {
  const button = parent.createEl("button", { text: "Show more", attr: { type: "button" } });
  const addPage = () => {
    const from = list.childElementCount;
    list.append(...items.slice(from, from + ITEMS_PER_PAGE).map(draw));
    button.toggle(list.childElementCount < items.length);
  };
  button.addEventListener("click", addPage);
  addPage();
}

function clustersText(clusters: readonly NoteCluster[]): string {
  const notes = clusters.reduce((sum, cluster) => sum + cluster.notes.length, 0);
  return `${countText(clusters.length, "cluster")} of ${countText(notes, "note")}. Each circle is a cluster; coloured dots are notes that connect clusters.`;
}
