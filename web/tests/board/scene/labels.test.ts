// Label layout: no label overlaps another label, a piece or a button, or leaves the viewport.
import { describe, expect, it } from "vitest";
import { POSITIONS } from "../../../e2e/positions";
import { rectsOverlap, type Rect } from "../../../src/board/scene/overlay/screenShapes";
import { explodeFactorFor, type FixedPreset } from "../../../src/board/scene/camera/viewpoint";
import { layOutLabels, type Label } from "../../../src/board/scene/overlay/labelLayout";
import { measureText } from "../../../src/board/scene/overlay/textAtlas";
import { Picker } from "../../../src/board/scene/input/picker";
import { NO_HIGHLIGHTS } from "../../../src/board/scene/overlay/highlights";
import type { ChessSet } from "../../../src/board/scene/set/chessSet";
import type { Snapshot } from "../../../src/wire/snapshot";
import { WasmGame } from "../../../src/wasm/rules/trid_rules";
import "./randomGames";
import { makeCamera, makeSet } from "./fixtures";

const PRESETS: readonly FixedPreset[] = ["white", "black", "showcase", "top", "side", "front"];
/** Canvas sizes on a desktop and a phone, with the camera and tool buttons. */
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

function snapshotOf(tfen: string): Snapshot {
  const game = new WasmGame("revised", tfen);
  const snapshot = JSON.parse(game.snapshot()) as Snapshot;
  game.free();
  return snapshot;
}

function labelsOf(set: ChessSet, preset: FixedPreset, size: (typeof SIZES)[number], names: boolean) {
  const camera = makeCamera(set, preset, size);
  set.update();
  const labels = layOutLabels(
    set,
    { ...size, camera },
    { names, attention: new Set(), measure: (text, kind) => measureText(text, kind, null) },
  );
  return { camera, labels };
}

/** All layout problems, as text. */
function findProblems(set: ChessSet, preset: FixedPreset, size: (typeof SIZES)[number], names: boolean): string[] {
  const { camera, labels } = labelsOf(set, preset, size, names);
  const picker = new Picker(set, camera);
  const found: string[] = [];
  labels.forEach((label, index) => {
    for (const other of labels.slice(index + 1)) {
      if (rectsOverlap(label, other)) found.push(`${label.text} overlaps ${other.text}`);
    }
    if (size.covered.some((cover) => rectsOverlap(cover, label))) found.push(`${label.text} is under a button`);
    if (label.left < 0 || label.top < 0 || label.right > size.width || label.bottom > size.height) {
      found.push(`${label.text} is cut off`);
    }
    // A badge is at the head of its piece.
    if (label.kind === "badge" || set.isDiagram) return;
    for (const [x, y] of samples(label)) {
      const point = [(x / size.width) * 2 - 1, 1 - (y / size.height) * 2] as const;
      const hit = picker.pick(...point, { highlights: NO_HIGHLIGHTS, isTarget: () => false });
      if (hit?.kind === "square" && picker.hitsPiece(...point))
        found.push(`${label.text} overlaps the piece on ${hit.square}`);
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

describe.each(PRESETS)("labels in preset %s", (preset) => {
  it.each([false, true])(
    "overlap nothing in 11 positions, exploded: %s",
    (exploded) => {
      const set = makeSet();
      set.explode(exploded ? explodeFactorFor(preset) : 0, () => undefined);
      for (const [name, , tfen] of POSITIONS) {
        set.show(snapshotOf(tfen));
        for (const size of SIZES) {
          for (const names of [false, true]) {
            expect(findProblems(set, preset, size, names), `${name}, ${size.width} wide, names: ${names}`).toEqual([]);
          }
        }
      }
    },
    60_000,
  );

  it("name every board and show coordinates", () => {
    const set = makeSet();
    const missing: string[] = [];
    for (const [name, , tfen] of POSITIONS) {
      set.show(snapshotOf(tfen));
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

describe("coordinates", () => {
  it("name every file and rank of every board, except where they would cover a piece", () => {
    const set = makeSet();
    const [desktop] = SIZES;
    if (!desktop) throw new Error("no desktop size");
    for (const [name, , tfen] of POSITIONS) {
      set.show(snapshotOf(tfen));
      for (const preset of ["white", "black"] as const) {
        const { labels } = labelsOf(set, preset, desktop, false);
        // Eight on each of three main boards, four on each of four attack boards.
        const count = labels.filter(({ kind }) => kind === "coordinate").length;
        expect(count, `${name} from ${preset}`).toBeGreaterThanOrEqual(36);
      }
    }
  }, 60_000);

  it("frame the whole map in the view from above", () => {
    const set = makeSet();
    set.show(snapshotOf(POSITIONS[0]?.[2] ?? ""));
    for (const size of SIZES) {
      const { labels } = labelsOf(set, "top", size, false);
      const texts = labels.filter(({ kind }) => kind === "coordinate").map(({ text }) => text);
      for (const text of "zabcde0123456789".split("")) expect(texts).toContain(text);
    }
  });

  it("are at least 11 pixels high, like all labels", () => {
    for (const kind of ["coordinate", "board", "square", "badge"] as const)
      expect(measureText("a", kind, null).height).toBeGreaterThanOrEqual(11);
  });
});

describe("badges", () => {
  it("mark every frozen, deferred, carried and stranded pawn in every preset", () => {
    const set = makeSet();
    const seen = new Set<string>();
    const special =
      "4/4/1PPP/NBBN|4/4/4/4|Pbbn/pppp/4/4|QL1w:1P/RQ,KL1w:PP/KR,QL6b:Pq/pp,KL6b:kr/pp w KQk - z9QL6 - - 0 1";
    for (const [name, , tfen] of [...POSITIONS, ["special", "", special] as const]) {
      const snapshot = snapshotOf(tfen);
      set.show(snapshot);
      const marks = snapshot.pieces.flatMap((piece) => piece.marks).sort();
      for (const mark of marks) seen.add(mark);
      for (const preset of PRESETS) {
        for (const size of SIZES) {
          const { labels } = labelsOf(set, preset, size, false);
          const badges = labels.filter(({ kind }) => kind === "badge").map(({ text }) => text);
          expect(badges.sort(), `${name} from ${preset}, ${size.width} wide`).toEqual(marks);
        }
      }
    }
    expect([...seen].sort()).toEqual(["carried", "deferred", "frozen", "stranded"]);
  }, 60_000);
});

describe("square names", () => {
  it("are on the visible squares in preset white", () => {
    const set = makeSet();
    const [start] = POSITIONS;
    if (!start) throw new Error("no start position");
    set.show(snapshotOf(start[2]));
    const [desktop] = SIZES;
    if (!desktop) throw new Error("no desktop size");
    const { labels } = labelsOf(set, "white", desktop, true);
    expect(labels.filter(({ kind }) => kind === "square").length).toBeGreaterThan(22);
  });
});
