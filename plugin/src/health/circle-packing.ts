/**
 * Places circles one after the other at the first free place on the way from a point outwards. A circle takes hardly longer
 * if there are thousands, and the same circles always get the same places. Does not depend on Obsidian.
 */

/** A point of the plane. */
export interface Point {
  x: number;
  y: number;
}

/** A circle of the picture, in units of its own plane. */
export interface Circle {
  x: number;
  y: number;
  radius: number;
}

/** More than a picture has rows of cells, so that each cell has its own number. */
const CELLS_PER_COLUMN = 1_000_003;

/** How far a circle moves beyond the place where it only touches another, so that rounding makes no overlap. */
const ROUNDING = 0.001;

/** Calls `found` with the number of each cell of a grid that a circle with space around it touches. */
export function forEachCell(
  { x, y, radius }: Circle,
  gap: number,
  cellSize: number,
  found: (cell: number) => void,
): void {
  const reach = radius + gap;
  const [left, right] = [Math.floor((x - reach) / cellSize), Math.floor((x + reach) / cellSize)];
  const [top, bottom] = [Math.floor((y - reach) / cellSize), Math.floor((y + reach) / cellSize)];
  for (let column = left; column <= right; column++) {
    for (let row = top; row <= bottom; row++) found(column * CELLS_PER_COLUMN + row);
  }
}

export class CirclePacking {
  /** The circles that touch each cell of a grid: only circles in the same cell can overlap. */
  private readonly cells = new Map<number, Circle[]>();

  constructor(
    private readonly gap: number,
    private readonly cellSize: number,
  ) {}

  /** Adds a circle that is in place. */
  add(circle: Circle): void {
    forEachCell(circle, this.gap, this.cellSize, (key) => {
      const cell = this.cells.get(key);
      if (cell === undefined) this.cells.set(key, [circle]);
      else cell.push(circle);
    });
  }

  /** Returns the first free place for a circle of a radius, on the way from a point in a direction. */
  freePlace(from: Point, angle: number, radius: number): Point {
    const circle = { x: from.x, y: from.y, radius };
    const direction = { x: Math.cos(angle), y: Math.sin(angle) };
    for (let other = this.overlapped(circle); other !== undefined; other = this.overlapped(circle)) {
      const distance = this.distanceToExit(circle, direction, other);
      circle.x += direction.x * distance;
      circle.y += direction.y * distance;
    }
    return { x: circle.x, y: circle.y };
  }

  /** A circle that is too near to this one. */
  private overlapped(circle: Circle): Circle | undefined {
    let found: Circle | undefined;
    forEachCell(circle, this.gap, this.cellSize, (key) => {
      found ??= this.cells.get(key)?.find((other) => {
        const [dx, dy] = [other.x - circle.x, other.y - circle.y];
        const distance = other.radius + circle.radius + this.gap;
        return dx * dx + dy * dy < distance * distance;
      });
    });
    return found;
  }

  /** How far a circle has to move in a direction until it no longer overlaps another. */
  private distanceToExit(circle: Circle, direction: Point, other: Circle): number {
    const [dx, dy] = [circle.x - other.x, circle.y - other.y];
    const distance = other.radius + circle.radius + this.gap;
    const along = dx * direction.x + dy * direction.y;
    return Math.sqrt(Math.max(0, along * along - dx * dx - dy * dy + distance * distance)) - along + ROUNDING;
  }
}
