/**
 * A study as a source for the boards: `StudySource` is what every part of the analysis screen works with.
 *
 * - `tree` is the whole tree and `node` the current node, both signals. Nodes are immutable and keep their identity
 *   until they change, so components can be memoised by them.
 * - Every change goes through a method below, which asks Rust and publishes the result at once. Ids stay valid while
 *   the study is open; `path` and `find` turn them into text for links and back.
 * - `edits` counts changes to the contents; saving follows it. Going to another node is not an edit.
 * - As a `GameSource` it plays moves into the tree: a new move becomes a variation. `undo`, `redo` and `jump` follow the
 *   current line.
 */
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import type { StudyHandle } from "../../core/analysisModule";
import { asAppError, thrownBy } from "../../core/errors";
import type { GameHandle } from "../../core/core";
import type { ActionResult, GameSource, RecordFormat } from "../../core/source";
import type { History, Touched } from "../../wire/game";
import type { Color, Snapshot } from "../../wire/snapshot";
import type { Shapes, StudyChanges, StudyNode } from "../../wire/study";
import type { SquareName } from "../../wire/world";
import { createLayers, type Layers } from "../tools/layers";
import { applyChanges, historyOf, NO_TREE, nodeAt, nodeAtPly, type StudyTree } from "./studyTree";

export interface StudySource extends GameSource {
  readonly tree: ReadonlySignal<StudyTree>;
  /** The current node. */
  readonly node: ReadonlySignal<StudyNode>;
  /** Counts the changes to the contents. */
  readonly edits: ReadonlySignal<number>;
  /** What is drawn over the boards: shapes of the node, engine arrows, answers. */
  readonly layers: Layers;

  goTo(node: number): void;
  /** Adds moves after a node as a variation, as far as they are legal; returns the last node of them. */
  addLine(node: number, moves: readonly string[]): number | null;
  /** Puts the innermost variation of a node before its siblings. */
  promote(node: number): void;
  makeMainLine(node: number): void;
  /** Removes a node and everything after it. */
  remove(node: number): void;
  setComment(node: number, text: string): void;
  /** Adds a numeric annotation glyph, or removes it if it is there. */
  toggleGlyph(node: number, nag: number): void;
  setShapes(node: number, shapes: Shapes): void;
  /** An evaluation as White sees it: `0.35`, `#-3`; null to remove it. */
  setEvaluation(node: number, evaluation: string | null): void;

  tag(name: string): string;
  setTag(name: string, value: string): void;
  /** The path of a node for links. */
  path(node: number): string;
  /** The node at a path; null if there is none. */
  find(path: string): number | null;
  /** The moves from the start to a node, with numbers. */
  lineText(node: number): string;
  text(format: RecordFormat): string;
  /** Shows the position after some moves from the current node on the boards; null shows the node again. */
  preview(moves: readonly string[] | null): void;
  /** The position of the current node, also during a preview. */
  readonly current: ReadonlySignal<Snapshot>;
  /** Whether the boards show moves that have not been played. */
  readonly previewing: ReadonlySignal<boolean>;
  /** The study in WebAssembly, for questions that other parts add to it. Call `changed` after changing it. */
  readonly handle: StudyHandle;
  changed(): void;
}

export function createStudySource(handle: StudyHandle): StudySource {
  const tree = signal(applyChanges(NO_TREE, readChanges(handle)));
  let shown = handle.snapshot();
  const current = signal(JSON.parse(shown) as Snapshot);
  const previewed = signal<Snapshot | null>(null);
  const snapshot = computed(() => previewed.value ?? current.value);
  const edits = signal(0);
  const node = computed(() => nodeAt(tree.value, tree.value.current));
  let before: History = { moves: [], ply: 0 };
  const history = computed(() => (before = historyOf(tree.value, before)));
  let board: GameHandle | null = null;

  function show(edited: boolean): void {
    board?.free();
    board = null;
    batch(() => {
      tree.value = applyChanges(tree.peek(), readChanges(handle));
      previewed.value = null;
      showSnapshot();
      if (edited) edits.value++;
    });
  }

  /** A change that leaves the position as it is must not interrupt a move that the person is making. */
  function showSnapshot(): void {
    const next = handle.snapshot();
    if (next !== shown) current.value = JSON.parse(next) as Snapshot;
    shown = next;
  }

  /** A copy of the game for questions about the current position, made when the first one is asked. */
  function currentBoard(): GameHandle {
    return (board ??= handle.board());
  }

  function goTo(id: number): void {
    if (id !== tree.peek().current && handle.go_to(id)) show(false);
  }

  function edit(action: () => boolean): void {
    if (action()) show(true);
  }

  function jump(ply: number): ActionResult {
    const id = nodeAtPly(tree.peek(), ply);
    if (id !== null) goTo(id);
    return Promise.resolve(null);
  }

  function play(move: string): ActionResult {
    const count = tree.peek().nodes.size;
    try {
      handle.play(move);
    } catch (thrown) {
      return Promise.resolve(asAppError(thrown));
    }
    batch(() => {
      show(false);
      if (tree.peek().nodes.size > count) edits.value++;
    });
    return Promise.resolve(null);
  }

  const names = (read: (board: GameHandle) => string) =>
    Promise.resolve(JSON.parse(read(currentBoard())) as SquareName[]);
  const nothing = (): ActionResult => Promise.resolve(null);
  const layers = createLayers(
    computed(() => node.value.shapes),
    (shapes) => edit(() => handle.set_shapes(node.peek().id, JSON.stringify(shapes))),
  );

  return {
    handle,
    tree,
    node,
    edits,
    current,
    layers,
    overlay: layers.overlay,
    drawing: layers.drawing,
    snapshot,
    history,
    clocks: signal(null),
    seats: signal<readonly Color[]>(["white", "black"]),
    previewing: computed(() => previewed.value !== null),
    preview(moves) {
      previewed.value = moves && (JSON.parse(handle.preview(tree.peek().current, [...moves])) as Snapshot);
    },
    play,
    explain: (move) => thrownBy(() => currentBoard().explain(move)),
    whyStuck: (place) => thrownBy(() => currentBoard().explain_stuck(place)),
    touched: (move) => Promise.resolve(JSON.parse(currentBoard().touched(move)) as Touched),
    attacked: (color) => names((each) => each.attacked(color)),
    checkers: () => names((each) => each.checkers()),
    reach: (square) => names((each) => each.reach(square)),
    undo: () => jump(node.peek().ply - 1),
    redo: () => jump(node.peek().ply + 1),
    jump,
    claim: nothing,
    agreeDraw: nothing,
    resign: nothing,
    goTo,
    addLine(id, moves) {
      const count = tree.peek().nodes.size;
      const last = handle.add_line(id, [...moves]) ?? null;
      batch(() => {
        show(false);
        if (tree.peek().nodes.size > count) edits.value++;
      });
      return last;
    },
    promote: (id) => edit(() => handle.promote(id)),
    makeMainLine: (id) => edit(() => handle.make_main_line(id)),
    remove: (id) => edit(() => handle.remove(id)),
    setComment: (id, comment) => edit(() => handle.set_comment(id, comment)),
    toggleGlyph: (id, nag) => edit(() => handle.toggle_glyph(id, nag)),
    setShapes: (id, shapes) => edit(() => handle.set_shapes(id, JSON.stringify(shapes))),
    setEvaluation: (id, evaluation) => edit(() => handle.set_evaluation(id, evaluation ?? undefined)),
    tag: (name) => handle.tag(name) ?? "",
    setTag(name, value) {
      handle.set_tag(name, value);
      edits.value++;
    },
    path: (id) => handle.path(id) ?? "0",
    find: (path) => handle.find(path) ?? null,
    lineText: (id) => handle.line_text(id),
    text: (format) => handle.record(format),
    changed: () => show(true),
    record: (format) => Promise.resolve(handle.record(format)),
    dispose() {
      board?.free();
      handle.free();
    },
  };
}

function readChanges(handle: StudyHandle): StudyChanges {
  return JSON.parse(handle.changes()) as StudyChanges;
}
