// The position that is edited, as a source for the boards. Rust edits and validates it; this knows the tool in hand, what
// is selected, and the positions to undo to.
import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { asAppError, type AppError } from "../core/errors";
import type { EditSelection, Editing } from "../core/editing";
import type { Overlay } from "../core/overlay";
import type { GameSource } from "../core/source";
import { NOTHING } from "../board/lastMove";
import type { SetupMark, SetupView } from "../wire/editor";
import type { Color, Role, SnapshotPiece } from "../wire/snapshot";
import type { PinName, RuleBook, SquareName } from "../wire/world";

/** A setup in WebAssembly. Errors are thrown as an `ApiError`. */
export interface SetupHandle {
  view(): string;
  read(text: string): void;
  set_rules(rules: string): void;
  put(square: string, color: string, role: string): void;
  /** Returns whether there is a piece with this letter. */
  put_letter(square: string, letter: string): boolean;
  remove(square: string): void;
  relocate(from: string, to: string): void;
  put_board(pin: string, owner: string): void;
  remove_board(pin: string): void;
  relocate_board(from: string, to: string): void;
  turn_board(pin: string): void;
  set_mark(square: string, mark: string, on: boolean): void;
  set_turn(color: string): void;
  set_counters(halfmoves: number, moveNumber: number): void;
  clear(): void;
  start(): void;
  mirror(): void;
  free(): void;
}

/** What a press on a square or a pin does. */
export type EditorTool =
  | { readonly kind: "move" }
  | { readonly kind: "erase" }
  | { readonly kind: "piece"; readonly color: Color; readonly role: Role }
  | { readonly kind: "board"; readonly owner: Color };

export const MOVE_TOOL: EditorTool = { kind: "move" };

export interface EditorSource extends GameSource {
  readonly editing: Editing;
  readonly view: ReadonlySignal<SetupView>;
  readonly tool: Signal<EditorTool>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Reads T-FEN; the error if it is not T-FEN, and nothing has changed. */
  read(text: string): AppError | null;
  setRules(rules: RuleBook): void;
  setTurn(color: Color): void;
  setCounters(halfmoves: number, moveNumber: number): void;
  setMark(square: SquareName, mark: SetupMark, on: boolean): void;
  turnBoard(pin: PinName): void;
  removeBoard(pin: PinName): void;
  put(square: SquareName, tool: EditorTool): void;
  /** Puts a board on a pin, or gives the one there to another owner. */
  placeBoard(pin: PinName, owner: Color): void;
  clear(): void;
  start(): void;
  mirror(): void;
}

/** Rings at the squares and pins of everything that is wrong. */
export function errorOverlay({ errors }: SetupView): Overlay {
  const places = new Set(errors.flatMap(({ squares, pins }): string[] => [...squares, ...pins]));
  return { fills: [], arrows: [], rings: [...places].map((at) => ({ at, tone: "wrong" })) };
}

export function createEditorSource(handle: SetupHandle): EditorSource {
  const view = signal(readView(handle));
  const selection = signal<EditSelection | null>(null);
  const tool = signal<EditorTool>(MOVE_TOOL);
  const past = signal<readonly string[]>([]);
  const future = signal<readonly string[]>([]);

  /** Edits, and remembers the position before it. A change that returns false has not taken place. */
  function edit(change: () => unknown): boolean {
    const before = view.peek().text;
    if (change() === false) return false;
    batch(() => {
      view.value = readView(handle);
      selection.value = null;
      if (view.peek().text === before) return;
      past.value = [...past.peek(), before];
      future.value = [];
    });
    return true;
  }

  function step(from: Signal<readonly string[]>, to: Signal<readonly string[]>): void {
    const text = from.peek().at(-1);
    if (text === undefined) return;
    batch(() => {
      to.value = [...to.peek(), view.peek().text];
      from.value = from.peek().slice(0, -1);
      handle.read(text);
      view.value = readView(handle);
      selection.value = null;
    });
  }

  function pieceOn(square: SquareName): SnapshotPiece | undefined {
    return view.peek().snapshot.pieces.find((piece) => piece.square === square);
  }

  function put(square: SquareName, used: EditorTool): void {
    if (used.kind === "erase") edit(() => handle.remove(square));
    if (used.kind !== "piece") return;
    const there = pieceOn(square);
    const same = there?.color === used.color && there.kind === used.role;
    edit(() => (same ? handle.remove(square) : handle.put(square, used.color, used.role)));
  }

  function pickSquare(square: SquareName): void {
    const selected = selection.peek();
    if (tool.peek().kind !== "move") return put(square, tool.peek());
    if (selected?.kind === "piece" && selected.square !== square) {
      edit(() => handle.relocate(selected.square, square));
    } else if (selected === null && pieceOn(square)) {
      selection.value = { kind: "piece", square };
    } else {
      selection.value = null;
    }
  }

  function pickPin(pin: PinName, dragged: boolean): void {
    const used = tool.peek();
    const selected = selection.peek();
    const board = view.peek().snapshot.boards.find((each) => each.pin === pin);
    if (used.kind === "erase") edit(() => handle.remove_board(pin));
    else if (used.kind === "board") {
      edit(() => (board?.owner === used.owner ? handle.remove_board(pin) : handle.put_board(pin, used.owner)));
    } else if (selected?.kind === "board" && selected.pin !== pin && !board) {
      edit(() => handle.relocate_board(selected.pin, pin));
    } else if (board && (dragged || selected?.kind !== "board" || selected.pin !== pin)) {
      selection.value = { kind: "board", pin };
    } else {
      selection.value = null;
    }
  }

  function remove(selected: EditSelection): void {
    edit(() => (selected.kind === "piece" ? handle.remove(selected.square) : handle.remove_board(selected.pin)));
  }

  function key(event: KeyboardEvent, place: string): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const pin = view.peek().snapshot.boards.find((board) => board.pin === place)?.pin;
    const erases = event.key === "Delete" || event.key === "Backspace";
    if (erases) remove(pin === undefined ? { kind: "piece", square: place } : { kind: "board", pin });
    else if (pin !== undefined || !edit(() => handle.put_letter(place, event.key))) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  const nobody = Promise.resolve(null);
  const nothing = () => nobody;
  return {
    view,
    tool,
    snapshot: computed(() => view.value.snapshot),
    overlay: computed(() => errorOverlay(view.value)),
    history: signal({ moves: [], ply: 0 }),
    clocks: signal(null),
    seats: signal<readonly Color[]>(["white", "black"]),
    canUndo: computed(() => past.value.length > 0),
    canRedo: computed(() => future.value.length > 0),
    editing: {
      selection,
      pickSquare,
      pickPin,
      pickUp(square) {
        if (tool.peek().kind !== "move" || !pieceOn(square)) return false;
        selection.value = { kind: "piece", square };
        return true;
      },
      dropOutside() {
        const selected = selection.peek();
        if (selected) remove(selected);
      },
      deselect: () => (selection.value = null),
      key,
    },
    read(text) {
      try {
        edit(() => handle.read(text));
        return null;
      } catch (thrown) {
        return asAppError(thrown);
      }
    },
    setRules: (rules) => edit(() => handle.set_rules(rules)),
    setTurn: (color) => edit(() => handle.set_turn(color)),
    setCounters: (halfmoves, moveNumber) => edit(() => handle.set_counters(halfmoves, moveNumber)),
    setMark: (square, mark, on) => edit(() => handle.set_mark(square, mark, on)),
    turnBoard: (pin) => edit(() => handle.turn_board(pin)),
    removeBoard: (pin) => edit(() => handle.remove_board(pin)),
    put,
    placeBoard: (pin, owner) => edit(() => handle.put_board(pin, owner)),
    clear: () => edit(() => handle.clear()),
    start: () => edit(() => handle.start()),
    mirror: () => edit(() => handle.mirror()),
    undo() {
      step(past, future);
      return nobody;
    },
    redo() {
      step(future, past);
      return nobody;
    },
    jump: nothing,
    play: nothing,
    explain: nothing,
    whyStuck: nothing,
    claim: nothing,
    agreeDraw: nothing,
    resign: nothing,
    touched: () => Promise.resolve(NOTHING),
    attacked: () => Promise.resolve([]),
    checkers: () => Promise.resolve([]),
    reach: () => Promise.resolve([]),
    record: () => Promise.resolve(view.peek().text),
    dispose: () => handle.free(),
  };
}

function readView(handle: SetupHandle): SetupView {
  return JSON.parse(handle.view()) as SetupView;
}
