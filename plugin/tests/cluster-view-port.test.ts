/** Which part of the picture of clusters is shown, and which cluster a key leads to. */
import { expect, test } from "vitest";
import type { Circle } from "../src/health/circle-packing";
import { circleAt, nextCircle, placeLabels, ViewPort } from "../src/health/cluster-view-port";

const CIRCLES: Circle[] = [
  { x: 0, y: 0, radius: 50 },
  { x: 200, y: 10, radius: 30 },
  { x: -200, y: 0, radius: 30 },
  { x: 20, y: 200, radius: 30 },
  { x: 0, y: -200, radius: 30 },
];

function viewPort(): ViewPort {
  const shown = new ViewPort();
  shown.setCircles(CIRCLES);
  shown.resize({ width: 600, height: 400 });
  return shown;
}

test("at first the whole picture is shown, also after a new size", () => {
  const shown = viewPort();
  for (const size of [
    { width: 600, height: 400 },
    { width: 200, height: 700 },
  ]) {
    shown.resize(size);
    for (const circle of CIRCLES) {
      const { x, y } = shown.toPixels(circle);
      const radius = circle.radius * shown.pixelsPerUnit;
      expect(x - radius).toBeGreaterThanOrEqual(0);
      expect(x + radius).toBeLessThanOrEqual(size.width);
      expect(y - radius).toBeGreaterThanOrEqual(0);
      expect(y + radius).toBeLessThanOrEqual(size.height);
    }
  }
  expect(shown.isWhole).toBe(true);
});

test("zoom keeps the point under the pointer, has limits, and can be taken back", () => {
  const shown = viewPort();
  const first = shown.pixelsPerUnit;
  const pointer = { x: 450, y: 120 };
  const before = shown.toPlane(pointer);
  shown.zoom(2, pointer);
  const after = shown.toPlane(pointer);
  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
  expect(shown.pixelsPerUnit).toBeCloseTo(2 * first);
  expect(shown.isWhole).toBe(false);
  for (let at = 0; at < 50; at++) shown.zoom(2);
  expect(shown.pixelsPerUnit).toBe(12);
  for (let at = 0; at < 50; at++) shown.zoom(0.5);
  expect(shown.pixelsPerUnit).toBeCloseTo(first / 2);
  shown.fit();
  expect(shown.pixelsPerUnit).toBe(first);
});

test("the picture can't be moved out of sight, and a chosen circle comes into sight", () => {
  const shown = viewPort();
  shown.zoom(4);
  for (let at = 0; at < 40; at++) shown.pan(-500, 300);
  expect(CIRCLES.some((circle) => shown.isVisible(circle))).toBe(true);
  for (const circle of CIRCLES) {
    shown.reveal(circle);
    const { x, y } = shown.toPixels(circle);
    expect(x >= 0 && x <= 600 && y >= 0 && y <= 400).toBe(true);
  }
});

test.each([
  ["right", 0, 1],
  ["left", 0, 2],
  ["down", 0, 3],
  ["up", 0, 4],
  ["right", 1, undefined],
  ["left", 1, 0],
  ["up", 3, 0],
  ["right", 9, 0],
] as const)("%s of circle %d is circle %s", (direction, from, expected) => {
  expect(nextCircle(CIRCLES, from, direction)).toBe(expected);
});

test("all circles can be reached with arrow keys", () => {
  const circles = Array.from({ length: 40 }, (_, at) => ({
    x: 37 * ((at * 11) % 23),
    y: 53 * ((at * 7) % 19),
    radius: 5,
  }));
  const reached = new Set([0]);
  for (const from of reached) {
    for (const direction of ["left", "right", "up", "down"] as const) {
      const next = nextCircle(circles, from, direction);
      if (next !== undefined) reached.add(next);
    }
  }
  expect(reached.size).toBe(40);
});

test("a point is in the circle that contains it", () => {
  expect(circleAt(CIRCLES, { x: 195, y: 20 })).toBe(1);
  expect(circleAt(CIRCLES, { x: 100, y: 100 })).toBeUndefined();
});

test("labels don't overlap and stay in the picture; the first ones come first", () => {
  const label = (...places: [number, number][]) =>
    places.map(([x, y]) => ({ size: { width: 40, height: 10 }, middle: { x, y } }));
  const chosen = placeLabels(
    [label([100, 50]), label([110, 52]), label([110, 52], [110, 70]), label([5, 50]), label([160, 50])],
    { width: 200, height: 100 },
  );
  expect(chosen.map((option) => option?.middle)).toEqual([
    { x: 100, y: 50 },
    undefined,
    { x: 110, y: 70 },
    undefined,
    { x: 160, y: 50 },
  ]);
});
