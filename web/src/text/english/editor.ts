// Texts of the position editor.
import type { PositionErrorKind, SetupMark } from "../../wire/editor";
import type { Color, Role } from "../../wire/snapshot";
import { counted } from "./format.ts";
import { game } from "./game.ts";

const { side, role } = game;

export const editor = {
  title: "Position editor",
  label: "Position editor",
  hint: "Drag pieces and boards, or pick one here and tap where it goes. Drag off the board to remove.",
  keys: "On a square: letters place pieces (capitals are White’s), Delete removes.",

  tools: "What to place",
  move: "Move",
  moveLabel: "Move pieces and boards",
  erase: "Remove",
  eraseLabel: "Remove pieces and boards",
  piece: (color: Color, kind: Role) => `${side[color]} ${role[kind]}`,
  board: (owner: Color) => `${side[owner]}’s board`,

  selectedBoard: (pin: string) => `Board on ${pin}`,
  boardHint: "Pick an empty pin to move it there.",
  owner: "Owner",
  rotate: "Rotate",
  remove: "Remove",

  turn: "To move",
  rules: "Rule book",
  start: "Start position",
  clear: "Clear",
  mirror: "Swap colours",
  undo: "Undo",
  redo: "Redo",

  rights: "Rights and pawns",
  marks: {
    castling: "Can still castle",
    spent: "Lost its double step",
    carried: "Was carried by a board",
    doubleStepped: "Just advanced two ranks",
    pending: "Must promote now",
  } satisfies Record<SetupMark, string>,
  noMarks: "Nothing to choose in this position.",
  halfmoves: "Half-moves since a capture or pawn move",
  moveNumber: "Move number",

  text: "Position as T-FEN",
  textHint: "Paste a position here, or copy this one.",
  copy: "Copy",
  copied: "Copied.",
  copyLink: "Copy link",
  linkCopied: "Link copied.",
  notCopied: "Couldn’t copy. Select the text and copy it yourself.",

  possible: "This position can be played.",
  over: "The game would be over here.",
  impossible: (count: number) =>
    count === 1 ? "This position isn’t possible:" : `This position isn’t possible, for ${count} reasons:`,
  show: (place: string) => `Go to ${place}`,

  error(error: PositionErrorKind): string {
    switch (error.code) {
      case "boardCount":
        return `There must be four attack boards, not ${error.value}.`;
      case "ownerCount":
        return `${side[error.value.owner]} must own two attack boards, not ${error.value.count}.`;
      case "sharedPin":
        return `Two boards are on ${error.value}.`;
      case "noBoardUnder":
        return `The piece on ${error.value} has no board under it.`;
      case "kingCount":
        return error.value.count === 0
          ? `${side[error.value.color]} needs a king.`
          : `${side[error.value.color]} has ${counted(error.value.count, "king")}, but needs one.`;
      case "waitingSideInCheck":
        return `The king on ${error.value.king} is in check from ${error.value.attacker}, but it’s not its turn.`;
      case "castlingRook":
        return `${error.value} can’t castle: there must be a rook on an attack board on its back rank.`;
      case "castlingKing":
        return `The rook on ${error.value.rook} can’t castle: its king isn’t on an attack board on the back rank.`;
      case "spentMark":
        return `${error.value} can’t have lost its double step: it isn’t a pawn on its start square.`;
      case "carriedMark":
        return `${error.value} can’t have been carried: it isn’t a pawn.`;
      case "doubleStep":
        return `${error.value} can’t just have advanced two ranks.`;
      case "doubleStepOver":
        return `The pawn on ${error.value.pawn} can’t have passed the piece on ${error.value.piece}.`;
      case "pending":
        return `${error.value} can’t have to promote now.`;
      case "pendingUnderBoard":
        return `The pawn on ${error.value.pawn} doesn’t promote while a board is on ${error.value.pin}.`;
      case "freedPawn":
        return `The pawn on ${error.value} has no board above it any more: it must promote now.`;
      case "pawnOnFurthestRank":
        return `The pawn on ${error.value} is on its furthest rank, where it would have promoted.`;
      case "halfmoves":
        return "Half-moves must be 0 to 9999.";
      case "moveNumber":
        return "The move number must be 1 to 9999.";
    }
  },

  then: "Then",
  analyse: "Analyse",
  study: "Analysis of a position",
  online: "Play online",
};
