// Texts of the tools of the analysis screen: drawing, what helps to understand a position, and playing on.
import type { ShapeColor } from "../../wire/study";
import type { Color, Role } from "../../wire/snapshot";
import { counted } from "./format.ts";
import { game } from "./game.ts";

const { side, role } = game;
const LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });

interface NamedPiece {
  readonly color: Color;
  readonly kind: Role;
  readonly square: string;
}

const owned = ({ color, kind, square }: NamedPiece) => `${side[color]}’s ${role[kind]} on ${square}`;
const named = ({ kind, square }: NamedPiece) => `the ${role[kind]} on ${square}`;
const all = (pieces: readonly NamedPiece[]) => LIST.format(pieces.map(named));
const attack = (pieces: readonly NamedPiece[]) => (pieces.length === 1 ? "attacks" : "attack");

export const tools = {
  drawing: {
    title: "Draw",
    pencil: "Pencil",
    pencilHint: "Drag on the boards to draw an arrow, tap to mark. Draw it again to remove it.",
    hint: "Drag with the right button, or use the pencil. Shift draws red, Alt blue, both yellow.",
    keys: "On a square, press D to start an arrow and D again where it ends.",
    colors: "Colour",
    color: { green: "Green", red: "Red", blue: "Blue", yellow: "Yellow" } satisfies Record<ShapeColor, string>,
    clear: "Clear drawings",
    list: "Drawn here",
    mark: (color: ShapeColor, at: string) => `${color} mark on ${at}`,
    arrow: (color: ShapeColor, from: string, to: string) => `${color} arrow from ${from} to ${to}`,
    started: (from: string) => `Arrow from ${from}. Go to its end and press D, or Escape to cancel.`,
    cancelled: "Arrow cancelled.",
    drawn: (from: string, to: string) => (from === to ? `Marked ${from}.` : `Arrow from ${from} to ${to}.`),
    erased: (from: string, to: string) =>
      from === to ? `Removed the mark on ${from}.` : `Removed the arrow from ${from} to ${to}.`,
  },

  insight: {
    title: "Understand this position",
    attacks: "Attacked squares",
    nobody: "Off",
    attacked: (color: Color, squares: number) =>
      `${side[color]} attacks ${counted(squares, "square")}. The number is how many pieces attack the column.`,
    exposed: "Hanging and pinned pieces",
    noneExposed: "Nothing hangs, and nothing is pinned.",
    hanging: (piece: NamedPiece, attackers: readonly NamedPiece[]) =>
      `${owned(piece)} hangs: ${all(attackers)} can take it for free.`,
    pinned: (piece: NamedPiece, attacker: NamedPiece) => `${owned(piece)} is pinned to its king by ${named(attacker)}.`,
    checks: "Line of a check",
    noCheck: "Nobody is in check.",
    check: (attacker: NamedPiece, columns: readonly string[]) =>
      columns.length === 0
        ? `The ${role[attacker.kind]} on ${attacker.square} gives check.`
        : `The ${role[attacker.kind]} on ${attacker.square} gives check through ${LIST.format(columns)}.`,
    mate: "Why it’s mate",
    noMate: "It isn’t mate.",
    escapes: "Ways out, and why they fail",
    noOther: "No piece can take the attacker or get in the way.",
    ownPiece: (to: string, piece: NamedPiece) => `${to}: ${named(piece)} is in the way.`,
    flight: (to: string, refuters: readonly NamedPiece[]) => `${to}: attacked by ${all(refuters)}.`,
    capture: (piece: Role, from: string, to: string, refuters: readonly NamedPiece[]) =>
      `The ${role[piece]} on ${from} takes on ${to}: ${all(refuters)} still ${attack(refuters)} the king.`,
    block: (piece: Role, from: string, to: string, refuters: readonly NamedPiece[]) =>
      `The ${role[piece]} on ${from} goes to ${to}: ${all(refuters)} still ${attack(refuters)} the king.`,
    boardEscape: (from: string, to: string, refuters: readonly NamedPiece[]) =>
      `The board moves ${from}–${to}: ${all(refuters)} ${attack(refuters)} the king.`,
    boards: "What a board move changes",
    pickBoard: "Select a board, then point at a pin or focus it.",
    change: (move: string) => `After ${move}:`,
    gained: (color: Color, squares: readonly string[]) =>
      squares.length === 0 ? null : `${side[color]} also attacks ${LIST.format(squares)}.`,
    lost: (color: Color, squares: readonly string[]) =>
      squares.length === 0 ? null : `${side[color]} no longer attacks ${LIST.format(squares)}.`,
    unchanged: "The same squares stay attacked.",
  },

  play: {
    title: "Play on from here",
    computer: "Play the computer",
    here: "Play both sides",
    side: "Your side",
    edit: "Edit this position",
    over: "The game is over in this position.",
  },
};
