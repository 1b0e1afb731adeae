// The tree of a study: the source applies what Rust reports, and the layout reuses what has not changed.
import { expect, test } from "vitest";
import { StudyMode } from "../../src/analysis/study/studyMode";
import { countFrom, isMainLine, ROOT, sibling, variationStart } from "../../src/analysis/study/studyTree";
import { groupBlocks, layoutTree } from "../../src/analysis/study/treeLayout";
import { realAnalysis } from "./realAnalysis";

const { WasmStudy } = realAnalysis();
const NESTED = "1. b4N $1 {good} (1. c4N b5N (1... Nb6N 2. a3W) 2. a3W) (1. a4N) 1... Nb6N 2. a3W a6N 3. d3W *";

function open(record = NESTED) {
  const source = new StudyMode(new WasmStudy(record));
  const find = (text: string): number => {
    const found = [...source.tree.value.nodes.values()].find(({ played }) => played?.text === text);
    return found?.id ?? -1;
  };
  return { source, find };
}

test("a move on the board becomes a variation, and undo, redo and jump follow the line", async () => {
  const { source, find } = open();
  source.goTo(find("b5N"));
  expect(await source.play("d3W")).toBeNull();
  expect([source.node.value.played?.text, source.node.value.ply, source.edits.value]).toEqual(["d3W", 3, 1]);
  expect(source.board.history.value.moves.map(({ text }) => text)).toEqual(["c4N", "b5N", "d3W"]);
  source.steps.undo();
  expect(source.node.value.id).toBe(find("b5N"));
  source.steps.redo();
  expect(source.node.value.played?.text).toBe("d3W");
  source.steps.jump(0);
  expect(source.node.value.id).toBe(ROOT);
  expect(source.edits.value).toBe(1);
  expect(await source.play("Kz9")).not.toBeNull();
  expect(source.edits.value).toBe(1);
});

test("questions about the tree", () => {
  const { source, find } = open();
  const tree = source.tree.value;
  const [main, first, last] = [find("b4N"), find("c4N"), find("a4N")];
  expect([isMainLine(tree, main), isMainLine(tree, first)]).toEqual([true, false]);
  expect([variationStart(tree, main), variationStart(tree, find("b5N"))]).toEqual([null, first]);
  expect([sibling(tree, main, 1), sibling(tree, first, 1), sibling(tree, last, 1)]).toEqual([first, last, null]);
  expect([countFrom(tree, first), countFrom(tree, last)]).toEqual([5, 1]);
});

test("a change leaves the other blocks as they are", () => {
  const { source, find } = open();
  const none: ReadonlySet<number> = new Set();
  const before = layoutTree(source.tree.value.nodes, none, []);
  expect(before.map(({ kind }) => kind)).toEqual(["row", "aside", "row", "row", "row"]);
  source.setComment(find("b5N"), "here");
  const after = layoutTree(source.tree.value.nodes, none, before);
  expect(after.map((block, at) => block === before[at])).toEqual([true, false, true, true, true]);
  const collapsed = layoutTree(source.tree.value.nodes, new Set([find("c4N")]), after);
  const aside = collapsed[1];
  expect(aside?.kind === "aside" && aside.variations.map(({ hidden }) => hidden)).toEqual([4, 0]);
});

test("a change leaves the other groups of blocks as they are", () => {
  const { source } = open();
  const [row] = layoutTree(source.tree.value.nodes, new Set(), []);
  if (row?.kind !== "row") throw new Error("the first block is a row");
  const rows = Array.from({ length: 40 }, (_, at) => ({ ...row, key: `row ${at}` }));
  const before = groupBlocks(rows, []);
  expect(before.map(({ blocks }) => blocks.length)).toEqual([16, 16, 8]);
  const after = groupBlocks(rows.with(20, { ...row, key: "row 20" }), before);
  expect(after.map((group, at) => group === before[at])).toEqual([true, false, true]);
  expect(groupBlocks([], before)).toEqual([]);
});
