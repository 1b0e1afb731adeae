/**
 * A study on the boards: `StudyMode` is what every part of the analysis screen works with.
 *
 * - `tree` is the whole tree and `node` the current node, both signals. Nodes are immutable and keep their identity
 *   until they change, so components can be memoised by them.
 * - Every change goes through a method below, which asks Rust and publishes the result at once. Ids stay valid while
 *   the study is open; `path` and `find` turn them into text for links and back.
 * - `edits` counts changes to the contents; saving follows it. Going to another node is not an edit.
 * - It plays moves into the tree: a new move becomes a variation. `steps` follow the current line.
 */
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import type { Mode, Steps } from "../../board/mode";
import type { StudyHandle } from "../../core/analysisModule";
import { Board, type RecordFormat } from "../../core/board";
import { attempt, type ActionResult } from "../../core/errors";
import { parse } from "../../core/json";
import type { WasmGame } from "../../wasm/analysis/trid_analysis";
import type { History } from "../../wire/game";
import type { Color, Snapshot } from "../../wire/snapshot";
import type { Shapes, StudyNode } from "../../wire/study";
import { createLayers, type Layers } from "../tools/layers";
import { applyChanges, historyOf, NO_TREE, nodeAt, nodeAtPly, type StudyTree } from "./studyTree";

export class StudyMode implements Mode {
  readonly board: Board;
  readonly seats = signal<readonly Color[]>(["white", "black"]);
  readonly tree: ReadonlySignal<StudyTree>;
  /** The current node. */
  readonly node: ReadonlySignal<StudyNode>;
  /** The position of the current node, also during a preview. */
  readonly current: ReadonlySignal<Snapshot>;
  /** Whether the boards show moves that have not been played. */
  readonly previewing: ReadonlySignal<boolean>;
  /** Counts the changes to the contents. */
  readonly edits: ReadonlySignal<number>;
  /** What is drawn over the boards: shapes of the node, engine arrows, answers. */
  readonly layers: Layers;
  readonly overlay;
  readonly drawing;
  readonly steps: Steps;
  /** The study in WebAssembly, for questions that other parts add to it. Call `changed` after changing it. */
  readonly handle: StudyHandle;
  readonly #tree;
  readonly #current;
  readonly #edits = signal(0);
  readonly #previewed = signal<Snapshot | null>(null);
  /** The snapshot as text, to see whether it changed. */
  #shown: string;
  /** A copy of the game for questions about the current position, made when the first one is asked. */
  #game: WasmGame | null = null;

  constructor(handle: StudyHandle) {
    this.handle = handle;
    const shown = handle.snapshot();
    this.#shown = shown;
    this.tree = this.#tree = signal(applyChanges(NO_TREE, parse(handle.changes())));
    this.current = this.#current = signal<Snapshot>(parse(shown));
    this.edits = this.#edits;
    const { tree, current } = this;
    const previewed = this.#previewed;
    this.node = computed(() => nodeAt(tree.value, tree.value.current));
    this.previewing = computed(() => previewed.value !== null);
    let before: History = { moves: [], ply: 0 };
    this.board = new Board(
      () => (this.#game ??= handle.board()),
      computed(() => previewed.value ?? current.value),
      computed(() => (before = historyOf(tree.value, before))),
    );
    this.layers = createLayers(
      computed(() => this.node.value.shapes),
      (shapes) => this.setShapes(this.node.peek().id, shapes),
    );
    this.overlay = this.layers.overlay;
    this.drawing = this.layers.drawing;
    const jump = (ply: number): void => {
      const id = nodeAtPly(tree.peek(), ply);
      if (id !== null) this.goTo(id);
    };
    const ply = (): number => this.node.peek().ply;
    this.steps = { jump, undo: () => jump(ply() - 1), redo: () => jump(ply() + 1) };
  }

  play(move: string): ActionResult {
    return Promise.resolve(attempt(() => this.#grow(() => this.handle.play(move))));
  }

  goTo(id: number): void {
    if (id !== this.tree.peek().current && this.handle.go_to(id)) this.#show(false);
  }

  /** Adds moves after a node as a variation, as far as they are legal; returns the last node of them. */
  addLine(id: number, moves: readonly string[]): number | null {
    return this.#grow(() => this.handle.add_line(id, [...moves]) ?? null);
  }

  /** Puts the innermost variation of a node before its siblings. */
  promote(id: number): void {
    this.#edit(() => this.handle.promote(id));
  }

  makeMainLine(id: number): void {
    this.#edit(() => this.handle.make_main_line(id));
  }

  /** Removes a node and everything after it. */
  remove(id: number): void {
    this.#edit(() => this.handle.remove(id));
  }

  setComment(id: number, comment: string): void {
    this.#edit(() => this.handle.set_comment(id, comment));
  }

  /** Adds a numeric annotation glyph, or removes it if it is there. */
  toggleGlyph(id: number, nag: number): void {
    this.#edit(() => this.handle.toggle_glyph(id, nag));
  }

  setShapes(id: number, shapes: Shapes): void {
    this.#edit(() => this.handle.set_shapes(id, JSON.stringify(shapes)));
  }

  /** The path of a node for links. */
  path(id: number): string {
    return this.handle.path(id) ?? "0";
  }

  currentPath(): string {
    return this.path(this.tree.peek().current);
  }

  /** The node at a path; null if there is none. */
  find(path: string): number | null {
    return this.handle.find(path) ?? null;
  }

  /** The moves from the start to a node, with numbers. */
  lineText(id: number): string {
    return this.handle.line_text(id);
  }

  text(format: RecordFormat): string {
    return this.handle.record(format);
  }

  record(format: RecordFormat): Promise<string> {
    return Promise.resolve(this.text(format));
  }

  /** Shows the position after some moves from the current node on the boards; null shows the node again. */
  preview(moves: readonly string[] | null): void {
    this.#previewed.value = moves && parse(this.handle.preview(this.tree.peek().current, [...moves]));
  }

  changed(): void {
    this.#show(true);
  }

  dispose(): void {
    this.#game?.free();
    this.handle.free();
  }

  #edit(action: () => boolean): void {
    if (action()) this.#show(true);
  }

  /** A change that counts as an edit if it adds nodes. */
  #grow<Result>(action: () => Result): Result {
    const count = this.tree.peek().nodes.size;
    const result = action();
    batch(() => {
      this.#show(false);
      if (this.tree.peek().nodes.size > count) this.#edits.value++;
    });
    return result;
  }

  #show(edited: boolean): void {
    this.#game?.free();
    this.#game = null;
    batch(() => {
      this.#tree.value = applyChanges(this.#tree.peek(), parse(this.handle.changes()));
      this.#previewed.value = null;
      this.#showSnapshot();
      if (edited) this.#edits.value++;
    });
  }

  /** A change that leaves the position as it is must not interrupt a move that the person is making. */
  #showSnapshot(): void {
    const next = this.handle.snapshot();
    if (next !== this.#shown) this.#current.value = parse(next);
    this.#shown = next;
  }
}
