// Why a move is illegal: one text for every detail that the rules give.
import type { ReasonDetail } from "../../wire/game";
import type { Role } from "../../wire/snapshot";
import type { ColumnName, RuleBook } from "../../wire/world";
import { alternatives, counted } from "./format.ts";
import { game } from "./game.ts";

export type ReasonTexts = {
  readonly [Type in ReasonDetail["type"]]: (detail: Extract<ReasonDetail, { readonly type: Type }>) => string;
};

const { side, role: name } = game;

const PATTERN: Readonly<Record<Role, (from: ColumnName, to: ColumnName) => string>> = {
  pawn: (from, to) => `Pawns move straight ahead and capture diagonally; they can’t move from ${from} to ${to}.`,
  knight: (from, to) => `Knights jump in an L shape; ${to} isn’t a knight’s jump from ${from}.`,
  bishop: (from, to) => `Bishops move diagonally; ${to} isn’t on a diagonal from ${from}.`,
  rook: (from, to) => `Rooks move along files and ranks; ${to} shares neither with ${from}.`,
  queen: (from, to) => `Queens move along files, ranks and diagonals; ${to} isn’t on one from ${from}.`,
  king: (from, to) => `Kings move one column in any direction; ${to} isn’t next to ${from}.`,
};

const UNDER: Readonly<Record<RuleBook, string>> = { revised: "the revised rules", meder: "Meder’s rules" };

export const reasons: ReasonTexts = {
  notAMove: ({ text }) =>
    text === ""
      ? "Type a move, e.g. Nc2W, b4N or QL1-QL2."
      : `“${text}” isn’t a move. Type one such as Nc2W, b4N, O-O or QL1-QL2.`,
  missingLevel: ({ squares }) => `Add a level, e.g. ${alternatives(squares.length === 0 ? ["c5N"] : squares)}.`,
  badQuadrant: ({ text }) => `“${text}” isn’t a square. Write a pin and q1 to q4, e.g. QL3@q2.`,
  ambiguous: ({ text, moves }) => `“${text}” could mean ${alternatives(moves)}.`,
  nothingToCapture: ({ square }) => `There’s nothing to capture on ${square}.`,
  noEnPassant: ({ square }) => `En passant isn’t possible on ${square}.`,
  gameOver: ({ ending }) => `The game is over. ${game.ending(ending)}.`,
  notYourTurn: ({ color }) => `It isn’t ${side[color]}’s turn.`,
  promotionPending: ({ square }) => `Promote the pawn on ${square} first.`,
  severalActions: () => "One action per turn: move a piece, move a board or castle.",

  emptySquare: ({ square }) => `There’s no piece on ${square}.`,
  noSuchDeparture: ({ text }) => `There’s no square ${text}.`,
  noSuchPiece: ({ color, role }) => `${side[color]} has no ${name[role]}.`,
  noSuchPieceThere: ({ color, role }) => `${side[color]} has no ${name[role]} there.`,
  noPawnOnFile: ({ color, file }) => `${side[color]} has no pawn on the ${file}-file.`,
  notYourPiece: ({ color, role, square }) => `The ${game.piece({ color, kind: role })} on ${square} isn’t yours.`,
  sameSquare: ({ square }) => `The piece is already on ${square}.`,
  samePin: ({ pin }) => `The board is already on ${pin}.`,
  noSuchArrival: ({ text }) => `There’s no square ${text}.`,
  absentSquare: ({ square }) => `${square} doesn’t exist right now: there’s no board on that pin.`,
  frozen: ({ square }) => `The pawn on ${square} is frozen: there’s no square in front of it.`,
  vertical: ({ column }) => `Pieces can’t move straight up or down; both squares are in column ${column}.`,
  pattern: ({ role, from, to }) => PATTERN[role](from, to),
  doesNotPromote: () => "Only pawns promote.",
  kingCapture: () => "A king can’t be captured.",
  pawnCapture: ({ square }) => `Pawns move diagonally only to capture, and ${square} is empty.`,
  ownPiece: ({ role, square }) => `Your own ${name[role]} is on ${square}.`,
  crossLine: () => "Pieces can’t move directly between a queen’s line board and a king’s line board.",
  gap: ({ role, column }) => `The ${name[role]} can’t cross ${column}: there’s no square in that column.`,
  blocked: ({ role, square }) => `The ${name[role]} on ${square} is in the way.`,
  hemmedIn: ({ role, square }) => `The ${name[role]} on ${square} can’t move: your own pieces are in its way.`,
  doubleStepSpent: ({ square }) => `The pawn on ${square} has already moved, so it can’t advance two ranks.`,
  doubleStepCarried: ({ square }) => `The pawn on ${square} was carried by a board, so it can’t advance two ranks.`,
  enPassantCarried: ({ square }) => `The pawn on ${square} was carried by a board, so it can’t capture en passant.`,
  promotionRequired: () => "Choose a promotion: add =Q, =R, =B or =N.",
  notFurthestRank: ({ square, rank }) => `The pawn promotes on rank ${rank} of its file, not on ${square}.`,
  boardPromotesNothing: () => "This board move doesn’t promote a pawn.",
  deferred: ({ square }) => `The pawn on ${square} promotes when the board above it leaves, or on the next rank.`,
  noPromotionNow: ({ square }) => `The pawn on ${square} can’t promote now.`,

  noBoard: ({ pin }) => `There’s no board on ${pin}.`,
  boardCapture: () => "Boards can’t capture.",
  badRotation: () => "Boards rotate by 180° (^180) or not at all.",
  noTurning: ({ rules }) => `Boards don’t rotate under ${UNDER[rules]}.`,
  tooManyRiders: ({ pin, count }) => `${pin} carries ${counted(count, "piece")}; a board can move with at most one.`,
  opponentControls: ({ pin, color, role, square }) =>
    `${side[color]} controls ${pin} with the ${name[role]} on ${square}.`,
  opponentOwns: ({ pin, color }) => `The empty board on ${pin} belongs to ${side[color]}.`,
  emptyTurn: () => "An empty board can’t rotate.",
  leap: ({ from, to, over }) => `The opponent’s board on ${over} is between ${from} and ${to}.`,
  notAdjacent: ({ from, to }) => `${to} isn’t adjacent to ${from}.`,
  pinOccupied: ({ pin }) => `There’s already a board on ${pin}.`,
  backward: () => "A board that carries a piece can’t move backward.",
  shaft: ({ pin, role, square, others }) => {
    const first = `the ${name[role]} on ${square}`;
    const blockers = others === 0 ? `${first} is` : `${first} and ${counted(others, "other piece")} are`;
    return `The columns of ${pin} aren’t clear: ${blockers} in the way.`;
  },

  castlingMoved: () => "You can’t castle: the king or the rook has moved or been carried.",
  castlingBoards: ({ pins: [one, other] }) =>
    `To castle long, the king and the rook must be on the back ranks of ${one} and ${other}.`,
  castlingNoBoard: ({ pin }) => `You can’t castle: there’s no board on ${pin}.`,
  castlingBlocked: ({ role, square }) => `The ${name[role]} on ${square} is between the king and the rook.`,
  castlingIntruder: ({ role, square }) =>
    `You can’t castle while the opponent’s ${name[role]} is on ${square}, on one of the boards you need.`,
  castlingFirstMove: () => "Castling can’t be your first move.",
  castlingInCheck: ({ role, attacker }) =>
    `You can’t castle while your king is in check from the ${name[role]} on ${attacker}.`,
  castlingPathAttacked: ({ square, role, attacker }) =>
    `You can’t castle: ${square}, between the king and the rook, is attacked by the ${name[role]} on ${attacker}.`,
  castlingArrivalAttacked: ({ square, role, attacker }) =>
    `You can’t castle: the king would land on ${square}, attacked by the ${name[role]} on ${attacker}.`,
  stillInCheck: ({ role, attacker }) => `Your king would still be in check from the ${name[role]} on ${attacker}.`,
  intoCheck: ({ role, attacker }) => `Your king would be in check from the ${name[role]} on ${attacker}.`,
  pinned: ({ role, attacker }) => `This piece is pinned: it shields your king from the ${name[role]} on ${attacker}.`,
  cannotStopCheck: ({ role, attacker }) =>
    `Your king is in check from the ${name[role]} on ${attacker}, and this piece can’t stop it.`,
  kingSurrounded: () => "The king can’t move: every square next to it is attacked or taken by your own pieces.",
  freedPawn: ({ square }) => `The pawn freed on ${square} could promote and attack your king.`,
};
