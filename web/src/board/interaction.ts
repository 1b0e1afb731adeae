// What the player is doing with the position: selection, candidate moves, premove, hint. Plain data with pure
// transitions: each input gives the next state and the effects that the store runs. What is legal comes from the Snapshot.
import type { AppError } from "../core/errors";
import type { Touched } from "../wire/game";
import type { Color, Promotion, Snapshot, SnapshotMove, SnapshotPiece } from "../wire/snapshot";
import type { PinName, SquareName } from "../wire/world";
import {
  boardTargets,
  nextChoice,
  pieceTargets,
  type Choice,
  type Landing,
  type PinTarget,
  type SquareTarget,
} from "./choice";
import { NOTHING } from "./lastMove";
import { premoved, type Premove } from "./premove";

export type Selection =
  | { readonly kind: "piece"; readonly square: SquareName }
  /** A piece that the player cannot move now: its reach is shown. */
  | { readonly kind: "look"; readonly square: SquareName; readonly reach: readonly SquareName[] }
  /** One of the player's own pieces while the opponent is to move: the next square picked becomes a premove. */
  | { readonly kind: "premove"; readonly square: SquareName; readonly reach: readonly SquareName[] }
  | { readonly kind: "board"; readonly pin: PinName };

export interface Interaction {
  readonly selection: Selection | null;
  /** The moves that match what was picked so far, when it takes another choice to tell them apart. */
  readonly candidates: readonly SnapshotMove[];
  readonly premove: Premove | null;
  /** Why the last attempt failed, with the squares to mark. */
  readonly error: AppError | null;
  readonly hint: Touched;
}

export const IDLE: Interaction = { selection: null, candidates: [], premove: null, error: null, hint: NOTHING };

const NO_TARGETS: ReadonlyMap<SquareName, SquareTarget> = new Map();
const NO_PIN_TARGETS: ReadonlyMap<PinName, PinTarget> = new Map();
const NO_LANDINGS: readonly Landing[] = [];

/** What the transitions need to know of the game. */
export interface GameHere {
  readonly snapshot: Snapshot;
  readonly pieceAt: ReadonlyMap<SquareName, SnapshotPiece>;
  /** The sides that the player at this screen plays. */
  readonly seats: readonly Color[];
}

export type Input =
  | { readonly type: "pickSquare"; readonly square: SquareName }
  | { readonly type: "pickUp"; readonly square: SquareName }
  /** By a click, or to drag it: a dragged board that cannot move is explained where it is dropped. */
  | { readonly type: "pickBoard"; readonly pin: PinName; readonly dragged: boolean }
  | { readonly type: "pickPin"; readonly pin: PinName }
  | { readonly type: "pickPromotion"; readonly kind: Promotion }
  | { readonly type: "deselect" }
  | { readonly type: "showHint"; readonly hint: Touched }
  /** The reply to the effect `whyStuck`. */
  | { readonly type: "stuck"; readonly selection: Selection; readonly error: AppError | null }
  /** The reply to the effect `reach`. */
  | { readonly type: "reached"; readonly square: SquareName; readonly reach: readonly SquareName[] }
  /** The reply to the effect `explain`, or a move that could not be played. */
  | { readonly type: "failed"; readonly error: AppError | null }
  | { readonly type: "positionChanged" };

export type Effect =
  | { readonly type: "play"; readonly move: string }
  | { readonly type: "explain"; readonly move: string }
  | { readonly type: "reach"; readonly square: SquareName }
  /** Finds out why the selected piece or board cannot move. */
  | { readonly type: "whyStuck"; readonly selection: Selection };

export interface Step {
  readonly state: Interaction;
  readonly effects: readonly Effect[];
}

export function interact(state: Interaction, game: GameHere, input: Input): Step {
  switch (input.type) {
    case "pickSquare":
      return pickSquare(state, game, input.square);
    case "pickUp":
      return pickUp(state, game, input.square);
    case "pickBoard":
      return pickBoard(state, game, input.pin, input.dragged);
    case "pickPin":
      return pickPin(state, game, input.pin);
    case "pickPromotion":
      return pickPromotion(state, game, input.kind);
    case "deselect":
      return only({ ...select(state, null), premove: null });
    case "showHint":
      return only({ ...state, hint: input.hint });
    case "reached":
      return only(
        select(state, {
          kind: pickUpKind(game, input.square) === "premove" ? "premove" : "look",
          square: input.square,
          reach: input.reach,
        }),
      );
    case "stuck":
      return only(state.selection === input.selection ? { ...state, error: input.error } : state);
    case "failed":
      return only({ ...select(state, null), error: input.error });
    case "positionChanged":
      return startPosition(state, game);
  }
}

/** Whether the player at this screen may move now. */
export function mayMove({ snapshot, seats }: GameHere): boolean {
  return snapshot.status === "ongoing" && seats.includes(snapshot.turn);
}

/**
 * The one answer to "may this piece be picked up": to move it now, to premove it, or not at all. Clicking, dragging in
 * both views and the keyboard all ask here.
 */
export function pickUpKind(game: GameHere, square: SquareName): "piece" | "premove" | null {
  const color = game.pieceAt.get(square)?.color;
  if (color === undefined || game.snapshot.status !== "ongoing") return null;
  if (mayMove(game)) return color === game.snapshot.turn ? "piece" : null;
  return game.seats.includes(color) ? "premove" : null;
}

/** Where the selected piece may land. */
export function targetsOf(selection: Selection | null, game: GameHere): ReadonlyMap<SquareName, SquareTarget> {
  return selection?.kind === "piece" ? pieceTargets(game.snapshot.moves, selection.square) : NO_TARGETS;
}

/** Where the selected board may go; its own pin means turning on the spot, which is chosen by the landing. */
export function pinTargetsOf(selection: Selection | null, game: GameHere): ReadonlyMap<PinName, PinTarget> {
  return selection?.kind === "board" ? boardTargets(game.snapshot.moves, selection.pin) : NO_PIN_TARGETS;
}

/** The choice that is open before a move can be played. */
export function choiceOf(candidates: readonly SnapshotMove[], game: GameHere): Choice | null {
  const { pending, moves } = game.snapshot;
  return nextChoice(pending !== null && mayMove(game) ? moves : candidates);
}

/** The landings to press: those of the choice that is open, else of the selected board turning on the spot. */
export function landingsOf({ selection, candidates }: Interaction, game: GameHere): readonly Landing[] {
  const choice = choiceOf(candidates, game);
  if (choice !== null) return choice.kind === "landing" ? choice.landings : NO_LANDINGS;
  if (selection?.kind !== "board") return NO_LANDINGS;
  return pinTargetsOf(selection, game).get(selection.pin)?.landings ?? NO_LANDINGS;
}

function only(state: Interaction): Step {
  return { state, effects: [] };
}

function select(state: Interaction, selection: Selection | null): Interaction {
  return { ...state, selection, candidates: [], error: null };
}

/** Plays the move if one is left; otherwise asks the player to choose. */
function resolve(state: Interaction, moves: readonly SnapshotMove[]): Step {
  const [first] = moves;
  if (first && moves.length === 1) return { state, effects: [{ type: "play", move: first.move }] };
  return only({ ...state, candidates: moves });
}

function explain(state: Interaction, move: string): Step {
  return { state, effects: [{ type: "explain", move }] };
}

function pickSquare(state: Interaction, game: GameHere, square: SquareName): Step {
  const { selection } = state;
  const landing = boardMovesTo(state, game, square);
  if (landing.length > 0) return resolve(state, landing);
  const target = targetsOf(selection, game).get(square);
  if (target) return resolve(state, target.moves);
  if (selection && selection.kind !== "board" && selection.square === square) return only(select(state, null));
  if (selection?.kind === "premove" && selection.reach.includes(square)) {
    return only({ ...select(state, null), premove: { from: selection.square, to: square } });
  }
  if (selection?.kind === "piece" && pickUpKind(game, square) !== "piece") {
    return explain(state, selection.square + square);
  }
  if (game.pieceAt.has(square)) return selectPiece(state, game, square);
  return only(select(state, null));
}

/**
 * Starts a drag. It selects the piece, also while another one is selected, and does nothing to what may not be picked up.
 */
function pickUp(state: Interaction, game: GameHere, square: SquareName): Step {
  const { selection } = state;
  const kind = pickUpKind(game, square);
  if (kind === null || (selection?.kind === kind && selection.square === square)) return only(state);
  if (kind === "piece") return only(select(state, { kind, square }));
  return selectPiece(state, game, square);
}

/** Selects a piece at once if it may move; otherwise its reach must be known first. */
function selectPiece(state: Interaction, game: GameHere, square: SquareName): Step {
  if (pickUpKind(game, square) === "piece") return selectMover(state, game, { kind: "piece", square });
  return { state, effects: [{ type: "reach", square }] };
}

function pickBoard(state: Interaction, game: GameHere, pin: PinName, dragged = false): Step {
  const { selection } = state;
  const again = selection?.kind === "board" && selection.pin === pin;
  if (again || !game.snapshot.boards.some((each) => each.pin === pin)) return only(select(state, null));
  const board: Selection = { kind: "board", pin };
  return dragged ? only(select(state, board)) : selectMover(state, game, board);
}

/** Selects a piece or board. One that cannot move says why. */
function selectMover(state: Interaction, game: GameHere, selection: Selection): Step {
  const moves = targetsOf(selection, game).size + pinTargetsOf(selection, game).size;
  const effects: Effect[] = moves === 0 && mayMove(game) ? [{ type: "whyStuck", selection }] : [];
  return { state: select(state, selection), effects };
}

function pickPin(state: Interaction, game: GameHere, pin: PinName): Step {
  const { selection } = state;
  if (selection?.kind !== "board" || selection.pin === pin) return pickBoard(state, game, pin);
  const target = pinTargetsOf(selection, game).get(pin);
  if (target) return resolve(state, target.moves);
  if (game.snapshot.boards.some((each) => each.pin === pin && each.movable)) return pickBoard(state, game, pin);
  return explain(state, `${selection.pin}-${pin}`);
}

/** The moves of the selected board, or those to choose from, whose rider lands on a square. */
function boardMovesTo({ selection, candidates }: Interaction, game: GameHere, square: SquareName): SnapshotMove[] {
  if (selection?.kind !== "board") return [];
  const moves = candidates.length > 0 ? candidates : game.snapshot.moves;
  return moves.filter(({ board }) => board?.from === selection.pin && board.rider?.to === square);
}

function pickPromotion(state: Interaction, game: GameHere, kind: Promotion): Step {
  const choice = choiceOf(state.candidates, game);
  if (choice?.kind !== "promotion") return only(state);
  const chosen = choice.moves.find((each) => each.promotion === kind);
  return { state, effects: chosen ? [{ type: "play", move: chosen.move }] : [] };
}

/** A new position clears everything but a premove, which is played once it is the player's turn. */
function startPosition(state: Interaction, game: GameHere): Step {
  const { premove } = state;
  const cleared = { ...select(state, null), hint: NOTHING };
  if (premove === null || !mayMove(game) || game.snapshot.pending !== null) return only(cleared);
  const move = premoved(game.snapshot.moves, premove);
  return { state: { ...cleared, premove: null }, effects: move ? [{ type: "play", move: move.move }] : [] };
}
