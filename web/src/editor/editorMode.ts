// The position that is edited. Rust edits and validates it; this knows the tool in hand, what is selected, and the
// positions to undo to.
import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { EditSelection, Editing } from "../board/editing";
import type { Mode } from "../board/mode";
import type { Overlay } from "../board/overlay";
import { Board } from "../core/board";
import { attempt, type AppError } from "../core/errors";
import { parse } from "../core/json";
import type { SetupHandle } from "../core/analysisModule";
import type { SetupMark, SetupView } from "../wire/editor";
import type { Color, Role, SnapshotPiece } from "../wire/snapshot";
import type { PinName, RuleBook, SquareName } from "../wire/world";

/** What a press on a square or a pin does. */
export type EditorTool =
  | { readonly kind: "move" }
  | { readonly kind: "erase" }
  | { readonly kind: "piece"; readonly color: Color; readonly role: Role }
  | { readonly kind: "board"; readonly owner: Color };

export const MOVE_TOOL: EditorTool = { kind: "move" };

/** Rings at the squares and pins of everything that is wrong. */
export function errorOverlay({ errors }: SetupView): Overlay {
  const places = new Set(errors.flatMap(({ squares, pins }): string[] => [...squares, ...pins]));
  return { fills: [], arrows: [], rings: [...places].map((at) => ({ at, tone: "wrong" })) };
}

export class EditorMode implements Mode {
  readonly board: Board;
  readonly seats = signal<readonly Color[]>(["white", "black"]);
  readonly overlay: ReadonlySignal<Overlay>;
  readonly editing: Editing;
  readonly view: ReadonlySignal<SetupView>;
  readonly tool = signal<EditorTool>(MOVE_TOOL);
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  readonly #handle: SetupHandle;
  readonly #view;
  readonly #selection = signal<EditSelection | null>(null);
  readonly #past = signal<readonly string[]>([]);
  readonly #future = signal<readonly string[]>([]);

  constructor(handle: SetupHandle) {
    this.#handle = handle;
    const view = (this.view = this.#view = signal<SetupView>(parse(handle.view())));
    const [past, future] = [this.#past, this.#future];
    this.board = new Board(
      () => {
        throw new Error("an edited position is not a game");
      },
      computed(() => view.value.snapshot),
      signal({ moves: [], ply: 0 }),
    );
    this.overlay = computed(() => errorOverlay(view.value));
    this.canUndo = computed(() => past.value.length > 0);
    this.canRedo = computed(() => future.value.length > 0);
    this.editing = {
      selection: this.#selection,
      pickSquare: (square) => this.#pickSquare(square),
      pickPin: (pin, dragged) => this.#pickPin(pin, dragged),
      pickUp: (square) => this.#pickUp(square),
      dropOutside: () => {
        const selected = this.#selection.peek();
        if (selected) this.#remove(selected);
      },
      deselect: () => (this.#selection.value = null),
      key: (event, place) => this.#key(event, place),
    };
  }

  /** Reads T-FEN; the error if it is not T-FEN, and nothing has changed. */
  read(text: string): AppError | null {
    return attempt(() => void this.#edit(() => this.#handle.read(text)));
  }

  setRules(rules: RuleBook): void {
    this.#edit(() => this.#handle.set_rules(rules));
  }

  setTurn(color: Color): void {
    this.#edit(() => this.#handle.set_turn(color));
  }

  setCounters(halfmoves: number, moveNumber: number): void {
    this.#edit(() => this.#handle.set_counters(halfmoves, moveNumber));
  }

  setMark(square: SquareName, mark: SetupMark, on: boolean): void {
    this.#edit(() => this.#handle.set_mark(square, mark, on));
  }

  turnBoard(pin: PinName): void {
    this.#edit(() => this.#handle.turn_board(pin));
  }

  removeBoard(pin: PinName): void {
    this.#edit(() => this.#handle.remove_board(pin));
  }

  put(square: SquareName, used: EditorTool): void {
    if (used.kind === "erase") this.#edit(() => this.#handle.remove(square));
    if (used.kind !== "piece") return;
    const there = this.#pieceOn(square);
    const same = there?.color === used.color && there.kind === used.role;
    this.#edit(() => (same ? this.#handle.remove(square) : this.#handle.put(square, used.color, used.role)));
  }

  /** Puts a board on a pin, or gives the one there to another owner. */
  placeBoard(pin: PinName, owner: Color): void {
    this.#edit(() => this.#handle.put_board(pin, owner));
  }

  clear(): void {
    this.#edit(() => this.#handle.clear());
  }

  start(): void {
    this.#edit(() => this.#handle.start());
  }

  mirror(): void {
    this.#edit(() => this.#handle.mirror());
  }

  undo(): void {
    this.#step(this.#past, this.#future);
  }

  redo(): void {
    this.#step(this.#future, this.#past);
  }

  record(): Promise<string> {
    return Promise.resolve(this.view.peek().text);
  }

  dispose(): void {
    this.#handle.free();
  }

  /** Edits, and remembers the position before it. A change that returns false has not taken place. */
  #edit(change: () => unknown): boolean {
    const before = this.view.peek().text;
    if (change() === false) return false;
    batch(() => {
      this.#view.value = parse(this.#handle.view());
      this.#selection.value = null;
      if (this.view.peek().text === before) return;
      this.#past.value = [...this.#past.peek(), before];
      this.#future.value = [];
    });
    return true;
  }

  #step(from: Signal<readonly string[]>, to: Signal<readonly string[]>): void {
    const text = from.peek().at(-1);
    if (text === undefined) return;
    batch(() => {
      to.value = [...to.peek(), this.view.peek().text];
      from.value = from.peek().slice(0, -1);
      this.#handle.read(text);
      this.#view.value = parse(this.#handle.view());
      this.#selection.value = null;
    });
  }

  #pieceOn(square: SquareName): SnapshotPiece | undefined {
    return this.view.peek().snapshot.pieces.find((piece) => piece.square === square);
  }

  #pickUp(square: SquareName): boolean {
    if (this.tool.peek().kind !== "move" || !this.#pieceOn(square)) return false;
    this.#selection.value = { kind: "piece", square };
    return true;
  }

  #pickSquare(square: SquareName): void {
    const selected = this.#selection.peek();
    if (this.tool.peek().kind !== "move") return this.put(square, this.tool.peek());
    if (selected?.kind === "piece" && selected.square !== square) {
      this.#edit(() => this.#handle.relocate(selected.square, square));
    } else {
      this.#selection.value = selected === null && this.#pieceOn(square) ? { kind: "piece", square } : null;
    }
  }

  #pickPin(pin: PinName, dragged: boolean): void {
    const used = this.tool.peek();
    const selected = this.#selection.peek();
    const board = this.view.peek().snapshot.boards.find((each) => each.pin === pin);
    if (used.kind === "erase") this.removeBoard(pin);
    else if (used.kind === "board") {
      if (board?.owner === used.owner) this.removeBoard(pin);
      else this.placeBoard(pin, used.owner);
    } else if (selected?.kind === "board" && selected.pin !== pin && !board) {
      this.#edit(() => this.#handle.relocate_board(selected.pin, pin));
    } else {
      const picked = board && (dragged || selected?.kind !== "board" || selected.pin !== pin);
      this.#selection.value = picked ? { kind: "board", pin } : null;
    }
  }

  #remove(selected: EditSelection): void {
    if (selected.kind === "piece") this.#edit(() => this.#handle.remove(selected.square));
    else this.removeBoard(selected.pin);
  }

  #key(event: KeyboardEvent, place: string): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const pin = this.view.peek().snapshot.boards.find((board) => board.pin === place)?.pin;
    const erases = event.key === "Delete" || event.key === "Backspace";
    if (erases) this.#remove(pin === undefined ? { kind: "piece", square: place } : { kind: "board", pin });
    else if (pin !== undefined || !this.#edit(() => this.#handle.put_letter(place, event.key))) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
