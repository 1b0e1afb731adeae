// How the tree is laid out as text: rows of the main line with a move of each side, and between them comments and
// variations. Blocks that have not changed stay the same objects, so that they are not rendered again.
import type { StudyNode } from "../../wire/study";
import { ROOT } from "./studyTree";

export type TreeBlock = TreeRow | Aside;

/** A move of each side on the main line, with forced promotions before it. */
export interface TreeRow {
  readonly kind: "row";
  readonly key: string;
  readonly number: number;
  /** Whether White's move is in an earlier row, before comments or variations. */
  readonly continued: boolean;
  readonly white: readonly StudyNode[];
  readonly black: readonly StudyNode[];
}

/** Comments on a move of the main line, and the variations beside it. */
export interface Aside {
  readonly kind: "aside";
  readonly key: string;
  /** The move that the comment is on. */
  readonly on: StudyNode;
  readonly variations: readonly VariationBlock[];
}

/** A variation: its moves, each with the variations beside the next one. */
export interface VariationBlock {
  readonly start: StudyNode;
  readonly moves: readonly VariationMove[];
  /** The number of moves that are hidden because it is collapsed; 0 when it is not. */
  readonly hidden: number;
}

export interface VariationMove {
  readonly node: StudyNode;
  /** Whether the move number is shown. */
  readonly numbered: boolean;
  readonly variations: readonly VariationBlock[];
}

interface ShownTree {
  readonly nodes: ReadonlyMap<number, StudyNode>;
  readonly collapsed: ReadonlySet<number>;
}

/** Blocks that are drawn together. The browser skips groups that are out of view. */
export interface BlockGroup {
  readonly key: string;
  readonly blocks: readonly TreeBlock[];
}

const GROUP_SIZE = 16;

/** Groups of blocks; those that have not changed stay the same objects. */
export function groupBlocks(blocks: readonly TreeBlock[], before: readonly BlockGroup[]): readonly BlockGroup[] {
  const groups: BlockGroup[] = [];
  for (let start = 0; start < blocks.length; start += GROUP_SIZE) {
    const group = { key: `group ${start}`, blocks: blocks.slice(start, start + GROUP_SIZE) };
    const old = before[groups.length];
    groups.push(old && areSame(old.blocks, group.blocks) ? old : group);
  }
  return groups;
}

export function layoutTree(
  nodes: ReadonlyMap<number, StudyNode>,
  collapsed: ReadonlySet<number>,
  before: readonly TreeBlock[],
): readonly TreeBlock[] {
  const known = new Map(before.map((block) => [block.key, block]));
  return blocks({ nodes, collapsed }).map((block) => {
    const old = known.get(block.key);
    return old && isSame(old, block) ? old : block;
  });
}

function blocks(layout: ShownTree): TreeBlock[] {
  const found: TreeBlock[] = [];
  let row = newRow(0, false);
  const flush = (): void => {
    const first = row.white[0] ?? row.black[0];
    if (first) found.push({ kind: "row", key: `row ${first.id}`, ...row });
    row = newRow(0, false);
  };
  const root = layout.nodes.get(ROOT);
  if (root && hasText(root)) found.push({ kind: "aside", key: "aside root", on: root, variations: [] });
  for (let node = root; node;) {
    const [next, ...others] = node.children.map((id) => layout.nodes.get(id)).filter((each) => each !== undefined);
    if (!next?.played) break;
    const { number, color } = next.played;
    if (row.number !== number) {
      flush();
      row = newRow(number, color === "black");
    }
    row[color].push(next);
    if (others.length > 0 || hasText(next)) {
      flush();
      const variations = others.map((start) => variationBlock(layout, start));
      found.push({ kind: "aside", key: `aside ${next.id}`, on: next, variations });
    }
    node = next;
  }
  flush();
  return found;
}

function newRow(number: number, continued: boolean) {
  return { number, continued, white: new Array<StudyNode>(), black: new Array<StudyNode>() };
}

function hasText({ comment, unread, twin }: StudyNode): boolean {
  return comment !== "" || unread.length > 0 || twin !== null;
}

function variationBlock(layout: ShownTree, start: StudyNode): VariationBlock {
  if (layout.collapsed.has(start.id)) {
    return { start, moves: [{ node: start, numbered: true, variations: [] }], hidden: countAfter(layout, start) };
  }
  const moves: VariationMove[] = [{ node: start, numbered: true, variations: [] }];
  for (let node = start, interrupted = hasText(start); ;) {
    const [next, ...others] = node.children.map((id) => layout.nodes.get(id)).filter((each) => each !== undefined);
    if (!next?.played) return { start, moves, hidden: 0 };
    // A forced promotion and the move after it share a number.
    const opens = next.played.color === "white" && node.played?.forced !== true;
    const variations = others.map((each) => variationBlock(layout, each));
    moves.push({ node: next, numbered: opens || interrupted, variations });
    interrupted = others.length > 0 || hasText(next);
    node = next;
  }
}

function countAfter(layout: ShownTree, start: StudyNode): number {
  const open = [...start.children];
  let count = 0;
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    count++;
    open.push(...(layout.nodes.get(id)?.children ?? []));
  }
  return count;
}

function isSame(one: TreeBlock, other: TreeBlock): boolean {
  if (one.kind === "row") {
    return (
      other.kind === "row" &&
      one.continued === other.continued &&
      areSame(one.white, other.white) &&
      areSame(one.black, other.black)
    );
  }
  return other.kind === "aside" && one.on === other.on && sameVariations(one.variations, other.variations);
}

function areSame<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

function sameVariations(one: readonly VariationBlock[], other: readonly VariationBlock[]): boolean {
  return (
    one.length === other.length &&
    one.every((variation, at) => {
      const same = other[at];
      return (
        same !== undefined &&
        variation.hidden === same.hidden &&
        variation.moves.length === same.moves.length &&
        variation.moves.every(
          (move, index) =>
            move.node === same.moves[index]?.node &&
            move.numbered === same.moves[index].numbered &&
            sameVariations(move.variations, same.moves[index].variations),
        )
      );
    })
  );
}
