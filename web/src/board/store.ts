// The signals that the views read and the intents that they send. It holds the interaction's state and runs its effects
// on the game's source; the transitions are in `interaction.ts`.
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals-core";
import type { AppError } from "../core/errors";
import type { Touched } from "../wire/game";
import type { Promotion, SnapshotPiece } from "../wire/snapshot";
import type { PinName, SquareName, World } from "../wire/world";
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
  type GameHere,
  type Input,
  type Selection,
} from "./interaction";
import type { Answers, Mode } from "./mode";
import type { Overlay } from "./overlay";
import { lastTouched } from "./lastMove";
import { DEFAULT_VIEW, type ViewOptions } from "./view";
import { indexWorld, type WorldIndex } from "./worldIndex";

const NO_SQUARES: readonly SquareName[] = [];
const NO_ANSWERS: Answers = { right: NO_SQUARES, wrong: NO_SQUARES };

export class Store {
  readonly world: World;
  readonly index: WorldIndex;
  /** What the person does on the boards. The store and its views outlive it. */
  readonly mode: ReadonlySignal<Mode>;
  readonly #state = signal(IDLE);
  readonly #hovered = signal<SquareName | null>(null);
  readonly #hoveredPin = signal<PinName | null>(null);
  readonly #view: Signal<ViewOptions>;

  readonly snapshot = computed(() => this.mode.value.board.snapshot.value);
  readonly pieceAt = computed<ReadonlyMap<SquareName, SnapshotPiece>>(
    () => new Map(this.snapshot.value.pieces.map((piece) => [piece.square, piece])),
  );
  readonly #game = computed<GameHere>(() => ({
    snapshot: this.snapshot.value,
    pieceAt: this.pieceAt.value,
    seats: this.mode.value.seats.value,
  }));
  /** Whether the player at this screen may move now. */
  readonly mayMove = computed(() => mayMove(this.#game.value));

  // Views depend on one part each, so that a change of another part does not draw them again.
  readonly selection = computed(() => this.mode.value.editing?.selection.value ?? this.#state.value.selection);
  readonly #candidates = computed(() => this.#state.value.candidates);
  /** Where the selected piece may land. */
  readonly targets = computed(() => targetsOf(this.selection.value, this.#game.value));
  /** Where the selected board may go; its own pin means turning on the spot. */
  readonly pinTargets = computed(() => pinTargetsOf(this.selection.value, this.#game.value));
  /** The choice that is open before a move can be played. */
  readonly choice = computed(() => choiceOf(this.#candidates.value, this.#game.value));
  /** Where the rider of the selected board lands, for each that can be picked now. */
  readonly landings = computed(() => landingsOf(this.#state.value, this.#game.value));
  /** The squares and pins of the last move. */
  readonly last = computed(() => lastTouched(this.mode.value.board.history.value));
  /** Squares marked with a star, in an exercise. */
  readonly goals = computed(() => this.mode.value.quiz?.goals?.value ?? NO_SQUARES);
  /** Picked squares marked as right or wrong, in a trainer. */
  readonly answers = computed(() => this.mode.value.quiz?.answers?.value ?? NO_ANSWERS);
  readonly hovered: ReadonlySignal<SquareName | null> = this.#hovered;
  readonly hoveredPin: ReadonlySignal<PinName | null> = this.#hoveredPin;
  /** Why the last attempt failed, with the squares to mark. */
  readonly error = computed(() => this.#state.value.error);
  readonly hint = computed(() => this.#state.value.hint);
  /** Played when the player's turn comes; dropped by `deselect`. */
  readonly premove = computed(() => this.#state.value.premove);
  readonly view: ReadonlySignal<ViewOptions>;
  /** What is drawn over the boards; null for nothing. */
  readonly overlay = computed<Overlay | null>(() => this.mode.value.overlay?.value ?? null);
  readonly #stop: () => void;

  constructor(world: World, mode: ReadonlySignal<Mode>, view: Partial<ViewOptions> = {}) {
    this.world = world;
    this.index = indexWorld(world);
    this.mode = mode;
    this.view = this.#view = signal<ViewOptions>({ ...DEFAULT_VIEW, ...view });
    this.#stop = this.snapshot.subscribe(() => this.#dispatch({ type: "positionChanged" }));
  }

  /** Whether the piece on a square may be picked up: to move it now, to premove it, or not at all. */
  pickUpKind(square: SquareName): "piece" | "premove" | null {
    if (this.mode.value.editing) return this.pieceAt.value.has(square) ? "piece" : null;
    return pickUpKind(this.#game.value, square);
  }

  /** Selects a piece to drag it; false when it may not be picked up. */
  pickUp(square: SquareName): boolean {
    const { editing } = this.mode.peek();
    if (editing) return editing.pickUp(square);
    this.#dispatch({ type: "pickUp", square });
    return pickUpKind(this.#game.peek(), square) !== null;
  }

  /** Selects a piece, moves the selected one, or the selected board so that its rider lands there. */
  pickSquare(square: SquareName): void {
    const { drawing, editing, quiz } = this.mode.peek();
    if (drawing?.pick(square) || quiz?.answer(square)) return;
    if (editing) editing.pickSquare(square);
    else this.#dispatch({ type: "pickSquare", square });
  }

  /** Selects a board, by a click or to drag it, or lets the selected one go. */
  pickBoard(pin: PinName, dragged = false): void {
    this.#pickPin(pin, dragged, { type: "pickBoard", pin, dragged });
  }

  /** Moves the selected board to a pin. With no board selected it selects the one on that pin. */
  pickPin(pin: PinName): void {
    this.#pickPin(pin, false, { type: "pickPin", pin });
  }

  /** Ends a drag outside the boards. */
  dropOutside(): void {
    this.mode.peek().editing?.dropOutside();
  }

  pickPromotion(kind: Promotion): void {
    this.#dispatch({ type: "pickPromotion", kind });
  }

  /** Plays a move in any notation. A failure is shown in `error`. */
  async playText(move: string): Promise<boolean> {
    const error = (await this.mode.peek().play?.(move)) ?? null;
    if (error) this.#dispatch({ type: "failed", error });
    return error === null;
  }

  showHint(hint: Touched): void {
    this.#dispatch({ type: "showHint", hint });
  }

  undo(): void {
    this.mode.peek().steps?.undo();
  }

  redo(): void {
    this.mode.peek().steps?.redo();
  }

  goTo(ply: number): void {
    this.mode.peek().steps?.jump(ply);
  }

  hover(square: SquareName | null): void {
    this.#hovered.value = this.mode.peek().quiz?.hidesHover() ? null : square;
  }

  hoverPin(pin: PinName | null): void {
    this.#hoveredPin.value = pin;
  }

  /** Drops choice, selection, premove and error. */
  deselect(): void {
    this.mode.peek().editing?.deselect();
    this.#dispatch({ type: "deselect" });
  }

  setView(change: Partial<ViewOptions>): void {
    this.#view.value = { ...this.#view.value, ...change };
  }

  dispose(): void {
    this.#stop();
  }

  #pickPin(pin: PinName, dragged: boolean, input: Input): void {
    const { drawing, editing } = this.mode.peek();
    if (drawing?.pick(pin)) return;
    if (editing) editing.pickPin(pin, dragged);
    else this.#dispatch(input);
  }

  #dispatch(input: Input): void {
    const step = interact(this.#state.peek(), this.#game.peek(), input);
    this.#state.value = step.state;
    for (const effect of step.effects) this.#run(effect);
  }

  #run(effect: Effect): void {
    const { board } = this.mode.peek();
    switch (effect.type) {
      case "play":
        // What was pointed at is done, and the column would lie over the move.
        this.#hovered.value = this.#hoveredPin.value = null;
        return void this.playText(effect.move);
      case "explain":
        return this.#dispatch({ type: "failed", error: board.explain(effect.move) });
      case "reach":
        return this.#dispatch({ type: "reached", square: effect.square, reach: board.reach(effect.square) });
      case "whyStuck":
        return this.#dispatch({ type: "stuck", selection: effect.selection, error: this.#whyStuck(effect.selection) });
    }
  }

  /** Why the selected piece or board cannot move. */
  #whyStuck(selection: Selection): AppError | null {
    const { board } = this.mode.peek();
    if (selection.kind === "board") return board.whyStuck(selection.pin);
    const error = board.whyStuck(selection.square);
    // What the mark of a frozen pawn means is shown anyway.
    const frozen = this.pieceAt.peek().get(selection.square)?.marks.includes("frozen") ?? false;
    return frozen && error?.code === "E_ADVANCEMENT_FROZEN" ? null : error;
  }
}
