// The overlay in the set: arrows lead from place to place, rings and tints are on their squares.
import { Vector3, type InstancedMesh, type Mesh } from "three";
import { beforeEach, expect, test } from "vitest";
import { arrowVertices, controlPoint } from "../../../src/board/scene/overlay/arrow";
import { OverlayLayer } from "../../../src/board/scene/overlay/overlayLayer";
import type { ChessSet } from "../../../src/board/scene/set/chessSet";
import type { Overlay } from "../../../src/board/overlay";
import { aSnapshot } from "../../fakes";
import { makeCamera, makeSet } from "./fixtures";

const STYLE = { weight: 1, flat: false, dashed: false } as const;
const NONE: Overlay = { fills: [], rings: [], arrows: [] };

let set: ChessSet;
let layer: OverlayLayer;

beforeEach(() => {
  set = makeSet();
  set.show(aSnapshot());
  layer = new OverlayLayer(set);
  const canvas = document.createElement("canvas");
  document.body.replaceChildren(canvas);
  layer.readColors(canvas);
});

/** The vertices of all arrows. */
function arrowPoints(): Vector3[] {
  const mesh = layer.group.children.find((each): each is Mesh => each.type === "Mesh" && !("isInstancedMesh" in each));
  const positions = mesh?.geometry.getAttribute("position");
  return Array.from({ length: positions?.count ?? 0 }, (_, index) =>
    new Vector3().fromBufferAttribute(positions as never, index),
  );
}

function instances(): number {
  const meshes = layer.group.children.filter((each): each is InstancedMesh => "isInstancedMesh" in each);
  return meshes.reduce((sum, mesh) => sum + mesh.count, 0);
}

test("an arrow leads from one square to the other, on different levels, and rises above both", () => {
  layer.show({ ...NONE, arrows: [{ from: "b2W", to: "c7B", tone: "green" }] });
  const points = arrowPoints();
  const [start, end] = [set.layout.squarePosition("b2W"), set.layout.squarePosition("c7B")];
  expect(Math.min(...points.map((point) => point.distanceTo(start)))).toBeLessThan(0.6);
  expect(Math.min(...points.map((point) => point.distanceTo(end)))).toBeLessThan(0.6);
  expect(Math.max(...points.map(({ y }) => y))).toBeGreaterThan(Math.max(start.y, end.y) + 0.5);
});

test("an arrow within one column bulges to the side, so that it is not hidden in the stack", () => {
  const [low, high] = [set.layout.squarePosition("b4W"), set.layout.squarePosition("b4N")];
  const control = controlPoint(low, high, false);
  expect(Math.hypot(control.x - low.x, control.z - low.z)).toBeGreaterThan(1);
});

test("in the view from above an arrow is flat and joins the cells of its squares", () => {
  makeCamera(set, "top");
  layer.show({ ...NONE, arrows: [{ from: "b4W", to: "b4N", tone: "blue" }] });
  const points = arrowPoints();
  const { y } = set.placementOf("b4W").position;
  expect(points.length).toBeGreaterThan(0);
  for (const point of points) expect(Math.abs(point.y - y)).toBeLessThan(0.6);
});

test("an arrow has no vertex that is not a number, also between neighbouring squares", () => {
  const vertices = arrowVertices(new Vector3(0, 0, 0), new Vector3(0.01, 0, 0), STYLE);
  expect(vertices.every(Number.isFinite)).toBe(true);
});

test("a dashed arrow has gaps between its ends", () => {
  const ends = [new Vector3(0, 0, 0), new Vector3(9, 0, 0)] as const;
  const vertices = arrowVertices(...ends, { weight: 1, flat: true, dashed: true });
  const steps = new Set(vertices.filter((_, index) => index % 3 === 0).map((x) => x.toFixed(3)));
  const solid = arrowVertices(...ends, { weight: 1, flat: true, dashed: false });
  expect(vertices.length).toBeLessThan(solid.length);
  expect([steps.has("0.000"), steps.has("9.000")]).toEqual([true, true]);
});

test("rings and tints are shown and vanish", () => {
  layer.show({
    fills: [
      { at: "b4N", tone: "white", strength: 0.2 },
      { at: "b4W", tone: "white", strength: 1 },
    ],
    rings: [
      { at: "b4N", tone: "red" },
      { at: "QL3", tone: "red" },
    ],
    arrows: [],
  });
  expect(instances()).toBe(4);
  layer.show(null);
  expect(instances()).toBe(0);
  expect(arrowPoints()).toEqual([]);
});
