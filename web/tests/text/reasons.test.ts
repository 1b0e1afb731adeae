// The texts of reasons, for one reason of every kind that the rules give.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { reasonText } from "../../src/core/errorText";
import { text } from "../../src/text";
import type { Reason } from "../../src/wire/game";

const REASONS = JSON.parse(readFileSync("tests/fixtures/reasons.json", "utf8")) as readonly Reason[];

test("every text has an example from the rules", () => {
  const types = new Set(REASONS.map(({ detail }) => detail?.type));
  expect([...types].sort()).toEqual(Object.keys(text.reasons).sort());
});

describe("a text", () => {
  test.each(REASONS.map((reason) => [reason.message, reason] as const))("is a sentence: %s", (message, reason) => {
    const words = reasonText(reason);
    expect(words).toMatch(/^([A-Z“]|[a-e,z]\d\S* )[^_]*\.$/);
    expect(words).not.toMatch(/undefined|null|\[object|E_[A-Z]/);
    // The text names the same squares, pins and columns as the message of the rules, or fewer.
    const names = (sentence: string): string[] => sentence.match(/\b[a-ez]\d(?:[WNB]|[QK]L\d)?\b|\b[QK]L\d\b/g) ?? [];
    if (reason.detail?.type !== "notAMove") expect(names(message)).toEqual(expect.arrayContaining(names(words)));
  });
});

test.each([
  ["tooManyRiders", "QL1 carries 4 pieces; a board can move with at most one."],
  ["missingLevel", "Add a level, e.g. d4W or d4N."],
  ["ambiguous", "“Rb4W” could mean Rab4W or Rdb4W."],
  ["blocked", "The pawn on b2W is in the way."],
  ["gameOver", "The game is over. Stalemate. Draw."],
  ["shaft", "The columns of QL6 aren’t clear: the pawn on z8QL6 and 3 other pieces are in the way."],
  ["noTurning", "Boards don’t rotate under Meder’s rules."],
  ["notYourPiece", "The black pawn on b7B isn’t yours."],
  ["castlingBoards", "To castle long, the king and the rook must be on the back ranks of QL1 and KL1."],
])("the text of %s", (type, expected) => {
  const reason = REASONS.find(({ detail }) => detail?.type === type);
  expect(reason && reasonText(reason)).toBe(expected);
});

test.each([
  ["bishop", "Bishops move diagonally; b7 isn’t on a diagonal from b1."],
  ["rook", "Rooks move along files and ranks; b3 shares neither with z0."],
  ["king", "Kings move one column in any direction; d4 isn’t next to d0."],
])("how a %s moves", (role, expected) => {
  const reason = REASONS.find(({ detail }) => detail?.type === "pattern" && detail.role === role);
  expect(reason && reasonText(reason)).toBe(expected);
});
