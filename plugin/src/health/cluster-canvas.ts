/**
 * The picture of the clusters: a canvas that the user can zoom and pan with the mouse, with fingers and with keys. It is
 * drawn again when its size or the theme changes.
 */
import { Component, setIcon, setTooltip } from "obsidian";
import type { NoteCluster } from "../core/exports";
import type { Point } from "./circle-packing";
import { ClusterLayout } from "./cluster-layout";
import { circleAt, type Direction, nextCircle, type Size, ViewPort } from "./cluster-view-port";
import { createYieldToApp } from "../core/yield-to-app";
import { drawPicture, noteAt, type Picture, type PictureStyle } from "./cluster-drawing";
import { clusterText } from "./health-text";

export interface ClusterCanvasActions {
  openCluster: (number: number) => void;
  openNote: (path: string, event: MouseEvent) => void;
}

const ZOOM_STEP = 1.4;
const PAN_STEP = 60;
/** How much one pixel of the wheel zooms. */
const WHEEL_ZOOM = 0.0015;
/** A press that moves less than this is a click. */
const MAX_CLICK_PIXELS = 6;

const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};
const PAN_VECTORS: Record<Direction, Point> = {
  left: { x: PAN_STEP, y: 0 },
  right: { x: -PAN_STEP, y: 0 },
  up: { x: 0, y: PAN_STEP },
  down: { x: 0, y: -PAN_STEP },
};

/** Colours of the picture. For each there is a rule in the style sheet, which takes it from the theme. */
const COLOR_NAMES = ["circle", "border", "line", "dot", "bridge", "selected", "text", "background"] as const;

const HELP =
  "Arrow keys choose a cluster, Enter shows its notes, plus and minus zoom, Shift with arrow keys moves the picture.";

export class ClusterCanvas extends Component {
  readonly containerEl = createDiv({ cls: "ibid-clusters-picture" });
  /** Buttons to zoom, which the caller places beside the picture, so that they don't cover it. */
  readonly buttonsEl = createDiv({ cls: "ibid-clusters-buttons" });
  private readonly canvas: HTMLCanvasElement;
  private readonly statusEl: HTMLElement;
  private readonly colorEls: Record<(typeof COLOR_NAMES)[number], HTMLElement>;
  private readonly viewPort = new ViewPort();
  private readonly pointers = new Map<number, Point>();
  private clusters: readonly NoteCluster[] = [];
  private layout = new ClusterLayout([]);
  private bridges: ReadonlySet<string>[] = [];
  private style: PictureStyle | undefined;
  private widths = new Map<string, number>();
  private size: Size = { width: 0, height: 0 };
  private selected: number | undefined;
  private movedPixels = 0;
  private frame = 0;
  /** Number of the last layout that was begun: an older one stops. */
  private layoutNumber = 0;

  constructor(private readonly actions: ClusterCanvasActions) {
    super();
    this.canvas = this.containerEl.createEl("canvas", {
      cls: "ibid-clusters-canvas",
      attr: { tabindex: 0, role: "application", "aria-label": "Clusters", "aria-description": HELP },
    });
    this.statusEl = this.containerEl.createDiv({ cls: "ibid-visually-hidden", attr: { role: "status" } });
    const colors = this.containerEl.createDiv({ cls: "ibid-clusters-colors", attr: { "aria-hidden": "true" } });
    const entries = COLOR_NAMES.map((name) => [name, colors.createSpan({ attr: { "data-color": name } })]);
    this.colorEls = Object.fromEntries(entries) as typeof this.colorEls;
    this.addButtons();
  }

  override onload(): void {
    const observer = new ResizeObserver(() => this.updateSize());
    observer.observe(this.containerEl);
    this.register(() => observer.disconnect());
    this.register(() => this.containerEl.win.cancelAnimationFrame(this.frame));
    this.register(() => (this.layoutNumber += 1));
    this.registerDomEvent(this.canvas, "wheel", (event) => this.onWheel(event), { passive: false });
    this.registerDomEvent(this.canvas, "pointerdown", (event) => this.onPointerDown(event));
    this.registerDomEvent(this.canvas, "pointermove", (event) => this.onPointerMove(event));
    this.registerDomEvent(this.canvas, "pointerup", (event) => this.onPointerUp(event));
    this.registerDomEvent(this.canvas, "pointercancel", (event) => this.pointers.delete(event.pointerId));
    this.registerDomEvent(this.canvas, "keydown", (event) => this.onKey(event));
    this.registerDomEvent(this.canvas, "focus", () => this.selected === undefined && this.select(0));
  }

  /** Shows clusters. They are laid out in small pieces of work, and drawn when that is done. */
  async show(clusters: readonly NoteCluster[]): Promise<void> {
    const number = ++this.layoutNumber;
    const layout = new ClusterLayout(clusters);
    const yieldToApp = createYieldToApp();
    this.containerEl.setAttr("data-state", "working");
    for (const work = layout.run(); work.next().done !== true;) {
      await yieldToApp();
      if (number !== this.layoutNumber) return;
    }
    this.clusters = clusters;
    this.layout = layout;
    this.bridges = clusters.map(({ bridges }) => new Set(bridges));
    this.selected = undefined;
    this.viewPort.setCircles(layout.circles);
    this.viewPort.fit();
    this.draw();
  }

  /** Draws the picture in the colours of the new theme. */
  themeChanged(): void {
    this.style = undefined;
    this.widths = new Map();
    this.draw();
  }

  focus(): void {
    this.canvas.focus();
  }

  /** Selects a cluster and moves the picture so that it is in sight. */
  select(number: number): void {
    const [cluster, circle] = [this.clusters[number], this.layout.circles[number]];
    if (cluster === undefined || circle === undefined) return;
    this.selected = number;
    this.viewPort.reveal(circle);
    this.statusEl.setText(clusterText(cluster));
    this.draw();
  }

  private addButtons(): void {
    const add = (icon: string, label: string, act: () => void) => {
      const button = this.buttonsEl.createEl("button", { cls: "clickable-icon", attr: { type: "button" } });
      setIcon(button, icon);
      setTooltip(button, label);
      button.addEventListener("click", act);
    };
    add("zoom-in", "Zoom in", () => this.zoom(ZOOM_STEP));
    add("zoom-out", "Zoom out", () => this.zoom(1 / ZOOM_STEP));
    add("maximize", "Show all clusters", () => this.fit());
  }

  private zoom(factor: number, around?: Point): void {
    this.viewPort.zoom(factor, around);
    this.draw();
  }

  private fit(): void {
    this.viewPort.fit();
    this.draw();
  }

  private updateSize(): void {
    const { clientWidth: width, clientHeight: height } = this.containerEl;
    if (width === 0 || height === 0) return;
    this.size = { width, height };
    this.viewPort.resize(this.size);
    this.draw();
  }

  /** Draws with the next frame. Several calls in between draw once. */
  private draw(): void {
    const { win } = this.containerEl;
    win.cancelAnimationFrame(this.frame);
    this.frame = win.requestAnimationFrame(() => this.drawNow());
  }

  private drawNow(): void {
    const context = this.canvas.getContext("2d");
    const { width, height } = this.size;
    if (context === null || width === 0) return;
    const ratio = this.containerEl.win.devicePixelRatio;
    const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== pixelWidth || this.canvas.height !== pixelHeight) {
      this.canvas.width = pixelWidth;
      this.canvas.height = pixelHeight;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawPicture(context, this.picture);
    this.containerEl.setAttr("data-state", "drawn");
    this.containerEl.setAttr("data-selected", this.selected === undefined ? "" : String(this.selected));
    this.containerEl.setAttr("data-zoom", this.viewPort.pixelsPerUnit.toFixed(3));
  }

  private get picture(): Picture {
    this.style ??= this.readStyle();
    const { clusters, bridges, viewPort, size, style, selected, widths } = this;
    const { circles, edges } = this.layout;
    return { clusters, circles, edges, bridges, viewPort, size, style, selected, widths };
  }

  private readStyle(): PictureStyle {
    const { win } = this.containerEl;
    const colors = Object.fromEntries(
      COLOR_NAMES.map((name) => [name, win.getComputedStyle(this.colorEls[name]).color]),
    ) as Record<(typeof COLOR_NAMES)[number], string>;
    return { ...colors, font: win.getComputedStyle(this.containerEl).fontFamily };
  }

  private onWheel(event: WheelEvent): void {
    event.preventDefault();
    // A pinch on a touchpad comes as a wheel with the control key.
    const speed = event.ctrlKey ? 6 * WHEEL_ZOOM : WHEEL_ZOOM;
    this.zoom(Math.exp(-event.deltaY * speed), { x: event.offsetX, y: event.offsetY });
  }

  private onPointerDown(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    if (this.pointers.size === 0) this.movedPixels = 0;
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
  }

  private onPointerMove(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.offsetX, y: event.offsetY };
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) this.pinch(before, now, other);
    else this.viewPort.pan(now.x - before.x, now.y - before.y);
    this.movedPixels += Math.hypot(now.x - before.x, now.y - before.y);
    this.pointers.set(event.pointerId, now);
    this.draw();
  }

  /** Zooms by the distance of two fingers, around the point between them. */
  private pinch(before: Point, now: Point, other: Point): void {
    const distance = ({ x, y }: Point) => Math.max(1, Math.hypot(x - other.x, y - other.y));
    this.viewPort.zoom(distance(now) / distance(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    // Two fingers are no click, however little they moved.
    this.movedPixels = MAX_CLICK_PIXELS + 1;
  }

  private onPointerUp(event: PointerEvent): void {
    const isClick =
      this.pointers.delete(event.pointerId) && this.pointers.size === 0 && this.movedPixels <= MAX_CLICK_PIXELS;
    if (!isClick || event.button !== 0) return;
    const point = this.viewPort.toPlane({ x: event.offsetX, y: event.offsetY });
    const number = circleAt(this.layout.circles, point);
    if (number === undefined) return;
    const path = noteAt(this.picture, number, point);
    if (path !== undefined) return this.actions.openNote(path, event);
    this.select(number);
    this.actions.openCluster(number);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.handleKey(event)) event.preventDefault();
  }

  /** Returns whether the key means something here. */
  private handleKey({ key, shiftKey }: KeyboardEvent): boolean {
    const direction = DIRECTIONS[key];
    if (direction !== undefined) this.moveTo(direction, shiftKey ? "pan" : "select");
    else if (key === "+" || key === "=") this.zoom(ZOOM_STEP);
    else if (key === "-" || key === "_") this.zoom(1 / ZOOM_STEP);
    else if (key === "0") this.fit();
    else if (key === "Home") this.select(0);
    else if (key === "End") this.select(this.clusters.length - 1);
    else if ((key === "Enter" || key === " ") && this.selected !== undefined) this.actions.openCluster(this.selected);
    else return false;
    return true;
  }

  private moveTo(direction: Direction, mode: "pan" | "select"): void {
    if (mode === "pan") {
      const { x, y } = PAN_VECTORS[direction];
      this.viewPort.pan(x, y);
      return this.draw();
    }
    const next = this.selected === undefined ? 0 : nextCircle(this.layout.circles, this.selected, direction);
    if (next !== undefined) this.select(next);
  }
}
