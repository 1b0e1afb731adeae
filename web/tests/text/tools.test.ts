// Sentences of the analysis tools about one piece and about several.
import { expect, test } from "vitest";
import { tools } from "../../src/text/english/tools";

const rook = { color: "white", kind: "rook", square: "a1W" } as const;
const queen = { color: "white", kind: "queen", square: "b2W" } as const;

test("the verb agrees with the number of pieces", () => {
  const { capture, block, boardEscape } = tools.insight;
  expect(capture("knight", "a8B", "b6B", [rook])).toMatch(/: the rook on a1W still attacks the king\.$/);
  expect(capture("knight", "a8B", "b6B", [rook, queen])).toMatch(
    /rook on a1W and the queen on b2W still attack the king\.$/,
  );
  expect(block("knight", "a8B", "b6B", [rook, queen])).toMatch(/still attack the king\.$/);
  expect(boardEscape("QL1", "QL2", [rook, queen])).toMatch(/queen on b2W attack the king\.$/);
});
