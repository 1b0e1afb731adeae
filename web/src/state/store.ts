// What a person is doing with a game: selection, pending choices, hints at squares. It knows no view and no rule:
// what may be done comes with the Snapshot.
import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals-core";
import type { GameSource, ActionResult } from "../source/source";
import type { ApiError } from "../wire/game";
import type { Promotion, Snapshot, SnapshotMove, SnapshotPiece } from "../wire/snapshot";
import type { PinName, SquareName, World } from "../wire/world";
import { boardTargets, narrow, pieceTargets, type Choice, type PinTarget, type SquareTarget } from "./choice";
import { lastTouched, NOTHING, type Touched } from "./lastMove";
import { premoved, type Premove } from "./premove";
import { DEFAULT_VIEW, type ViewOptions } from "./view";

export type Selection =
  | { readonly kind: "piece"; readonly square: SquareName }
  /** A piece of the side not to move, looked at: its reach is shown, it cannot be moved. */
  | { readonly kind: "look"; readonly square: SquareName; readonly reach: readonly SquareName[] }
  /** A piece of one's own while the opponent is to move: what is picked next is played when the turn comes. */
  | { readonly kind: "premove"; readonly square: SquareName; readonly reach: readonly SquareName[] }
  | { readonly kind: "board"; readonly pin: PinName };

/** Everything a view may read, and every intent it may send. */
export interface Store {
  readonly world: World;
  /** The game now at the table; the views stay when it is changed for another. */
  readonly source: ReadonlySignal<GameSource>;
  readonly snapshot: ReadonlySignal<Snapshot>;
  readonly pieceAt: ReadonlySignal<ReadonlyMap<SquareName, SnapshotPiece>>;
  /** Whether the person at this screen may move now. */
  readonly mayMove: ReadonlySignal<boolean>;

  readonly selection: ReadonlySignal<Selection | null>;
  /** Where the selected piece may land. */
  readonly targets: ReadonlySignal<ReadonlyMap<SquareName, SquareTarget>>;
  /** Where the selected board may go; its own pin stands for turning on the spot. */
  readonly pinTargets: ReadonlySignal<ReadonlyMap<PinName, PinTarget>>;
  /** What is still to be said before the move can be played. */
  readonly choice: ReadonlySignal<Choice | null>;
  /** What the last move touched. */
  readonly last: ReadonlySignal<Touched>;
  readonly hovered: ReadonlySignal<SquareName | null>;
  readonly hoveredPin: ReadonlySignal<PinName | null>;
  /** Why the last attempt was refused, with the squares to point at. */
  readonly error: ReadonlySignal<ApiError | null>;
  /** Squares and pins marked on request, such as a hint. */
  readonly hint: Signal<Touched>;
  /** What will be played when the turn comes; dropped by `deselect`. */
  readonly premove: ReadonlySignal<Premove | null>;
  readonly view: ReadonlySignal<ViewOptions>;

  pickSquare(square: SquareName): void;
  /** Picks a board to move, or the pin it stands on when it is already picked. */
  pickBoard(pin: PinName): void;
  /** Picks where the selected board goes; on an occupied pin, that board. */
  pickPin(pin: PinName): void;
  pickLanding(turned: boolean): void;
  pickPromotion(kind: Promotion): void;
  /** Plays a move in any notation; what is refused is kept in `error`. */
  playText(text: string): Promise<boolean>;
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

export function createStore(world: World, source: ReadonlySignal<GameSource>, view: Partial<ViewOptions> = {}): Store {
  const snapshot = computed(() => source.value.snapshot.value);
  const selection = signal<Selection | null>(null);
  const candidates = signal<readonly SnapshotMove[]>([]);
  const hovered = signal<SquareName | null>(null);
  const hoveredPin = signal<PinName | null>(null);
  const error = signal<ApiError | null>(null);
  const hint = signal<Touched>(NOTHING);
  const premove = signal<Premove | null>(null);
  const options = signal<ViewOptions>({ ...DEFAULT_VIEW, ...view });

  const pieceAt = computed(() => new Map(snapshot.value.pieces.map((piece) => [piece.square, piece])));
  const last = computed(() => lastTouched(source.value.history.value));
  const mayMove = computed(
    () => snapshot.value.status === "ongoing" && source.value.seats.value.includes(snapshot.value.turn),
  );
  const targets = computed<ReadonlyMap<SquareName, SquareTarget>>(() => {
    const selected = selection.value;
    return selected?.kind === "piece" ? pieceTargets(snapshot.value.moves, selected.square) : new Map();
  });
  const pinTargets = computed<ReadonlyMap<PinName, PinTarget>>(() => {
    const selected = selection.value;
    return selected?.kind === "board" ? boardTargets(snapshot.value.moves, selected.pin) : new Map();
  });
  const choice = computed<Choice | null>(() => {
    const { pending, moves } = snapshot.value;
    if (pending !== null && mayMove.value) return narrow(moves);
    return narrow(candidates.value);
  });

  function select(next: Selection | null): void {
    batch(() => {
      selection.value = next;
      candidates.value = [];
      error.value = null;
    });
  }

  async function told(outcome: ActionResult): Promise<boolean> {
    const refused = await outcome;
    if (refused) refuse(refused);
    return refused === null;
  }

  function playText(text: string): Promise<boolean> {
    return told(source.value.play(text));
  }

  function refuse(why: ApiError): void {
    batch(() => {
      select(null);
      error.value = why;
    });
  }

  /** Plays the one move left, or keeps the several for the person to choose from. */
  function resolve(left: readonly SnapshotMove[]): void {
    const only = left.length === 1 ? left[0] : undefined;
    if (only) void playText(only.move);
    else candidates.value = left;
  }

  async function explain(text: string): Promise<void> {
    const why = await source.value.explain(text);
    if (why) refuse(why);
    else select(null);
  }

  async function look(square: SquareName): Promise<void> {
    const asked = snapshot.value;
    const reach = await source.value.reach(square);
    if (snapshot.value !== asked) return;
    const own = source.value.seats.value.includes(pieceAt.value.get(square)?.color ?? asked.turn);
    const waits = own && !mayMove.value && asked.status === "ongoing";
    select({ kind: waits ? "premove" : "look", square, reach });
  }

  /** Plays what was decided on before, now that the turn has come; a decision that cannot be played is dropped. */
  function playPremove(): void {
    const decided = premove.value;
    if (!decided || !mayMove.value || snapshot.value.pending !== null) return;
    const move = premoved(snapshot.value.moves, decided);
    premove.value = null;
    if (move) void playText(move.move);
  }

  function pickSquare(square: SquareName): void {
    const open = choice.value;
    if (open?.kind === "landing") {
      const landing = open.landings.find((each) => each.square === square);
      if (landing) return pickLanding(landing.turned);
    }
    const selected = selection.value;
    const target = targets.value.get(square);
    if (target) return resolve(target.moves);
    if (selected && selected.kind !== "board" && selected.square === square) return select(null);
    if (selected?.kind === "premove" && selected.reach.includes(square)) {
      select(null);
      premove.value = { from: selected.square, to: square };
      return;
    }
    const piece = pieceAt.value.get(square);
    if (piece && piece.color === snapshot.value.turn && mayMove.value) return select({ kind: "piece", square });
    if (selected?.kind === "piece") return void explain(selected.square + square);
    if (piece) return void look(square);
    select(null);
  }

  function pickBoard(pin: PinName): void {
    const selected = selection.value;
    if (selected?.kind === "board" && selected.pin === pin) {
      const turn = pinTargets.value.get(pin);
      if (turn && narrow(candidates.value) === null) return resolve(turn.moves);
      return select(null);
    }
    const board = snapshot.value.boards.find((each) => each.pin === pin);
    if (!board) return select(null);
    select({ kind: "board", pin });
  }

  function pickPin(pin: PinName): void {
    const selected = selection.value;
    if (selected?.kind !== "board") return pickBoard(pin);
    const target = pinTargets.value.get(pin);
    if (target) return resolve(target.moves);
    if (selected.pin === pin) return select(null);
    if (snapshot.value.boards.some((each) => each.pin === pin && each.movable)) return pickBoard(pin);
    void explain(`${selected.pin}-${pin}`);
  }

  function pickLanding(turned: boolean): void {
    if (choice.value?.kind === "landing") resolve(candidates.value.filter((each) => each.board?.turned === turned));
  }

  function pickPromotion(kind: Promotion): void {
    const open = choice.value;
    if (open?.kind !== "promotion") return;
    const chosen = open.moves.find((each) => each.promotion === kind);
    if (chosen) void playText(chosen.move);
  }

  // A new position ends whatever was being done in the old one, but for what was decided for it.
  const forget = snapshot.subscribe(() => {
    batch(() => {
      select(null);
      hint.value = NOTHING;
    });
    playPremove();
  });

  return {
    world,
    source,
    snapshot,
    pieceAt,
    mayMove,
    selection,
    targets,
    pinTargets,
    choice,
    last,
    hovered,
    hoveredPin,
    error,
    hint,
    premove,
    view: options,
    pickSquare,
    pickBoard,
    pickPin,
    pickLanding,
    pickPromotion,
    playText,
    undo: () => void told(source.value.undo()),
    redo: () => void told(source.value.redo()),
    goTo: (ply) => void told(source.value.jump(ply)),
    hover: (square) => (hovered.value = square),
    hoverPin: (pin) => (hoveredPin.value = pin),
    deselect: () => {
      premove.value = null;
      select(null);
    },
    setView: (change) => (options.value = { ...options.value, ...change }),
    dispose: forget,
  };
}
