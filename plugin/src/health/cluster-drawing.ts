/** Draws the clusters of a vault on a canvas, in the colours of the theme. */
import type { NoteCluster } from "../core/exports";
import type { Circle, Point } from "./circle-packing";
import { type ClusterEdge, notePlace } from "./cluster-layout";
import { type LabelOption, placeLabels, type Size, type ViewPort } from "./cluster-view-port";
import { noteName } from "../ui/run-text";

/** Colours and fonts, as the canvas needs them. */
export interface PictureStyle {
  circle: string;
  border: string;
  line: string;
  dot: string;
  bridge: string;
  selected: string;
  text: string;
  background: string;
  font: string;
}

/** What is drawn. */
export interface Picture {
  clusters: readonly NoteCluster[];
  circles: readonly Circle[];
  edges: readonly ClusterEdge[];
  /** The notes of each cluster that connect it with others. */
  bridges: readonly ReadonlySet<string>[];
  viewPort: ViewPort;
  size: Size;
  style: PictureStyle;
  selected: number | undefined;
  /** Widths of texts that were measured already, by text. */
  widths: Map<string, number>;
}

/** Notes are drawn if they are at least so many pixels apart. */
const MIN_DOT_DISTANCE = 7;

/** A click opens a note if notes are at least so many pixels apart; else the whole cluster is meant. */
const MIN_CLICK_DISTANCE = 18;

/** Names of notes are drawn if the notes are at least so many pixels apart. */
const MIN_NAMED_DISTANCE = 46;

/** Bridges are drawn in circles of at least this radius in pixels, also if other notes are not. */
const MIN_BRIDGE_RADIUS = 16;

const LABEL_SIZE = 13;
const SMALL_LABEL_SIZE = 10;
const NOTE_LABEL_SIZE = 11;
const LABEL_PADDING = 4;
const MAX_LABEL_CHARACTERS = 32;
const MAX_NOTE_LABELS = 150;
const MAX_CLUSTER_LABELS = 80;
const MAX_LINE_WIDTH = 5;

export function drawPicture(context: CanvasRenderingContext2D, picture: Picture): void {
  const { size, circles, viewPort } = picture;
  context.clearRect(0, 0, size.width, size.height);
  const visible = circles.flatMap((circle, at) => (viewPort.isVisible(circle) ? [at] : []));
  drawEdges(context, picture);
  drawCircles(context, picture, visible);
  for (const at of visible) drawNotes(context, picture, at);
  const labels = [...clusterLabels(context, picture, visible), ...noteLabels(context, picture, visible)];
  drawLabels(context, picture, labels);
}

/** Number of pixels between two neighbouring notes of a cluster. */
function dotDistance({ clusters, circles, viewPort }: Picture, at: number): number {
  const radius = (circles[at]?.radius ?? 0) * viewPort.pixelsPerUnit;
  return (1.6 * radius) / Math.sqrt(clusters[at]?.notes.length ?? 1);
}

/** Returns the path of the note that is drawn at a point of the plane. */
export function noteAt(picture: Picture, at: number, point: Point): string | undefined {
  const { clusters, circles, viewPort } = picture;
  const [cluster, circle] = [clusters[at], circles[at]];
  if (cluster === undefined || circle === undefined || dotDistance(picture, at) < MIN_CLICK_DISTANCE) return undefined;
  const reach = dotDistance(picture, at) / 3 / viewPort.pixelsPerUnit;
  return cluster.notes.find((_path, number) => {
    const place = notePlace(circle, number, cluster.notes.length);
    return Math.hypot(place.x - point.x, place.y - point.y) <= reach;
  });
}

function drawEdges(context: CanvasRenderingContext2D, { edges, circles, viewPort, style, selected }: Picture): void {
  const most = edges.reduce((highest, { count }) => Math.max(highest, count), 1);
  for (const { from, to, count } of edges) {
    const [a, b] = [circles[from], circles[to]];
    if (a === undefined || b === undefined) continue;
    const [start, end] = [viewPort.toPixels(a), viewPort.toPixels(b)];
    const isSelected = from === selected || to === selected;
    context.beginPath();
    context.moveTo(start.x, start.y);
    context.lineTo(end.x, end.y);
    context.lineWidth = Math.max(1, MAX_LINE_WIDTH * Math.sqrt(count / most));
    context.strokeStyle = isSelected ? style.bridge : style.line;
    // Weak connections are faint, because a large vault has hundreds of them.
    context.globalAlpha = isSelected ? 0.9 : 0.25 + 0.6 * Math.sqrt(count / most);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function drawCircles(
  context: CanvasRenderingContext2D,
  { circles, viewPort, style, selected }: Picture,
  visible: number[],
): void {
  for (const at of visible) {
    const circle = circles[at];
    if (circle === undefined) continue;
    const { x, y } = viewPort.toPixels(circle);
    context.beginPath();
    context.arc(x, y, circle.radius * viewPort.pixelsPerUnit, 0, 2 * Math.PI);
    context.fillStyle = style.background;
    context.fill();
    context.fillStyle = style.circle;
    context.fill();
    context.lineWidth = at === selected ? 3 : 1;
    context.strokeStyle = at === selected ? style.selected : style.border;
    context.stroke();
  }
}

function drawNotes(context: CanvasRenderingContext2D, picture: Picture, at: number): void {
  const { clusters, circles, bridges, viewPort, style, size } = picture;
  const [cluster, circle, bridgeNotes] = [clusters[at], circles[at], bridges[at]];
  if (cluster === undefined || circle === undefined || bridgeNotes === undefined) return;
  const distance = dotDistance(picture, at);
  const showsAll = distance >= MIN_DOT_DISTANCE;
  if (!showsAll && circle.radius * viewPort.pixelsPerUnit < MIN_BRIDGE_RADIUS) return;
  const radius = Math.min(5, Math.max(1.5, distance / 5));
  const drawAll = (isDrawn: (path: string) => boolean, color: string, dotRadius: number) => {
    context.beginPath();
    for (const [number, path] of cluster.notes.entries()) {
      if (!isDrawn(path)) continue;
      const { x, y } = viewPort.toPixels(notePlace(circle, number, cluster.notes.length));
      if (x < -dotRadius || y < -dotRadius || x > size.width + dotRadius || y > size.height + dotRadius) continue;
      context.moveTo(x + dotRadius, y);
      context.arc(x, y, dotRadius, 0, 2 * Math.PI);
    }
    context.fillStyle = color;
    context.fill();
  };
  if (showsAll) drawAll((path) => !bridgeNotes.has(path), style.dot, radius);
  drawAll((path) => bridgeNotes.has(path), style.bridge, Math.max(2.5, radius * 1.4));
}

/** A text to draw. */
interface LabelText {
  text: string;
  size: Size;
  fontSize: number;
}

/** A text and a place where it may be drawn. */
interface Label extends LabelOption, LabelText {}

/** The names of the clusters, the selected one first, then the largest. */
function clusterLabels(context: CanvasRenderingContext2D, picture: Picture, visible: number[]): Label[][] {
  const { clusters, circles, viewPort, selected } = picture;
  const inPixels = (at: number): Circle => {
    const circle = circles[at] ?? { x: 0, y: 0, radius: 0 };
    return { ...viewPort.toPixels(circle), radius: circle.radius * viewPort.pixelsPerUnit };
  };
  const drawn = new Map(visible.map((at) => [at, inPixels(at)]));
  const inOrder = [...visible]
    .sort((a, b) => Number(b === selected) - Number(a === selected) || a - b)
    .slice(0, MAX_CLUSTER_LABELS);
  return inOrder.map((at) => {
    const others = [...drawn].filter(([other]) => other !== at).map(([, circle]) => circle);
    const texts = labelTexts(context, picture, clusters[at]?.name ?? "");
    const options = labelOptions(
      drawn.get(at) ?? inPixels(at),
      texts,
      others,
      dotDistance(picture, at) < MIN_DOT_DISTANCE ? "inside" : "around",
    );
    return at === selected ? [...options, ...labelOptions(inPixels(at), texts, [], "around")] : options;
  });
}

/** The places for the name of a cluster, and for a shorter name: in its circle if it fits, and below or above it if no other circle is there. */
function labelOptions(
  { x, y, radius }: Circle,
  texts: LabelText[],
  others: Circle[],
  first: "inside" | "around",
): Label[] {
  return texts.flatMap((text) => {
    const { size } = text;
    const distance = radius + size.height / 2 + 2;
    const around = [
      { x, y: y + distance },
      { x, y: y - distance },
    ].filter((middle) => !others.some((other) => coversCircle(middle, size, other)));
    const inside = size.width <= 2 * radius ? [{ x, y }] : [];
    const middles = first === "inside" ? [...inside, ...around] : [...around, ...inside];
    return middles.map((middle) => ({ ...text, middle }));
  });
}

/** The name of a cluster, whose parts are its terms, and shorter and smaller forms of it. */
function labelTexts(context: CanvasRenderingContext2D, picture: Picture, name: string): LabelText[] {
  const terms = name.split(", ");
  const names = [terms, terms.slice(0, 2), terms.slice(0, 1)].map((some) =>
    shortened(some.join(", "), MAX_LABEL_CHARACTERS),
  );
  const text = (words: string, fontSize: number): LabelText => ({
    text: words,
    size: labelSize(context, picture, words, fontSize),
    fontSize,
  });
  return [
    ...[...new Set(names)].map((words) => text(words, LABEL_SIZE)),
    text(shortened(terms[0] ?? "", MAX_LABEL_CHARACTERS), SMALL_LABEL_SIZE),
  ];
}

/** Whether a label with this middle covers a part of a circle. */
function coversCircle(middle: Point, { width, height }: Size, circle: Circle): boolean {
  const dx = Math.max(0, Math.abs(circle.x - middle.x) - width / 2);
  const dy = Math.max(0, Math.abs(circle.y - middle.y) - height / 2);
  return Math.hypot(dx, dy) < circle.radius;
}

/** The names of the notes, if these are far enough apart. */
function noteLabels(context: CanvasRenderingContext2D, picture: Picture, visible: number[]): Label[][] {
  const { clusters, circles, viewPort, size: area } = picture;
  const labels: Label[][] = [];
  for (const at of visible) {
    const [cluster, circle] = [clusters[at], circles[at]];
    if (cluster === undefined || circle === undefined || dotDistance(picture, at) < MIN_NAMED_DISTANCE) continue;
    for (const [number, path] of cluster.notes.entries()) {
      const { x, y } = viewPort.toPixels(notePlace(circle, number, cluster.notes.length));
      if (x < 0 || y < 0 || x > area.width || y > area.height || labels.length >= MAX_NOTE_LABELS) continue;
      const text = shortened(noteName(path), MAX_LABEL_CHARACTERS);
      const size = labelSize(context, picture, text, NOTE_LABEL_SIZE);
      labels.push([{ text, size, middle: { x, y: y + size.height / 2 + 7 }, fontSize: NOTE_LABEL_SIZE }]);
    }
  }
  return labels;
}

function drawLabels(context: CanvasRenderingContext2D, { style, size }: Picture, labels: Label[][]): void {
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  for (const label of placeLabels(labels, size)) {
    if (label === undefined) continue;
    const { text, fontSize, middle } = label;
    context.font = fontOf(style, fontSize);
    // The background around the letters keeps them readable on lines and dots.
    context.lineWidth = 4;
    context.strokeStyle = style.background;
    context.globalAlpha = 0.85;
    context.strokeText(text, middle.x, middle.y);
    context.globalAlpha = 1;
    context.fillStyle = style.text;
    context.fillText(text, middle.x, middle.y);
  }
}

function labelSize(
  context: CanvasRenderingContext2D,
  { widths, style }: Picture,
  text: string,
  fontSize: number,
): Size {
  const key = `${String(fontSize)} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    context.font = fontOf(style, fontSize);
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return { width: width + 2 * LABEL_PADDING, height: fontSize + LABEL_PADDING };
}

function fontOf({ font }: PictureStyle, size: number): string {
  return `${String(size)}px ${font}`;
}

function shortened(text: string, maxCharacters: number): string {
  const characters = [...text];
  return characters.length <= maxCharacters ? text : `${characters.slice(0, maxCharacters - 1).join("")}…`;
}
