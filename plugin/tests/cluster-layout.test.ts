/** Where the clusters of a vault are drawn. */
import { expect, test } from "vitest";
import { ClusterLayout, clusterEdges, type LaidOutCluster, notePlace } from "../src/health/cluster-layout";

/** Clusters with numbers of notes; `links` are pairs of clusters with a number of links. */
function clusters(sizes: number[], links: [number, number, number][] = []): LaidOutCluster[] {
  return sizes.map((size, at) => ({
    notes: Array.from({ length: size }, (_, number) => `${String(at)}/${String(number)}.md`),
    links: links.flatMap(([from, to, count]) =>
      from === at ? [{ cluster: to, count }] : to === at ? [{ cluster: from, count }] : [],
    ),
  }));
}

function laidOut(list: LaidOutCluster[]): ClusterLayout {
  const layout = new ClusterLayout(list);
  for (const work = layout.run(); work.next().done !== true;);
  return layout;
}

/** A vault with many clusters, of which each is linked with a few others. */
function largeVault(count: number): LaidOutCluster[] {
  const sizes = Array.from({ length: count }, (_, at) => 3 + Math.floor(400 / (at + 1)));
  const links = sizes.flatMap((_, at): [number, number, number][] => [
    [at, (at * 7 + 1) % count, 1 + (at % 5)],
    [at, (at * 13 + 5) % count, 1],
  ]);
  return clusters(
    sizes,
    links.filter(([from, to]) => from !== to),
  );
}

const overlapping = ({ circles }: ClusterLayout) =>
  circles.flatMap((a, at) =>
    circles.slice(at + 1).filter((b) => (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.radius + b.radius) ** 2),
  );

test.each([0, 1, 2, 5, 40, 250, 251, 300, 800])("%d clusters don't overlap", (count) => {
  const layout = laidOut(largeVault(count));
  expect(layout.circles.length).toBe(count);
  expect(overlapping(layout)).toEqual([]);
  expect(layout.circles.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
});

/** Thousands of clusters of the smallest size: linked with nothing, in a chain, or all with the first. */
const manySmall: Record<string, [number, number, number][]> = {
  "without links": [],
  "in a chain": Array.from({ length: 2999 }, (_, at): [number, number, number] => [at, at + 1, 2]),
  "around one": Array.from({ length: 2999 }, (_, at): [number, number, number] => [0, at + 1, 2]),
};

test.each(Object.entries(manySmall))(
  "thousands of small clusters %s form a round picture after few pieces of work",
  (_name, links) => {
    const layout = new ClusterLayout(
      clusters(
        Array.from({ length: 3000 }, () => 3),
        links,
      ),
    );
    let pieces = 0;
    for (const work = layout.run(); work.next().done !== true;) pieces += 1;
    expect(pieces).toBeLessThan(2000);
    expect(overlapping(layout)).toEqual([]);
    const extent = Math.max(...layout.circles.map(({ x, y, radius }) => Math.hypot(x, y) + radius));
    const area = layout.circles.reduce((sum, { radius }) => sum + radius * radius, 0);
    expect(extent * extent).toBeLessThan(8 * area);
  },
);

test("a small cluster is placed near the one that it is linked with", () => {
  const links = Array.from({ length: 100 }, (_, at): [number, number, number] => [at, 900 + at, 3]);
  const { circles } = laidOut(
    clusters(
      Array.from({ length: 1000 }, (_, at) => (at < 100 ? 30 : 3)),
      links,
    ),
  );
  const distance = (a: number, b: number) =>
    Math.hypot((circles[a]?.x ?? 0) - (circles[b]?.x ?? 0), (circles[a]?.y ?? 0) - (circles[b]?.y ?? 0));
  const mean = (offset: number) =>
    links.reduce((sum, [from]) => sum + distance(from, 900 + ((from + offset) % 100)), 0) / links.length;
  expect(mean(0)).toBeLessThan(0.7 * mean(50));
});

test("the same clusters always get the same places", () => {
  for (const count of [60, 600]) expect(laidOut(largeVault(count)).circles).toEqual(laidOut(largeVault(count)).circles);
});

test("a circle's size grows with its notes, and the picture is not much larger than its circles", () => {
  const { circles } = laidOut(clusters([100, 25, 3]));
  const radii = circles.map(({ radius }) => radius);
  expect(radii).toEqual([...radii].sort((a, b) => b - a));
  const large = laidOut(largeVault(300)).circles;
  const extent = Math.max(...large.map(({ x, y, radius }) => Math.hypot(x, y) + radius));
  const area = large.reduce((sum, { radius }) => sum + radius * radius, 0);
  expect(extent * extent).toBeLessThan(8 * area);
});

test("linked clusters are nearer to each other than others", () => {
  const chain = Array.from({ length: 12 }, () => 10);
  const links = [0, 2, 4, 6, 8, 10].map((at): [number, number, number] => [at, at + 1, 20]);
  const { circles } = laidOut(clusters(chain, links));
  const distance = (a: number, b: number) =>
    Math.hypot((circles[a]?.x ?? 0) - (circles[b]?.x ?? 0), (circles[a]?.y ?? 0) - (circles[b]?.y ?? 0));
  const pairs = chain.flatMap((_, a) => chain.map((_other, b) => [a, b] as const)).filter(([a, b]) => a < b);
  const mean = (list: (readonly [number, number])[]) =>
    list.reduce((sum, [a, b]) => sum + distance(a, b), 0) / list.length;
  const isLinked = ([a, b]: readonly [number, number]) => links.some(([from, to]) => from === a && to === b);
  expect(mean(pairs.filter(isLinked))).toBeLessThan(0.7 * mean(pairs.filter((pair) => !isLinked(pair))));
});

test("a link between two clusters is one edge, whichever names it", () => {
  expect(
    clusterEdges(
      clusters(
        [3, 3, 3],
        [
          [0, 1, 2],
          [1, 2, 1],
        ],
      ),
    ),
  ).toEqual([
    { from: 0, to: 1, count: 2 },
    { from: 1, to: 2, count: 1 },
  ]);
  expect(clusterEdges([{ notes: [], links: [{ cluster: 9, count: 1 }] }])).toEqual([]);
});

test("all notes of a cluster have their own place in its circle", () => {
  const circle = { x: 5, y: -3, radius: 60 };
  const places = Array.from({ length: 90 }, (_, at) => notePlace(circle, at, 90));
  for (const [at, a] of places.entries()) {
    expect(Math.hypot(a.x - circle.x, a.y - circle.y)).toBeLessThan(circle.radius);
    for (const b of places.slice(at + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(3);
  }
});
