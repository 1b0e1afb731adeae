// Texts for pieces, squares, boards, results and clocks, as the page shows them and screen readers read them.
import type { Ending, PlayedMove } from "../../wire/game";
import type { Color, EndReason, GameResult, Mark, Role } from "../../wire/snapshot";
import type { Line, PinName, RuleBook } from "../../wire/world";
import { counted } from "./format.ts";

const side: Readonly<Record<Color, string>> = { white: "White", black: "Black" };

const role: Readonly<Record<Role, string>> = {
  pawn: "pawn",
  knight: "knight",
  bishop: "bishop",
  rook: "rook",
  queen: "queen",
  king: "king",
};

const mark: Readonly<Record<Mark, string>> = {
  frozen: "frozen",
  deferred: "deferred",
  carried: "carried",
  stranded: "stranded",
};

const drawReason: Readonly<Record<EndReason, string>> = {
  threefold: "threefold repetition",
  fivefold: "fivefold repetition",
  fifty: "50 moves without a capture or pawn move",
  seventyFive: "75 moves without a capture or pawn move",
  bareKings: "only the kings are left",
  agreement: "by agreement",
  bareKing: "time ran out against a bare king",
};

interface BoardState {
  readonly pin: PinName;
  readonly owner: Color;
  readonly controller: Color | null;
  readonly riders: number;
  readonly movable: boolean;
}

export const game = {
  side,
  role,
  mark,
  drawReason,

  /** Moves in coordinate notation that the server's database has lost. */
  lost: (moves: readonly string[]) =>
    moves.length === 0
      ? "The server’s database lost what happened last. The game goes on from before."
      : `The server’s database lost ${moves.join(" and ")}. The game goes on from before.`,

  ruleBook: { revised: "Revised rules", meder: "Meder’s rules" } satisfies Record<RuleBook, string>,

  mainBoard: {
    W: "White’s main board",
    N: "neutral main board",
    B: "Black’s main board",
  } as Readonly<Record<string, string>>,

  line: { QL: "queen’s line", KL: "king’s line" } satisfies Record<Line, string>,

  /** What a mark means, after "This pawn is". */
  markMeaning: {
    frozen: "frozen: there’s no square in front of it",
    deferred: "deferred: it promotes when the board above it leaves",
    carried: "carried: it rode on a board and can’t advance two ranks",
    stranded: "stranded: a board carried it to its furthest rank",
  } satisfies Record<Mark, string>,

  markNote: (meanings: readonly string[]) => `This pawn is ${meanings.join("; ")}.`,

  piece: ({ color, kind }: { color: Color; kind: Role }) => `${color} ${role[kind]}`,
  square: (column: string, level: string) => `${column} on ${level}`,
  emptySquare: (square: string) => `${square}, empty`,
  moves: (count: number) => counted(count, "move"),
  pin: (line: string, number: number) => `${line}, pin ${number}`,

  /** "QL1: White’s board, 4 pieces, can’t move now" */
  board({ pin, owner, controller, riders, movable }: BoardState): string {
    const parts = [
      ...(controller !== null && controller !== owner ? [`${side[controller]} controls`] : []),
      `${side[owner]}’s board`,
      riders === 0 ? "empty" : counted(riders, "piece"),
      movable ? "can move" : "can’t move now",
    ];
    return `${pin}: ${parts.join(", ")}`;
  },

  /** "White to move", "White to move, in check" */
  toMove: (color: Color, check: boolean) => `${side[color]} to move${check ? ", in check" : ""}`,
  mustPromote: (color: Color, square: string) => `${side[color]} must promote the pawn on ${square}`,
  waitingForOpponent: "Waiting for an opponent",

  /** How a game ended, without a full stop. */
  ending({ status, result, reason }: Ending): string {
    const winner = winnerOf(result);
    const loser = winner === "White" ? "Black" : "White";
    switch (status) {
      case "ongoing":
        return "Game in progress";
      case "checkmate":
        return winner === null ? "Checkmate" : `Checkmate. ${winner} wins`;
      case "stalemate":
        return "Stalemate. Draw";
      case "draw":
        return reason === null ? "Draw" : `Draw: ${drawReason[reason]}`;
      case "resigned":
        return winner === null ? "Resigned" : `${loser} resigned. ${winner} wins`;
      case "timeout":
        return winner === null ? `Draw: ${drawReason.bareKing}` : `${loser} ran out of time. ${winner} wins`;
      case "aborted":
        return "Game aborted";
    }
  },

  /** The same from a player's view: "You won in 61 moves at level 2: checkmate". No level against a person. */
  ownEnding(ending: Ending, own: Color, moves: number, level: number | null): string {
    const winner = winnerOf(ending.result);
    const length = `${counted(moves, "move")}${level === null ? "" : ` at level ${level}`}`;
    if (ending.status === "aborted") return "Game aborted";
    if (winner === null) return `Draw after ${length}: ${howDrawn(ending)}`;
    const isWin = winner === side[own];
    return `You ${isWin ? "won" : "lost"} in ${length}: ${howWon(ending, isWin)}`;
  },

  /** "board QL2 to KL2, carrying the knight", "pawn b4W takes the knight on a5N" */
  moveInWords,

  played: (color: Color, move: string) => `${side[color]} played ${move}.`,
  unfrozen: (color: Color, square: string) => `${side[color]}’s pawn on ${square} can move again.`,

  clockOf: (color: Color) => `${side[color]}’s clock`,
  daysLeft: (days: number, hours: number) => (hours === 0 ? `${days} d` : `${days} d ${hours} h`),

  /** A saved game in a list. */
  summary: (moves: number, status: string) => `${counted(moves, "move")} · ${status}`,
  numberedName: (name: string, number: number) => `${name} (${number})`,
  onlineName: "Online game",
  /** A player without a name; the mark tells them from others. */
  guest: (mark: string) => `Guest ${mark}`,
};

function howDrawn({ status, reason }: Ending): string {
  if (status === "stalemate") return "stalemate";
  if (status === "timeout") return drawReason.bareKing;
  return reason === null ? "no winner" : drawReason[reason];
}

function howWon({ status }: Ending, isWin: boolean): string {
  switch (status) {
    case "resigned":
      return isWin ? "your opponent resigned" : "you resigned";
    case "timeout":
      return isWin ? "your opponent’s time ran out" : "your time ran out";
    default:
      return "checkmate";
  }
}

function winnerOf(result: GameResult): string | null {
  return result === "1-0" ? side.white : result === "0-1" ? side.black : null;
}

function moveInWords({ move, text, piece, captured, forced }: PlayedMove): string {
  const check = text.endsWith("#") ? ", checkmate" : text.endsWith("+") ? ", check" : "";
  return `${actionInWords(move, piece, captured, forced)}${becomes(move, forced)}${check}`;
}

function actionInWords(move: string, piece: Role | null, captured: Role | null, forced: boolean): string {
  if (move.startsWith("O-O")) return move === "O-O" ? "castles short" : "castles long";
  const [from = "", to = ""] = move.match(/[zabcde]\d(?:[QK]L\d|[WNB])/g) ?? [];
  if (forced) return `pawn on ${from}`;
  if (from !== "") {
    const moved = `${piece === null ? "piece" : role[piece]} ${from}`;
    return captured === null ? `${moved} to ${to}` : `${moved} takes the ${role[captured]}, to ${to}`;
  }
  const [left = "", reached] = move.match(/[QK]L\d/g) ?? [];
  const turned = move.includes("^180");
  const moved =
    reached === undefined ? `board ${left} turns` : `board ${left} to ${reached}${turned ? ", turned" : ""}`;
  return piece === null ? moved : `${moved}, carrying the ${role[piece]}`;
}

function becomes(move: string, forced: boolean): string {
  const [, letter = ""] = move.split("=");
  const kind = { Q: role.queen, R: role.rook, B: role.bishop, N: role.knight }[letter];
  if (kind === undefined) return "";
  const pawn = forced ? "" : move.includes("-") ? ", a pawn" : ",";
  return `${pawn} becomes a ${kind}`;
}
