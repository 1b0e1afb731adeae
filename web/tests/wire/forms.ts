// The JSON forms that the page reads, described once more for checking at run time.
import type { Reason } from "../../src/wire/game";
import type {
  AffectedPiece,
  MoveEffects,
  Snapshot,
  SnapshotBoard,
  SnapshotBoardMove,
  SnapshotMove,
  SnapshotPiece,
} from "../../src/wire/snapshot";
import type { World, WorldBoard, WorldPin, WorldSquare } from "../../src/wire/world";
import { array, boolean, nullable, number, object, oneOf, optional, record, text } from "./shape";

export const square = text(/^[zabcde][0-9](?:[QK]L[1-6]|[WNB])$/);
export const pin = text(/^[QK]L[1-6]$/);
const column = text(/^[zabcde][0-9]$/);
const instance = text(/^(?:[QK]L[1-6]:(?:0|180)|[WNB])$/);
const color = oneOf("white", "black");
const kind = oneOf("pawn", "knight", "bishop", "rook", "queen", "king");
const place = array(number, 3);

export const world = object<World>({
  boards: array(
    object<WorldBoard>({
      id: instance,
      kind: oneOf("main", "attack"),
      line: nullable(oneOf("QL", "KL")),
      pin: nullable(number),
      rotation: oneOf(0, 180),
      over: nullable(oneOf("W", "N", "B")),
      files: array(text(/^[zabcde]$/)),
      ranks: array(number),
      center: place,
      size: array(number, 2),
      explodedZ: number,
    }),
    27,
  ),
  squares: array(
    object<WorldSquare>({
      id: text(/^[zabcde][0-9](?:[QK]L[1-6]:(?:0|180)|[WNB])$/),
      square,
      board: instance,
      column,
      file: text(/^[zabcde]$/),
      rank: number,
      position: place,
      dark: boolean,
      map: array(number, 2),
    }),
    144,
  ),
  pins: array(object<WorldPin>({ id: pin, position: place, footprint: array(column, 4) }), 12),
  columns: record(/^[zabcde][0-9]$/, array(square)),
  graphs: object<World["graphs"]>({
    revised: record(/^[QK]L[1-6]$/, array(pin)),
    meder: record(/^[QK]L[1-6]$/, array(pin)),
  }),
  spacing: number,
  squareSize: number,
});

const boardMove = object<SnapshotBoardMove>({
  from: pin,
  to: pin,
  turned: boolean,
  rider: nullable(object<NonNullable<SnapshotBoardMove["rider"]>>({ from: square, to: square })),
});

const move = object<SnapshotMove>({
  move: text(/^\S+$/),
  text: text(/^\S+( e\.p\.)?[+#]?$/),
  kind: oneOf("step", "double", "capture", "enPassant", "castle", "board", "turn", "promote"),
  piece: nullable(kind),
  from: nullable(square),
  to: nullable(square),
  captures: nullable(square),
  promotion: nullable(oneOf("queen", "rook", "bishop", "knight")),
  board: nullable(boardMove),
  forces: nullable(square),
  gives: nullable(oneOf("check", "mate")),
});

const affectedPiece = nullable(object<AffectedPiece>({ color, kind, square }));

const effects = object<MoveEffects>({
  moved: array(object<MoveEffects["moved"][number]>({ color, kind, from: square, to: square })),
  captured: affectedPiece,
  promoted: affectedPiece,
  boards: array(object<MoveEffects["boards"][number]>({ owner: color, from: pin, to: pin, turned: boolean })),
  forces: optional(square),
});

export const snapshot = object<Snapshot>({
  rules: oneOf("revised", "meder"),
  tfen: text(/^\S+( \S+){8}$/),
  key: text(/^[0-9a-f]{16}$/),
  turn: color,
  moveNumber: number,
  ply: number,
  status: oneOf("ongoing", "checkmate", "stalemate", "draw", "resigned", "timeout", "aborted"),
  result: oneOf("*", "1-0", "0-1", "1/2-1/2"),
  reason: nullable(text()),
  check: nullable(square),
  pending: nullable(square),
  boards: array(
    object<SnapshotBoard>({
      instance,
      pin,
      rotation: oneOf(0, 180),
      owner: color,
      controller: nullable(color),
      riders: number,
      movable: boolean,
    }),
    4,
  ),
  pieces: array(
    object<SnapshotPiece>({
      square,
      color,
      kind,
      marks: array(oneOf("frozen", "deferred", "carried", "stranded")),
    }),
  ),
  moves: array(move),
  claims: array(oneOf("threefold", "fifty")),
  last: nullable(text(/^\S+$/)),
  effects: optional(effects),
});

export const reason = object<Reason>({
  code: text(/^E_[A-Z_]+$/),
  message: text(/^[^A-Z].*[^.]$/s),
  squares: array(square),
  pins: array(pin),
});
