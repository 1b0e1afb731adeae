// The signals that the views read and the intents that they send. It holds the interaction's state and runs its effects
// on the game's source; the transitions are in `interaction.ts`.
import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { Overlay } from "../core/overlay";
import type { ActionResult, Answers, GameSource } from "../core/source";
import type { AppError } from "../core/errors";
import type { Touched } from "../wire/game";
import type { Promotion, Snapshot, SnapshotPiece } from "../wire/snapshot";
import type { PinName, SquareName, World } from "../wire/world";
import type { Choice, PinTarget, SquareTarget } from "./choice";
import {
  choiceOf,
  IDLE,
  interact,
  mayMove,
  pickUpKind,
  pinTargetsOf,
  targetsOf,
  type Effect,
  type GameView,
  type Input,
  type Selection,
} from "./interaction";
import { lastTouched } from "./lastMove";
import type { Premove } from "./premove";
import { DEFAULT_VIEW, type ViewOptions } from "./view";
import { indexWorld, type WorldIndex } from "./worldIndex";

export interface Store {
  readonly world: World;
  readonly index: WorldIndex;
  /** The game on screen. The store and its views outlive it. */
  readonly source: ReadonlySignal<GameSource>;
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
  pickSquare(square: SquareName): void;
  /** Selects a board, by a click or to drag it; a board that is selected turns on the spot. */
  pickBoard(pin: PinName, dragged?: boolean): void;
  /** Moves the selected board to a pin. With no board selected it selects the one on that pin. */
  pickPin(pin: PinName): void;
  /** Ends a drag outside the boards. */
  dropOutside(): void;
  pickLanding(turned: boolean): void;
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

export function createStore(world: World, source: ReadonlySignal<GameSource>, view: Partial<ViewOptions> = {}): Store {
  const state = signal(IDLE);
  const hovered = signal<SquareName | null>(null);
  const hoveredPin = signal<PinName | null>(null);
  const options = signal<ViewOptions>({ ...DEFAULT_VIEW, ...view });

  const index = indexWorld(world);
  const snapshot = computed(() => source.value.snapshot.value);
  const pieceAt = computed(() => new Map(snapshot.value.pieces.map((piece) => [piece.square, piece])));
  const game = computed<GameView>(() => ({
    snapshot: snapshot.value,
    pieceAt: pieceAt.value,
    seats: source.value.seats.value,
  }));
  // Views depend on one part each, so that a change of another part does not draw them again.
  const selection = computed(() => source.value.editing?.selection.value ?? state.value.selection);
  const candidates = computed(() => state.value.candidates);

  function dispatch(input: Input): void {
    const step = interact(state.peek(), game.peek(), input);
    state.value = step.state;
    for (const effect of step.effects) void run(effect);
  }

  async function run(effect: Effect): Promise<void> {
    const at = source.peek();
    switch (effect.type) {
      case "play":
        await report(at.play(effect.move));
        return;
      case "explain":
        dispatch({ type: "failed", error: await at.explain(effect.move) });
        return;
      case "reach": {
        const asked = snapshot.peek();
        const reach = await at.reach(effect.square);
        if (snapshot.peek() === asked) dispatch({ type: "reached", square: effect.square, reach });
        return;
      }
      case "whyStuck": {
        const asked = snapshot.peek();
        const error = await whyStuck(at, effect.selection);
        if (snapshot.peek() === asked) dispatch({ type: "stuck", selection: effect.selection, error });
      }
    }
  }

  function pickPin(pin: PinName, dragged: boolean, input: Input): void {
    const { drawing, editing } = source.peek();
    if (drawing?.pick(pin)) return;
    if (editing) editing.pickPin(pin, dragged);
    else dispatch(input);
  }

  /** Why the selected piece or board cannot move. */
  async function whyStuck(at: GameSource, selection: Selection): Promise<AppError | null> {
    if (selection.kind === "board") return at.whyStuck(selection.pin);
    const error = await at.whyStuck(selection.square);
    // What the mark of a frozen pawn means is shown anyway.
    const frozen = pieceAt.peek().get(selection.square)?.marks.includes("frozen") ?? false;
    return frozen && error?.code === "E_ADVANCEMENT_FROZEN" ? null : error;
  }

  async function report(result: ActionResult): Promise<boolean> {
    const error = await result;
    if (error) dispatch({ type: "failed", error });
    return error === null;
  }

  const stop = snapshot.subscribe(() => dispatch({ type: "positionChanged" }));

  return {
    world,
    index,
    source,
    snapshot,
    pieceAt,
    mayMove: computed(() => mayMove(game.value)),
    selection,
    targets: computed(() => targetsOf(selection.value, game.value)),
    pinTargets: computed(() => pinTargetsOf(selection.value, game.value)),
    choice: computed(() => choiceOf(candidates.value, game.value)),
    last: computed(() => lastTouched(source.value.history.value)),
    goals: computed(() => source.value.goals?.value ?? NO_SQUARES),
    answers: computed(() => source.value.answers?.value ?? NO_ANSWERS),
    hovered,
    hoveredPin,
    error: computed(() => state.value.error),
    hint: computed(() => state.value.hint),
    premove: computed(() => state.value.premove),
    view: options,
    overlay: computed(() => source.value.overlay?.value ?? null),
    pickUpKind: (square) =>
      source.value.editing ? (pieceAt.value.has(square) ? "piece" : null) : pickUpKind(game.value, square),
    pickUp(square) {
      const { editing } = source.peek();
      if (editing) return editing.pickUp(square);
      dispatch({ type: "pickUp", square });
      return pickUpKind(game.peek(), square) !== null;
    },
    pickSquare(square) {
      const on = source.peek();
      const { drawing, editing } = on;
      if (drawing?.pick(square) || on.answer?.(square)) return;
      if (editing) editing.pickSquare(square);
      else dispatch({ type: "pickSquare", square });
    },
    pickBoard: (pin, dragged = false) => pickPin(pin, dragged, { type: "pickBoard", pin, dragged }),
    pickPin: (pin) => pickPin(pin, false, { type: "pickPin", pin }),
    dropOutside: () => source.peek().editing?.dropOutside(),
    pickLanding: (turned) => dispatch({ type: "pickLanding", turned }),
    pickPromotion: (kind) => dispatch({ type: "pickPromotion", kind }),
    playText: (text) => report(source.peek().play(text)),
    showHint: (hint) => dispatch({ type: "showHint", hint }),
    undo: () => void report(source.peek().undo()),
    redo: () => void report(source.peek().redo()),
    goTo: (ply) => void report(source.peek().jump(ply)),
    hover: (square) => (hovered.value = source.peek().hidesHover ? null : square),
    hoverPin: (pin) => (hoveredPin.value = pin),
    deselect() {
      source.peek().editing?.deselect();
      dispatch({ type: "deselect" });
    },
    setView: (change) => (options.value = { ...options.value, ...change }),
    dispose: stop,
  };
}
