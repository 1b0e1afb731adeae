// The debug overlay: which squares and boards it names, in which color, and where the labels go.
import { describe, expect, test } from "vitest";
import { placeDebugLabels } from "../../../src/board/scene/overlay/debugLayout";
import { debugLabels, DebugOverlay } from "../../../src/board/scene/overlay/debugOverlay";
import { rectsOverlap } from "../../../src/board/scene/overlay/screenShapes";
import { makeCamera, makeSet } from "./fixtures";
import { world } from "./randomGames";

const START = new Set(["QL1:0", "KL1:0", "QL6:0", "KL6:0"]);

describe("the labels", () => {
  const labels = debugLabels(world, START);
  const textsOf = (presence: "visible" | "hidden", kind: "square" | "instance") =>
    labels.filter((each) => each.presence === presence && kind in each.of).map((each) => each.text);

  test("name every square of the World once", () => {
    const squares = [...textsOf("visible", "square"), ...textsOf("hidden", "square")];
    expect(squares.sort()).toEqual([...new Set(world.squares.map(({ square }) => square))].sort());
  });

  test("have main boards and the boards on the set as visible", () => {
    expect(textsOf("visible", "square")).toHaveLength(48 + 16);
    expect(textsOf("visible", "square")).toEqual(expect.arrayContaining(["b2W", "c5N", "a8B", "a1QL1", "e9KL6"]));
    expect(textsOf("hidden", "square")).toHaveLength(32);
    expect(textsOf("hidden", "square")).toContain("a4QL2");
  });

  test("name all boards with their coordinates; a rotated board is another instance", () => {
    expect(textsOf("visible", "instance").map((text) => text.split(" ")[0])).toEqual(["W", "N", "B", ...START]);
    expect(textsOf("hidden", "instance")).toHaveLength(20);
    expect(textsOf("hidden", "instance")).toContain("KL6:180  9.45, 17.85, 21.00");
  });

  test("of a rotated board have its squares as visible", () => {
    const rotated = debugLabels(world, new Set(["QL1:180"]));
    expect(rotated.find(({ text }) => text === "a1QL1")?.presence).toBe("visible");
  });
});

describe("a label's place", () => {
  const AREA = { left: 0, top: 0, right: 100, bottom: 100 };
  const label = (...centers: [number, number][]) => ({
    width: 20,
    height: 10,
    centers: centers.map(([x, y]) => ({ x, y })),
  });

  test("is the first that is free", () => {
    const [first, second] = placeDebugLabels([label([50, 50]), label([55, 50], [55, 62])], AREA, []);
    expect(first).toEqual({ left: 40, right: 60, top: 45, bottom: 55 });
    expect(second).toEqual({ left: 45, right: 65, top: 57, bottom: 67 });
  });

  test("is inside the area, beside the controls if possible, else the one with the least overlap", () => {
    const controls = [{ left: 30, right: 100, top: 0, bottom: 100 }];
    expect(placeDebugLabels([label([50, 50], [0, 50])], AREA, controls)[0]?.left).toBe(0);
    expect(placeDebugLabels([label([50, 50], [25, 50])], AREA, controls)[0]?.left).toBe(15);
  });
});

test("all labels are placed in a large window, and few overlap", () => {
  const set = makeSet();
  const canvas = document.createElement("canvas");
  const host = document.createElement("div");
  host.append(canvas);
  document.body.append(host);
  const size = { width: 1440, height: 820 };
  Object.defineProperty(HTMLElement.prototype, "offsetHeight", { configurable: true, get: () => 12 });
  Object.defineProperty(HTMLElement.prototype, "offsetWidth", {
    configurable: true,
    get(this: HTMLElement) {
      return (this.textContent.length || 0) * 6 + 4;
    },
  });
  const overlay = new DebugOverlay(canvas, set.layout);
  overlay.show(START);
  overlay.placeLabels(makeCamera(set, "white", size), size.width, size.height, []);
  const spans = [...host.querySelectorAll<HTMLElement>(".scene-debug span")];
  const rects = spans.map((span) => {
    const [left = NaN, top = NaN] = (/translate\((.*)px, (.*)px\)/.exec(span.style.transform) ?? [])
      .slice(1)
      .map(Number);
    return { left, top, right: left + span.offsetWidth, bottom: top + span.offsetHeight };
  });
  expect(rects).toHaveLength(27 + 96);
  const overlapping = rects.filter((rect, index) => rects.slice(0, index).some((other) => rectsOverlap(rect, other)));
  expect(overlapping.length).toBeLessThan(8);
  // Four segments of two points for each square.
  expect(overlay.lines.geometry.getAttribute("position").count).toBe(96 * 8);
  overlay.show(null);
  expect(host.querySelectorAll(".scene-debug span")).toHaveLength(0);
  overlay.dispose();
  host.remove();
});
