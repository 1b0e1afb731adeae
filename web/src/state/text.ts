// Texts for pieces, squares, boards, results and clocks, as the page shows them and screen readers read them.
import type { Color, Mark, Role, Snapshot, SnapshotBoard, SnapshotPiece } from "../wire/snapshot";
import type { PinName, RuleBook, SquareName } from "../wire/world";
import type { WorldIndex } from "./worldIndex";

export const SIDE: Readonly<Record<Color, string>> = { white: "White", black: "Black" };

export const RULE_BOOK: Readonly<Record<RuleBook, string>> = { revised: "Revised rules", meder: "Meder’s rules" };

export const MAIN_BOARD: Readonly<Record<string, string>> = {
  W: "White’s main board",
  N: "neutral main board",
  B: "Black’s main board",
};

export const MARK: Readonly<Record<Mark, string>> = {
  frozen: "frozen: its next column does not exist",
  deferred: "deferred: promotes when the board above leaves",
  carried: "carried by a board: no double step",
  stranded: "stranded: carried to its furthest rank",
};

/** "a1 on W" */
export function squareText(index: WorldIndex, square: SquareName): string {
  const parts = index.squares.get(square);
  return parts ? `${parts.column} on ${parts.level}` : square;
}

export function pieceText(piece: { color: Color; kind: Role }): string {
  return `${piece.color} ${piece.kind}`;
}

/** "white knight, a1 on W, carried, 2 moves" */
export function squareLabel(
  index: WorldIndex,
  square: SquareName,
  piece: SnapshotPiece | undefined,
  moves: number | null,
): string {
  if (!piece) return `${squareText(index, square)}, empty`;
  const parts = [pieceText(piece), squareText(index, square), ...piece.marks];
  if (moves !== null) parts.push(counted(moves, "move"));
  return parts.join(", ");
}

/** "QL1 White’s board, 4 riders, cannot move now"; "QL2 Black steers, White’s board, 1 rider, can move" */
export function boardText(board: SnapshotBoard): string {
  const { pin, owner, controller, riders } = board;
  const parts = [`${SIDE[owner]}’s board`, riders === 0 ? "empty" : counted(riders, "rider")];
  if (controller !== null && controller !== owner) parts.unshift(`${SIDE[controller]} steers`);
  parts.push(board.movable ? "can move" : "cannot move now");
  return `${pin} ${parts.join(", ")}`;
}

/** "queen’s line, pin 1" */
export function pinText(index: WorldIndex, pin: PinName): string {
  const parts = index.pins.get(pin);
  return parts ? `${parts.line === "QL" ? "queen’s line" : "king’s line"}, pin ${parts.number}` : pin;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const REASON: Readonly<Record<string, string>> = {
  threefold: "the position came three times",
  fivefold: "the position came five times",
  fifty: "50 moves without a capture or a pawn’s move",
  seventyFive: "75 moves without a capture or a pawn’s move",
  bareKings: "only the kings are left",
  agreement: "agreed",
  bareKing: "time ran out against a bare king",
};

export function reasonText(reason: string): string {
  return REASON[reason] ?? reason;
}

/** Whose turn it is, check, or how the game ended. */
export function statusText(index: WorldIndex, snapshot: Snapshot): string {
  const { status, turn, result, reason, check, pending } = snapshot;
  const winner = result === "1-0" ? "White" : result === "0-1" ? "Black" : null;
  switch (status) {
    case "ongoing":
      if (pending !== null) return `${SIDE[turn]} must promote the pawn on ${squareText(index, pending)}`;
      return check === null ? `${SIDE[turn]} to move` : `${SIDE[turn]} to move, in check`;
    case "checkmate":
      return `Checkmate. ${winner ?? "No one"} wins`;
    case "stalemate":
      return "Stalemate. A draw";
    case "draw":
      return reason === null ? "A draw" : `A draw: ${reasonText(reason)}`;
    case "resigned":
      return winner === null ? "Resigned" : `${winner === "White" ? "Black" : "White"} resigned. ${winner} wins`;
    case "timeout":
      return winner === null
        ? `Time is up. A draw`
        : `${winner === "White" ? "Black" : "White"} ran out of time. ${winner} wins`;
    case "aborted":
      return "The game was called off";
  }
}

const DAY = 86_400_000;

/** 754000 as "12:34"; tenths below ten seconds; days and hours from one day on. */
export function clockText(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left >= DAY) {
    const hours = Math.floor((left % DAY) / 3_600_000);
    return hours === 0 ? `${Math.floor(left / DAY)} d` : `${Math.floor(left / DAY)} d ${hours} h`;
  }
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** A message as a sentence: with a full stop, and a capital unless it starts with the name of a square. */
export function sentence(text: string): string {
  const capital = /^\S*[0-9]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}
