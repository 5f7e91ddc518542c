/** The part of the picture of clusters that is shown: zoom, pan, and where labels fit. Does not depend on Obsidian. */
import type { Circle, Point } from "./circle-packing";

/** Size of the drawing area in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A rectangle on the drawing area. */
export interface Box extends Size {
  x: number;
  y: number;
}

/** A way to show a label: its size, and where its middle is. */
export interface LabelOption {
  size: Size;
  middle: Point;
}

/** Directions of the arrow keys. */
export type Direction = "left" | "right" | "up" | "down";

const VECTORS: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** Space around the picture when all of it is shown. */
const MARGIN = 28;

/** How far one may zoom in, and out compared with the whole picture. */
const MAX_SCALE = 12;
const MIN_SCALE_SHARE = 0.5;

/** Largest scale at which the whole picture is shown: a vault with three clusters does not fill the pane with one circle. */
const MAX_FIT_SCALE = 2.5;

/** What is shown: the point of the plane in the middle of the drawing area, and pixels per unit. */
export class ViewPort {
  private size: Size = { width: 1, height: 1 };
  private middle: Point = { x: 0, y: 0 };
  private scale = 1;
  private fitScale = 1;
  private circles: readonly Circle[] = [];
  private bounds: Box = { x: 0, y: 0, width: 1, height: 1 };
  /** Whether the user zoomed or panned, so that a new size keeps what is shown. */
  private isMoved = false;

  get pixelsPerUnit(): number {
    return this.scale;
  }

  /** Whether the whole picture is shown. */
  get isWhole(): boolean {
    return !this.isMoved;
  }

  setCircles(circles: readonly Circle[]): void {
    this.circles = circles;
    this.bounds = boundsOf(circles);
    this.updateFit();
  }

  resize(size: Size): void {
    this.size = size;
    this.updateFit();
  }

  /** Shows the whole picture. */
  fit(): void {
    this.isMoved = false;
    this.updateFit();
  }

  /** Enlarges by a factor. The point at `around` stays where it is; by default the middle. */
  zoom(factor: number, around: Point = { x: this.size.width / 2, y: this.size.height / 2 }): void {
    const fixed = this.toPlane(around);
    this.scale = Math.min(MAX_SCALE, Math.max(this.fitScale * MIN_SCALE_SHARE, this.scale * factor));
    const moved = this.toPlane(around);
    this.middle = { x: this.middle.x + fixed.x - moved.x, y: this.middle.y + fixed.y - moved.y };
    this.isMoved = true;
  }

  /** Moves the picture by a number of pixels. The picture never leaves the drawing area wholly. */
  pan(dx: number, dy: number): void {
    const { x, y, width, height } = this.bounds;
    const { middle } = this;
    this.middle = {
      x: clamp(middle.x - dx / this.scale, x, x + width),
      y: clamp(middle.y - dy / this.scale, y, y + height),
    };
    if (!this.circles.some((circle) => this.isVisible(circle))) this.middle = middle;
    this.isMoved = true;
  }

  /** Moves the picture so that a circle is in sight. */
  reveal(circle: Circle): void {
    const { x, y } = this.toPixels(circle);
    const { width, height } = this.size;
    const outside = x < MARGIN || y < MARGIN || x > width - MARGIN || y > height - MARGIN;
    if (outside) this.pan(width / 2 - x, height / 2 - y);
  }

  toPixels({ x, y }: Point): Point {
    return {
      x: (x - this.middle.x) * this.scale + this.size.width / 2,
      y: (y - this.middle.y) * this.scale + this.size.height / 2,
    };
  }

  toPlane({ x, y }: Point): Point {
    return {
      x: (x - this.size.width / 2) / this.scale + this.middle.x,
      y: (y - this.size.height / 2) / this.scale + this.middle.y,
    };
  }

  /** Whether a part of a circle is on the drawing area. */
  isVisible(circle: Circle): boolean {
    const { x, y } = this.toPixels(circle);
    const radius = circle.radius * this.scale;
    return x + radius >= 0 && y + radius >= 0 && x - radius <= this.size.width && y - radius <= this.size.height;
  }

  private updateFit(): void {
    const { x, y, width, height } = this.bounds;
    const room = {
      width: Math.max(1, this.size.width - 2 * MARGIN),
      height: Math.max(1, this.size.height - 2 * MARGIN),
    };
    this.fitScale = Math.min(MAX_FIT_SCALE, room.width / width, room.height / height);
    if (this.isMoved) return;
    this.scale = this.fitScale;
    this.middle = { x: x + width / 2, y: y + height / 2 };
  }
}

/**
 * Chooses one option of each label, the first that is possible: it covers no label before it and is in the area. Returns
 * `undefined` for a label without such an option.
 */
export function placeLabels<T extends LabelOption>(labels: readonly (readonly T[])[], area: Size): (T | undefined)[] {
  const placed: Box[] = [];
  const boxOf = ({ size, middle: { x, y } }: T): Box => ({ x: x - size.width / 2, y: y - size.height / 2, ...size });
  return labels.map((options) => {
    const isFree = (option: T) =>
      isInside(boxOf(option), area) && !placed.some((other) => overlaps(other, boxOf(option)));
    const chosen = options.find(isFree);
    if (chosen !== undefined) placed.push(boxOf(chosen));
    return chosen;
  });
}

/** Returns the number of the circle at a point of the plane. */
export function circleAt(circles: readonly Circle[], { x, y }: Point): number | undefined {
  const at = circles.findIndex((circle) => Math.hypot(circle.x - x, circle.y - y) <= circle.radius);
  return at === -1 ? undefined : at;
}

/** Returns the number of the nearest circle in a direction: one a little aside is nearer than one far to the side. */
export function nextCircle(circles: readonly Circle[], from: number, direction: Direction): number | undefined {
  const start = circles[from];
  if (start === undefined) return circles.length > 0 ? 0 : undefined;
  const vector = VECTORS[direction];
  let best: { at: number; cost: number } | undefined;
  for (const [at, { x, y }] of circles.entries()) {
    const [dx, dy] = [x - start.x, y - start.y];
    const along = dx * vector.x + dy * vector.y;
    const aside = Math.abs(dx * vector.y) + Math.abs(dy * vector.x);
    if (at === from || along <= 0 || aside > 2 * along) continue;
    const cost = along + 2 * aside;
    if (best === undefined || cost < best.cost) best = { at, cost };
  }
  return best?.at;
}

function boundsOf(circles: readonly Circle[]): Box {
  if (circles.length === 0) return { x: -1, y: -1, width: 2, height: 2 };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, radius } of circles) {
    left = Math.min(left, x - radius);
    top = Math.min(top, y - radius);
    right = Math.max(right, x + radius);
    bottom = Math.max(bottom, y + radius);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(highest, Math.max(lowest, value));
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function isInside({ x, y, width, height }: Box, area: Size): boolean {
  return x >= 0 && y >= 0 && x + width <= area.width && y + height <= area.height;
}
