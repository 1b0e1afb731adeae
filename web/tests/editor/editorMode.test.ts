// The editor's source over the real rules: tools, selection, keys, undo, and positions that are not possible.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { EditorMode, errorOverlay } from "../../src/editor/editorMode";
import * as analysis from "../../src/wasm/analysis/trid_analysis";

analysis.initSync({
  module: readFileSync(join(import.meta.dirname, "../../src/wasm/analysis/trid_analysis_bg.wasm")),
});

const START =
  "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 1 revised";

let editor: EditorMode;

beforeEach(() => {
  editor = new EditorMode(new analysis.WasmSetup("revised"));
});

const text = (): string => editor.view.value.text;
const codes = (): string[] => editor.view.value.errors.map(({ error }) => error.code);
const on = (square: string) => editor.board.snapshot.value.pieces.find((piece) => piece.square === square);

test("the start position can be played", () => {
  expect(text()).toBe(START);
  expect(codes()).toEqual([]);
});

describe("moving", () => {
  test("a piece is selected and goes to the next square", () => {
    editor.editing.pickSquare("b2W");
    expect(editor.editing.selection.value).toEqual({ kind: "piece", square: "b2W" });
    editor.editing.pickSquare("b4N");
    expect(on("b4N")?.kind).toBe("pawn");
    expect(on("b2W")).toBeUndefined();
    expect(editor.editing.selection.value).toBeNull();
  });

  test("a board goes to a free pin with its pieces", () => {
    editor.editing.pickPin("QL1", false);
    editor.editing.pickPin("QL3", false);
    expect(on("a2QL3")?.kind).toBe("queen");
    expect(codes()).toEqual([]);
  });

  test("what is dropped outside is removed", () => {
    expect(editor.editing.pickUp("b4N")).toBe(false);
    expect(editor.editing.pickUp("b2W")).toBe(true);
    editor.editing.dropOutside();
    expect(on("b2W")).toBeUndefined();
    editor.editing.pickPin("KL6", true);
    editor.editing.dropOutside();
    expect(codes()).toEqual(["boardCount", "ownerCount", "kingCount"]);
  });
});

describe("placing", () => {
  test("a piece is placed, and removed when it is placed again", () => {
    editor.tool.value = { kind: "piece", color: "black", role: "queen" };
    editor.editing.pickSquare("b4N");
    expect(on("b4N")).toMatchObject({ color: "black", kind: "queen" });
    editor.editing.pickSquare("b4N");
    expect(text()).toBe(START);
  });

  test("a board is placed, changes its owner, and is removed", () => {
    editor.tool.value = { kind: "board", owner: "black" };
    editor.editing.pickPin("QL1", false);
    expect(codes()).toEqual(["ownerCount", "ownerCount"]);
    editor.editing.pickPin("QL1", false);
    expect(editor.board.snapshot.value.boards).toHaveLength(3);
    editor.editing.pickPin("QL3", false);
    expect(editor.board.snapshot.value.boards.map(({ pin }) => pin)).toContain("QL3");
  });

  test("keys place pieces and remove them", () => {
    const key = (name: string, place: string) => editor.editing.key(new KeyboardEvent("keydown", { key: name }), place);
    expect(key("Q", "b4N")).toBe(true);
    expect(key("n", "c4N")).toBe(true);
    expect(on("b4N")).toMatchObject({ color: "white", kind: "queen" });
    expect(on("c4N")).toMatchObject({ color: "black", kind: "knight" });
    key("Delete", "b4N");
    key("Backspace", "QL1");
    expect(on("b4N")).toBeUndefined();
    expect(editor.board.snapshot.value.boards).toHaveLength(3);
    expect(key("x", "b4N")).toBe(false);
  });
});

test("undo and redo go through every edit", () => {
  editor.editing.pickSquare("b2W");
  editor.editing.pickSquare("b4N");
  editor.setTurn("black");
  const edited = text();
  editor.undo();
  editor.undo();
  expect(text()).toBe(START);
  expect(editor.canUndo.value).toBe(false);
  editor.redo();
  editor.redo();
  expect(text()).toBe(edited);
  expect(editor.canRedo.value).toBe(false);
});

test("an impossible position names its squares and can still be edited", () => {
  editor.tool.value = { kind: "erase" };
  editor.editing.pickSquare("d0KL1");
  editor.tool.value = { kind: "piece", color: "white", role: "pawn" };
  editor.editing.pickSquare("b8B");
  expect(codes()).toEqual(["kingCount", "pawnOnFurthestRank"]);
  expect(errorOverlay(editor.view.value).rings.map(({ at }) => at)).toEqual(["b8B"]);
  editor.clear();
  expect(editor.board.snapshot.value.pieces).toEqual([]);
  expect(codes()).toEqual(["kingCount", "kingCount"]);
  editor.start();
  expect(text()).toBe(START);
});

test("text that is not T-FEN changes nothing", () => {
  expect(editor.read("nonsense")?.code).toBe("E_TFEN");
  expect(text()).toBe(START);
  expect(editor.read(START.replace(" w ", " b ").replace("revised", "meder"))).toBeNull();
  expect(editor.board.snapshot.value).toMatchObject({ turn: "black", rules: "meder" });
});

test("marks are offered where they are possible", () => {
  const marks = editor.view.value.marks;
  expect(marks.filter(({ mark }) => mark === "castling").map(({ square, on }) => [square, on])).toEqual(
    expect.arrayContaining([
      ["z0QL1", true],
      ["e9KL6", true],
    ]),
  );
  editor.setMark("b2W", "spent", true);
  expect(text()).toContain(" b2W ");
  editor.mirror();
  expect(text()).toContain(" b7B ");
});
