// Labels can be read: none lies on another, on a piece, under the page's buttons or outside the picture.
import { describe, expect, it } from "vitest";
import { POSITIONS } from "../../e2e/positions";
import { rectsOverlap, type Rect } from "../../src/scene/overlay/screenShapes";
import { explodeFactorFor, type FixedPreset } from "../../src/scene/camera/viewpoint";
import { layOutLabels, type Label } from "../../src/scene/overlay/labelLayout";
import { measureText, fontScaleFor } from "../../src/scene/overlay/textAtlas";
import { Picker } from "../../src/scene/input/picker";
import { NO_HIGHLIGHTS } from "../../src/scene/overlay/highlights";
import type { ChessSet } from "../../src/scene/set/chessSet";
import type { Snapshot } from "../../src/wire/snapshot";
import { WasmGame } from "../../src/wasm/rules/trid_rules";
import "./randomGames";
import { makeCamera, makeSet } from "./fixtures";

const PRESETS: readonly FixedPreset[] = ["white", "black", "top", "side", "front"];
/** The canvas on a desk and on a phone, with the camera's buttons and the one for the tools. */
const SIZES = [
  {
    width: 1058,
    height: 780,
    covered: [
      { left: 10, right: 306, top: 733, bottom: 770 },
      { left: 966, right: 1047, top: 11, bottom: 45 },
    ],
  },
  {
    width: 372,
    height: 425,
    covered: [
      { left: 10, right: 306, top: 378, bottom: 415 },
      { left: 280, right: 361, top: 11, bottom: 45 },
    ],
  },
];

function standing(tfen: string): Snapshot {
  const game = new WasmGame("revised", tfen);
  const snapshot = JSON.parse(game.snapshot()) as Snapshot;
  game.free();
  return snapshot;
}

function labelsOf(set: ChessSet, preset: FixedPreset, size: (typeof SIZES)[number], names: boolean) {
  const camera = makeCamera(set, preset, size);
  set.update();
  const scale = fontScaleFor(size.width);
  const labels = layOutLabels(
    set,
    { ...size, camera },
    { names, attention: new Set(), measure: (text, kind) => measureText(text, kind, scale, null) },
  );
  return { camera, labels };
}

/** Every fault of a picture's labels, in words. */
function faults(set: ChessSet, preset: FixedPreset, size: (typeof SIZES)[number], names: boolean): string[] {
  const { camera, labels } = labelsOf(set, preset, size, names);
  const picker = new Picker(set, camera);
  const found: string[] = [];
  labels.forEach((label, index) => {
    for (const other of labels.slice(index + 1)) {
      if (rectsOverlap(label, other)) found.push(`${label.text} lies on ${other.text}`);
    }
    if (size.covered.some((cover) => rectsOverlap(cover, label))) found.push(`${label.text} lies under a button`);
    if (label.left < 0 || label.top < 0 || label.right > size.width || label.bottom > size.height) {
      found.push(`${label.text} is cut off`);
    }
    for (const [x, y] of samples(label)) {
      const point = [(x / size.width) * 2 - 1, 1 - (y / size.height) * 2] as const;
      const hit = picker.pick(...point, { highlights: NO_HIGHLIGHTS, isTarget: () => false });
      if (hit?.kind === "square" && picker.onPiece(...point))
        found.push(`${label.text} lies on the piece on ${hit.square}`);
    }
  });
  return found;
}

function* samples({ left, right, top, bottom }: Rect): Iterable<readonly [number, number]> {
  for (let across = 0; across <= 4; across++) {
    for (let along = 0; along <= 2; along++) {
      yield [left + ((right - left) * across) / 4, top + ((bottom - top) * along) / 2];
    }
  }
}

describe.each(PRESETS)("labels seen from the preset %s", (preset) => {
  it.each([false, true])("cover nothing in the start and ten positions, pulled apart: %s", (exploded) => {
    const set = makeSet();
    set.explode(exploded ? explodeFactorFor(preset) : 0, () => undefined);
    for (const [name, , tfen] of POSITIONS) {
      set.show(standing(tfen));
      for (const size of SIZES) {
        for (const names of [false, true]) {
          expect(faults(set, preset, size, names), `${name}, ${size.width} wide, names: ${names}`).toEqual([]);
        }
      }
    }
  }, 60_000);

  it("name every board that is on show, and give each main board its coordinates where there is room", () => {
    const set = makeSet();
    const missing: string[] = [];
    for (const [name, , tfen] of POSITIONS) {
      set.show(standing(tfen));
      for (const size of SIZES) {
        const { labels } = labelsOf(set, preset, size, false);
        const has = (kind: Label["kind"], text: string) =>
          labels.some((label) => label.kind === kind && label.text === text);
        const boards = [...set.boards.main.map(({ level }) => level), ...set.boards.attack.map(({ pin }) => pin)];
        for (const board of boards) if (!has("board", board)) missing.push(`${board} in ${name}, ${size.width} wide`);
        expect(labels.filter(({ kind }) => kind === "coordinate").length).toBeGreaterThanOrEqual(6);
      }
    }
    expect(missing).toEqual([]);
  });
});

describe("names on demand", () => {
  it("are on the squares in plain sight from White's side", () => {
    const set = makeSet();
    const [start] = POSITIONS;
    if (!start) throw new Error("there is no start");
    set.show(standing(start[2]));
    const [desk] = SIZES;
    if (!desk) throw new Error("there is no desk");
    const { labels } = labelsOf(set, "white", desk, true);
    expect(labels.filter(({ kind }) => kind === "name").length).toBeGreaterThan(22);
  });
});
