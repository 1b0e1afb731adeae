// The tree of a study as the views read it. Rust decides how it changes; these functions apply what it reports and
// answer where a step leads.
import type { History, PlayedMove } from "../../wire/game";
import type { StudyChanges, StudyNode } from "../../wire/study";

/** The node before the first move. */
export const ROOT = 0;

export interface StudyTree {
  /** Nodes that have not changed stay the same objects. */
  readonly nodes: ReadonlyMap<number, StudyNode>;
  readonly current: number;
  /** The nodes of the current line to its end, without the root. */
  readonly line: readonly number[];
}

export const NO_TREE: StudyTree = { nodes: new Map(), current: ROOT, line: [] };

export function applyChanges(tree: StudyTree, { nodes: changed, removed, current, line }: StudyChanges): StudyTree {
  let { nodes } = tree;
  if (changed.length > 0 || removed.length > 0) {
    const next = new Map(nodes);
    for (const id of removed) next.delete(id);
    for (const node of changed) next.set(node.id, node);
    nodes = next;
  }
  const sameLine = line.length === tree.line.length && line.every((id, at) => id === tree.line[at]);
  return { nodes, current, line: sameLine ? tree.line : line };
}

/** A node that is known to exist. */
export function nodeAt(tree: StudyTree, id: number): StudyNode {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(`there is no node ${id}`);
  return node;
}

/** The moves of the current line, as other games have them. */
export function historyOf(tree: StudyTree, before: History): History {
  const moves = tree.line.map((id) => nodeAt(tree, id).played).filter((move): move is PlayedMove => move !== null);
  const same = moves.length === before.moves.length && moves.every((move, at) => move === before.moves[at]);
  return { moves: same ? before.moves : moves, ply: nodeAt(tree, tree.current).ply };
}

/** The node at a ply of the current line. */
export function nodeAtPly({ line }: StudyTree, ply: number): number | null {
  return ply === 0 ? ROOT : (line[ply - 1] ?? null);
}

/** The other continuations of the node before, in order, with the node itself among them. */
export function siblings(tree: StudyTree, id: number): readonly number[] {
  const { parent } = nodeAt(tree, id);
  return parent === null ? [id] : nodeAt(tree, parent).children;
}

/** The sibling a number of places further down; null beyond the last one. */
export function sibling(tree: StudyTree, id: number, step: 1 | -1): number | null {
  const all = siblings(tree, id);
  return all[all.indexOf(id) + step] ?? null;
}

/** Whether no node up to the root is a variation. */
export function isMainLine(tree: StudyTree, id: number): boolean {
  for (let node = nodeAt(tree, id); node.parent !== null; node = nodeAt(tree, node.parent)) {
    if (nodeAt(tree, node.parent).children[0] !== node.id) return false;
  }
  return true;
}

/** The first move of the innermost variation that a node is part of; null on the main line. */
export function variationStart(tree: StudyTree, id: number): number | null {
  for (let node = nodeAt(tree, id); node.parent !== null; node = nodeAt(tree, node.parent)) {
    if (nodeAt(tree, node.parent).children[0] !== node.id) return node.id;
  }
  return null;
}

/** The number of nodes after this one, itself included. */
export function countFrom(tree: StudyTree, id: number): number {
  const open = [id];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    count++;
    open.push(...nodeAt(tree, next).children);
  }
  return count;
}

/** The number before a move: `12.`, or `12…` for Black's. */
export function moveNumber({ number, color }: Pick<PlayedMove, "number" | "color">): string {
  return `${number}${color === "white" ? "." : "…"}`;
}
