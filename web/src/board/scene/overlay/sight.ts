// What helps to see into the set: the contour of the hidden part of a piece, and the light of the slicer.
import { Group } from "three";
import { LOW_DETAIL } from "../geometry/lathe";
import type { ChessSet } from "../set/chessSet";
import { matrixOf, type PieceModel } from "../set/pieceModels";
import { HiddenContour } from "./hiddenContour";
import { SlicePlane } from "./slicePlane";

export class Sight {
  readonly group = new Group();
  readonly #contour: HiddenContour;
  readonly #plane: SlicePlane;

  constructor({ pieces, layout }: ChessSet) {
    this.#contour = new HiddenContour(pieces.geometriesFor(LOW_DETAIL));
    this.#plane = new SlicePlane(layout);
    this.group.add(this.#contour.group, this.#plane.mesh);
  }

  /** `pixelSize` is that of a pixel at a distance of 1. */
  show(piece: PieceModel | undefined, storey: number | null, pixelSize: number): void {
    this.#contour.show(piece ? { kind: piece.kind, matrix: matrixOf(piece) } : null, pixelSize);
    this.#plane.place(storey);
  }

  dispose(): void {
    this.#contour.dispose();
    this.#plane.dispose();
  }
}
