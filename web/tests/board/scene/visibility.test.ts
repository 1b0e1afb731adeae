// Every piece can be seen from White's and Black's cameras, and the set fills the canvas. Prints the figures of docs/notes/layout.md.
import { InstancedMesh, Matrix4, Mesh, Vector3, type BufferGeometry, type Object3D } from "three";
import { describe, expect, it } from "vitest";
import { POSITIONS } from "../../../e2e/positions";
import { makePieces } from "../../../src/board/scene/geometry/pieces";
import type { ChessSet } from "../../../src/board/scene/set/chessSet";
import type { Snapshot } from "../../../src/wire/snapshot";
import { WasmGame } from "../../../src/wasm/rules/trid_rules";
import "./randomGames";
import { makeCamera, makeSet } from "./fixtures";
import { IdBuffer } from "./idBuffer";

/** At least this share of a piece's pixels is visible. */
const MIN_SHARE = 0.35;
/** The set fills at least this share of the canvas's width or height. */
const MIN_FILL = 0.85;
const CAMERAS = ["white", "black"] as const;
/** Canvas sizes: the 3D view alone and beside the map on a desktop, and on a phone. */
const SIZES = [
  { width: 1058, height: 780 },
  { width: 640, height: 780 },
  { width: 372, height: 425 },
];
/** Id of everything that is not a piece. */
const STAND = 1000;
const PIECES = makePieces({ radialSegments: 10, curveSegments: 1 });

/** The visible share of a piece, with glass as something to look through or as something that hides. */
interface Share {
  readonly piece: string;
  readonly throughGlass: number;
  readonly clear: number;
  readonly outlined: boolean;
}

function snapshotOf(tfen: string): Snapshot {
  const game = new WasmGame("revised", tfen);
  const snapshot = JSON.parse(game.snapshot()) as Snapshot;
  game.free();
  return snapshot;
}

/** The visible share of each piece: its pixels in front of everything else, of its pixels alone. */
function visibleShares(set: ChessSet, camera: ReturnType<typeof makeCamera>, width: number, height: number): Share[] {
  const together = new IdBuffer(camera, width, height);
  const models = [...set.pieces.models];
  const draw = (buffer: IdBuffer, index: number, id: number) => {
    const model = models[index];
    if (model) buffer.draw(PIECES[model.kind], new Matrix4().makeTranslation(model.position), id);
  };
  models.forEach((_, index) => draw(together, index, index + 1));
  drawStand(set, together);
  const throughGlass = together.counts();
  drawGlass(set, together);
  const clear = together.counts();
  set.outlineHidden(camera, height);
  return models.map(({ color, kind, square, outlined }, index) => {
    const alone = new IdBuffer(camera, width, height);
    draw(alone, index, 1);
    const all = Math.max(1, alone.counts().get(1) ?? 0);
    const shareOf = (counts: ReadonlyMap<number, number>) => (counts.get(index + 1) ?? 0) / all;
    return {
      piece: `${color} ${kind} ${square}`,
      throughGlass: shareOf(throughGlass),
      clear: shareOf(clear),
      outlined,
    };
  });
}

function glassOf(set: ChessSet): Mesh[] {
  return [...set.boards.main, ...set.boards.attack].map(({ tiles }) => tiles);
}

function drawGlass(set: ChessSet, buffer: IdBuffer): void {
  for (const tiles of glassOf(set)) buffer.draw(tiles.geometry, tiles.matrixWorld, STAND);
}

/** Draws everything opaque but the pieces: frames, posts, sockets and the stand. */
function drawStand(set: ChessSet, buffer: IdBuffer): void {
  const glass = new Set<Object3D>(glassOf(set));
  set.group.updateMatrixWorld(true);
  for (const part of [set.boards.group, set.stand.group]) {
    part.traverseVisible((object) => {
      if (object instanceof InstancedMesh) {
        const matrix = new Matrix4();
        for (let i = 0; i < object.count; i++) {
          object.getMatrixAt(i, matrix);
          buffer.draw(object.geometry as BufferGeometry, matrix.premultiply(object.matrixWorld), STAND);
        }
      } else if (object instanceof Mesh && !glass.has(object)) {
        buffer.draw(object.geometry as BufferGeometry, object.matrixWorld, STAND);
      }
    });
  }
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

describe.each(CAMERAS)("from %s's camera", (preset) => {
  it("at least 35 % of every piece is visible at the start and in ten middlegames, or it is outlined", () => {
    const set = makeSet();
    const hidden: string[] = [];
    for (const { width, height } of SIZES) {
      const all: Share[] = [];
      for (const [name, , tfen] of POSITIONS) {
        set.show(snapshotOf(tfen));
        const camera = makeCamera(set, preset, { width, height });
        const shares = visibleShares(set, camera, Math.round(width / 2), Math.round(height / 2));
        all.push(...shares);
        for (const { piece, throughGlass, clear, outlined } of shares)
          if (throughGlass < MIN_SHARE || (clear < MIN_SHARE && !outlined))
            hidden.push(`${name}, ${width} wide: ${piece} ${percent(throughGlass)} ${percent(clear)}`);
      }
      const least = percent(Math.min(...all.map(({ throughGlass }) => throughGlass)));
      const below = all.filter(({ clear }) => clear < MIN_SHARE).length;
      const outlined = all.filter((share) => share.outlined).length;
      // Figures of docs/notes/layout.md.
      process.stdout.write(
        `| ${preset} | ${width} x ${height} | ${least} | ${below} of ${all.length} | ${outlined} |\n`,
      );
      // Outlines are for the few that need them.
      expect(outlined).toBeLessThan(below * 2);
    }
    expect(hidden).toEqual([]);
  }, 240_000);

  it.each(SIZES)("the set fills 85 % of the height or width of a canvas of $width x $height", ({ width, height }) => {
    const set = makeSet();
    set.show(snapshotOf(POSITIONS[0]?.[2] ?? ""));
    const camera = makeCamera(set, preset, { width, height });
    const buffer = new IdBuffer(camera, width, height);
    for (const { kind, position } of set.pieces.models)
      buffer.draw(PIECES[kind], new Matrix4().makeTranslation(position), 1);
    drawStand(set, buffer);
    const { left, right, top, bottom } = buffer.bounds();
    expect(Math.max((right - left) / width, (bottom - top) / height)).toBeGreaterThanOrEqual(MIN_FILL);
    // The base is completely in the frame.
    for (const point of set.stand.baseOutline()) {
      const { x, y } = new Vector3().copy(point).project(camera);
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(1);
    }
  });
});
