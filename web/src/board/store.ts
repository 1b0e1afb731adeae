// The signals that the views read and the intents that they send. It holds the interaction's state and runs its effects
// on the game's source; the transitions are in `interaction.ts`.
import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { Board } from "../core/board";
import type { AppError } from "../core/errors";
import type { Touched } from "../wire/game";
import type { Promotion, Snapshot, SnapshotPiece } from "../wire/snapshot";
import type { PinName, SquareName, World } from "../wire/world";
import type { Choice, Landing, PinTarget, SquareTarget } from "./choice";
import {
  choiceOf,
  IDLE,
  interact,
  landingsOf,
  mayMove,
  pickUpKind,
  pinTargetsOf,
  targetsOf,
  type Effect,
  type GameView,
  type Input,
  type Selection,
} from "./interaction";
import type { Answers, Mode } from "./mode";
import type { Overlay } from "./overlay";
import { lastTouched } from "./lastMove";
import type { Premove } from "./premove";
import { DEFAULT_VIEW, type ViewOptions } from "./view";
import { indexWorld, type WorldIndex } from "./worldIndex";

export interface Store {
  readonly world: World;
  readonly index: WorldIndex;
  /** What the person does on the boards. The store and its views outlive it. */
  readonly mode: ReadonlySignal<Mode>;
  readonly snapshot: ReadonlySignal<Snapshot>;
  readonly pieceAt: ReadonlySignal<ReadonlyMap<SquareName, SnapshotPiece>>;
  /** Whether the player at this screen may move now. */
  readonly mayMove: ReadonlySignal<boolean>;

  readonly selection: ReadonlySignal<Selection | null>;
  /** Where the selected piece may land. */
  readonly targets: ReadonlySignal<ReadonlyMap<SquareName, SquareTarget>>;
  /** Where the selected board may go; its own pin means turning on the spot. */
  readonly pinTargets: ReadonlySignal<ReadonlyMap<PinName, PinTarget>>;
  /** The choice that is open before a move can be played. */
  readonly choice: ReadonlySignal<Choice | null>;
  /** Where the rider of the selected board lands, for each that can be picked now. */
  readonly landings: ReadonlySignal<readonly Landing[]>;
  /** The squares and pins of the last move. */
  readonly last: ReadonlySignal<Touched>;
  /** Squares marked with a star, in an exercise. */
  readonly goals: ReadonlySignal<readonly SquareName[]>;
  /** Picked squares marked as right or wrong, in a trainer. */
  readonly answers: ReadonlySignal<Answers>;
  readonly hovered: ReadonlySignal<SquareName | null>;
  readonly hoveredPin: ReadonlySignal<PinName | null>;
  /** Why the last attempt failed, with the squares to mark. */
  readonly error: ReadonlySignal<AppError | null>;
  readonly hint: ReadonlySignal<Touched>;
  /** Played when the player's turn comes; dropped by `deselect`. */
  readonly premove: ReadonlySignal<Premove | null>;
  readonly view: ReadonlySignal<ViewOptions>;
  /** What is drawn over the boards; null for nothing. */
  readonly overlay: ReadonlySignal<Overlay | null>;

  /** Whether the piece on a square may be picked up: to move it now, to premove it, or not at all. */
  pickUpKind(square: SquareName): "piece" | "premove" | null;
  /** Selects a piece to drag it; false when it may not be picked up. */
  pickUp(square: SquareName): boolean;
  /** Selects a piece, moves the selected one, or the selected board so that its rider lands there. */
  pickSquare(square: SquareName): void;
  /** Selects a board, by a click or to drag it, or lets the selected one go. */
  pickBoard(pin: PinName, dragged?: boolean): void;
  /** Moves the selected board to a pin. With no board selected it selects the one on that pin. */
  pickPin(pin: PinName): void;
  /** Ends a drag outside the boards. */
  dropOutside(): void;
  pickPromotion(kind: Promotion): void;
  /** Plays a move in any notation. A failure is shown in `error`. */
  playText(text: string): Promise<boolean>;
  showHint(hint: Touched): void;
  undo(): void;
  redo(): void;
  goTo(ply: number): void;
  hover(square: SquareName | null): void;
  hoverPin(pin: PinName | null): void;
  /** Drops choice, selection, premove and error. */
  deselect(): void;
  setView(change: Partial<ViewOptions>): void;
  dispose(): void;
}

const NO_SQUARES: readonly SquareName[] = [];
const NO_ANSWERS: Answers = { right: NO_SQUARES, wrong: NO_SQUARES };

export function createStore(world: World, mode: ReadonlySignal<Mode>, view: Partial<ViewOptions> = {}): Store {
  const state = signal(IDLE);
  const hovered = signal<SquareName | null>(null);
  const hoveredPin = signal<PinName | null>(null);
  const options = signal<ViewOptions>({ ...DEFAULT_VIEW, ...view });

  const index = indexWorld(world);
  const snapshot = computed(() => mode.value.board.snapshot.value);
  const pieceAt = computed(() => new Map(snapshot.value.pieces.map((piece) => [piece.square, piece])));
  const game = computed<GameView>(() => ({
    snapshot: snapshot.value,
    pieceAt: pieceAt.value,
    seats: mode.value.seats.value,
  }));
  // Views depend on one part each, so that a change of another part does not draw them again.
  const selection = computed(() => mode.value.editing?.selection.value ?? state.value.selection);
  const candidates = computed(() => state.value.candidates);

  function dispatch(input: Input): void {
    const step = interact(state.peek(), game.peek(), input);
    state.value = step.state;
    for (const effect of step.effects) run(effect);
  }

  function run(effect: Effect): void {
    const { board } = mode.peek();
    switch (effect.type) {
      case "play":
        return void report(effect.move);
      case "explain":
        return dispatch({ type: "failed", error: board.explain(effect.move) });
      case "reach":
        return dispatch({ type: "reached", square: effect.square, reach: board.reach(effect.square) });
      case "whyStuck":
        return dispatch({ type: "stuck", selection: effect.selection, error: whyStuck(board, effect.selection) });
    }
  }

  function pickPin(pin: PinName, dragged: boolean, input: Input): void {
    const { drawing, editing } = mode.peek();
    if (drawing?.pick(pin)) return;
    if (editing) editing.pickPin(pin, dragged);
    else dispatch(input);
  }

  /** Why the selected piece or board cannot move. */
  function whyStuck(board: Board, selection: Selection): AppError | null {
    if (selection.kind === "board") return board.whyStuck(selection.pin);
    const error = board.whyStuck(selection.square);
    // What the mark of a frozen pawn means is shown anyway.
    const frozen = pieceAt.peek().get(selection.square)?.marks.includes("frozen") ?? false;
    return frozen && error?.code === "E_ADVANCEMENT_FROZEN" ? null : error;
  }

  /** Plays a move and shows why it failed. */
  async function report(move: string): Promise<boolean> {
    const error = (await mode.peek().play?.(move)) ?? null;
    if (error) dispatch({ type: "failed", error });
    return error === null;
  }

  const stop = snapshot.subscribe(() => dispatch({ type: "positionChanged" }));

  return {
    world,
    index,
    mode,
    snapshot,
    pieceAt,
    mayMove: computed(() => mayMove(game.value)),
    selection,
    targets: computed(() => targetsOf(selection.value, game.value)),
    pinTargets: computed(() => pinTargetsOf(selection.value, game.value)),
    choice: computed(() => choiceOf(candidates.value, game.value)),
    landings: computed(() => landingsOf(state.value, game.value)),
    last: computed(() => lastTouched(mode.value.board.history.value)),
    goals: computed(() => mode.value.quiz?.goals?.value ?? NO_SQUARES),
    answers: computed(() => mode.value.quiz?.answers?.value ?? NO_ANSWERS),
    hovered,
    hoveredPin,
    error: computed(() => state.value.error),
    hint: computed(() => state.value.hint),
    premove: computed(() => state.value.premove),
    view: options,
    overlay: computed(() => mode.value.overlay?.value ?? null),
    pickUpKind: (square) =>
      mode.value.editing ? (pieceAt.value.has(square) ? "piece" : null) : pickUpKind(game.value, square),
    pickUp(square) {
      const { editing } = mode.peek();
      if (editing) return editing.pickUp(square);
      dispatch({ type: "pickUp", square });
      return pickUpKind(game.peek(), square) !== null;
    },
    pickSquare(square) {
      const { drawing, editing, quiz } = mode.peek();
      if (drawing?.pick(square) || quiz?.answer(square)) return;
      if (editing) editing.pickSquare(square);
      else dispatch({ type: "pickSquare", square });
    },
    pickBoard: (pin, dragged = false) => pickPin(pin, dragged, { type: "pickBoard", pin, dragged }),
    pickPin: (pin) => pickPin(pin, false, { type: "pickPin", pin }),
    dropOutside: () => mode.peek().editing?.dropOutside(),
    pickPromotion: (kind) => dispatch({ type: "pickPromotion", kind }),
    playText: report,
    showHint: (hint) => dispatch({ type: "showHint", hint }),
    undo: () => mode.peek().steps?.undo(),
    redo: () => mode.peek().steps?.redo(),
    goTo: (ply) => mode.peek().steps?.jump(ply),
    hover: (square) => (hovered.value = mode.peek().quiz?.hidesHover() ? null : square),
    hoverPin: (pin) => (hoveredPin.value = pin),
    deselect() {
      mode.peek().editing?.deselect();
      dispatch({ type: "deselect" });
    },
    setView: (change) => (options.value = { ...options.value, ...change }),
    dispose: stop,
  };
}
