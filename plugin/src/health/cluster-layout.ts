/**
 * Places the clusters of a vault as circles that don't overlap, with linked clusters near each other. The same clusters
 * always get the same places. The work is done in small steps, so that the app can draw in between. Does not depend on
 * Obsidian.
 */
import { type Circle, CirclePacking, forEachCell, type Point } from "./circle-packing";

/** What the layout needs to know of a cluster. */
export interface LaidOutCluster {
  notes: readonly string[];
  links: readonly { cluster: number; count: number }[];
}

/** A link between two clusters, by their numbers, the lower first. */
export interface ClusterEdge {
  from: number;
  to: number;
  count: number;
}

/** Radius that one note adds: the area of a circle grows with the number of notes. */
const NOTE_RADIUS = 6;

/** Space between two circles. */
const MIN_GAP = 16;

/** The angle between two following points of a spiral in which no two points are near each other. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * Number of clusters, the largest ones, that move until each has found its place. The others are placed around them one
 * by one, each near those that it is linked with: moving thousands of circles takes many seconds.
 */
const MAX_MOVED_CLUSTERS = 250;

/** Number of directions in which a free place near the linked clusters is searched. */
const SEARCHED_DIRECTIONS = 8;

/** Number of clusters that are placed without a pause: about a millisecond on a phone. */
const PLACED_WITHOUT_PAUSE = 10;

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
  /** The largest circles, which move. */
  private readonly moved: Circle[];
  /** The links between circles that move. */
  private readonly movedEdges: ClusterEdge[];
  private readonly strengths: number[];
  private readonly totalStrengths: Float64Array;
  /** Width of a cell of the grid: a circle of middle size touches a few cells. */
  private readonly cellSize: number;

  constructor(clusters: readonly LaidOutCluster[]) {
    this.edges = clusterEdges(clusters);
    this.movedEdges = this.edges.filter(({ to }) => to < MAX_MOVED_CLUSTERS);
    this.strengths = this.movedEdges.map(({ count }) => strength(count));
    this.totalStrengths = new Float64Array(clusters.length);
    for (const [at, { from, to }] of this.movedEdges.entries()) {
      this.totalStrengths[from] = (this.totalStrengths[from] ?? 0) + (this.strengths[at] ?? 0);
      this.totalStrengths[to] = (this.totalStrengths[to] ?? 0) + (this.strengths[at] ?? 0);
    }
    const radii = clusters.map(({ notes }) => NOTE_RADIUS * (1 + Math.sqrt(notes.length)));
    this.circles = spiral(radii);
    this.moved = this.circles.slice(0, MAX_MOVED_CLUSTERS);
    this.cellSize = 2 * ((radii[Math.floor(radii.length / 2)] ?? NOTE_RADIUS) + MIN_GAP);
  }

  /** Moves the circles until they are in place. Pauses often, so that the caller can let the app draw. */
  *run(): Generator<undefined, void> {
    yield* this.moveLargest();
    yield* this.placeOthers();
  }

  private *moveLargest(): Generator<undefined, void> {
    for (let step = 0; step < ATTRACTION_STEPS; step++) {
      const progress = step / ATTRACTION_STEPS;
      // Later steps are smaller, so that the circles come to rest.
      this.attract(1 - progress);
      yield;
      // At first circles may pass through each other, so that linked ones meet.
      yield* this.separate(
        Math.min(1, Math.max(MIN_HARDNESS + HARDNESS_PER_CIRCLE * this.moved.length, 2 * progress - 0.5)),
      );
    }
    for (let step = 0; step < MAX_SEPARATION_STEPS; step++) {
      if (step > STEPS_BEFORE_GROWTH) this.grow();
      if (yield* this.separate(1)) return;
    }
  }

  /** Places the small clusters: each near those that it is linked with, else around the picture. */
  private *placeOthers(): Generator<undefined, void> {
    const packing = new CirclePacking(MIN_GAP, this.cellSize);
    for (const circle of this.moved) packing.add(circle);
    const linked = this.linkedClusters();
    const small = Array.from(this.circles.keys()).slice(MAX_MOVED_CLUSTERS);
    // Those without links come last, or else they would take the places near the others.
    const inOrder = [...small.filter((number) => linked.has(number)), ...small.filter((number) => !linked.has(number))];
    const isPlaced = this.circles.map((_, number) => number < MAX_MOVED_CLUSTERS);
    for (const [at, number] of inOrder.entries()) {
      const circle = this.circles[number];
      if (circle === undefined) return;
      const middle = this.middleOf((linked.get(number) ?? []).filter(({ cluster }) => isPlaced[cluster]));
      Object.assign(circle, freePlaceNear(packing, middle, number, circle.radius));
      packing.add(circle);
      isPlaced[number] = true;
      if (at % PLACED_WITHOUT_PAUSE === 0) yield;
    }
  }

  /** The clusters that each small cluster is linked with. */
  private linkedClusters(): Map<number, { cluster: number; count: number }[]> {
    const linked = new Map<number, { cluster: number; count: number }[]>();
    for (const { from, to, count } of this.edges) {
      for (const [one, cluster] of [
        [from, to],
        [to, from],
      ] as const) {
        if (one < MAX_MOVED_CLUSTERS) continue;
        const list = linked.get(one);
        if (list === undefined) linked.set(one, [{ cluster, count }]);
        else list.push({ cluster, count });
      }
    }
    return linked;
  }

  /** The middle of clusters, in which those with more links count more. */
  private middleOf(linked: { cluster: number; count: number }[]): Point | undefined {
    let [x, y, total] = [0, 0, 0];
    for (const { cluster, count } of linked) {
      const circle = this.circles[cluster];
      if (circle === undefined) continue;
      x += circle.x * strength(count);
      y += circle.y * strength(count);
      total += strength(count);
    }
    return total === 0 ? undefined : { x: x / total, y: y / total };
  }

  private attract(share: number): void {
    const { moved } = this;
    for (const circle of moved) {
      circle.x -= circle.x * GRAVITY * share;
      circle.y -= circle.y * GRAVITY * share;
    }
    for (const [at, { from, to }] of this.movedEdges.entries()) {
      const [a, b] = [moved[from], moved[to]];
      if (a === undefined || b === undefined) continue;
      const pull = MAX_ATTRACTION * share * (this.strengths[at] ?? 0);
      const [pullA, pullB] = [pull / (this.totalStrengths[from] || 1), pull / (this.totalStrengths[to] || 1)];
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      a.x += dx * pullA;
      a.y += dy * pullA;
      b.x -= dx * pullB;
      b.y -= dy * pullB;
    }
  }

  private grow(): void {
    for (const circle of this.moved) {
      circle.x *= GROWTH;
      circle.y *= GROWTH;
    }
  }

  /** Moves circles apart that overlap, by a share of the overlap. Returns whether none did. */
  private *separate(hardness: number): Generator<undefined, boolean> {
    let isSeparated = true;
    let comparisons = 0;
    for (const near of circlesByCell(this.moved, this.cellSize).values()) {
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
    forEachCell(circle, MIN_GAP, cellSize, (key) => {
      const cell = cells.get(key);
      if (cell === undefined) cells.set(key, [circle]);
      else cell.push(circle);
    });
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

/** How strongly clusters with this many links belong together. */
function strength(links: number): number {
  return Math.log2(1 + links);
}

/** Returns a free place near a point; without one, a place around the picture. */
function freePlaceNear(packing: CirclePacking, wanted: Point | undefined, number: number, radius: number): Point {
  const first = number * GOLDEN_ANGLE;
  if (wanted === undefined) return packing.freePlace({ x: 0, y: 0 }, first, radius);
  const angles = Array.from(
    { length: SEARCHED_DIRECTIONS },
    (_, at) => first + (at * 2 * Math.PI) / SEARCHED_DIRECTIONS,
  );
  const places = angles.map((angle) => packing.freePlace(wanted, angle, radius));
  // Of near places the one that is nearer to the middle of the picture, which would grow in one direction otherwise.
  const distance = ({ x, y }: Point) => Math.hypot(x - wanted.x, y - wanted.y) + Math.hypot(x, y);
  return places.reduce((best, place) => (distance(place) < distance(best) ? place : best));
}

/** Moves two circles apart by a share of their overlap, the smaller one more. Returns whether they did not overlap. */
function pushApart(a: Circle, b: Circle, hardness: number): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const wanted = a.radius + b.radius + MIN_GAP;
  const square = dx * dx + dy * dy;
  // Most pairs are far apart, and a root takes time.
  if (square >= wanted * wanted) return true;
  const distance = Math.sqrt(square);
  const overlap = wanted - distance;
  if (overlap <= MAX_OVERLAP) return true;
  // Two circles at the same place move apart sideways.
  const [ux, uy] = distance === 0 ? [1, 0] : [dx / distance, dy / distance];
  const [areaA, areaB] = [a.radius * a.radius, b.radius * b.radius];
  const [moveA, moveB] = [
    (overlap * hardness * areaB) / (areaA + areaB),
    (overlap * hardness * areaA) / (areaA + areaB),
  ];
  a.x -= ux * moveA;
  a.y -= uy * moveA;
  b.x += ux * moveB;
  b.y += uy * moveB;
  return false;
}
