/**
 * Places the clusters of a vault as circles that don't overlap, with linked clusters near each other. The same clusters
 * always get the same places. The work is done in small steps, so that the app can draw in between. Does not depend on
 * Obsidian.
 */

/** What the layout needs to know of a cluster. */
export interface LaidOutCluster {
  notes: readonly string[];
  links: readonly { cluster: number; count: number }[];
}

/** A circle of the picture, in units of its own plane. */
export interface Circle {
  x: number;
  y: number;
  radius: number;
}

/** A link between two clusters, by their numbers, the lower first. */
export interface ClusterEdge {
  from: number;
  to: number;
  count: number;
}

/** A point of the plane. */
export interface Point {
  x: number;
  y: number;
}

/** Radius that one note adds: the area of a circle grows with the number of notes. */
const NOTE_RADIUS = 6;

/** Space between two circles. */
const MIN_GAP = 16;

/** The angle between two following points of a spiral in which no two points are near each other. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Number of steps in which linked clusters move towards each other. */
const ATTRACTION_STEPS = 120;

/** Number of steps after that in which circles that overlap are only moved apart; fewer if none overlaps any more. */
const MAX_SEPARATION_STEPS = 400;

/** Number of these steps after which the whole picture begins to grow. */
const STEPS_BEFORE_GROWTH = 40;

/**
 * Share of an overlap by which two circles move apart in the first steps: little, but more where there are many circles,
 * because a heap of them takes long to compare.
 */
const MIN_HARDNESS = 0.05;
const HARDNESS_PER_CIRCLE = 0.001;

/** How much the whole picture grows in each step, so that there is room for all circles in the end. */
const GROWTH = 1.01;

/** Share of its distance to a linked cluster by which a cluster moves in the first step. */
const MAX_ATTRACTION = 0.12;

/** Share of its distance to the middle by which a cluster moves in the first step. */
const GRAVITY = 0.03;

/** More than a picture has rows of cells, so that each cell has its own number. */
const CELLS_PER_COLUMN = 1_000_003;

/** Number of comparisons after which the work pauses: about a millisecond on a phone. */
const COMPARISONS_WITHOUT_PAUSE = 5000;

/** How much of an overlap may remain: less than one can see. */
const MAX_OVERLAP = 0.01;

/** Returns the links between clusters, each once. */
export function clusterEdges(clusters: readonly LaidOutCluster[]): ClusterEdge[] {
  const edges: ClusterEdge[] = [];
  for (const [from, { links }] of clusters.entries()) {
    for (const { cluster: to, count } of links) if (from < to && to < clusters.length) edges.push({ from, to, count });
  }
  return edges;
}

/** Returns the place of a note in its cluster, by its number: the first notes are in the middle. */
export function notePlace(circle: Circle, number: number, noteCount: number): Point {
  const distance = circle.radius * 0.9 * Math.sqrt((number + 0.5) / Math.max(noteCount, 1));
  const angle = number * GOLDEN_ANGLE;
  return { x: circle.x + distance * Math.cos(angle), y: circle.y + distance * Math.sin(angle) };
}

export class ClusterLayout {
  readonly circles: Circle[];
  readonly edges: ClusterEdge[];
  private readonly strengths: number[];
  private readonly totalStrengths: Float64Array;
  /** Width of a cell of the grid: a circle of middle size touches a few cells. */
  private readonly cellSize: number;

  constructor(clusters: readonly LaidOutCluster[]) {
    this.edges = clusterEdges(clusters);
    this.strengths = this.edges.map(({ count }) => Math.log2(1 + count));
    this.totalStrengths = new Float64Array(clusters.length);
    for (const [at, { from, to }] of this.edges.entries()) {
      this.totalStrengths[from] = (this.totalStrengths[from] ?? 0) + (this.strengths[at] ?? 0);
      this.totalStrengths[to] = (this.totalStrengths[to] ?? 0) + (this.strengths[at] ?? 0);
    }
    const radii = clusters.map(({ notes }) => NOTE_RADIUS * (1 + Math.sqrt(notes.length)));
    this.circles = spiral(radii);
    this.cellSize = 2 * ((radii[Math.floor(radii.length / 2)] ?? NOTE_RADIUS) + MIN_GAP);
  }

  /** Moves the circles until they are in place. Pauses often, so that the caller can let the app draw. */
  *run(): Generator<undefined, void> {
    for (let step = 0; step < ATTRACTION_STEPS; step++) {
      const progress = step / ATTRACTION_STEPS;
      // Later steps are smaller, so that the circles come to rest.
      this.attract(1 - progress);
      yield;
      // At first circles may pass through each other, so that linked ones meet.
      yield* this.separate(Math.min(1, Math.max(MIN_HARDNESS + HARDNESS_PER_CIRCLE * this.circles.length, 2 * progress - 0.5)));
    }
    for (let step = 0; step < MAX_SEPARATION_STEPS; step++) {
      if (step > STEPS_BEFORE_GROWTH) this.grow();
      if (yield* this.separate(1)) return;
    }
  }

  private attract(strength: number): void {
    const { circles } = this;
    for (const circle of circles) {
      circle.x -= circle.x * GRAVITY * strength;
      circle.y -= circle.y * GRAVITY * strength;
    }
    for (const [at, { from, to }] of this.edges.entries()) {
      const [a, b] = [circles[from], circles[to]];
      if (a === undefined || b === undefined) continue;
      const pull = MAX_ATTRACTION * strength * (this.strengths[at] ?? 0);
      const [pullA, pullB] = [pull / (this.totalStrengths[from] || 1), pull / (this.totalStrengths[to] || 1)];
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      a.x += dx * pullA;
      a.y += dy * pullA;
      b.x -= dx * pullB;
      b.y -= dy * pullB;
    }
  }

  private grow(): void {
    for (const circle of this.circles) {
      circle.x *= GROWTH;
      circle.y *= GROWTH;
    }
  }

  /** Moves circles apart that overlap, by a share of the overlap. Returns whether none did. */
  private *separate(hardness: number): Generator<undefined, boolean> {
    let isSeparated = true;
    let comparisons = 0;
    for (const near of circlesByCell(this.circles, this.cellSize).values()) {
      for (const [at, a] of near.entries()) {
        for (let next = at + 1; next < near.length; next++) {
          const b = near[next];
          if (b !== undefined && !pushApart(a, b, hardness)) isSeparated = false;
        }
        comparisons += near.length - at;
        if (comparisons < COMPARISONS_WITHOUT_PAUSE) continue;
        comparisons = 0;
        yield;
      }
    }
    yield;
    return isSeparated;
  }
}

/**
 * Groups circles by the cells of a grid that they touch: only circles in the same cell are compared, because comparing
 * all would take too long.
 */
function circlesByCell(circles: readonly Circle[], cellSize: number): Map<number, Circle[]> {
  const cells = new Map<number, Circle[]>();
  for (const circle of circles) {
    const reach = circle.radius + MIN_GAP;
    const [left, right] = [Math.floor((circle.x - reach) / cellSize), Math.floor((circle.x + reach) / cellSize)];
    const [top, bottom] = [Math.floor((circle.y - reach) / cellSize), Math.floor((circle.y + reach) / cellSize)];
    for (let column = left; column <= right; column++) {
      for (let row = top; row <= bottom; row++) {
        const key = column * CELLS_PER_COLUMN + row;
        const cell = cells.get(key);
        if (cell === undefined) cells.set(key, [circle]);
        else cell.push(circle);
      }
    }
  }
  return cells;
}

/** Places circles on a spiral around the largest, which is first, so far apart that they don't overlap much. */
function spiral(radii: readonly number[]): Circle[] {
  let area = 0;
  return radii.map((radius, number) => {
    area += (radius + MIN_GAP) ** 2;
    const distance = number === 0 ? 0 : 1.1 * Math.sqrt(area);
    const angle = number * GOLDEN_ANGLE;
    return { x: distance * Math.cos(angle), y: distance * Math.sin(angle), radius };
  });
}

/** Moves two circles apart by a share of their overlap, the smaller one more. Returns whether they did not overlap. */
function pushApart(a: Circle, b: Circle, hardness: number): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const distance = Math.hypot(dx, dy);
  const overlap = a.radius + b.radius + MIN_GAP - distance;
  if (overlap <= MAX_OVERLAP) return true;
  // Two circles at the same place move apart sideways.
  const [ux, uy] = distance === 0 ? [1, 0] : [dx / distance, dy / distance];
  const [areaA, areaB] = [a.radius * a.radius, b.radius * b.radius];
  const [moveA, moveB] = [(overlap * hardness * areaB) / (areaA + areaB), (overlap * hardness * areaA) / (areaA + areaB)];
  a.x -= ux * moveA;
  a.y -= uy * moveA;
  b.x += ux * moveB;
  b.y += uy * moveB;
  return false;
}
