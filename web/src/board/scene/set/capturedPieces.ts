// The captured pieces, in two rows on the table beside the base: officers in the inner row, pawns in the outer one. Each
// side's rows begin near its own end, where White's and Black's cameras see them.
import { MathUtils, Vector3 } from "three";
import type { Color, Snapshot, SnapshotPiece } from "../../../wire/snapshot";
import type { Animations } from "../render/animations";
import type { DrawnPiece, PieceModel, PieceModels } from "./pieceModels";
import { GROUND } from "./standModel";
import type { WorldLayout } from "./worldLayout";

/** Milliseconds of the flight between a square and the table, and of making room for a piece. */
const FLIGHT = 1000;
const SHIFT = 400;
/** How far a captured piece rises off its square before it leaves. */
const RISE = 1.6;
/** Size of a piece on the table, and the distance between two. */
const SCALE = 0.8;
const SPACING = 1.16;
/** The first officer of each side, and the direction along its row and to the row of its pawns. */
const ROWS: Readonly<Record<Color, { readonly x: number; readonly z: number; readonly along: number }>> = {
  white: { x: -1.7, z: -3.6, along: -1 },
  black: { x: 12.2, z: -15.4, along: 1 },
};

type Piece = Pick<SnapshotPiece, "color" | "kind">;

interface Place extends Piece {
  readonly position: Vector3;
}

export class CapturedPieces {
  readonly #pieces: PieceModels;
  readonly #moves: Animations;
  readonly #layout: WorldLayout;

  constructor(pieces: PieceModels, moves: Animations, layout: WorldLayout) {
    this.#pieces = pieces;
    this.#moves = moves;
    this.#layout = layout;
  }

  /** Shows these captured pieces. Those that left the board fly to their place, and back if they came to the board. */
  show(captured: Snapshot["captured"], left: Set<PieceModel>, came: readonly SnapshotPiece[]): void {
    const pieces = this.#pieces;
    const standing = new Set(pieces.captured);
    const free = placesOf(captured).filter((place) => {
      const model = take(standing, place);
      if (model) this.#shift(model, place.position);
      return !model;
    });
    for (const piece of came) {
      const square = this.#layout.squarePosition(piece.square);
      const taken = take(standing, piece);
      const model = pieces.add(piece, taken?.position ?? square);
      if (!taken) continue;
      pieces.captured.delete(taken);
      this.#fly(model, taken.position, square);
    }
    for (const place of free) {
      const taken = take(left, place);
      const model = pieces.addCaptured(place, taken?.position ?? place.position);
      if (!taken) {
        model.scale = SCALE;
        continue;
      }
      pieces.remove(taken);
      this.#fly(model, taken.position, place.position);
    }
    for (const taken of left) {
      pieces.remove(taken);
      const model = pieces.addCaptured(taken, taken.position);
      this.#fly(model, taken.position, placeOf(taken, 0), () => pieces.captured.delete(model));
    }
    for (const model of standing) pieces.captured.delete(model);
  }

  /** Between a square and the table: up from the board, out to the side, and down. A piece that `leaves` fades. */
  #fly(model: DrawnPiece, start: Vector3, end: Vector3, leaves?: () => void): void {
    const out = end.y === GROUND;
    const [square, place] = out ? [start, end] : [end, start];
    this.#moves.run(
      FLIGHT,
      (t) => {
        const away = out ? t : 1 - t;
        const rise = RISE * (MathUtils.smoothstep(away, 0, 0.06) - MathUtils.smoothstep(away, 0.5, 1));
        const height = MathUtils.lerp(square.y, place.y, MathUtils.smoothstep(away, 0.4, 1)) + rise;
        model.position.lerpVectors(square, place, MathUtils.smoothstep(away, 0.06, 0.6));
        // In the air it is high above the table.
        model.position.y = away > 0 ? GROUND : square.y;
        model.lift = height - model.position.y;
        model.scale = MathUtils.lerp(1, SCALE, away);
        if (leaves) model.fade = t;
      },
      leaves,
    );
  }

  /** Makes room in a row. */
  #shift(model: DrawnPiece, place: Vector3): void {
    const start = model.position.clone();
    if (!start.equals(place)) this.#moves.run(SHIFT, (t) => model.position.lerpVectors(start, place, t));
  }
}

function placeOf({ color, kind }: Piece, index: number): Vector3 {
  const { x, z, along } = ROWS[color];
  const outwards = kind === "pawn" ? along * SPACING : 0;
  return new Vector3(x + outwards, GROUND, z + along * SPACING * index);
}

/** The least valuable are first, because they are mostly captured first. */
function placesOf(captured: Snapshot["captured"]): Place[] {
  const next = new Map<string, number>();
  return [...captured].reverse().flatMap((piece) => {
    const row = piece.color + String(piece.kind === "pawn");
    const first = next.get(row) ?? 0;
    next.set(row, first + piece.count);
    return Array.from({ length: piece.count }, (_, index) => ({ ...piece, position: placeOf(piece, first + index) }));
  });
}

/** Takes a piece of the same color and kind out of the models. */
function take<Model extends Piece>(models: Set<Model>, { color, kind }: Piece): Model | undefined {
  const model = [...models].find((each) => each.color === color && each.kind === kind);
  if (model) models.delete(model);
  return model;
}
